//===- SelectedCopy.cpp - copies of what an index array selects -----------===//
///
/// \file
/// Rows of X that a list of columns selects, `X[col[p]][r]`, lie in no box. The
/// positions p do, so that a copy in shared memory has the row of position p at
/// p less the first one:
///
///     for step                           for step
///       for p in 4 * step + [0, 4)         for t: X_shared[t][..] =
///         for r              =>                     X[col[4 * step + t]][..]
///           .. X[col[p]][r]                for p, r: .. X_shared[p - 4 *
///           step][r]
///
/// Of a row that two positions select there are two copies, so that such arrays
/// are only read.
///
//===----------------------------------------------------------------------===//

#include "Support/ArrayCopy.h"

#include "sparsec/IR/LoopSpace.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// The call of one argument, not one of \p fixed, that \p subscript of \p user
/// is; null if it is none.
const UninterpretedCall *callAt(const Statement &user,
                                const isl::pw_aff &subscript,
                                const std::vector<std::string> &fixed) {
  for (const auto &[name, call] : user.calls) {
    if (call.arguments.size() != 1 || llvm::is_contained(fixed, name) ||
        !poly::involvesParam(subscript, name))
      continue;
    CallTable table;
    const isl::pw_aff value =
        addCall(table, call, user.iterators, user.space());
    if (user.instances().is_subset(subscript.eq_set(value)))
      return &call;
  }
  return nullptr;
}

} // namespace

bool ArrayCopy::hasSelectors() const {
  return llvm::any_of(selectors,
                      [](const std::string &name) { return !name.empty(); });
}

/// The index array that selects dimension \p pos wherever the array is read;
/// "" where that is none, or not one.
std::string ArrayCopy::selectorOf(unsigned pos) const {
  std::string selector;
  for (const std::string &name : users) {
    const Statement &user = before.statement(name);
    if (isIndexedBy(user, array))
      return "";
    const std::vector<std::string> fixed =
        LoopSpace(before, user, tree).availableCalls(depth);
    for (const Access &access : user.accesses()) {
      if (access.array != array)
        continue;
      const UninterpretedCall *call =
          access.isWrite || access.isWhole
              ? nullptr
              : callAt(user, access.subscripts[pos], fixed);
      if (!call || (!selector.empty() && selector != call->function))
        return "";
      selector = call->function;
    }
  }
  return selector;
}

/// What is touched, and the box around it: of elements, or else of the
/// positions that select them.
llvm::Error ArrayCopy::findFootprint() {
  selectors.assign(dims(), "");
  if (llvm::Error error = collectFootprints())
    return error;
  llvm::Error noBox = findBox();
  if (!noBox || memory != Memory::Shared)
    return noBox;
  findSelectors();
  if (!hasSelectors())
    return noBox;
  llvm::consumeError(std::move(noBox));
  touched.reset();
  read.reset();
  if (llvm::Error error = collectFootprints())
    return error;
  if (!read->exact)
    return refuse("an index array selects what is read of '" + array +
                  "', and " + place.text() +
                  " does not fix which of its positions that are");
  return findBox();
}

void ArrayCopy::findSelectors() {
  for (unsigned pos = 0; pos < dims(); ++pos)
    selectors[pos] = selectorOf(pos);
}

/// \p subscripts of an access by \p user as the box has them.
std::vector<isl::pw_aff>
ArrayCopy::placesOf(const Statement &user,
                    const std::vector<isl::pw_aff> &subscripts) const {
  std::vector<isl::pw_aff> places = subscripts;
  if (!hasSelectors())
    return places;
  const std::vector<std::string> fixed =
      LoopSpace(before, user, tree).availableCalls(depth);
  for (unsigned pos = 0; pos < dims(); ++pos)
    if (!selectors[pos].empty())
      places[pos] = callAt(user, subscripts[pos], fixed)->arguments[0];
  return places;
}

/// The subscript along dimension \p pos of the element at \p place, which may
/// be what an index array has there.
isl::pw_aff ArrayCopy::selected(Statement &copy, unsigned pos,
                                const isl::pw_aff &place) const {
  if (selectors[pos].empty())
    return place;
  return addCall(copy.calls, {selectors[pos], {place}}, copy.iterators,
                 place.domain().space());
}

} // namespace sparsec
