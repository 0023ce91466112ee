//===- CompactionEdges.cpp - padding that sticks out of the arrays --------===//
///
/// \file
/// An executor without guard visits points that have no instance. Their work is
/// void, but what they touch has to be there: the last one of the blocks of
/// constant size may have points outside, `C*index(p) + k >= m`. The executor
/// asks whether the elements are there, or, with clampsEdges, reads the last
/// one instead, so that loads need not wait for the answer:
///
///     if (C*g + k < m)                     y[i] += a[p][k]
///       y[i] += a[p][k] * x[C*g + k]  =>           * x[min(C*g + k, m - 1)]
///
//===----------------------------------------------------------------------===//

#include "Compaction/CompactedStorage.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {

namespace {

/// The last value of subscript \p pos of \p array, in parameters of the source.
std::optional<isl::pw_aff> lastSubscript(const Program &program,
                                         const std::string &array, size_t pos) {
  const Array &known = program.arrays.at(array);
  if (pos >= known.extents.size() || !known.extents[pos])
    return std::nullopt;
  isl::pw_aff last = known.extents[pos]->add_constant(-1);
  for (const auto &call : program.calls)
    if (poly::involvesParam(last, call.first))
      return std::nullopt;
  return last;
}

class EdgeKeeper {
public:
  EdgeKeeper(const Program &program, Statement &made,
             const std::set<std::string> &moved)
      : program(program), made(made), moved(moved),
        known(program.callContext(made)) {}

  void dropGuard(unsigned dim);
  void clampReads();
  void guardRest();

private:
  void clamp(Expr &access) const;
  isl::set points() const { return made.instances().intersect_params(known); }

  const Program &program;
  Statement &made;
  /// Arrays with a place for each point.
  const std::set<std::string> &moved;
  const isl::set known;
};

/// Visits all values of dimension \p dim, if no index array asks for it.
void EdgeKeeper::dropGuard(unsigned dim) {
  bool isAsked = llvm::any_of(made.calls, [&](const auto &call) {
    return llvm::any_of(call.second.arguments, [&](const isl::pw_aff &value) {
      return poly::involvesDim(value, dim);
    });
  });
  if (!isAsked && poly::involvesDim(made.constraints, dim))
    made.constraints =
        poly::dropUnusedParams(poly::eliminateDims(made.instances(), {dim})
                                   .gist(made.domain)
                                   .gist_params(known));
}

/// Moves the subscripts of \p access that may be too large to the last element.
void EdgeKeeper::clamp(Expr &access) const {
  if (access.kind != Expr::Kind::Access || moved.count(access.text))
    return;
  for (size_t pos = 0; pos < access.subscripts.size(); ++pos) {
    isl::pw_aff &subscript = access.subscripts[pos];
    std::optional<isl::pw_aff> last = lastSubscript(program, access.text, pos);
    if (!last)
      continue;
    isl::pw_aff end = poly::onSpace(*last, subscript.space().domain());
    if (!points().is_subset(subscript.le_set(end)))
      subscript = poly::dropUnusedParams(subscript.min(end));
  }
}

void EdgeKeeper::clampReads() {
  made.assignment->value =
      made.assignment->value.mapNodes([&](Expr &node) { clamp(node); });
}

/// Asks whether elements are there that may not be.
void EdgeKeeper::guardRest() {
  for (const Access &access : made.accesses())
    for (size_t pos = 0; pos < access.subscripts.size(); ++pos) {
      std::optional<isl::pw_aff> last =
          moved.count(access.array) ? std::nullopt
                                    : lastSubscript(program, access.array, pos);
      if (!last)
        continue;
      const isl::pw_aff &subscript = access.subscripts[pos];
      isl::space space = subscript.space().domain();
      isl::set inside =
          subscript.ge_set(poly::constant(space, 0))
              .intersect(subscript.le_set(poly::onSpace(*last, space)));
      if (!points().is_subset(inside))
        made.constraints = poly::dropUnusedParams(made.constraints.intersect(
            inside.gist(points()).gist(made.domain)));
    }
}

} // namespace

void keepInside(const CompactedStorage &storage, const Program &program,
                Statement &executor) {
  const CompactedDomain &set = storage.in.set;
  const CompactionRequest &request = storage.in.request;
  if (!request.pad || storage.guarded || !set.hasPadding())
    return;
  std::set<std::string> places;
  for (const MovedArray &array : storage.moved)
    places.insert(array.to);
  EdgeKeeper keeper(program, executor, places);
  if (request.clampsEdges) {
    unsigned at = unsigned(set.outer.size()) + (set.single ? 0 : 1);
    for (unsigned dim : set.inner) {
      if (storage.storesAll(dim))
        keeper.dropGuard(at);
      ++at;
    }
    keeper.clampReads();
  }
  keeper.guardRest();
}

} // namespace sparsec
