//===- LoopSpace.cpp - a statement in terms of its loops ------------------===//

#include "sparsec/IR/LoopSpace.h"

#include "sparsec/Poly/Linear.h"
#include "sparsec/Poly/SingleValued.h"

#include <algorithm>

namespace sparsec {

LoopSpace::LoopSpace(const Program &program, const Statement &statement,
                     const ScheduleTree &tree)
    : program(program), statement(statement), existing(statement.instances()) {
  std::vector<isl::pw_aff> values;
  for (const ScheduleTree *loop : tree.loopsAround(statement.name)) {
    names.push_back(loop->name);
    values.push_back(loop->values.at(statement.name));
  }
  toLoops = poly::makeMap(statement.space(), "L", values);
}

isl::set LoopSpace::instances() const {
  isl::set image = existing.intersect_params(program.callContext(statement))
                       .apply(toLoops.as_map())
                       .coalesce();
  return poly::withDimNames(image, names);
}

isl::set LoopSpace::affineDomain() const {
  isl::set affine = instances();
  for (const auto &entry : statement.calls)
    if (poly::involvesParam(affine, entry.first))
      affine =
          affine.project_out_param(poly::makeId(affine.ctx(), entry.first));
  return affine.coalesce();
}

llvm::Expected<isl::pw_multi_aff> LoopSpace::inverse() const {
  // The affine part first: with the constraints isl may express an iterator
  // by a call that equals it.
  for (const isl::set &domain : {statement.domain, existing}) {
    isl::map back = toLoops.as_map().intersect_domain(domain).reverse();
    if (!poly::isSingleValued(back))
      continue;
    isl::pw_multi_aff map = back.as_pw_multi_aff();
    return map.gist(map.domain()).coalesce();
  }
  return llvm::createStringError(
      "the loops around '%s' do not tell its instances apart",
      statement.name.c_str());
}

/// Whether \p value is made of iterators that are values of the first \p depth
/// loops as they stand, and of \p known calls: no need to ask isl.
static bool isPlain(const Statement &statement, const isl::pw_multi_aff &loops,
                    const isl::pw_aff &value, unsigned depth,
                    const std::vector<std::string> &known) {
  for (unsigned dim = 0; dim < statement.iterators.size(); ++dim) {
    bool found = !poly::involvesDim(value, dim);
    for (unsigned pos = 0; pos < depth && !found; ++pos)
      found = loops.at(int(pos)).plain_is_equal(statement.iterator(dim));
    if (!found)
      return false;
  }
  for (const auto &entry : statement.calls)
    if (poly::involvesParam(value, entry.first) &&
        std::find(known.begin(), known.end(), entry.first) == known.end())
      return false;
  return true;
}

bool LoopSpace::isDetermined(const isl::pw_aff &value, unsigned depth,
                             const std::vector<std::string> &known) const {
  if (isPlain(statement, toLoops, value, depth, known))
    return true;
  // { S[..] -> [first depth loop values] }
  std::vector<isl::pw_aff> values;
  for (unsigned pos = 0; pos < depth; ++pos)
    values.push_back(toLoops.at(int(pos)));
  std::vector<std::string> hidden;
  for (const auto &entry : statement.calls)
    if (std::find(known.begin(), known.end(), entry.first) == known.end())
      hidden.push_back(entry.first);
  if (poly::isSumOf(values, value, hidden))
    return true;
  isl::pw_multi_aff prefix = poly::makeMap(statement.space(), "P", values);
  // { P[prefix] -> [value] }, with unknown calls free to differ.
  isl::map relation =
      prefix.as_map().intersect_domain(existing).reverse().apply_range(
          value.as_map());
  isl::set wrapped = relation.wrap();
  for (const std::string &name : hidden)
    if (poly::involvesParam(wrapped, name))
      wrapped = wrapped.project_out_param(poly::makeId(wrapped.ctx(), name));
  return poly::isSingleValued(wrapped.unwrap());
}

std::vector<std::string>
LoopSpace::availableCalls(unsigned depth,
                          std::vector<std::string> known) const {
  bool grown = true;
  while (grown) {
    grown = false;
    for (const auto &entry : statement.calls) {
      if (std::find(known.begin(), known.end(), entry.first) != known.end())
        continue;
      bool determined = true;
      for (const isl::pw_aff &argument : entry.second.arguments)
        determined = determined && isDetermined(argument, depth, known);
      if (!determined)
        continue;
      known.push_back(entry.first);
      grown = true;
    }
  }
  return known;
}

} // namespace sparsec
