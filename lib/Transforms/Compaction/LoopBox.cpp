//===- LoopBox.cpp - loops that need no list ------------------------------===//

#include "Compaction/LoopBox.h"

#include "Compaction/CompactionInput.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

bool isBox(const isl::set &instances, const Dims &dims) {
  // Each may be changed by itself, so all of them may.
  return llvm::all_of(dims, [&](unsigned dim) {
    auto bounds = poly::parameterBounds(instances, dim);
    if (!bounds)
      return false;
    const isl::set others = poly::eliminateDims(instances, {dim});
    const isl::pw_aff value = poly::dimension(instances.space(), dim);
    auto limit = [&](const isl::pw_aff &bound) {
      return poly::onSpace(bound, instances.space());
    };
    return others.intersect(value.ge_set(limit(bounds->first)))
        .intersect(value.le_set(limit(bounds->second)))
        .is_subset(instances);
  });
}

bool readsAtLoop(const Statement &nest, const std::vector<std::string> &arrays,
                 unsigned dim) {
  auto isTold = [&](const isl::pw_aff &value) {
    return involvesLoop(nest, value, dim);
  };
  return llvm::any_of(nest.accesses(),
                      [&](const Access &access) {
                        return llvm::is_contained(arrays, access.array) &&
                               llvm::any_of(access.subscripts, isTold);
                      }) ||
         llvm::any_of(nest.calls, [&](const auto &entry) {
           return llvm::is_contained(arrays, entry.second.function) &&
                  llvm::any_of(entry.second.arguments, isTold);
         });
}

std::vector<isl::pw_aff> singleValuesIn(const CompactedDomain &set,
                                        const isl::set &instances) {
  std::vector<isl::pw_aff> values, result;
  for (unsigned pos : set.outer)
    values.push_back(set.nest.iterator(pos));
  const isl::pw_multi_aff outer = poly::makeMap(set.nest.space(), "P", values);
  for (unsigned dim : set.keys) {
    isl::pw_aff value = outer.as_map()
                            .intersect_domain(instances)
                            .reverse()
                            .apply_range(set.nest.iterator(dim).as_map())
                            .as_pw_multi_aff()
                            .at(0);
    value = value.gist(value.domain()).coalesce();
    result.push_back(value.pullback(outer));
  }
  return result;
}

} // namespace sparsec
