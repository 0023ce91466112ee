//===- CompactedDomain.cpp - which loops a guard determines ---------------===//
///
/// \file
/// Classifies the loops around a statement for the inspector of a compaction;
/// see Compaction.h.
///
//===----------------------------------------------------------------------===//

#include "Compaction/CompactedDomain.h"
#include "Compaction/LoopBox.h"
#include "Inspection/IterationKeys.h"

#include "sparsec/Analysis/FixedValues.h"
#include "sparsec/Poly/AstBuild.h"
#include "sparsec/Poly/Constraints.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Dims = CompactedDomain::Dims;

bool CompactedDomain::isDerived(unsigned dim) const {
  return llvm::is_contained(derived, dim);
}

bool CompactedDomain::isDetermined(const isl::set &instances, const Dims &known,
                                   unsigned dim) const {
  return sparsec::isDetermined(nest, instances, known, dim);
}

Dims CompactedDomain::leading() const {
  Dims loops = outerKeys;
  llvm::append_range(loops, implied);
  llvm::sort(loops);
  return loops;
}

Dims CompactedDomain::visit() const {
  Dims loops = free;
  llvm::append_range(loops, derived);
  return loops;
}

bool CompactedDomain::hasPadding() const {
  if (full)
    return false;
  return single || llvm::any_of(inner, [&](unsigned dim) {
           return llvm::is_contained(free, dim) ||
                  poly::involvesDim(nest.constraints, dim);
         });
}

namespace {

class Classifier {
public:
  Classifier(const Program &program, const CompactionRequest &request,
             CompactedDomain &touched)
      : program(program), request(request), set(touched) {}

  llvm::Error run() {
    for (unsigned dim = 0; dim < set.nest.iterators.size(); ++dim)
      all.push_back(dim);
    if (llvm::Error error = splitLoops(set.nest.iterators))
      return error;
    collectGuard();
    keepFull();
    findAskedKeys();
    findDerived();
    findSingle();
    chooseInner();
    set.around = aroundKeys();
    chooseOuterKeys();
    findImplied();
    if (llvm::Error error = chooseVisit())
      return error;
    set.touched = keysOf(guard);
    set.lists = listsOfEliminated(set, guard, guardCalls);
    set.unique = set.distinct || set.eliminated.empty() ||
                 llvm::any_of(set.lists, [&](const SegmentList &list) {
                   return isUnique(program, list);
                 });
    return llvm::Error::success();
  }

private:
  /// \p instances without the loops that stay inside and the calls that depend
  /// on them: what is known of a key that is in the list.
  isl::set keysOf(isl::set instances) const {
    Dims dropped = without(visit);
    llvm::append_range(dropped, set.inner);
    instances = poly::eliminateDims(instances, dropped);
    for (const auto &entry : set.nest.calls)
      if (llvm::any_of(set.inner, [&](unsigned dim) {
            return argumentsInvolve(set.nest, entry.first, dim);
          }))
        instances = poly::dropParam(instances, entry.first);
    return instances;
  }

  /// O, K, I from the recipe's names, which must be adjacent.
  llvm::Error splitLoops(const std::vector<std::string> &loops) {
    auto first = llvm::find(loops, request.loops.front());
    if (first == loops.end())
      return refuse("no loop '" + request.loops.front() + "'");
    unsigned begin = unsigned(first - loops.begin());
    unsigned end = begin + unsigned(request.loops.size());
    for (unsigned pos = begin; pos < end; ++pos)
      if (pos >= loops.size() || loops[pos] != request.loops[pos - begin])
        return refuse("the loops to compact must be adjacent and named from "
                      "the outermost in; permute them first");
    for (unsigned dim : all)
      (dim < begin ? set.outer
       : dim < end ? set.keys
                   : set.inner)
          .push_back(dim);
    return llvm::Error::success();
  }

  /// The calls of the guard, and the loops that their arguments depend on.
  void collectGuard() {
    guard =
        set.nest.instances().intersect_params(program.callContext(set.nest));
    guardCalls = callsOfGuard(set.nest);
    for (unsigned dim : all)
      if (llvm::any_of(guardCalls, [&](const std::string &name) {
            return argumentsInvolve(set.nest, name, dim);
          }))
        argumentDims.push_back(dim);
  }

  /// Loops that visit every value, and the same ones in each iteration of those
  /// around, stay as they are: there is nothing to list. Of the loops around,
  /// those that tell places too number these, so no value may be left out.
  void keepFull() {
    if (!request.isFull || !guardCalls.empty())
      return;
    Dims moved = set.keys;
    llvm::append_range(moved, set.inner);
    Dims numbering = moved;
    for (unsigned dim : set.outer)
      if (readsAtLoop(set.nest, request.arrays, dim))
        numbering.push_back(dim);
    set.full = isBox(set.nest.instances().intersect_params(program.context),
                     numbering);
    if (!set.full)
      return;
    set.inner = moved;
    set.keys.clear();
  }

