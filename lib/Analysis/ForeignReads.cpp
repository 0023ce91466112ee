//===- ForeignReads.cpp - what iterations tell each other -----------------===//
///
/// \file
/// Each pair of accesses of two instances is looked at in the order of the
/// loop's values. That every element which is read is written, too, is asked of
/// sets: the elements that writes reach are known without index arrays, and
/// what is known of index arrays keeps reads among them.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/ForeignReads.h"

#include "StepCheck.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

class ForeignReadFinder {
public:
  ForeignReadFinder(const Program &program, const Phase &phase,
                    const ScheduleTree &loop)
      : program(program), phase(phase), loop(loop) {}

  llvm::Expected<std::vector<ForeignRead>> find();

private:
  /// Accesses of two instances, the first one a write.
  struct Meeting {
    const InstancePair &pair;
    const Touch &write, &other;
    /// `{ [S -> T] }`: both touch one element.
    isl::set same;
  };

  llvm::Error look(const Statement &writer, const Statement &other,
                   bool atWrites);
  llvm::Error checkWrites(const Meeting &meeting) const;
  llvm::Error checkRead(const Meeting &meeting);
  llvm::Error checkWritten(const ForeignRead &read) const;
  llvm::Expected<isl::set> elementsWritten(const std::string &array,
                                           unsigned dimensions) const;
  bool isRead(const std::string &array) const {
    return llvm::any_of(
        found, [&](const ForeignRead &read) { return read.array == array; });
  }
  isl::pw_aff valueOf(const View &side) const {
    return side.import.value(loop.values.at(side.statement.name));
  }
  bool happens(const InstancePair &pair, const isl::set &points) const {
    return !proves(program.context.ctx(),
                   [&] { return pair.facts.provesEmpty(points); });
  }
  llvm::Error refuse(const Meeting &meeting, const std::string &why) const;

  const Program &program;
  const Phase &phase;
  const ScheduleTree &loop;
  std::vector<ForeignRead> found;
};

llvm::Error ForeignReadFinder::refuse(const Meeting &meeting,
                                      const std::string &why) const {
  const Statement &writer = meeting.pair.first.statement,
                  &other = meeting.pair.second.statement;
  Refusal refusal;
  refusal.why = elementText(writer, meeting.write, "") + ": " +
                instanceText(other, "'") + " " + why + " " +
                instanceText(writer, "") + " writes";
  refusal.array = meeting.write.array;
  refusal.loop = loop.name;
  refusal.loopSpan = loop.span;
  refusal.accesses = {refusedAccess(writer, meeting.write, ""),
                      refusedAccess(other, meeting.other, "'")};
  return illegal(std::move(refusal));
}

/// No two instances write one element.
llvm::Error ForeignReadFinder::checkWrites(const Meeting &meeting) const {
  const InstancePair &pair = meeting.pair;
  for (const OrderLevel &level : pair.orderLevels(pair.first, pair.second))
    if (happens(pair, meeting.same.intersect(level.order)))
      return refuse(meeting, "writes once more what");
  return llvm::Error::success();
}

llvm::Error ForeignReadFinder::checkRead(const Meeting &meeting) {
  const InstancePair &pair = meeting.pair;
  isl::pw_aff writer = valueOf(pair.first), reader = valueOf(pair.second);
  if (happens(pair, meeting.same.intersect(reader.lt_set(writer))))
    return refuse(meeting, "needs the old value of what");
  if (!happens(pair, meeting.same.intersect(writer.lt_set(reader))))
    return llvm::Error::success();
  if (happens(pair, meeting.same.intersect(writer.eq_set(reader))))
    return refuse(meeting, "may, in the same iteration, read what");
  ForeignRead read{pair.second.statement.name, meeting.other.array,
                   *meeting.other.subscripts};
  auto isKnown = [&](const ForeignRead &other) {
    return other.statement == read.statement &&
           other.isOf(read.array, read.subscripts);
  };
  if (llvm::none_of(found, isKnown))
    found.push_back(std::move(read));
  return llvm::Error::success();
}

