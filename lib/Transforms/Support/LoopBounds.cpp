//===- LoopBounds.cpp - first and last values of loops --------------------===//
///
/// \file
/// A bound is the lexicographic minimum of { O[outer] -> V[value] }, the values
/// of the loop for fixed outer loops, simplified under the facts about the
/// calls and pulled back to the statements.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopBounds.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "sparsec/IR/LoopSpace.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

const ScheduleTree &loopNode(const Program &program,
                             const std::string &statement,
                             const std::string &loop) {
  const ScheduleTree *found =
      program.phaseOf(statement)->tree.findLoop(statement, loop);
  assert(found && "the loop was checked before");
  return *found;
}

/// Calls of \p statement that the loops outside \p loop do not determine, such
/// as `col(j)` outside j.
std::vector<std::string> hiddenCalls(const Program &program,
                                     const std::string &statement,
                                     const std::string &loop) {
  const Statement &owner = program.statement(statement);
  LoopSpace space(program, owner, program.phaseOf(statement)->tree);
  unsigned depth =
      unsigned(llvm::find(space.loops(), loop) - space.loops().begin());
  std::vector<std::string> known = space.availableCalls(depth);
  std::vector<std::string> hidden;
  for (const auto &entry : owner.calls)
    if (!llvm::is_contained(known, entry.first))
      hidden.push_back(entry.first);
  return hidden;
}

/// `{ O[outer] -> [value] }` for \p instances of \p statement.
isl::map valuesOverOuter(const Program &program, const std::string &statement,
                         const std::string &loop, const isl::pw_aff &value,
                         const isl::set &instances) {
  isl::set values = outerValues(program, statement, loop)
                        .as_map()
                        .intersect_domain(instances)
                        .reverse()
                        .apply_range(value.as_map())
                        .wrap();
  for (const std::string &name : hiddenCalls(program, statement, loop))
    if (poly::involvesParam(values, name))
      values = values.project_out_param(poly::makeId(values.ctx(), name));
  return values.coalesce().unwrap();
}

isl::map valuesOverOuter(const Program &program, const std::string &statement,
                         const std::string &loop, const isl::pw_aff &value) {
  return valuesOverOuter(program, statement, loop, value,
                         knownInstances(program, statement));
}

/// The bound for one statement, `{ O[outer] -> [bound] }`, extended beyond the
/// outer values that have iterations.
llvm::Expected<isl::pw_aff> boundOverOuter(const Program &program,
                                           const std::string &statement,
                                           const std::string &loop, Side side) {
  const char *word = side == Side::Lower ? "lower" : "upper";
  isl::map values =
      valuesOverOuter(program, statement, loop,
                      loopNode(program, statement, loop).values.at(statement));
  if (values.is_empty())
    return refuse("loop '" + loop + "' has no iterations");
  try {
    isl::pw_aff bound = side == Side::Lower
                            ? values.lexmin_pw_multi_aff().at(0)
                            : values.lexmax_pw_multi_aff().at(0);
    bound = poly::dropUnusedParams(bound.gist(values.domain()).coalesce());
    if (bound.n_piece() == 1)
      return bound;
  } catch (const isl::exception &) {
    return refuse("loop '" + loop + "' has no " + word + " bound");
  }
  return refuse("the " + llvm::Twine(word) + " bound of loop '" + loop +
                "' is the larger or smaller of several expressions; this "
                "needs one");
}

/// Whether every call in \p bound means the same for both statements.
bool sharesCalls(const Program &program, const std::string &first,
                 const std::string &second, const std::string &loop,
                 const isl::pw_aff &bound) {
  for (const auto &entry : program.statement(first).calls)
    if (poly::involvesParam(bound, entry.first) &&
        !sharesCall(program, first, second, loop, entry.first))
      return false;
  return true;
}

} // namespace

isl::set knownInstances(const Program &program, const std::string &name) {
  const Statement &statement = program.statement(name);
  return statement.instances().intersect_params(program.callContext(statement));
}

bool staysBelow(const Program &program, const std::string &statement,
                const isl::pw_aff &value, const isl::pw_aff &bound) {
  isl::pw_aff zero = poly::constant(value.space().domain(), 0);
  return knownInstances(program, statement)
      .is_subset(value.ge_set(zero).intersect(value.lt_set(bound)));
}

isl::pw_multi_aff outerValues(const Program &program,
                              const std::string &statement,
                              const std::string &loop) {
  std::vector<isl::pw_aff> values;
  for (const ScheduleTree *node :
       program.phaseOf(statement)->tree.loopsAround(statement)) {
    if (node->name == loop)
      break;
    values.push_back(node->values.at(statement));
  }
  return poly::makeMap(program.statement(statement).space(), "O", values);
}