  /// Keys that the guard determines without the calls that read at them: these
  /// only ask more of a key, `fill(k) > 3` of k = col(j).
  void findAskedKeys() {
    for (unsigned dim : set.keys) {
      isl::set rest = guard;
      Dims others;
      for (const std::string &call : guardCalls)
        if (argumentsInvolve(set.nest, call, dim))
          rest = poly::dropParam(rest, call);
        else
          for (unsigned other : argumentDims)
            if (argumentsInvolve(set.nest, call, other))
              others.push_back(other);
      if (llvm::is_contained(argumentDims, dim) &&
          set.isDetermined(rest, others, dim))
        llvm::erase(argumentDims, dim);
    }
  }

  void findDerived() {
    Dims known = argumentDims;
    for (bool grown = true; grown;) {
      grown = false;
      for (unsigned dim : all) {
        if (llvm::is_contained(known, dim) ||
            !set.isDetermined(guard, known, dim))
          continue;
        known.push_back(dim);
        set.derived.push_back(dim);
        grown = true;
      }
    }
    for (const std::string &call : guardCalls) {
      isl::set without = guard;
      if (poly::involvesParam(without, call))
        without = without.project_out_param(poly::makeId(without.ctx(), call));
      if (llvm::any_of(set.derived, [&](unsigned dim) {
            return !set.isDetermined(without, argumentDims, dim);
          }))
        definingCalls.push_back(call);
    }
  }

  /// K has one value per O in the affine domain.
  void findSingle() {
    if (!request.pad)
      return;
    isl::set affine = set.nest.domain.intersect_params(program.context);
    set.single = llvm::all_of(set.keys, [&](unsigned dim) {
      return set.isDetermined(affine, set.outer, dim);
    });
    if (set.single)
      set.singleValues = singleValuesIn(set, affine);
  }

  /// Inner loops that serve to find K: absorbed by compact, which keeps
  /// duplicates apart, eliminated by compact_and_pad. Where each value is to be
  /// listed once they stay.
  void chooseInner() {
    Dims finders, sparse;
    for (unsigned dim : set.inner)
      if (llvm::any_of(definingCalls, [&](const std::string &call) {
            return argumentsInvolve(set.nest, call, dim);
          })) {
        finders.push_back(dim);
        if (poly::involvesDim(set.nest.constraints, dim))
          sparse.push_back(dim);
      }
    if (finders.empty() || request.isDistinct)
      return;
    Dims moved = request.pad ? (sparse.empty() ? finders : sparse) : Dims();
    if (!request.pad)
      for (unsigned dim : set.inner)
        if (llvm::is_contained(argumentDims, dim))
          moved.push_back(dim);
    llvm::append_range(request.pad ? set.eliminated : set.keys, moved);
    llvm::erase_if(set.inner, [&](unsigned dim) {
      return llvm::is_contained(moved, dim);
    });
  }

  void chooseOuterKeys() {
    isl::set box = poly::eliminateDims(set.nest.domain, without(set.outer));
    isl::set relation = guard.gist(box);
    for (unsigned dim : set.outer)
      if (poly::involvesDim(relation, dim) ||
          llvm::is_contained(argumentDims, dim))
        set.outerKeys.push_back(dim);
  }

  /// What the guard says of the outer loops alone: `offset(ii) <= q < offset(ii
  /// + 1)`, where they are a list themselves. What follows for them from loops
  /// inside is among it only where it bounds them: `p < end` of p <= q < end.
  isl::set aroundKeys() const {
    const Dims inside = without(set.outer);
    isl::set result = set.nest.constraints;
    for (const auto &entry : set.nest.calls)
      for (unsigned dim : inside)
        if (poly::involvesParam(result, entry.first) &&
            argumentsInvolve(set.nest, entry.first, dim))
          result = poly::withoutConstraintsOn(result, entry.first);
    const isl::set box = poly::eliminateDims(set.nest.domain, inside);
    const isl::set implied =
        poly::eliminateDims(result.intersect(set.nest.domain), inside);
    for (unsigned dim : inside)
      result = poly::dropConstraints(result, dim);
    const bool isLost = llvm::any_of(set.outer, [&](unsigned dim) {
      return !poly::isBounded(result.intersect(box), dim) &&
             poly::isBounded(implied, dim);
    });
    return isLost ? implied.coalesce() : result.coalesce();
  }

