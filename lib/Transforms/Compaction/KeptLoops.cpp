//===- KeptLoops.cpp - values of loops that go away -----------------------===//

#include "Compaction/KeptLoops.h"

#include "Inspection/InspectorBuilder.h"

#include "sparsec/Analysis/DeterminedValues.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

llvm::Expected<MovedArray> keptLoop(const CompactedStorage &storage,
                                    const std::string &loop,
                                    const std::string &advice) {
  const CompactionInput &in = storage.in;
  const CompactedDomain &set = in.set;
  const auto dim = llvm::find_if(
      set.eliminated, [&](unsigned each) { return set.name(each) == loop; });
  if (dim == set.eliminated.end())
    return refuse("loop '" + loop +
                  "' stays or is listed; `keep` names loops that go away");
  if (!set.unique)
    return refuse("two iterations of loop '" + loop + "' may have one place; " +
                  advice);
  const auto limits = in.factBounds(*dim);
  const bool isCounted = limits && poly::leastValue(limits->first).is_int() &&
                         !poly::leastValue(limits->first).is_neg();
  if (!isCounted)
    return refuse("loop '" + loop +
                  "' may have values below 0, and -1 is to say that there is "
                  "none; normalize it first");
  MovedArray array{"", loop + "_at", in.indexType};
  array.dims = storage.dimsOfFlags();
  for (unsigned each : set.inner)
    if (llvm::is_contained(set.free, each) &&
        !llvm::is_contained(array.dims, each))
      array.dims.push_back(each);
  llvm::sort(array.dims);
  array.padding = "-1";
  array.isIndex = true;
  array.loop = *dim;
  for (unsigned each : array.dims)
    if (!in.parameterBounds(each))
      return refuse("'" + array.to + "' would need a dimension for loop '" +
                    set.name(each) +
                    "', which has no bounds in the parameters; tile it, or "
                    "state a bound such as row_length(index) <= M");
  return array;
}

/// Whether instances that bring one value to \p array bring it to one place:
/// not where several iterations of the loops around reach one row, nor where a
/// loop that stays bounds the one that is kept.
static bool hasOnePlace(const CompactionInput &in, const MovedArray &array) {
  const CompactedDomain &set = in.set;
  const std::string &name = in.request.statement;
  const auto loops = in.old.phaseOf(name)->tree.loopsAround(name);
  std::vector<isl::pw_aff> place;
  for (const CompactionInput::Dims *dims :
       {&set.outerKeys, &set.keys, &array.dims})
    for (unsigned dim : *dims)
      place.push_back(loops[dim]->values.at(name));
  return determine(in.old, name, {loops[*array.loop]->values.at(name)}, place);
}

/// forall P, Q: 0 <= array(P) = array(Q) => P = Q.
static Fact placesFact(const CompactionInput &in, const std::string &array,
                       size_t dims) {
  const isl::space space =
      poly::tupleSpace(in.old.context.ctx(), "", unsigned(2 * dims));
  std::vector<std::string> names;
  std::vector<isl::pw_aff> first, second;
  for (size_t pos = 0; pos < 2 * dims; ++pos) {
    names.push_back((pos < dims ? "p" : "q") + std::to_string(pos % dims));
    (pos < dims ? first : second)
        .push_back(poly::dimension(space, unsigned(pos)));
  }
  isl::set same = isl::set::universe(space);
  for (size_t pos = 0; pos < dims; ++pos)
    same = same.intersect(first[pos].eq_set(second[pos]));
  CallTable calls;
  const isl::pw_aff value = addCall(calls, {array, first}, names, space),
                    other = addCall(calls, {array, second}, names, space);
  const isl::set premise =
      value.ge_set(poly::constant(space, 0)).intersect(value.eq_set(other));
  Fact fact = provedFact(Fact::Kind::Rule, {array});
  fact.rule = Fact::Rule{calls, poly::withDimNames(premise, names),
                         poly::withDimNames(same, names)};
  fact.text = "each value of " + array + " from 0 on has one place";
  return fact;
}

void addKeptFacts(const CompactionInput &in, const MovedArray &array,
                  Program &next) {
  next.facts.push_back(
      provedRange(array.to, poly::constant(in.parameters(), -1),
                  in.factBounds(*array.loop)->second.add_constant(1)));
  if (hasOnePlace(in, array))
    next.facts.push_back(
        placesFact(in, array.to, next.arrays.at(array.to).extents.size()));
}

} // namespace sparsec