bool sharesCall(const Program &program, const std::string &first,
                const std::string &second, const std::string &loop,
                const std::string &name) {
  const CallTable &calls = program.statement(first).calls;
  const CallTable &others = program.statement(second).calls;
  auto call = calls.find(name), other = others.find(name);
  if (call == calls.end() || other == others.end() ||
      call->second.function != other->second.function)
    return false;
  for (const std::string &nested : nestedCalls(call->second, calls))
    if (!sharesCall(program, first, second, loop, nested))
      return false;
  for (size_t pos = 0; pos < call->second.arguments.size(); ++pos) {
    isl::map argument =
        valuesOverOuter(program, first, loop, call->second.arguments[pos]);
    isl::map same =
        valuesOverOuter(program, second, loop, other->second.arguments[pos]);
    if (!argument.unite(same).is_single_valued())
      return false;
  }
  return true;
}

llvm::Expected<std::map<std::string, isl::pw_aff>>
loopBound(const Program &program, const std::string &statement,
          const std::string &loop, Side side) {
  std::vector<std::string> below =
      loopNode(program, statement, loop).statements();
  std::string owner = statement;
  auto least = boundOverOuter(program, statement, loop, side);
  if (!least)
    return least.takeError();
  for (const std::string &other : below) {
    auto bound = boundOverOuter(program, other, loop, side);
    if (!bound)
      return bound.takeError();
    isl::set worse =
        side == Side::Lower ? bound->lt_set(*least) : bound->gt_set(*least);
    isl::set better =
        side == Side::Lower ? bound->gt_set(*least) : bound->lt_set(*least);
    worse = worse.intersect_params(program.context);
    better = better.intersect_params(program.context);
    if (!sharesCalls(program, owner, other, loop, *least) ||
        !sharesCalls(program, other, owner, loop, *bound) ||
        (!worse.is_empty() && !better.is_empty()))
      return refuse("statements '" + owner + "' and '" + other + "' in loop '" +
                    loop +
                    "' have bounds that cannot be compared; distribute "
                    "the loop first");
    if (worse.is_empty())
      continue;
    owner = other;
    least = std::move(bound);
  }
  std::map<std::string, isl::pw_aff> result;
  for (const std::string &name : below)
    result[name] = least->pullback(outerValues(program, name, loop)).coalesce();
  return result;
}

std::optional<long> constantTrips(const Program &program,
                                  const std::string &statement,
                                  const std::string &loop) {
  long most = 0;
  const ScheduleTree &node = loopNode(program, statement, loop);
  for (const std::string &below : node.statements()) {
    isl::map values =
        valuesOverOuter(program, below, loop, node.values.at(below));
    if (values.is_empty())
      continue;
    try {
      isl::pw_aff first = values.lexmin_pw_multi_aff().at(0);
      isl::pw_aff last = values.lexmax_pw_multi_aff().at(0);
      isl::val trips = poly::greatestValue(last.sub(first));
      if (!trips.is_int())
        return std::nullopt;
      most = std::max(most, trips.num_si() + 1);
    } catch (const isl::exception &) {
      return std::nullopt;
    }
  }
  return most;
}

/// Whether \p length is a constant for some iterations: a bound that the code
/// of the loop compares with, `min(start + 3, m)`. `m % 3` shows none.
static bool showsConstant(const isl::pw_aff &length) {
  bool found = false;
  length.foreach_piece([&](const isl::set &, const isl::multi_aff &piece) {
    found |= poly::constantValue(isl::pw_aff(piece.at(0))).has_value();
  });
  return found;
}

bool hasPlainTrips(const Program &program, const std::string &statement,
                   const std::string &loop) {
  const ScheduleTree &node = loopNode(program, statement, loop);
  return llvm::all_of(node.values, [&](const auto &entry) {
    const auto &[below, value] = entry;
    isl::map values = valuesOverOuter(program, below, loop, value,
                                      program.statement(below).instances());
    try {
      isl::pw_aff first = values.lexmin_pw_multi_aff().at(0).coalesce();
      isl::pw_aff last = values.lexmax_pw_multi_aff().at(0);
      first = first.gist(values.domain());
      isl::pw_aff length = last.sub(first).coalesce();
      return first.n_piece() == 1 && poly::greatestValue(length).is_int() &&
             showsConstant(length);
    } catch (const isl::exception &) {
      return false;
    }
  });
}

llvm::Expected<unsigned> fullUnrollFactor(const Program &program,
                                          const std::string &statement,
                                          const std::string &loop) {
  std::optional<long> trips = constantTrips(program, statement, loop);
  if (!trips)
    return refuse("loop '" + loop +
                  "' has no constant number of iterations, so it cannot be "
                  "unrolled completely; give a factor, or tile it");
  if (*trips > maxUnrolledCopies)
    return refuse("loop '" + loop + "' has " + llvm::Twine(*trips) +
                  " iterations; at most " + llvm::Twine(maxUnrolledCopies) +
                  " are unrolled completely");
  if (hasPlainTrips(program, statement, loop))
    return 0;
  return unsigned(std::max(*trips, 1L));
}

} // namespace sparsec
