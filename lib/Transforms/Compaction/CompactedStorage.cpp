//===- CompactedStorage.cpp - arrays moved into the new storage -----------===//

#include "Compaction/CompactedStorage.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactionInput::Dims;

bool CompactedStorage::storesAll(unsigned dim) const {
  return llvm::all_of(moved, [&](const MovedArray &array) {
    return array.isIndex || llvm::is_contained(array.dims, dim);
  });
}

Dims CompactedStorage::dimsOfFlags() const {
  Dims flags;
  for (const MovedArray &array : moved)
    for (unsigned dim : array.dims)
      if (!llvm::is_contained(flags, dim))
        flags.push_back(dim);
  llvm::sort(flags);
  for (const auto *dims : {&in.set.outer, &in.set.inner})
    for (unsigned dim : *dims)
      if (!llvm::is_contained(flags, dim) &&
          !llvm::is_contained(in.set.outerKeys, dim) &&
          !llvm::is_contained(in.set.implied, dim) &&
          poly::involvesDim(in.set.nest.constraints, dim))
        flags.push_back(dim);
  return flags;
}

const MovedArray *CompactedStorage::keptLoop(unsigned dim) const {
  const auto found = llvm::find_if(
      moved, [&](const MovedArray &array) { return array.loop == dim; });
  return found == moved.end() ? nullptr : &*found;
}

Expr CompactedStorage::broughtValue(const MovedArray &array) const {
  if (array.loop)
    return Expr::affine(in.set.nest.iterator(*array.loop), array.type);
  if (array.from.empty())
    return Expr::constant("1", ElementType::byte());
  return Expr::access(array.from, array.subscripts,
                      in.old.arrays.at(array.from).type);
}

Update CompactedStorage::fillOperator(const MovedArray &array) const {
  bool meet =
      !in.set.unique && !in.set.eliminated.empty() && !array.from.empty();
  return meet ? Update::Add : Update::Set;
}

std::vector<isl::pw_aff>
CompactedStorage::subscripts(const MovedArray &array, const isl::space &space,
                             const std::map<unsigned, unsigned> &place,
                             std::optional<isl::pw_aff> position) const {
  std::vector<isl::pw_aff> result;
  auto addDim = [&](unsigned dim) {
    isl::pw_aff low = poly::onSpace(in.bounds(dim).first, space);
    result.push_back(poly::dimension(space, place.at(dim)).sub(low));
  };
  if (in.set.single)
    llvm::for_each(in.set.outerKeys, addDim);
  else
    result.push_back(*position);
  llvm::for_each(array.dims, addDim);
  if (result.empty())
    result.push_back(poly::constant(space, 0));
  return result;
}

void CompactedStorage::placeAccesses(Statement &made,
                                     const std::map<unsigned, unsigned> &place,
                                     std::optional<unsigned> position) const {
  isl::space space = made.space();
  std::optional<isl::pw_aff> at;
  if (position)
    at = poly::dimension(space, *position);
  for (const MovedArray &array : moved) {
    std::vector<isl::pw_aff> places = subscripts(array, space, place, at);
    auto place = [&](Expr &node) {
      if (node.kind == Expr::Kind::Access && node.text == array.to)
        node.subscripts = places;
    };
    made.assignment->target = made.assignment->target.mapNodes(place);
    made.assignment->value = made.assignment->value.mapNodes(place);
    std::string open = callName({array.to, {}}, made.iterators);
    UninterpretedCall call{array.to, places};
    std::string name = callName(call, made.iterators);
    if (made.calls.erase(open)) {
      made.calls.insert_or_assign(name, call);
      renameCall(made, open, name);
    }
    if ((array.to == in.names.present || array.loop) && guarded) {
      made.calls.insert_or_assign(name, call);
      const isl::pw_aff value = poly::parameter(space, name);
      made.constraints = poly::withDimNames(
          made.constraints.intersect(
              array.loop ? value.ge_set(poly::constant(space, 0))
                         : value.eq_set(poly::constant(space, 1))),
          made.iterators);
    }
  }
}

} // namespace sparsec
