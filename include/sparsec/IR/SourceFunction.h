//===- SourceFunction.h - the text that a kernel came from ------*- C++ -*-===//
///
/// \file
/// The frontend cuts the source where emitters put text of their own, so that
/// none of them searches it.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_IR_SOURCEFUNCTION_H
#define SPARSEC_IR_SOURCEFUNCTION_H

#include "sparsec/IR/SourceSpan.h"

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace sparsec {

class TakenNames;

/// A length between the brackets of a declarator.
struct ArrayLength {
  /// "m + 1", where it is made of numbers and parameters; "" in `a[]`. "*" for
  /// all else, such as macros and members, which not all readers know.
  std::string text;
  std::set<std::string> parameters;
};

/// How a parameter is declared, in one language.
struct Declarator {
  std::string text; ///< "const double x[n][m]"
  /// The same of arrays that overlap no other one, "const double
  /// x[restrict n][m]"; `text` where that says so or has no place for it.
  std::string restrictText;
  /// Parameters that the declaration reads, also by macros: {"n", "m"}.
  std::set<std::string> reads;
  /// Lengths as written, outermost first; none for pointers, and where a macro
  /// makes the brackets.
  std::vector<ArrayLength> lengths;
};

/// A definition without its sparsec pragmas, cut where other text goes.
struct DefinitionText {
  std::string specifiers; ///< up to the name: "extern void "
  std::string parameters; ///< up to the body: "(int n, double *x)"
  std::string body;       ///< what follows the opening brace
  /// Parameters that the body does not mention, in order.
  std::vector<std::string> unused;

  /// As a definition of \p name.
  std::string text(const std::string &name) const {
    return specifiers + name + parameters + " {" + body;
  }
};

/// A file's text before and behind the function.
struct FileParts {
  std::string before, behind;
  /// Pragmas of ours are left in them: facts about other functions.
  bool hasFacts = false;
};

/// Where the kernel came from: what an emitter needs to replace it in place.
struct SourceFunction {
  std::string file;
  /// The whole file, and the byte range of the function in it (from the first
  /// `#pragma sparsec` that belongs to it to the closing brace).
  std::string fileText;
  size_t begin = 0, end = 0;
  /// Function name, and what it was before -rename; "" where no source has it.
  std::string name, sourceName;
  /// The word of the name from `begin` on: a macro, perhaps.
  size_t nameOffset = 0, nameLength = 0;
  DefinitionText definition;
  /// What stays of the file.
  FileParts around;
  /// One per C parameter, in order.
  struct Argument {
    std::string name;
    Declarator declarator;
    std::string baseType; ///< pointee or scalar type: "int", "struct csr"
    bool isPointer = false;
    bool isConst = false; ///< pointee is const
    bool hasRows = false; ///< points to pointers: `double **a`
    /// A variable of the file, which the source's function does not take.
    bool isGlobal = false;
  };
  std::vector<Argument> arguments;
  /// What it gives to its callers.
  struct Result {
    std::string type; ///< "double"
    /// The last one of `arguments`, which the source does not have: where
    /// `_execute` stores the value; "" where it is always the same.
    std::string argument;
    std::string constant; ///< that value, a literal
  };
  std::optional<Result> result = std::nullopt; ///< none: void
  /// Whether \p argument is one of the source's.
  bool isInSource(const Argument &argument) const {
    return !argument.isGlobal && (!result || result->argument != argument.name);
  }
  bool isStatic = false;
  /// What the file and its headers make of names, the same for all programs
  /// that steps make of the function; null where no frontend read it.
  std::shared_ptr<const TakenNames> names;
  /// Headers that the file includes, for depfiles; none of the system's.
  std::vector<std::string> includes;

  /// "spmv.c:4:7", the place of \p span; "" when it is not known.
  std::string location(const SourceSpan &span) const;
  /// Line and column of \p offset in `fileText`, from 1.
  std::pair<unsigned, unsigned> lineAndColumn(size_t offset) const;
};

} // namespace sparsec

#endif // SPARSEC_IR_SOURCEFUNCTION_H
