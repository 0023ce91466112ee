//===- CombineTuples.cpp - extrema that threads of a GPU find -------------===//
///
/// \file
/// Loops marked GpuMark::Sharing::Combined in which all iterations update an
/// extremum with what goes along. Each thread keeps what it finds itself; then
/// they combine the values, the places of equal ones, and what goes along from
/// where that is, each as any other reduction:
///
///     for j (thread)               for j (thread)
///       if (v > m)                   if (v > part) { part = v; place = j;
///         { m = v; at = e; }  =>                     own = e; }
///                                  best  = the greatest part
///                                  first = the least place of a part of best
///                                  found = own where place == first
///                                  if (best > m) { m = best; at = found; }
///
/// A thread without iterations, or whose values are NaN, has no place. Loops of
/// one thread that do not come by places in their order do the same by
/// themselves, and look at the places of equal values. All other updates are
/// branches from here on, but for those of OpenMP's threads
/// (PrivatizeTuples.cpp).
///
//===----------------------------------------------------------------------===//

#include "TupleParts.h"

#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/Analysis/TupleOrder.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Tuples = std::vector<TupleParts>;
using Names = std::set<std::string>;

bool isCombined(const LoopNode &node) {
  return node.isFor() && node.marks.gpu.isMapped() &&
         node.marks.gpu.sharing == GpuMark::Sharing::Combined;
}

bool isLeftToThreads(const LoopNode &node) {
  return node.isFor() && node.marks.parallel &&
         node.marks.updates != LoopMarks::Updates::None;
}

constexpr const char *outOfOrder =
    "the loops around the one that threads share, or that does not come by its "
    "places in their order, do not either; make that loop the outermost of "
    "them "
    "(permute)";

class TupleCombiner {
public:
  TupleCombiner(const Program &program, const Nodes &nodes)
      : program(program), statements(tupleStatements(nodes)) {}

  /// What is known of tuples where a loop is inside others.
  struct Around {
    Names left;      ///< arrays of which OpenMP's threads have parts
    Names scattered; ///< those whose elements do not tell these loops
  };

  llvm::Error run(Nodes &nodes, const Around &around) {
    Nodes result;
    for (LoopNode &node : nodes) {
      Around inside = around;
      Nodes behind;
      if (node.isFor())
        if (llvm::Error error = enter(node, inside, result, behind))
          return error;
      for (Nodes *children : {&node.body, &node.otherwise})
        if (llvm::Error error = run(*children, inside))
          return error;
      if (isTupleUpdate(node) && !around.left.count(arrayOfTuple(node))) {
        if (llvm::Error error = checkBranches({node}, program, statements))
          return error;
        node.op = Update::None;
        node.values.clear();
      }
      result.push_back(std::move(node));
      llvm::move(behind, std::back_inserter(result));
    }
    nodes = std::move(result);
    return llvm::Error::success();
  }

private:
  /// Adds to \p left what threads of \p loop have parts of, or makes copies of
  /// what its iterations share, \p before and \p behind it.
  llvm::Error enter(LoopNode &loop, Around &around, Nodes &before,
                    Nodes &behind) {
    llvm::Expected<Tuples> tuples =
        TupleParts::of(loop, program, newName, &around.scattered);
    if (!tuples)
      return tuples.takeError();
    llvm::erase_if(*tuples, [&](const TupleParts &tuple) {
      return around.left.count(tuple.element().name) > 0;
    });
    if (isLeftToThreads(loop)) {
      for (const TupleParts &tuple : *tuples) {
        if (!keepsPlacesOutside(program, tuple.statements()))
          return refuseTuple(tuple.element(), outOfOrder);
        around.left.insert(tuple.element().name);
      }
      return llvm::Error::success();
    }
    for (const TupleParts &tuple : *tuples)
      if (llvm::Error error = enter(
              loop, tuple, around.scattered.count(tuple.element().name) != 0,
              before, behind))
        return error;
    return llvm::Error::success();
  }

