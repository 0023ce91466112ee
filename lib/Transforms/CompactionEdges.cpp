//===- CompactionEdges.cpp - blocks that stick out of the matrix ----------===//
///
/// \file
/// In blocks of constant size the last one may have points outside, `C*index(p)
/// + k >= m`. By default the executor asks, which keeps a GPU from issuing the
/// loads behind the question early. Where the moved array holds zeros there, it
/// may as well read the last element inside:
///
///     if (C*g + k < m)                     y[i] += a[p][k]
///       y[i] += a[p][k] * x[C*g + k]  =>           * x[min(C*g + k, m - 1)]
///
//===----------------------------------------------------------------------===//

#include "CompactionStep.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

namespace {

/// The last value of subscript \p pos of \p array, in parameters of the source.
std::optional<isl::pw_aff> lastSubscript(const Program &program,
                                         const Array &array, size_t pos) {
  if (pos >= array.extents.size() || !array.extents[pos])
    return std::nullopt;
  isl::pw_aff last = array.extents[pos]->add_constant(-1);
  for (const auto &call : program.calls)
    if (poly::involvesParam(last, call.first))
      return std::nullopt;
  return last;
}

/// \p value with reads outside of their arrays moved to the last element.
/// Nothing where that is not known, or where reads may be before the first one.
std::optional<Expr> clamped(const Program &program, const Expr &value,
                            const isl::set &points) {
  bool isPossible = true;
  Expr result = value.mapNodes([&](Expr &node) {
    if (node.kind != Expr::Kind::Access)
      return;
    const Array &array = program.arrays.at(node.text);
    for (size_t pos = 0; pos < node.subscripts.size(); ++pos) {
      isl::pw_aff &subscript = node.subscripts[pos];
      isl::space space = subscript.space().domain();
      std::optional<isl::pw_aff> last = lastSubscript(program, array, pos);
      isPossible &= last.has_value();
      if (!last)
        return;
      isl::pw_aff end = poly::onSpace(*last, space);
      isl::set before = subscript.lt_set(poly::constant(space, 0));
      isPossible &= points.intersect(before).is_empty();
      if (!points.intersect(subscript.gt_set(end)).is_empty())
        subscript = subscript.min(end);
    }
  });
  if (!isPossible)
    return std::nullopt;
  return result;
}

} // namespace

/// Whether every moved array has a place per value of \p dim.
bool CompactionStep::storesAll(unsigned dim) const {
  return llvm::all_of(moved, [&](const MovedArray &array) {
    return array.isIndex || llvm::is_contained(array.dims, dim);
  });
}

/// Lets \p made, an executor without guard, visit all values of its dimension
/// \p at; as it was where that cannot be.
void CompactionStep::clampEdge(Statement &made, unsigned at) const {
  auto involves = [&](const isl::pw_aff &value) {
    return poly::involvesDim(value, at);
  };
  bool isNeeded = llvm::any_of(made.assignment->target.subscripts, involves) ||
                  llvm::any_of(made.calls, [&](const auto &call) {
                    return llvm::any_of(call.second.arguments, involves);
                  });
  if (!poly::involvesDim(made.constraints, at) || isNeeded)
    return;
  isl::set known = next.callContext(made);
  isl::set constraints = poly::eliminateDims(made.instances(), {at})
                             .gist(made.domain)
                             .gist_params(known);
  isl::set points = made.domain.intersect(constraints).intersect_params(known);
  std::optional<Expr> value = clamped(next, made.assignment->value, points);
  if (!value)
    return;
  made.constraints = constraints;
  made.assignment->value = *value;
}

/// Clamps the reads of \p step's executor, which is in the program by now.
void CompactionStep::clampEdges(const CompactionStep &step) {
  if (!request.clampsEdges || step.guarded)
    return;
  Statement &made = next.statement(step.executor);
  unsigned first = unsigned(step.set.outer.size()) + (step.set.single ? 0 : 1);
  for (unsigned pos = 0; pos < step.set.inner.size(); ++pos)
    if (step.storesAll(step.set.inner[pos]))
      clampEdge(made, first + pos);
}

} // namespace sparsec
