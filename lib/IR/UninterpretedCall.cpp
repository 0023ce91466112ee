//===- UninterpretedCall.cpp - names of calls -----------------------------===//

#include "sparsec/IR/UninterpretedCall.h"

namespace sparsec {

std::string affineText(const isl::pw_aff &value,
                       const std::vector<std::string> &iterators) {
  isl::ctx ctx = value.ctx();
  isl::pw_aff bound = value.coalesce();
  if (!poly::isOnParameters(bound)) {
    isl::id_list ids(ctx, int(iterators.size()));
    for (const std::string &name : iterators)
      ids = ids.add(poly::makeId(ctx, name));
    bound = bound.bind_domain(isl::multi_id(bound.space().domain(), ids));
  }
  isl::ast_build build =
      isl::ast_build::from_context(isl::set::universe(isl::space::unit(ctx)));
  return build.expr_from(bound).to_C_str();
}

std::string callName(const UninterpretedCall &call,
                     const std::vector<std::string> &iterators) {
  std::string name = call.function + "(";
  for (size_t pos = 0; pos < call.arguments.size(); ++pos) {
    if (pos)
      name += ", ";
    name += affineText(call.arguments[pos], iterators);
  }
  return name + ")";
}

isl::pw_aff addCall(CallTable &table, const UninterpretedCall &call,
                    const std::vector<std::string> &iterators,
                    const isl::space &space) {
  std::string name = callName(call, iterators);
  unsigned last = 0;
  for (const auto &entry : table)
    last = std::max(last, entry.second.place);
  auto [added, isNew] = table.emplace(name, call);
  if (isNew)
    added->second.place = last + 1;
  return poly::parameter(space, name);
}

std::vector<std::string> nestedCalls(const UninterpretedCall &call,
                                     const CallTable &table) {
  std::vector<std::string> nested;
  for (const auto &entry : table)
    for (const isl::pw_aff &argument : call.arguments)
      if (poly::involvesParam(argument, entry.first)) {
        nested.push_back(entry.first);
        break;
      }
  return nested;
}

} // namespace sparsec
