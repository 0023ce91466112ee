//===- TupleOrder.cpp - in which order places of extrema come -------------===//
///
/// \file
/// Steps may change the order of `if (v > m) { m = v; at = e; }`, since values
/// have places. Where none did, or not within one tuple, no place has to be
/// looked at: no two instances that update one tuple run in another order than
/// that of their places.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/TupleOrder.h"

#include "InstancePair.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// Whether iterations of a loop around \p statement do not run one by one.
bool isMixed(const Program &program, const Statement &statement) {
  return llvm::any_of(
      program.phaseOf(statement.name)->tree.loopsAround(statement.name),
      [](const ScheduleTree *loop) {
        return loop->marks.jam || loop->marks.lanes || loop->marks.digits.isSet;
      });
}

const std::vector<isl::pw_aff> &placesOf(const Statement &statement) {
  return statement.assignment->computed().subscripts;
}

/// `{ [S -> T] }`: T's value is from before that of S.
isl::set goesBack(const InstancePair &pair) {
  const std::vector<isl::pw_aff> &one = placesOf(pair.first.statement),
                                 &two = placesOf(pair.second.statement);
  isl::set before = isl::set::empty(pair.facts.space()),
           equal = isl::set::universe(pair.facts.space());
  for (size_t pos = 0; pos < one.size(); ++pos) {
    const isl::pw_aff first = pair.first.import.value(one[pos]),
                      second = pair.second.import.value(two[pos]);
    before = before.unite(equal.intersect(second.lt_set(first)));
    equal = equal.intersect(second.eq_set(first));
  }
  return before;
}

/// How far out an order by the loop of \p level is.
bool isOutside(const Program &program, const Statement &statement,
               const OrderLevel &level, size_t depth) {
  const auto around =
      program.phaseOf(statement.name)->tree.loopsAround(statement.name);
  return llvm::is_contained(llvm::ArrayRef(around).take_front(depth),
                            level.loop);
}

/// Which orders of instances are asked for.
enum class Orders {
  All,
  Outside, ///< of loops outside of shared ones, and of statements
  Between, ///< of statements behind each other alone
};

bool areInOrder(const Program &program, const Statement &first,
                const Statement &second, Orders asked) {
  if (placesOf(first).size() != placesOf(second).size())
    return false;
  auto touched = [](const Statement &statement) {
    std::vector<Touch> touches = touchesOf(statement);
    return *llvm::find_if(touches, [&](const Touch &touch) {
      return touch.isWrite && touch.array == statement.assignment->target.text;
    });
  };
  const size_t depth = sharedDepth(program, first.name);
  return proves(program.context.ctx(), [&] {
    InstancePair pair(program, program, first, second);
    isl::set later = isl::set::empty(pair.facts.space());
    for (const OrderLevel &level : pair.orderLevels(pair.first, pair.second))
      if (asked == Orders::All || !level.loop ||
          (asked == Orders::Outside && isOutside(program, first, level, depth)))
        later = later.unite(level.order);
    return pair.facts.provesEmpty(
        pair.instances()
            .intersect(later)
            .intersect(pair.sameElement(pair.first, touched(first), pair.second,
                                        touched(second)))
            .intersect(goesBack(pair)));
  });
}

} // namespace

size_t sharedDepth(const Program &program, const std::string &statement) {
  const auto around = program.phaseOf(statement)->tree.loopsAround(statement);
  const auto shared = llvm::find_if(around, [](const ScheduleTree *loop) {
    const LoopMarks &marks = loop->marks;
    return (marks.parallel && marks.updates != LoopMarks::Updates::None) ||
           marks.gpu.sharing == GpuMark::Sharing::Combined;
  });
  return size_t(shared - around.begin());
}

static bool areInOrder(const Program &program,
                       const std::set<std::string> &statements, Orders asked) {
  return llvm::all_of(statements, [&](const std::string &first) {
    const Statement &one = program.statement(first);
    return llvm::all_of(statements, [&](const std::string &second) {
      return areInOrder(program, one, program.statement(second), asked);
    });
  });
}

static bool isAnyMixed(const Program &program,
                       const std::set<std::string> &statements) {
  return llvm::any_of(statements, [&](const std::string &name) {
    return isMixed(program, program.statement(name));
  });
}

/// \p statements, and all others that update tuples of their array.
static std::set<std::string>
withOthers(const Program &program, const std::set<std::string> &statements) {
  const std::string &one = *statements.begin();
  std::set<std::string> all = statements;
  for (const auto &[name, statement] : program.statements)
    if (statement.assignment && statement.assignment->isTuple() &&
        statement.assignment->target.text ==
            program.statement(one).assignment->target.text &&
        program.phaseOf(name) == program.phaseOf(one))
      all.insert(name);
  return all;
}

bool keepsPlaces(const Program &program,
                 const std::set<std::string> &statements) {
  return !isAnyMixed(program, statements) &&
         areInOrder(program, statements, Orders::All);
}

bool keepsPlacesOutside(const Program &program,
                        const std::set<std::string> &statements) {
  return !isAnyMixed(program, statements) &&
         areInOrder(program, statements, Orders::Outside) &&
         keepsPlacesBetween(program, statements);
}

bool keepsPlacesBetween(const Program &program,
                        const std::set<std::string> &statements) {
  return areInOrder(program, withOthers(program, statements), Orders::Between);
}

} // namespace sparsec
