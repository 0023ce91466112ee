//===- UrgentCalls.cpp - index arrays that loops cannot do without --------===//
///
/// \file
/// A load that is not known to be inside its array waits for the loops that the
/// source reads it in (ScheduleCalls.cpp), until the next loop has no bounds
/// without it, or no loop is left. Which of several comes first matters: a row
/// that has an entry is known by its bounds, not by the entry.
///
//===----------------------------------------------------------------------===//

#include "ScheduleBuilder.h"

#include "sparsec/Poly/AstBuild.h"
#include "sparsec/Poly/Constraints.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>
#include <tuple>

namespace sparsec {

/// Whether \p live has loops left, the next of them with bounds in what is
/// available. A range that facts give to calls which are not, `0 <= e < nnz`
/// for `begin(f) <= e < begin(f + 1)`, is no such bound.
bool ScheduleBuilder::canGoOn(const Live &live) const {
  const Statement &statement = *live.statement;
  auto loops = tree.loopsAround(statement.name);
  if (depth >= loops.size())
    return false;
  const isl::pw_aff &value = loops[depth]->values.at(statement.name);
  for (const std::string &name : live.needed)
    if (!live.ids.count(name) && poly::involvesParam(value, name))
      return false;
  Live next = live;
  next.prefix.push_back(poly::dropUnusedParams(renamed(live, value)));
  next.domain = next.own;
  isl::set image = visible(next).apply(prefixMap(next)).coalesce();
  return image.is_empty() || poly::isBounded(image, depth);
}

/// Whether \p statement needs the value of the call \p name for more than to
/// know whether an instance exists, or the element of another call that it
/// does.
static bool isUsedElsewhere(const Statement &statement,
                            const ScheduleTree &tree, const std::string &name) {
  Statement body = statement;
  body.constraints = isl::set::universe(statement.space());
  dropUnusedCalls(body);
  if (body.calls.count(name))
    return true;
  std::function<bool(const std::string &)> needsIt =
      [&](const std::string &call) {
        return call == name ||
               llvm::any_of(
                   nestedCalls(statement.calls.at(call), statement.calls),
                   needsIt);
      };
  return llvm::any_of(
      tree.loopsAround(statement.name), [&](const ScheduleTree *loop) {
        const isl::pw_aff &value = loop->values.at(statement.name);
        return llvm::any_of(statement.calls, [&](const auto &entry) {
          return poly::involvesParam(value, entry.first) &&
                 needsIt(entry.first);
        });
      });
}

/// Where in \p places, `{ [t..] }` at which \p live runs as far as is known, it
/// makes the call \p name. Of an array of unknown length that is where the
/// source reads it: where an instance exists for some of its values and not for
/// others. For `k[i] < 0 || b[k[i]] > 2` that is where k(i) >= 0.
isl::set ScheduleBuilder::whereRead(const Live &live, const std::string &name,
                                    const isl::set &places) const {
  const Statement &statement = *live.statement;
  if (!isUntold(statement.loadOf(name).function) ||
      isUsedElsewhere(statement, tree, name))
    return places;
  isl::set others = live.domain.subtract(statement.constraints);
  return places.intersect(
      withoutHidden(live, others).apply(prefixMap(live)).coalesce());
}

/// Whether \p statement's constraints bound a loop by the call \p name, which
/// that loop does not change.
static bool boundsLoop(const Statement &statement, const std::string &name) {
  for (unsigned dim = 0; dim < statement.iterators.size(); ++dim) {
    bool isArgument = llvm::any_of(
        statement.calls.at(name).arguments,
        [&](const auto &value) { return poly::involvesDim(value, dim); });
    if (!isArgument && poly::isBoundBy(statement.constraints, dim, name))
      return true;
  }
  return false;
}

/// Whether all that \p live's source reads before the call \p name is
/// available.
bool ScheduleBuilder::isNext(const Live &live, const std::string &name) const {
  const CallTable &calls = live.statement->calls;
  const unsigned place = calls.at(name).place;
  return llvm::all_of(live.needed, [&](const std::string &other) {
    return calls.at(other).place >= place || live.ids.count(other) != 0;
  });
}

/// One more than the innermost iterator that the arguments of \p name mention,
/// in those of the calls nested in them, too.
static unsigned depthOf(const Statement &statement, const std::string &name) {
  const UninterpretedCall &call = statement.calls.at(name);
  unsigned depth = 0;
  for (unsigned dim = 0; dim < statement.iterators.size(); ++dim)
    for (const isl::pw_aff &argument : call.arguments)
      if (poly::involvesDim(argument, dim))
        depth = dim + 1;
  for (const std::string &inner : nestedCalls(call, statement.calls))
    depth = std::max(depth, depthOf(statement, inner));
  return depth;
}

/// A call that is read here although it is not known to be inside its array
/// wherever the loops go: the next loop, or the statement itself, cannot do
/// without. The source reads bounds wherever their loop starts, so they come
/// first; then what is inside wherever something runs as far as is known, since
/// its value may be what keeps others inside; and rows before their entries.
/// Where lengths are not known, what the source reads first comes first.
/// Once there is one of these (\p isGuarded), a condition may stand around it
/// already, and other bounds of the next loop that it keeps inside come along.
std::optional<std::string> ScheduleBuilder::urgentCall(const Live &live,
                                                       bool isGuarded) const {
  std::vector<std::string> waiting;
  for (const std::string &name : live.needed)
    if (!live.ids.count(name) && fixedCall(live, name))
      waiting.push_back(name);
  if (waiting.empty() || (!isGuarded && canGoOn(live)))
    return std::nullopt;
  const Statement &statement = *live.statement;
  const isl::set places = visible(live).apply(prefixMap(live));
  auto isInside = [&](const std::string &name) {
    return hasElement(live, *fixedCall(live, name), places);
  };
  if (isGuarded && canGoOn(live))
    llvm::erase_if(waiting, [&](const std::string &name) {
      return !boundsLoop(statement, name) || !isInside(name);
    });
  if (waiting.empty())
    return std::nullopt;
  auto isCopy = [&](const std::string &name) {
    return statement.copies.count(name) != 0;
  };
  if (!llvm::all_of(waiting, isCopy))
    llvm::erase_if(waiting, isCopy);
  // Of arrays of unknown length the source's order says all that is known.
  const bool isBySource = llvm::any_of(waiting, [&](const std::string &name) {
    return isUntold(statement.loadOf(name).function);
  });
  auto rank = [&](const std::string &name) {
    return std::make_tuple(!isBySource && !boundsLoop(statement, name),
                           waiting.size() > 1 && !isInside(name),
                           isBySource ? statement.calls.at(name).place : 0,
                           depthOf(statement, name));
  };
  return *std::min_element(waiting.begin(), waiting.end(),
                           [&](const std::string &a, const std::string &b) {
                             return rank(a) < rank(b);
                           });
}

} // namespace sparsec
