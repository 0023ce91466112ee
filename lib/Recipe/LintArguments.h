//===- LintArguments.h - what a call cannot be given ------------*- C++ -*-===//
#ifndef SPARSEC_LIB_RECIPE_LINTARGUMENTS_H
#define SPARSEC_LIB_RECIPE_LINTARGUMENTS_H

#include "RecipeSource.h"

#include "sparsec/Transforms/Transform.h"

#include <functional>
#include <set>
#include <string>

namespace sparsec::recipe {

/// Looks at the arguments of calls in a recipe that does not run: at literals
/// and names, and at how many there are. What else stands there may be right.
class ArgumentLinter {
public:
  using Tokens = RecipeSource::Tokens;
  /// Told what is wrong with a place.
  using Report = std::function<void(SourcePlace, const llvm::Twine &)>;
  /// Whether anything may be called so when the recipe runs.
  using IsDefined = std::function<bool(const std::string &)>;

  ArgumentLinter(const RecipeSource &source, IsDefined isDefined, Report report)
      : source(source), isDefined(std::move(isDefined)),
        report(std::move(report)) {}

  /// The call of \p spec whose name is \p name.
  void checkStep(const TransformSpec &spec, const Token &name) const;
  /// The call of a command that takes facts.
  void checkStatedFacts(const Token &name) const;

private:
  using Given = std::set<std::string>;

  void checkCount(const TransformSpec &spec, const Token &name,
                  llvm::ArrayRef<Tokens> positional, const Given &named,
                  bool mayHaveMore) const;
  void checkNamed(const TransformSpec &spec, Tokens table, Given &named) const;
  void checkValue(const ParameterSpec &parameter, Tokens value) const;
  void checkElement(const ParameterSpec &parameter, const Token &token) const;
  void checkName(const ParameterSpec &parameter, const Token &token) const;
  void checkWord(const ParameterSpec &parameter, const Token &token) const;
  void error(const Token &token, const llvm::Twine &message) const;

  const RecipeSource &source;
  IsDefined isDefined;
  Report report;
};

} // namespace sparsec::recipe

#endif // SPARSEC_LIB_RECIPE_LINTARGUMENTS_H
