//===- CompactionLookup.cpp - how the inspector finds positions -----------===//

#include "Compaction/CompactionStep.h"

#include "sparsec/IR/Widths.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace sparsec {

using Dims = CompactedDomain::Dims;

/// Whether the inspector lists the values in the order that is asked for.
llvm::Error CompactionStep::checkOrder() const {
  if (request.order.empty() || lookup == Lookup::None)
    return llvm::Error::success();
  bool ascending = request.order == "ascending";
  bool sorts =
      lookup == Lookup::Mark || (lookup == Lookup::Group && !set.distinct);
  if (ascending && !sorts) {
    bool inOrder = set.distinct && llvm::none_of(set.keys, [&](unsigned dim) {
                     return set.isDerived(dim);
                   });
    bool sortable = lookup == Lookup::Stamp && set.keys.size() == 1;
    if (!inOrder && !sortable)
      return refuse("order 'ascending' needs one loop, without the list "
                    "positions that come with it here; leave 'order' out, or "
                    "use compact_and_pad");
  }
  if (!ascending && sorts)
    return refuse("this inspector lists the values of '" +
                  set.name(set.keys.front()) +
                  "' in ascending order; leave 'order' out or make it "
                  "'ascending'");
  return llvm::Error::success();
}

/// Why the inspector cannot sort all instances at once, those that meet adding
/// up atomically, in any order; "" if it can.
std::string CompactionStep::whyNotSorted() const {
  if (!request.order.empty() && request.order != "ascending")
    return "order '" + request.order + "' is asked for";
  if (!request.mayReassociate)
    return "the step may not add up in another order";
  if (set.keys.size() != 1)
    return "'" + set.name(set.keys[0]) + "' and '" + set.name(set.keys[1]) +
           "' are compacted as one";
  for (const Access &access : old.statement(request.statement).accesses())
    if (const ElementType &type = old.arrays.at(access.array).type;
        type.bytes != 4 && type.bytes != 8)
      return "'" + access.array + "' has elements of " +
             std::to_string(type.bytes) + " bytes";
  return "";
}

/// Whether the inspector sorts all instances at once instead of going through
/// the segments: on a GPU, which has many more threads than there are segments.
bool CompactionStep::sortsInstances() {
  if (!old.inspectsOnGpu || set.distinct || !whyNotSorted().empty())
    return false;
  numberInstances();
  return number.has_value() || lookup == Lookup::Group;
}

/// Whether threads of a GPU can fill in a list whose entries several instances
/// share.
llvm::Error CompactionStep::checkThreads() const {
  if (!old.inspectsOnGpu || lookup != Lookup::Group || sortsAll)
    return llvm::Error::success();
  const Merging how = merging();
  if (how == Merging::None || (how == Merging::Stamps && number))
    return llvm::Error::success();
  return refuse("with inspector(\"cuda\") instances that share an entry of the "
                "list are sorted all at once, but " +
                whyNotSorted() +
                "; compact so that each has its own entry (facts such as "
                "unique(col, index) may tell), or leave the inspector on the "
                "host, inspector(\"host\")");
}

llvm::Error CompactionStep::chooseLookup() {
  // Whether the inspector visits one segment after the other.
  const Dims leading = set.leading();
  bool derivedOuter =
      set.free.size() < leading.size() ||
      !std::is_permutation(leading.begin(), leading.end(), set.free.begin());
  counters = set.outerKeys;
  if (set.single) {
    lookup = Lookup::None;
  } else if (request.order != "ascending" &&
             (rowRun = findRowRun(old, set, request.pad))) {
    lookup = Lookup::Rows;
  } else if (!derivedOuter && !set.outerKeys.empty()) {
    sortsAll = sortsInstances();
    lookup = sortsAll ? Lookup::Group : Lookup::Stamp;
  } else if (set.distinct && set.outerKeys.empty() && !set.free.empty()) {
    lookup = Lookup::Stamp;
    counters = {set.free.front()};
  } else if (set.outerKeys.empty() && set.keys.size() == 1) {
    lookup = Lookup::Mark;
  } else {
    lookup = Lookup::Group;
    if (set.outerKeys.empty())
      counters = {set.keys.front()};
    // Entries are told apart by their segment and one key more.
    Dims others;
    for (unsigned dim : set.keys)
      if (!llvm::is_contained(counters, dim))
        others.push_back(dim);
    bool tooMany = others.size() > 1 && !recordsDiffer();
    if (tooMany && set.outerKeys.empty())
      return refuse("more than two loops that follow from index arrays cannot "
                    "be compacted as one; compact some of them first");
    if (tooMany) {
      unsigned finder = set.free.back();
      std::string advice = finder == set.keys.back() + 1
                               ? "; compact '" + set.name(finder) +
                                     "' with them, which keeps these apart"
                               : "";
      return refuse("instances that share '" + set.name(others[0]) + "' and '" +
                    set.name(others[1]) +
                    "' cannot be found inside loops that follow from the index "
                    "arrays" +
                    advice);
    }
    if (!set.outerKeys.empty())
      sortsAll = sortsInstances();
  }
  if (llvm::Error error = checkOrder())
    return error;
  if (llvm::Error error = checkWidths())
    return error;
  if (llvm::Error error = checkThreads())
    return error;
  return checkBounds();
}

/// Whether lists of ints can hold the values.
llvm::Error CompactionStep::checkWidths() const {
  if (indexType.bytes > 4)
    return llvm::Error::success();
  isl::set instances =
      set.nest.instances().intersect_params(old.callContext(set.nest));
  for (unsigned dim : set.keys)
    if (mayExceedInt(instances, dim, typesIn(old, set.nest.calls)))
      return refuse("the values of loop '" + set.name(dim) +
                    "' may not fit in 'int', of which their list is made; "
                    "declare index arrays or sizes of 64 bits, or move the "
                    "loop by less");
  return llvm::Error::success();
}

/// Whether the values that segments, marks and stamps stand for have bounds in
/// the parameters. As many segments as index arrays have elements are fine, but
/// not that many for each row.
llvm::Error CompactionStep::checkBounds() const {
  bool byKey =
      lookup == Lookup::Mark || (lookup == Lookup::Stamp && !set.distinct);
  Dims numbered = counters;
  llvm::append_range(numbered, set.implied);
  if (byKey)
    llvm::append_range(numbered, set.keys);
  auto isNumbered = [&](unsigned dim) {
    bool byFacts = llvm::is_contained(set.implied, dim) ||
                   (llvm::is_contained(set.outer, dim) && counters.size() == 1);
    return byFacts ? factBounds(dim).has_value()
                   : parameterBounds(dim).has_value();
  };
  for (unsigned dim : numbered)
    if (!isNumbered(dim))
      return refuse(
          "loop '" + set.name(dim) +
          "' has no bounds in the "
          "parameters, so its " +
          (llvm::is_contained(counters, dim) ? "segments" : "values") +
          " cannot be numbered; compact it "
          "before the step that leaves it bounds such as index[0] "
          "(peel, split)");
  return llvm::Error::success();
}

} // namespace sparsec
