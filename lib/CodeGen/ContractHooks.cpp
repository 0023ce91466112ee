//===- ContractHooks.cpp - actions inside the contract's frame ------------===//

#include "sparsec/CodeGen/ContractHooks.h"

#include "llvm/ADT/StringExtras.h"

#include <regex>

namespace sparsec {

/// Names x for which \p text has `plan->x`.
static std::set<std::string> planFields(const std::string &text) {
  static const std::regex field("\\bplan->(\\w+)");
  return {std::sregex_token_iterator(text.begin(), text.end(), field, 1),
          std::sregex_token_iterator()};
}

std::vector<std::string> runtimeCallLines(const Program &program,
                                          const Statement &statement) {
  const Action &action = *statement.action;
  std::string operands = llvm::join(action.operands, ", ");
  std::vector<std::string> lines = {
      "if ((status = " + action.callee + "(" + operands + ")) != SPARSEC_OK)",
      "  goto fail;"};
  for (const std::string &field : planFields(operands))
    lines.push_back(field + " = plan->" + field + ";");
  return lines;
}

LoweringHooks contractHooks() {
  LoweringHooks hooks;
  hooks.actionLines = [](const Program &program, const Statement &statement,
                         const ActionValues &values)
      -> llvm::Expected<std::vector<std::string>> {
    if (statement.action->kind == Action::Kind::RuntimeCall)
      return runtimeCallLines(program, statement);
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "statement '%s' appends to '%s', which C code generation does not do",
        statement.name.c_str(), statement.action->target.c_str());
  };
  return hooks;
}

} // namespace sparsec