  /// A position of a list tells the loops around it.
  void findImplied() {
    Statement around = set.nest;
    around.constraints = set.around;
    // Facts may speak of others at the same places.
    std::erase_if(around.calls, [&](const auto &entry) {
      return llvm::any_of(without(set.outer), [&](unsigned dim) {
        return argumentsInvolve(set.nest, entry.first, dim);
      });
    });
    for (unsigned dim : Dims(set.outerKeys)) {
      Dims others = set.outerKeys;
      llvm::erase(others, dim);
      bool isArgument = llvm::any_of(around.calls, [&](const auto &entry) {
        return poly::involvesParam(set.around, entry.first) &&
               argumentsInvolve(set.nest, entry.first, dim);
      });
      if (!isArgument || !isFixedBy(program, around, others, dim))
        continue;
      set.outerKeys = others;
      set.implied.push_back(dim);
    }
  }

  Dims without(const Dims &dims) const {
    Dims result;
    for (unsigned dim : all)
      if (!llvm::is_contained(dims, dim))
        result.push_back(dim);
    return result;
  }

  /// Whether the bounds of \p dim are read at a position that \p other fixes:
  /// inside it, the loop visits instances only.
  bool waitsFor(unsigned dim, unsigned other) const {
    isl::set alone = poly::eliminateDims(set.nest.instances(), without({dim}));
    alone = alone.gist(poly::eliminateDims(alone, {dim}));
    return other != dim && poly::involvesDim(alone, dim) &&
           llvm::any_of(guardCalls, [&](const std::string &call) {
             return poly::involvesParam(alone, call) &&
                    argumentsInvolve(set.nest, call, other) &&
                    !argumentsInvolve(set.nest, call, dim);
           });
  }

  /// The inspector's loops and their order.
  llvm::Error chooseVisit() {
    for (unsigned dim : all)
      if (llvm::is_contained(set.outerKeys, dim) ||
          llvm::is_contained(set.implied, dim) ||
          llvm::is_contained(set.keys, dim) ||
          llvm::is_contained(argumentDims, dim))
        visit.push_back(dim);
    // Segments lead, but those whose bounds other loops fix: a visit of each
    // would look at every value of these.
    const Dims leading = set.leading();
    for (unsigned dim : leading)
      if (!set.isDerived(dim) && llvm::none_of(visit, [&](unsigned other) {
            return !llvm::is_contained(leading, other) && waitsFor(dim, other);
          }))
        set.free.push_back(dim);
    Dims left;
    for (unsigned dim : visit)
      if (!set.isDerived(dim) && !llvm::is_contained(set.free, dim))
        left.push_back(dim);
    while (!left.empty()) {
      auto next = llvm::find_if(left, [&](unsigned dim) {
        return llvm::none_of(
            left, [&](unsigned other) { return waitsFor(dim, other); });
      });
      next = next == left.end() ? left.begin() : next;
      set.free.push_back(*next);
      left.erase(next);
    }
    llvm::erase_if(set.derived, [&](unsigned dim) {
      return !llvm::is_contained(visit, dim);
    });
    set.distinct = set.full;
    if (set.single)
      return llvm::Error::success();
    // Beside a key that index arrays determine, others may be dense; where
    // every place has its instance, all may: what is copied then has another
    // order.
    auto isDense = [&](unsigned dim) {
      return !set.isDerived(dim) && !llvm::is_contained(argumentDims, dim) &&
             !poly::involvesDim(set.nest.constraints, dim);
    };
    bool mayBeDense =
        request.isFull || (!request.pad && !llvm::all_of(set.keys, isDense));
    for (unsigned dim : set.keys)
      if (isDense(dim) && !mayBeDense)
        return refuse("loop '" + set.name(dim) +
                      "' visits every value: no "
                      "index array in the guard of '" +
                      request.statement +
                      "' determines it, so there is nothing to compact");
    set.distinct = set.visitsKeysOnly();
    return llvm::Error::success();
  }

  const Program &program;
  const CompactionRequest &request;
  CompactedDomain &set;
  Dims all, argumentDims, visit;
  isl::set guard;
  std::vector<std::string> guardCalls, definingCalls;
};

} // namespace

llvm::Expected<CompactedDomain>
findCompactedDomain(const Program &program, const CompactionRequest &request) {
  if (program.statement(request.statement)
          .instances()
          .intersect_params(program.context)
          .is_empty())
    return refuse("statement '" + request.statement +
                  "' never runs, so there is nothing to list");
  llvm::Expected<LoopNest> nest = nestOf(program, request.statement);
  if (!nest)
    return nest.takeError();
  CompactedDomain result;
  result.toOld = nest->toOld;
  result.nest = nest->statement;
  if (llvm::Error error = Classifier(program, request, result).run())
    return error;
  return result;
}

} // namespace sparsec
