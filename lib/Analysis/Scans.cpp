//===- Scans.cpp - loops that see what they have added --------------------===//

#include "sparsec/Analysis/Scans.h"
#include "sparsec/Analysis/Owners.h"

#include "InstancePair.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <optional>

namespace sparsec {
namespace {

/// Reads of an element that a later step of the iteration moves on.
class Scanner {
public:
  Scanner(const Program &program, const ScheduleTree &loop)
      : program(program), names(loop.statements()),
        tree(program.phaseOf(names.front())->tree),
        loop(*tree.findLoop(names.front(), loop.name)) {}

  Scan run() {
    findCounters();
    if (scan.counters.empty())
      return scan;
    for (const std::string &name : names)
      if (isUpdateOf(program.statement(name), scan.counters))
        need(name);
    if (scan.problem.empty())
      findPlaces();
    return scan;
  }

private:
  /// Whether each iteration of the loop has \p array for itself.
  bool isOwn(const std::string &array) const {
    auto found = program.arrays.find(array);
    if (found == program.arrays.end() || !found->second.isPrivate())
      return false;
    return llvm::all_of(names, [&](const std::string &name) {
      const Statement &user = program.statement(name);
      const auto around = tree.loopsAround(name);
      const auto depth = size_t(llvm::find(around, &loop) - around.begin());
      return !accesses(user, array) ||
             ownerOf(found->second, user, tree).size() > depth;
    });
  }

  static bool accesses(const Statement &statement, const std::string &array) {
    return llvm::any_of(statement.accesses(), [&](const Access &access) {
      return access.array == array;
    });
  }

  static bool isUpdateOf(const Statement &statement,
                         const std::set<std::string> &arrays) {
    const std::optional<Assignment> &body = statement.assignment;
    return body && arrays.count(body->target.text) && body->isReduction();
  }

  /// What all writes in the loop add to, where some of it is read.
  void findCounters() {
    std::set<std::string> added, read, other;
    for (const std::string &name : names)
      for (const Access &access : program.statement(name).accesses())
        if (!access.isWrite)
          read.insert(access.array);
        else if (access.reduction == Update::Add)
          added.insert(access.array);
        else
          other.insert(access.array);
    bool isRead = false;
    for (const std::string &array : added) {
      const bool isShared = !other.count(array) && !isOwn(array);
      isRead |= isShared && read.count(array);
      const size_t dims = program.arrays.at(array).extents.size();
      if (!isShared || (!read.count(array) && dims > 0))
        continue;
      scan.counters.insert(array);
      if (dims > 1)
        fail("'" + array +
             "' is added up in rows, and threads count in arrays "
             "of one dimension");
    }
    if (!isRead)
      scan.counters.clear();
  }

  /// Takes \p name, and what makes its operands, into the count.
  void need(const std::string &name) {
    if (!scan.count.insert(name).second)
      return;
    for (const Access &access : program.statement(name).accesses()) {
      if (access.isWrite)
        continue;
      if (scan.counters.count(access.array))
        return fail("what '" + name + "' adds follows from '" + access.array +
                    "', to which other iterations add");
      for (const std::string &writer : names) {
        if (!isWriter(writer, access.array))
          continue;
        if (isOwn(access.array))
          need(writer);
        else if (mayFeed(program.statement(writer), program.statement(name),
                         access.array))
          return fail("what '" + name + "' adds follows from '" + access.array +
                      "', which '" + writer + "' changes");
      }
    }
  }

  /// Whether \p reader may find in \p array what \p writer put there, in the
  /// same run of the loop: the count would come before that.
  bool mayFeed(const Statement &writer, const Statement &reader,
               const std::string &array) const {
    InstancePair pair(program, program, writer, reader);
    const std::vector<TimeStep> times = timeSteps(tree, writer);
    const auto own = llvm::find_if(
        times, [&](const TimeStep &time) { return time.loop == &loop; });
    isl::set earlier = isl::set::empty(pair.facts.space());
    for (const OrderLevel &level : pair.orderLevels(pair.first, pair.second))
      if (level.depth >= size_t(own - times.begin()))
        earlier = earlier.unite(level.order);
    earlier = earlier.intersect(pair.instances());
    for (const Touch &write : touchesOf(writer))
      for (const Touch &read : touchesOf(reader)) {
        if (!write.isWrite || write.array != array || read.array != array)
          continue;
        const isl::set points = earlier.intersect(
            pair.sameElement(pair.first, write, pair.second, read));
        if (!proves(program.context.ctx(),
                    [&] { return pair.facts.provesEmpty(points); }))
          return true;
      }
    return false;
  }

