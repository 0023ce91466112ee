//===- UpdateOperators.cpp - what the runtime updates elements by ---------===//

#include "sparsec/LoopIR/UpdateOperators.h"

#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/StringRef.h"

namespace sparsec {

static const char *nameOf(llvm::StringRef op) {
  if (op == "+=" || op == "-=")
    return "sparsec_add";
  if (op == "*=")
    return "sparsec_multiply";
  if (op == "&=")
    return "sparsec_and";
  if (op == "|=")
    return "sparsec_or";
  if (op == "^=")
    return "sparsec_xor";
  if (op == "min=" || op == "max=")
    return op == "min=" ? "sparsec_least" : "sparsec_greatest";
  return op.starts_with("fmin") ? "sparsec_fmin" : "sparsec_fmax";
}

LoopExpr operatorOf(const std::string &op) {
  return expr::call(nameOf(op), {});
}

void updateAtomically(LoopNode &update) {
  if (update.op == "-=")
    update.value = expr::unary("-", update.value);
  update.atomic = LoopNode::Atomic::Function;
  update.updater = runtime::update.name.str();
  update.after = {operatorOf(update.op)};
}

} // namespace sparsec
