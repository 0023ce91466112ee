//===- PrivatizeTuples.cpp - extrema that OpenMP's threads find -----------===//
///
/// \file
/// Parallel loops whose threads share what they reduce into
/// (LoopMarks::updates), of an extremum with what goes along:
///
///     parallel for i                best = -INFINITY; first = none
///       if (v > m)             =>   parallel
///         { m = v; at = e; }          part = -INFINITY; place = none
///                                     for i
///                                       if (v > part) { part = v; place = i;
///                                                       own = e; }
///                                     critical
///                                       if (part is of a place before best)
///                                         { best = part; first = place; .. }
///                                   if (best > m) { m = best; at = found; }
///
/// Who comes first into the critical section does not matter: equal values are
/// told apart by the place that they are from.
///
//===----------------------------------------------------------------------===//

#include "TupleParts.h"

#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/Analysis/TupleOrder.h"
#include "sparsec/LoopIR/LocalNames.h"
#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// Whether OpenMP gives a thread its iterations in their order.
bool keepsOrder(const LoopMarks &marks) {
  const llvm::StringRef schedule = marks.schedule;
  return schedule.empty() || schedule.starts_with("static");
}

/// \p nodes on one thread.
void makeSerial(Nodes &nodes) {
  for (LoopNode &node : nodes) {
    if (node.isFor() && node.marks.parallel) {
      node.marks.parallel = false;
      node.marks.updates = LoopMarks::Updates::None;
    }
    makeSerial(node.body);
    makeSerial(node.otherwise);
  }
}

class TuplePrivatizer {
public:
  TuplePrivatizer(const Program &program, const LoopAst &ast)
      : program(program) {
    for (const std::string &name : reservedNames(program))
      taken.insert(name);
    ast.walk([&](const LoopNode &node) { taken.insert(node.name); });
  }

  llvm::Error run(Nodes &nodes) {
    Nodes result;
    for (LoopNode &node : nodes) {
      const bool isShared = node.isFor() && node.marks.parallel &&
                            node.marks.updates != LoopMarks::Updates::None;
      if (node.isFor() && node.marks.parallel && holdsShared(node))
        makeSerial(node.body); // a team shares its work once
      for (Nodes *inside : {&node.body, &node.otherwise})
        if (llvm::Error error = run(*inside))
          return error;
      if (!isShared) {
        result.push_back(std::move(node));
        continue;
      }
      llvm::Expected<std::vector<TupleParts>> tuples =
          TupleParts::of(node, program, newName);
      if (!tuples)
        return tuples.takeError();
      if (tuples->empty())
        result.push_back(std::move(node));
      else if (llvm::Error error = divide(std::move(node), *tuples, result))
        return error;
    }
    nodes = std::move(result);
    return llvm::Error::success();
  }

private:
  /// Whether threads of \p loop, or of one inside it, have parts of a tuple.
  static bool holdsShared(const LoopNode &loop) {
    bool found = false;
    for (const LoopNode &child : loop.body)
      child.walk([&](const LoopNode &node) {
        found |= isTupleUpdate(node) && !node.values.empty();
      });
    return found;
  }

  llvm::Error checkWorkspace(const LoopNode &loop) const {
    const std::set<std::string> names = namesIn({loop});
    for (const std::string &name : names)
      if (auto array = program.arrays.find(name);
          array != program.arrays.end() && array->second.perThread)
        return llvm::createStringError(
            "threads of loop '%s' cannot find an extremum with what goes "
            "along with it where they have arrays of their own, '%s'; "
            "distribute the loop",
            loop.name.c_str(), name.c_str());
    return llvm::Error::success();
  }

  llvm::Error divide(LoopNode loop, const std::vector<TupleParts> &tuples,
                     Nodes &into) {
    if (llvm::Error error = checkWorkspace(loop))
      return error;
    makeSerial(loop.body);
    LoopNode region, critical;
    region.kind = critical.kind = Kind::Region;
    critical.isParallel = false;
    critical.atomic = LoopNode::Atomic::Critical;
    std::vector<TupleCopy> all;
    for (const TupleParts &tuple : tuples) {
      if (!keepsPlacesBetween(program, tuple.statements()))
        return refuseTuple(tuple.element(), laterHasFirst);
      all.push_back(tuple.declare(into));
      const TupleCopy part = tuple.declare(region.prologue);
      tuple.redirect(loop, part,
                     keepsOrder(loop.marks) &&
                         keepsPlaces(program, tuple.statements()));
      critical.body.push_back(tuple.join(all.back(), part));
    }
    loop.nowait = true;
    region.body = {std::move(loop), std::move(critical)};
    into.push_back(std::move(region));
    for (size_t pos = 0; pos < tuples.size(); ++pos)
      into.push_back(tuples[pos].update(all[pos]));
    return llvm::Error::success();
  }

  const Program &program;
  std::set<std::string> taken;
  const NewName newName = [this](const std::string &stem) {
    std::string name = stem;
    for (unsigned number = 2; !taken.insert(name).second; ++number)
      name = stem + "_" + std::to_string(number);
    return name;
  };
};

} // namespace

llvm::Error privatizeTuples(LoopAst &ast, const Program &program) {
  const TupleStatements statements = tupleStatements(ast.body);
  if (llvm::Error error = TuplePrivatizer(program, ast).run(ast.body))
    return error;
  return checkBranches(ast.body, program, statements);
}

} // namespace sparsec
