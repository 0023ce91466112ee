//===- Chains.cpp - from a read to what the loops write -------------------===//
///
/// \file
/// A local scalar, `sum = 0; for (..) sum += ..; y[i] = 2 * sum`, is written
/// and read within one iteration of the loops that it is private to. So an
/// instance of a writer meets the instances of a reader with the same
/// iterations of these loops; one of the two has to be directly in them, and
/// the other one tells its instances.
///
//===----------------------------------------------------------------------===//

#include "Chains.h"

#include "sparsec/Analysis/Dependences.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace sparsec {

bool isCallers(const Program &program, const std::string &array) {
  auto found = program.arrays.find(array);
  return found != program.arrays.end() &&
         found->second.owner == Array::Owner::Argument;
}

std::vector<const Statement *> writersOf(const Program &program,
                                         const std::string &array) {
  std::vector<const Statement *> writers;
  for (const std::string &name : program.executePhase().tree.statements()) {
    const Statement &statement = program.statement(name);
    if (statement.assignment &&
        llvm::any_of(statement.accesses(), [&](const Access &access) {
          return access.isWrite && access.array == array;
        }))
      writers.push_back(&statement);
  }
  return writers;
}

size_t placeOf(const Program &program, const Statement &statement) {
  const std::vector<std::string> all = program.executePhase().tree.statements();
  return size_t(llvm::find(all, statement.name) - all.begin());
}

const Chain::Link &Chain::deepest() const {
  // The last of equals: what it reads of locals is there then.
  const Link *found = &links.front();
  for (const Link &link : links)
    if (link.statement->iterators.size() >= found->statement->iterators.size())
      found = &link;
  return *found;
}

namespace {

class ChainFinder {
public:
  ChainFinder(const Program &program)
      : program(program),
        dependences(mayDependences(program, program.executePhase())) {}

  llvm::Error follow(const Statement &statement, const std::string &read);
  std::vector<Chain> take() { return std::move(found); }

private:
  llvm::Error go(const Statement &statement);
  llvm::Error checkKept(const Statement &statement) const;
  llvm::Error checkLocal(const std::string &name) const;
  llvm::Error checkPair(const Statement &writer, const Statement &reader,
                        const std::string &name) const;
  llvm::Error checkNested() const;
  std::vector<const Statement *> readersOf(const std::string &array) const;

