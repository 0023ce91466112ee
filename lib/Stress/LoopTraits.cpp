//===- LoopTraits.cpp - what a loop offers to random steps ----------------===//

#include "sparsec/Stress/LoopTraits.h"

#include "sparsec/Transforms/LoopBounds.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::stress {

bool movesWith(const Statement &where, const isl::pw_aff &value, unsigned pos) {
  if (poly::involvesDim(value, pos))
    return true;
  return llvm::any_of(where.calls, [&](const auto &entry) {
    return poly::involvesParam(value, entry.first) &&
           llvm::any_of(entry.second.arguments, [&](const auto &argument) {
             return movesWith(where, argument, pos);
           });
  });
}

namespace {

/// Whether a call in the guard or bounds of \p where has iterator \p pos in its
/// arguments.
bool isArgument(const Statement &where, unsigned pos) {
  return llvm::any_of(where.calls, [&](const auto &entry) {
    return poly::involvesParam(where.constraints, entry.first) &&
           llvm::any_of(entry.second.arguments, [&](const auto &argument) {
             return poly::involvesDim(argument, pos);
           });
  });
}

class TraitsFinder {
public:
  TraitsFinder(const Program &program, const std::string &statement)
      : program(program), where(program.statement(statement)) {}

  LoopTraits find(const ScheduleTree &node) const;
  /// Of \p loops, outermost first.
  void addBinders(std::vector<LoopTraits> &loops) const;

private:
  void addBounds(LoopTraits &loop) const;
  std::optional<isl::pw_aff> bound(const std::string &loop, Side side) const;

  const Program &program;
  const Statement &where;
};

std::optional<isl::pw_aff> TraitsFinder::bound(const std::string &loop,
                                               Side side) const {
  auto bounds =
      poly::tryIsl([&] { return loopBound(program, where.name, loop, side); });
  if (bounds)
    return bounds->at(where.name);
  llvm::consumeError(bounds.takeError());
  return std::nullopt;
}

void TraitsFinder::addBounds(LoopTraits &loop) const {
  loop.lower = bound(loop.name, Side::Lower);
  loop.upper = bound(loop.name, Side::Upper);
  loop.trips = constantTrips(program, where.name, loop.name);
  auto moves = [&](const isl::pw_aff &value) {
    for (unsigned pos = 0; pos < where.iterators.size(); ++pos)
      if (poly::involvesDim(value, pos))
        return true;
    return llvm::any_of(where.calls, [&](const auto &entry) {
      return poly::involvesParam(value, entry.first);
    });
  };
  loop.startsPlainly = loop.lower && !moves(*loop.lower);
  for (unsigned pos : loop.iterators) {
    loop.isGuarded |=
        poly::involvesDim(where.constraints, pos) || isArgument(where, pos);
    loop.isParametric &= poly::parameterBounds(where.domain, pos).has_value();
  }
}

LoopTraits TraitsFinder::find(const ScheduleTree &node) const {
  LoopTraits loop;
  loop.name = node.name;
  const isl::pw_aff &value = node.values.at(where.name);
  for (unsigned pos = 0; pos < where.iterators.size(); ++pos)
    if (poly::involvesDim(value, pos))
      loop.iterators.insert(pos);
  loop.holdsSequence = node.children[0].isSequence();
  loop.isAlone = node.statements().size() == 1;
  loop.hasPragma = !node.marks.pragmas.empty();
  loop.isInnermost = true;
  node.children[0].walk(
      [&](const ScheduleTree &inner) { loop.isInnermost &= !inner.isLoop(); });
  addBounds(loop);
  return loop;
}

void TraitsFinder::addBinders(std::vector<LoopTraits> &loops) const {
  for (LoopTraits &inner : loops) {
    if (inner.isParametric)
      continue;
    for (const LoopTraits &outer : loops) {
      if (outer.name == inner.name)
        break;
      auto isFixedBy = [&](const std::optional<isl::pw_aff> &bound) {
        return !bound || llvm::any_of(outer.iterators, [&](unsigned pos) {
          return movesWith(where, *bound, pos);
        });
      };
      if (isFixedBy(inner.lower) || isFixedBy(inner.upper))
        inner.binders.insert(outer.name);
    }
  }
}

} // namespace

std::vector<LoopTraits> loopTraits(const Program &program,
                                   const std::string &statement) {
  std::vector<LoopTraits> loops;
  TraitsFinder finder(program, statement);
  for (const ScheduleTree *node :
       program.phaseOf(statement)->tree.loopsAround(statement))
    loops.push_back(finder.find(*node));
  finder.addBinders(loops);
  return loops;
}

} // namespace sparsec::stress
