//===- RuleChecker.h - the check of one rule in the making ------*- C++ -*-===//
#ifndef SPARSEC_TARGET_CUDA_RULECHECKER_H
#define SPARSEC_TARGET_CUDA_RULECHECKER_H

#include "sparsec/Target/Cuda/GpuRules.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// Builds the check of a rule: see RuleChecks.cpp (the loops) and RuleTests.cpp
/// (what is tested in them).
class RuleChecker {
public:
  RuleChecker(const Program &program, const Fact &fact,
              const LoopExpr &factName, bool onGpu)
      : program(program), fact(fact), factName(factName), onGpu(onGpu),
        premise(fact.rule->premise), conclusion(fact.rule->conclusion),
        ranges(premise), untested(premise), item(program.freshName("item")),
        report(program.freshName("report")) {}

  llvm::Expected<std::vector<LoopNode>> nodes();
  /// Of the body that nodes() gave, with `onGpu`.
  GpuRule rule(std::vector<LoopNode> body) {
    return {program, factName, variables,         item, report, std::move(body),
            first,   end,      std::move(reports)};
  }

private:
  void bindVariables();
  std::string localName(const std::string &name) const;
  llvm::Error findRanges();
  std::optional<std::pair<isl::pw_aff, isl::pw_aff>> boundsOf(size_t at) const;
  llvm::Error openLoop(size_t at);
  llvm::Error addGuards(size_t level, bool ofConclusion);
  llvm::Error addTest();

  bool isNested(const UninterpretedCall &call) const;
  bool isInPremise(const std::string &name) const;
  size_t levelOf(const isl::pw_aff &value) const;
  size_t levelOfCall(const std::string &name) const;
  bool movesWithOuter(const isl::pw_aff &bound) const;
  bool areSubscripts(size_t at) const;
  llvm::Expected<LoopExpr> lowered(const isl::pw_aff &value);
  llvm::Expected<LoopExpr> isOutside(const UninterpretedCall &call);
  llvm::Expected<std::vector<LoopNode>>
  failure(const std::vector<std::string> &names, const std::string &end);
  std::vector<LoopNode> reported(const std::string &format,
                                 const std::vector<LoopExpr> &values);
  LoopNode skip() const;
  llvm::Error refusal(const std::string &why) const;
  void add(LoopNode node) { blocks.back().push_back(std::move(node)); }

  Program program;
  const Fact &fact;
  LoopExpr factName;
  bool onGpu;
  /// On a GPU: the bounds of the first variable, and for each report its format
  /// and values.
  LoopExpr first, end;
  std::vector<GpuRule::Report> reports;
  /// Conditions on parameters once the variables are bound; `ranges` is what
  /// the premise and the lengths of arrays say together, `untested` what of it
  /// the loops do not see to.
  isl::set premise, conclusion, ranges, untested;
  /// On a GPU: which value of the first variable it is, and where to report.
  const std::string item, report;
  CallTable calls;
  /// The variables as the user and as the generated code names them.
  std::vector<std::string> written, variables;
  /// The loops that are open, outermost first; what is in front of the first
  /// one, and in each.
  std::vector<LoopNode> loops;
  std::vector<std::vector<LoopNode>> blocks = {{}};
};

} // namespace sparsec

#endif // SPARSEC_TARGET_CUDA_RULECHECKER_H