  bool isWriter(const std::string &name, const std::string &array) const {
    return llvm::any_of(program.statement(name).accesses(),
                        [&](const Access &access) {
                          return access.isWrite && access.array == array;
                        });
  }

  void fail(const std::string &why) {
    if (scan.problem.empty())
      scan.problem = why;
  }

  //===--- Places ---------------------------------------------------------===//

  /// The arrays that iterations touch at places only.
  void findPlaces() {
    for (const std::string &name : names)
      if (isUpdateOf(program.statement(name), scan.counters) &&
          addedBy(program.statement(name)).value_or(0) < 0)
        scan.downwards.insert(program.statement(name).assignment->target.text);
    std::map<std::string, Place> found;
    std::set<std::string> others;
    for (const std::string &name : names) {
      const Statement &user = program.statement(name);
      for (const auto &entry : user.calls)
        others.insert(entry.second.function);
      if (!user.assignment) {
        for (const Access &access : user.accesses())
          others.insert(access.array);
        continue;
      }
      auto look = [&](const Expr &part) {
        if (part.kind != Expr::Kind::Access)
          return;
        const std::optional<Place> place = placeOf(part, user);
        if (!place ||
            !(found.emplace(part.text, *place).first->second == *place))
          others.insert(part.text);
      };
      user.assignment->target.walk(look);
      user.assignment->value.walk(look);
    }
    for (const auto &[array, place] : found)
      if (!others.count(array))
        scan.places.emplace(array, place);
  }

  /// Where \p element of \p user is.
  std::optional<Place> placeOf(const Expr &element,
                               const Statement &user) const {
    if (!element.isOfData() || element.operands.size() != 1)
      return std::nullopt;
    const Expr &place = element.operands.front();
    if (std::optional<Place> known = steppedPlace(place, user))
      return known;
    return place.kind == Expr::Kind::Access && !place.isOfData() &&
                   isOwn(place.text)
               ? placeBehind(place.text, user)
               : std::nullopt;
  }

  /// The place that the scalar \p local, an iteration's own, holds where
  /// \p user reads it.
  std::optional<Place> placeBehind(const std::string &local,
                                   const Statement &user) const {
    std::optional<Place> place;
    bool isCleared = false, isSetBefore = false;
    for (const std::string &name : names) {
      const Statement &writer = program.statement(name);
      if (!isWriter(name, local))
        continue;
      const Assignment &body = *writer.assignment;
      if (body.value.kind == Expr::Kind::Constant) {
        isCleared = true;
        continue;
      }
      if (place || body.op != Update::Set || !hasMaskOf(writer, user) ||
          body.target.type.bytes < body.computed().type.bytes)
        return std::nullopt;
      place = steppedPlace(body.computed(), writer);
      if (!place)
        return std::nullopt;
      isSetBefore = comesBehind(user, writer, /*isOfSecond=*/true);
    }
    // What is set in front of a condition on data is not read under it.
    return isCleared && !isSetBefore ? std::nullopt : place;
  }

  /// Whether \p first does something only where \p second does, or always.
  static bool hasMaskOf(const Statement &first, const Statement &second) {
    const Expr *own = first.assignment->mask(),
               *other = second.assignment->mask();
    if (!own)
      return true;
    bool isOfScalars = true;
    own->walk([&](const Expr &part) {
      isOfScalars &= part.kind != Expr::Kind::Access ||
                     (part.subscripts.empty() && !part.isOfData());
    });
    return other && isOfScalars && own->isSame(*other);
  }

  /// \p value, which \p reader computes, as a counter that the same iteration
  /// of all loops around steps, all steps in one direction.
  std::optional<Place> steppedPlace(const Expr &value,
                                    const Statement &reader) const {
    Place place;
    const Expr *element = &value;
    const bool isSum =
        value.kind == Expr::Kind::Binary &&
        (value.op == Operator::Add || value.op == Operator::Subtract);
    if (isSum) {
      const std::optional<long> offset = constantOf(value.operands[1]);
      if (!offset)
        return std::nullopt;
      place.offset = value.op == Operator::Add ? *offset : -*offset;
      element = &value.operands[0];
    }
    if (element->kind != Expr::Kind::Access ||
        !scan.counters.count(element->text))
      return std::nullopt;
    place.counter = element->text;
    bool isStepped = false;
    for (const std::string &name : names) {
      const Statement &step = program.statement(name);
      if (!isWriter(name, place.counter))
        continue;
      if (!isOneWay(step))
        return std::nullopt;
      const bool isBehind = comesBehind(step, reader),
                 isBefore = comesBehind(reader, step, /*isOfSecond=*/true);
      if ((!isBehind && !isBefore) || !hasMaskOf(step, reader) ||
          !over(step.assignment->target, step, reader).isSame(*element) ||
          !keepsBetween(*element, isBehind ? reader.name : name,
                        isBehind ? name : reader.name))
        continue;
      // Of steps before and behind, either kind would do; the places of all
      // iterations have to be of one.
      place.isBehindStep =
          isStepped ? place.isBehindStep && isBefore : isBefore;
      isStepped = true;
    }
    return isStepped ? std::optional(place) : std::nullopt;
  }

