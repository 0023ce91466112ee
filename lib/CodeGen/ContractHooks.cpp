//===- ContractHooks.cpp - actions inside the contract's frame ------------===//

#include "sparsec/CodeGen/ContractHooks.h"

#include "llvm/ADT/StringExtras.h"

#include <cassert>
#include <regex>
#include <set>

namespace sparsec {
namespace {

/// Names x for which \p text has `plan->x`.
std::set<std::string> planFieldsIn(const std::string &text) {
  static const std::regex field("\\bplan->(\\w+)");
  return {std::sregex_token_iterator(text.begin(), text.end(), field, 1),
          std::sregex_token_iterator()};
}

/// Adds `x = plan->x;` for what a runtime call may have set.
void addRebinds(std::vector<std::string> &lines) {
  for (const std::string &field : planFieldsIn(llvm::join(lines, "\n")))
    lines.push_back(field + " = plan->" + field + ";");
}

} // namespace

LoweringHooks contractHooks() {
  LoweringHooks hooks;
  hooks.actionLines = [](const Program &program, const Statement &statement,
                         const ActionValues &values)
      -> llvm::Expected<std::vector<std::string>> {
    llvm::Expected<std::vector<std::string>> lines =
        fillAction(*statement.action, values);
    if (lines && statement.action->kind == Action::Kind::RuntimeCall)
      addRebinds(*lines);
    return lines;
  };
  return hooks;
}

} // namespace sparsec
