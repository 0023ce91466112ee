//===- FactParser.h - facts from pragma and known() text --------*- C++ -*-===//
#ifndef SPARSEC_IR_FACTPARSER_H
#define SPARSEC_IR_FACTPARSER_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec {

/// One fact that is wrong. The words that are stand from \p begin to \p end,
/// in bytes, of the text that addFacts was given.
class FactError : public llvm::ErrorInfo<FactError> {
public:
  static char ID;
  FactError(std::string message, size_t begin, size_t end)
      : message(std::move(message)), begin(begin), end(end) {}
  void log(llvm::raw_ostream &out) const override { out << message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  const std::string message;
  const size_t begin, end;
};

/// Parses \p text — the part after `#pragma sparsec`, or the string given to
/// `known` — checks every name against \p program and adds the facts to it
/// (extents to the arrays, conditions to the context). Kinds are those of
/// docs/facts.md: csr, csr_base1, monotonic, range, injective, permutation,
/// inverse, sorted, unique, row_length(index) <= M, has_diagonal,
/// symmetric_pattern, triangular, extent, noalias, rule(forall …), and plain
/// affine conditions on parameters ("n > 0", "m == n"). A misspelt kind or name
/// is an error that lists what exists: a FactError for each fact that is wrong,
/// in their order, and none is added. \p location is "file:line:column" of the
/// text. Names of the text that are in \p meanings stand for those values
/// there, which are names, numbers or sums of them.
llvm::Error addFacts(Program &program, const std::string &text,
                     Fact::Origin origin, const std::string &location,
                     const std::map<std::string, std::string> &meanings = {});

/// What is wrong with \p text, as for addFacts, whatever the program is: kinds
/// of facts, numbers of arguments, brackets.
llvm::Error checkFacts(const std::string &text);

/// Takes all declared facts as given, to be checked by nothing (-assume).
void assumeUnchecked(Program &program);

/// The names that \p text, as for addFacts, mentions; `A->col` is one name.
std::vector<std::string> namesInFacts(const std::string &text);

} // namespace sparsec

#endif // SPARSEC_IR_FACTPARSER_H