  /// Whether \p step moves an integer that does not wrap around by a constant,
  /// in the direction of all others of its counter.
  bool isOneWay(const Statement &step) const {
    const bool isDown = scan.downwards.count(step.assignment->target.text);
    const std::optional<long> added = addedBy(step);
    const ElementType &type = step.assignment->target.type;
    const bool wraps = !type.isInteger() || type.bytes < 4 ||
                       (!type.isSigned && type.bytes < 8);
    return added && *added != 0 && (*added < 0) == isDown && !wraps;
  }

  /// The constant that \p step adds.
  static std::optional<long> addedBy(const Statement &step) {
    const Assignment &body = *step.assignment;
    const std::optional<long> number = constantOf(body.computed());
    if (!number)
      return std::nullopt;
    return body.op == Update::Subtract ? -*number : *number;
  }

  static std::optional<long> constantOf(const Expr &expr) {
    if (expr.kind == Expr::Kind::Affine)
      return poly::constantValue(expr.subscripts[0]);
    long number = 0;
    const bool isNumber = expr.kind == Expr::Kind::Constant &&
                          !llvm::StringRef(expr.text).getAsInteger(0, number);
    return isNumber ? std::optional(number) : std::nullopt;
  }

  /// Whether nothing from \p first to \p last changes what data subscripts
  /// \p element.
  bool keepsBetween(const Expr &element, const std::string &first,
                    const std::string &last) const {
    bool isKept = true;
    for (const Expr &subscript : element.operands)
      subscript.walk([&](const Expr &part) {
        if (part.kind == Expr::Kind::Access)
          isKept &= std::none_of(
              llvm::find(names, first), llvm::find(names, last),
              [&](const auto &name) { return isWriter(name, part.text); });
      });
    return isKept;
  }

  /// Whether each instance of \p first, or \p isOfSecond, of \p second, has one
  /// of the other, that of \p second behind, in one iteration of all loops
  /// around.
  bool comesBehind(const Statement &second, const Statement &first,
                   bool isOfSecond = false) const {
    if (llvm::find(names, first.name) >= llvm::find(names, second.name) ||
        tree.loopsAround(first.name) != tree.loopsAround(second.name) ||
        first.iterators != second.iterators || !haveSameTimes(first, second))
      return false;
    const isl::set others = second.instances().preimage(mapTo(second, first));
    return isOfSecond ? others.is_subset(first.instances())
                      : first.instances().is_subset(others);
  }

  bool haveSameTimes(const Statement &first, const Statement &second) const {
    return llvm::all_of(
        tree.loopsAround(first.name), [&](const ScheduleTree *around) {
          return around->values.at(first.name)
              .plain_is_equal(around->values.at(second.name)
                                  .pullback(mapTo(second, first)));
        });
  }

  /// `{ from[..] -> to[..] }`, of as many dimensions.
  static isl::pw_multi_aff mapTo(const Statement &to, const Statement &from) {
    std::vector<isl::pw_aff> dimensions;
    for (unsigned pos = 0; pos < from.iterators.size(); ++pos)
      dimensions.push_back(from.iterator(pos));
    return poly::makeMap(from.space(), to.name, dimensions);
  }

  /// \p expr of \p from over the instances of \p reader.
  static Expr over(const Expr &expr, const Statement &from,
                   const Statement &reader) {
    const isl::pw_multi_aff map = mapTo(from, reader);
    return expr.mapAffine(
        [&](const isl::pw_aff &value) { return value.pullback(map); });
  }

  const Program &program;
  const std::vector<std::string> names; ///< in order
  const ScheduleTree &tree;
  const ScheduleTree &loop; ///< the one of the program's own tree
  Scan scan;
};

} // namespace

bool Scan::asksForOrder(const Program &program,
                        const std::string &counter) const {
  return !program.arrays.at(counter).isScalar() &&
         llvm::any_of(places, [&](const auto &place) {
           return place.second.counter == counter;
         });
}

Scan scanOf(const Program &program, const ScheduleTree &loop) {
  return Scanner(program, loop).run();
}

} // namespace sparsec