  /// \p isScattered: loops around do not choose the element, and may come by
  /// it again.
  llvm::Error enter(LoopNode &loop, const TupleParts &tuple, bool isScattered,
                    Nodes &before, Nodes &behind) {
    const bool inOrder = keepsPlaces(program, tuple.statements());
    const bool combines = isCombined(loop);
    if (combines && loop.marks.gpu.level != GpuMark::Level::Thread)
      return refuseTuple(tuple.element(),
                         "blocks cannot combine it; reduce a loop on threads");
    const bool isShared = isSharedInside(loop, tuple);
    if (combines && isShared)
      return refuseTuple(tuple.element(),
                         "threads of two loops cannot combine it; reduce one "
                         "of the loops");
    if (combines ? !keepsPlacesOutside(program, tuple.statements())
                 : !inOrder && (isShared || isScattered))
      return refuseTuple(tuple.element(), outOfOrder);
    if (!combines && (inOrder || isShared))
      return llvm::Error::success();
    if (!combines && !keepsPlacesBetween(program, tuple.statements()))
      return refuseTuple(tuple.element(), laterHasFirst);
    const TupleCopy part = tuple.declare(before);
    tuple.redirect(loop, part, inOrder);
    threads = loop.marks.gpu;
    behind.push_back(
        tuple.update(combines ? found(tuple, part, behind) : part));
    return llvm::Error::success();
  }

  /// Whether a loop inside \p loop is one whose threads share \p tuple.
  static bool isSharedInside(const LoopNode &loop, const TupleParts &tuple) {
    bool found = false;
    for (const LoopNode &child : loop.body)
      child.walk([&](const LoopNode &node) {
        if (isCombined(node) || isLeftToThreads(node))
          node.walk([&](const LoopNode &inner) {
            found |= isTupleUpdate(inner) &&
                     arrayOfTuple(inner) == tuple.element().name;
          });
      });
    return found;
  }

  /// What the threads of the loop have found together, in each of them.
  TupleCopy found(const TupleParts &tuple, const TupleCopy &part,
                  Nodes &into) const {
    TupleCopy all;
    const Update choice = choiceOf(isLeast(tuple.op()), Ties::Any);
    all.value = ofAll(stemOf(choice), tuple.valueType(), part.value, choice,
                      tuple, into);
    LoopExpr isOwn = LoopExpr::binary(Operator::Equal, part.value, all.value);
    for (size_t pos = 0; pos < part.places.size(); ++pos) {
      all.places.push_back(
          ofAll("first", tuple.placeType(pos),
                chosen(isOwn, part.places[pos], tuple.noPlace(pos)),
                Update::Least, tuple, into));
      isOwn = LoopExpr::binary(
          Operator::LogicalAnd, isOwn,
          LoopExpr::binary(Operator::Equal, part.places[pos], all.places[pos]));
    }
    for (size_t pos = 0; pos < part.cells.size(); ++pos)
      all.cells.push_back(part.cells[pos].isVariable()
                              ? carried(tuple, tuple.cellType(pos),
                                        part.cells[pos], isOwn, into)
                              : LoopExpr());
    // Zeros of both signs are equal, and the sign is that of the place.
    if (!tuple.valueType().isInteger())
      all.value = carried(tuple, tuple.valueType(), part.value, isOwn, into);
    return all;
  }

  static LoopExpr chosen(const LoopExpr &condition, const LoopExpr &value,
                         LoopExpr otherwise) {
    return LoopExpr::node(LoopExpr::Kind::Select, "",
                          {condition, value, std::move(otherwise)});
  }

  /// \p own of the one thread that found it. Of real numbers C's fmax keeps
  /// each value, -0 and NaN too, beside NaN; integers are added to zeros.
  LoopExpr carried(const TupleParts &tuple, const LoopType &type,
                   const LoopExpr &own, const LoopExpr &isOwn,
                   Nodes &into) const {
    const Update op = type.isInteger() ? Update::Add : Update::FMax;
    return ofAll("found", type,
                 chosen(isOwn, own,
                        LoopExpr::literal(identityOf(op, !type.isInteger()))),
                 op, tuple, into);
  }

  LoopExpr ofAll(const std::string &stem, const LoopType &type, LoopExpr own,
                 Update op, const TupleParts &tuple, Nodes &into) const {
    LoopExpr local = tuple.name(stem, type, std::move(own), into);
    LoopNode combine = stmt::assign(local, local);
    combine.lanes = threads;
    combine.combinedBy = op;
    into.push_back(std::move(combine));
    return local;
  }

  const Program &program;
  const TupleStatements statements;
  GpuMark threads; ///< of the loop at hand
  unsigned names = 0;
  /// The pass name-locals makes names of C of them.
  const NewName newName = [this](const std::string &stem) {
    return stem + "#t" + std::to_string(names++);
  };
};

} // namespace

llvm::Error combineTuples(LoopAst &ast, const Program &program) {
  return TupleCombiner(program, ast.body).run(ast.body, {});
}

} // namespace sparsec
