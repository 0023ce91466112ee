//===- UpdateOperators.cpp - what the runtime updates elements by ---------===//

#include "sparsec/LoopIR/UpdateOperators.h"

#include "llvm/ADT/StringRef.h"

namespace sparsec {

std::string operatorOf(const std::string &op) {
  if (op == "+=" || op == "-=")
    return "sparsec_add()";
  if (op == "*=")
    return "sparsec_multiply()";
  if (op == "&=")
    return "sparsec_and()";
  if (op == "|=")
    return "sparsec_or()";
  if (op == "^=")
    return "sparsec_xor()";
  if (op == "min=" || op == "max=")
    return op == "min=" ? "sparsec_least()" : "sparsec_greatest()";
  return llvm::StringRef(op).starts_with("fmin") ? "sparsec_fmin()"
                                                 : "sparsec_fmax()";
}

} // namespace sparsec