/// Looks at what \p other reads of \p writer's elements, or, \p atWrites, at
/// what it writes of those that others read.
llvm::Error ForeignReadFinder::look(const Statement &writer,
                                    const Statement &other, bool atWrites) {
  std::optional<InstancePair> pair;
  for (const Touch &write : touchesOf(writer)) {
    auto array = program.arrays.find(write.array);
    if (!write.isWrite ||
        (array != program.arrays.end() && array->second.isPrivate()))
      continue;
    for (const Touch &touch : touchesOf(other)) {
      if (touch.array != write.array || touch.isWrite != atWrites ||
          (atWrites && !isRead(write.array)))
        continue;
      if (!write.subscripts || !touch.subscripts)
        return refusal("which elements of '" + write.array + "' '" +
                       other.name + "' touches is not known");
      if (!pair)
        pair.emplace(program, program, writer, other);
      Meeting meeting{*pair, write, touch,
                      pair->instances().intersect(pair->sameElement(
                          pair->first, write, pair->second, touch))};
      llvm::Error error = atWrites ? checkWrites(meeting) : checkRead(meeting);
      if (error)
        return error;
    }
  }
  return llvm::Error::success();
}

/// `{ E[subscripts] }`: what the loop writes of \p array.
llvm::Expected<isl::set>
ForeignReadFinder::elementsWritten(const std::string &array,
                                   unsigned dimensions) const {
  isl::space space = poly::tupleSpace(program.context.ctx(), "E", dimensions);
  isl::set written = isl::set::empty(space);
  for (const std::string &name : loop.statements()) {
    const Statement &statement = program.statement(name);
    for (const Touch &touch : touchesOf(statement)) {
      if (touch.array != array || !touch.isWrite)
        continue;
      isl::map map =
          poly::makeMap(statement.space(), "E", *touch.subscripts).as_map();
      map = map.intersect_domain(statement.instances());
      for (const auto &call : statement.calls)
        if (poly::involvesParam(map.wrap(), call.first))
          return refusal("which elements of '" + array + "' '" + name +
                         "' writes depends on '" + call.second.function +
                         "'; that each one is written which others wait for "
                         "cannot be seen");
      written = written.unite(map.range());
    }
  }
  return written.coalesce();
}

/// Every element that \p read may find is written.
llvm::Error ForeignReadFinder::checkWritten(const ForeignRead &read) const {
  llvm::Expected<isl::set> written =
      elementsWritten(read.array, unsigned(read.subscripts.size()));
  if (!written)
    return written.takeError();
  const Statement &statement = program.statement(read.statement);
  UninterpretedFunctionSolver facts(program, statement.space());
  UninterpretedFunctionSolver::Import import = facts.import(
      statement.calls,
      isl::pw_multi_aff(facts.space().identity_multi_aff_on_domain()));
  std::vector<isl::pw_aff> subscripts;
  for (const isl::pw_aff &subscript : read.subscripts)
    subscripts.push_back(import.value(subscript));
  isl::set points = import.set(statement.instances())
                        .intersect(written->complement().preimage(
                            poly::makeMap(facts.space(), "E", subscripts)))
                        .intersect_params(program.context);
  bool isSure =
      proves(program.context.ctx(), [&] { return facts.provesEmpty(points); });
  if (isSure)
    return llvm::Error::success();
  return refusal("'" + read.statement + "' may read elements of '" +
                 read.array + "' that loop '" + loop.name +
                 "' does not write: to wait for them would never end; say "
                 "with facts, range(…) or triangular(…), where they lie");
}

llvm::Expected<std::vector<ForeignRead>> ForeignReadFinder::find() {
  const std::vector<std::string> statements = loop.statements();
  for (const ScheduleTree *outer : phase.tree.loopsAround(statements.front())) {
    if (outer->name == loop.name)
      break;
    return refusal("loop '" + loop.name + "' is inside loop '" + outer->name +
                   "', whose iterations would wait for each other's values");
  }
  for (bool atWrites : {false, true})
    for (const std::string &writer : statements)
      for (const std::string &other : statements)
        if (llvm::Error error = look(program.statement(writer),
                                     program.statement(other), atWrites))
          return error;
  for (const ForeignRead &read : found)
    if (llvm::Error error = checkWritten(read))
      return error;
  return std::move(found);
}

} // namespace

bool ForeignRead::isOf(const std::string &other,
                       const std::vector<isl::pw_aff> &others) const {
  return array == other &&
         llvm::equal(subscripts, others,
                     [](const isl::pw_aff &a, const isl::pw_aff &b) {
                       return a.plain_is_equal(b);
                     });
}

llvm::Expected<std::vector<ForeignRead>>
foreignReads(const Program &program, const Phase &phase,
             const ScheduleTree &loop) {
  return ForeignReadFinder(program, phase, loop).find();
}

} // namespace sparsec