  const Program &program;
  const std::vector<MayDependence> dependences;
  Chain chain;
  std::vector<Chain> found;
};

std::vector<const Statement *>
ChainFinder::readersOf(const std::string &array) const {
  std::vector<const Statement *> readers;
  for (const std::string &name : program.executePhase().tree.statements()) {
    const Statement &statement = program.statement(name);
    if (statement.assignment && reads(statement.assignment->value, array))
      readers.push_back(&statement);
  }
  return readers;
}

/// Whether \p later leaves what its target had as a summand of what it has
/// then: no factor, no choice, and nothing that a condition overwrites.
bool addsTo(const Statement &later) {
  return later.assignment->op == Update::Add ||
         later.assignment->op == Update::Subtract;
}

/// What is overwritten or scaled later is no summand of the result.
llvm::Error ChainFinder::checkKept(const Statement &statement) const {
  const std::string &array = statement.assignment->target.text;
  for (const Statement *reader : readersOf(array))
    return refuseGradient(*reader,
                          "'" + reader->source + "' reads '" + array +
                              "', which the loops write; write what is "
                              "computed on the way into a local variable");
  for (const MayDependence &dependence : dependences) {
    // Of any kind: an update reads what it changes.
    if (dependence.array != array || dependence.source != statement.name)
      continue;
    const Statement &sink = program.statement(dependence.sink);
    if (!sink.assignment || !addsTo(sink))
      return refuseGradient(
          statement,
          "what '" + statement.source + "' stores in '" + array + "', '" +
              sink.source + "' may " +
              (sink.assignment && sink.assignment->op != Update::Set
                   ? "change"
                   : "overwrite") +
              "; add to it (+=), or state the facts by which the elements "
              "differ");
  }
  return llvm::Error::success();
}

/// Overwritten first, then added to, then read, in loops that it is private to.
llvm::Error ChainFinder::checkLocal(const std::string &name) const {
  const Array &local = program.arrays.at(name);
  const std::vector<const Statement *> writers = writersOf(program, name);
  const Statement &first = *writers.front();
  auto refuse = [&](const llvm::Twine &why) {
    return refuseGradient(first, "the local '" + name + "' " + why +
                                     "; write what is computed into an array");
  };
  if (!local.isScalar())
    return refuse("is an array");
  if (local.owner != Array::Owner::Local || local.privateDepth < 0 ||
      local.liveOut)
    return refuse("carries values from one iteration to another");
  if (!first.assignment->overwrites() ||
      first.iterators.size() != size_t(local.privateDepth))
    return refuse("has no first value in each iteration of the loops that it "
                  "belongs to");
  const size_t last = placeOf(program, *writers.back());
  for (const Statement *reader : readersOf(name))
    if (placeOf(program, *reader) <= last)
      return refuse("is read before its last value is there");
  for (const Statement *writer : llvm::drop_begin(writers))
    if (!addsTo(*writer))
      return refuseGradient(
          *writer, "'" + writer->source + "' changes the local '" + name +
                       "' by no sum; add to it (+=), or "
                       "write what is computed into an array");
  return llvm::Error::success();
}

llvm::Error ChainFinder::checkPair(const Statement &writer,
                                   const Statement &reader,
                                   const std::string &name) const {
  const ScheduleTree &tree = program.executePhase().tree;
  const auto depth = size_t(program.arrays.at(name).privateDepth);
  const auto around = tree.loopsAround(writer.name);
  const auto others = tree.loopsAround(reader.name);
  const bool isShared =
      around.size() == writer.iterators.size() &&
      others.size() == reader.iterators.size() && around.size() >= depth &&
      others.size() >= depth &&
      std::equal(around.begin(), around.begin() + long(depth), others.begin());
  if (isShared && std::min(around.size(), others.size()) == depth)
    return llvm::Error::success();
  return refuseGradient(reader,
                        "'" + writer.source + "' and '" + reader.source +
                            "' meet in '" + name +
                            "' from two loops; write what the first one "
                            "computes into an array");
}

/// The deepest link's iterations tell those of all links only where each is in
/// loops that are around that one, too: links that are neighbours of none
/// meet there as well.
llvm::Error ChainFinder::checkNested() const {
  const ScheduleTree &tree = program.executePhase().tree;
  const Statement &deepest = *chain.deepest().statement;
  const auto all = tree.loopsAround(deepest.name);
  for (const Chain::Link &link : chain.links) {
    const Statement &statement = *link.statement;
    const auto around = tree.loopsAround(statement.name);
    if (around.size() <= all.size() &&
        around.size() == statement.iterators.size() &&
        std::equal(around.begin(), around.end(), all.begin()))
      continue;
    return refuseGradient(statement, "'" + statement.source + "' and '" +
                                         deepest.source +
                                         "' meet from two loops; write what "
                                         "the first one computes into an "
                                         "array");
  }
  return llvm::Error::success();
}

/// On from what \p statement, the chain's last one, writes.
llvm::Error ChainFinder::go(const Statement &statement) {
  const std::string target = statement.assignment->target.text;
  if (statement.assignment->target.isOfData())
    return refuseGradient(statement, "data tells which element of '" + target +
                                         "' is written");
  if (isCallers(program, target)) {
    if (llvm::Error error = checkKept(statement))
      return error;
    if (llvm::Error error = checkNested())
      return error;
    found.push_back(chain);
    return llvm::Error::success();
  }
  if (llvm::Error error = checkLocal(target))
    return error;
  for (const Statement *reader : readersOf(target)) {
    if (llvm::Error error = checkPair(statement, *reader, target))
      return error;
    if (llvm::Error error = follow(*reader, target))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error ChainFinder::follow(const Statement &statement,
                                const std::string &read) {
  const Assignment &assignment = *statement.assignment;
  const std::string text = "'" + statement.source + "'";
  const bool adds = assignment.op == Update::Add;
  if (!adds && assignment.op != Update::Subtract &&
      assignment.op != Update::Set)
    return refuseGradient(statement, text + " is no sum: '" +
                                         spellingOf(assignment.op) +
                                         "' neither adds nor assigns");
  if (program.arrays.at(assignment.target.text).type.kind !=
      ElementType::Kind::Floating)
    return refuseGradient(statement, text + " stores no real numbers");
  llvm::Expected<std::vector<Term>> terms = termsOf(assignment.value, read);
  if (!terms)
    return refuseGradient(statement,
                          text + ": " + llvm::toString(terms.takeError()));
  for (Term &term : *terms) {
    chain.links.push_back(
        {&statement, std::move(term), assignment.op == Update::Subtract});
    llvm::Error error = go(statement);
    chain.links.pop_back();
    if (error)
      return error;
  }
  return llvm::Error::success();
}

} // namespace

llvm::Expected<std::vector<Chain>> chainsFrom(const Program &program,
                                              const std::string &array) {
  ChainFinder finder(program);
  for (const std::string &name : program.executePhase().tree.statements()) {
    const Statement &statement = program.statement(name);
    if (!statement.assignment)
      return refuseGradient(statement,
                            "'" + statement.source + "' is no assignment");
    if (reads(statement.assignment->value, array))
      if (llvm::Error error = finder.follow(statement, array))
        return error;
  }
  return finder.take();
}

} // namespace sparsec
