//===- RunGatherer.cpp - runs of updates, gathered by threads -------------===//

#include "RunGatherer.h"

#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/STLExtras.h"

#include <optional>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

bool isShared(const LoopNode &node) {
  return node.kind == Kind::Assign && node.atomic == LoopNode::Atomic::Update;
}

LoopExpr wide(const std::string &name) {
  return LoopExpr::variable(name, /*wide=*/true);
}

LoopExpr isPlace(const LoopExpr &place) {
  return expr::binary(place, Operator::GreaterEqual, LoopExpr::integer(0));
}

/// Whether \p places are those that \p at holds, all of them or, with
/// NotEqual, not all.
LoopExpr compared(llvm::ArrayRef<LoopExpr> places,
                  const std::vector<std::string> &at, Operator compare,
                  Operator join) {
  std::optional<LoopExpr> result;
  for (size_t pos = 0; pos < at.size(); ++pos) {
    const LoopExpr one = expr::binary(places[pos], compare, wide(at[pos]));
    result = result ? expr::binary(*result, join, one) : one;
  }
  return *result;
}

std::vector<LoopExpr> variablesOf(const std::vector<std::string> &names) {
  std::vector<LoopExpr> result;
  for (const std::string &name : names)
    result.push_back(wide(name));
  return result;
}

/// How many of \p nodes from \p pos on are updates that stand side by side,
/// with what their subscripts and values need between them; none where the
/// first is no update.
size_t neighboursFrom(const Nodes &nodes, size_t pos) {
  if (!isShared(nodes[pos]))
    return 0;
  size_t count = 0;
  for (size_t next = pos; next < nodes.size(); ++next) {
    const LoopNode &node = nodes[next];
    if (isShared(node))
      count = next - pos + 1;
    else if (node.kind != Kind::Local || !node.isConst)
      break;
  }
  return count;
}

/// The array in which the parts of \p whole are that \p join names.
const Array &partsIn(const Program &program, const std::string &whole,
                     Update join) {
  for (const auto &[name, array] : program.arrays)
    if (array.partsOf == whole && array.joinedBy == join)
      return array;
  llvm_unreachable("the step `parallel` made them");
}

/// `start of update.target[places] op= value`, which joins runs.
LoopNode joining(const LoopNode &update, std::vector<LoopExpr> places,
                 LoopExpr value) {
  return stmt::assign(
      LoopExpr::load(update.target.name, std::move(places), update.target.wide),
      std::move(value), joinOf(update.op));
}

} // namespace

/// Locals of one scope need names of their own.
std::string RunGatherer::newName(const std::string &stem) {
  const unsigned number = ++names[stem];
  return program.freshName(number == 1 ? stem
                                       : stem + "_" + std::to_string(number));
}

RunGatherer::Run &RunGatherer::runOf(const LoopNode &update) {
  const std::string &array = update.target.name;
  auto [found, isNew] = runs.try_emplace(array);
  Run &run = found->second;
  if (!isNew)
    return run;
  const ElementType &type = program.arrays.at(array).type;
  run.sum = newName(array + "_" + stemOf(update.op));
  for (size_t pos = 0; pos < update.target.operands.size(); ++pos) {
    run.at.push_back(newName(array + "_at"));
    begun.push_back(stmt::variable(LoopType::int64(), run.at.back(),
                                   LoopExpr::integer(-1)));
  }
  begun.push_back(stmt::variable(
      type, run.sum, LoopExpr::literal(identityOf(update.op, false))));
  carry(update, run);
  return run;
}

/// Keeps the last run of a part, for the loop over those of all parts.
void RunGatherer::carry(const LoopNode &update, const Run &run) {
  const std::string &array = update.target.name;
  const Array &carries = partsIn(program, array, Update::Set),
              &places = partsIn(program, carries.name, Update::None);
  const LoopExpr ofAll = LoopExpr::variable(newName(array + "_carried")),
                 at = LoopExpr::variable(newName(array + "_places"));
  for (const auto &[pointer, of] :
       {std::pair(&ofAll, &carries), std::pair(&at, &places)})
    declared.push_back(
        stmt::variable(LoopType::pointerTo(of->type), pointer->name,
                       LoopExpr::variable(program.arrayOfThreads(of->name))));
  const long count = long(run.at.size());
  std::vector<LoopExpr> kept;
  for (size_t pos = 0; pos < run.at.size(); ++pos) {
    kept.push_back(LoopExpr::load(
        at.name,
        {LoopExpr::integer(count) * part + LoopExpr::integer(long(pos))},
        /*wide=*/true));
    ended.push_back(stmt::assign(kept.back(), wide(run.at[pos])));
  }
  const LoopExpr sum = LoopExpr::load(ofAll.name, {part});
  ended.push_back(stmt::assign(sum, LoopExpr::variable(run.sum)));
  joined.push_back(stmt::countedLoop(
      LoopType::int32(), part.name, LoopExpr::integer(0), parts,
      {LoopNode::ifThen(isPlace(kept.front()), {joining(update, kept, sum)})}));
}

/// The subscripts of \p update's element; what no variable holds yet gets one
/// in \p before.
std::vector<LoopExpr> RunGatherer::placesOf(const LoopNode &update,
                                            Nodes &before) {
  std::vector<LoopExpr> places;
  for (const LoopExpr &place : update.target.operands) {
    places.push_back(place);
    if (place.isVariable())
      continue;
    const std::string name = newName(update.target.name + "_next");
    before.push_back(stmt::constant(LoopType::int64(), name, place));
    places.back() = wide(name);
  }
  return places;
}

/// Makes the run at hand, which there is for sure where \p isBegun, that of
/// \p update's element.
Nodes RunGatherer::entered(const LoopNode &update, bool isBegun) {
  const Run &run = runOf(update);
  Nodes result;
  const std::vector<LoopExpr> places = placesOf(update, result);
  Nodes change = {joining(update, variablesOf(run.at), added(update).target)};
  if (!isBegun)
    change = {
        LoopNode::ifThen(isPlace(wide(run.at.front())), std::move(change))};
  for (size_t pos = 0; pos < run.at.size(); ++pos)
    change.push_back(stmt::assign(wide(run.at[pos]), places[pos]));
  change.push_back(stmt::assign(
      added(update).target, LoopExpr::literal(identityOf(update.op, false))));
  result.push_back(LoopNode::ifThen(
      compared(places, run.at, Operator::NotEqual, Operator::LogicalOr),
      std::move(change)));
  return result;
}

/// \p update, of the sum of the run at hand.
LoopNode RunGatherer::added(const LoopNode &update) {
  const ElementType &type = program.arrays.at(update.target.name).type;
  LoopNode own = update;
  own.atomic = LoopNode::Atomic::None;
  own.target = LoopExpr::variable(runOf(update).sum, type.isWide());
  return own;
}

/// \p updates of one array, whose first one's run is at hand.
Nodes RunGatherer::oneByOne(llvm::ArrayRef<LoopNode> updates) {
  Nodes result;
  const LoopExpr *at = &updates.front().target;
  for (const LoopNode &update : updates) {
    if (update.target != *at)
      llvm::append_range(result, entered(update, /*isBegun=*/true));
    at = &update.target;
    result.push_back(added(update));
  }
  return result;
}

/// \p updates of one array, one behind the other: where the last one is of the
/// first one's element all are.
Nodes RunGatherer::together(llvm::ArrayRef<LoopNode> updates) {
  const LoopNode &first = updates.front(), &last = updates.back();
  Nodes result = entered(first, /*isBegun=*/false), sums;
  for (const LoopNode &update : updates)
    sums.push_back(added(update));
  mergeReductions(sums, program);
  if (last.target == first.target) {
    llvm::append_range(result, sums);
    return result;
  }
  result.push_back(LoopNode::ifThen(compared(last.target.operands.toVector(),
                                             runOf(first).at, Operator::Equal,
                                             Operator::LogicalAnd),
                                    std::move(sums), oneByOne(updates)));
  return result;
}

/// \p neighbours, updates and what their subscripts and values need.
Nodes RunGatherer::gathered(llvm::ArrayRef<LoopNode> neighbours) {
  Nodes result;
  llvm::MapVector<std::string, Nodes, std::map<std::string, unsigned>> updates;
  for (const LoopNode &node : neighbours)
    if (isShared(node))
      updates[node.target.name].push_back(node);
    else
      result.push_back(node);
  for (const auto &[array, ofArray] : updates)
    llvm::append_range(result, together(ofArray));
  return result;
}

/// Whether there is an update in \p nodes; lanes do not share runs.
bool RunGatherer::gatherIn(Nodes &nodes) {
  bool found = false;
  Nodes result;
  for (size_t pos = 0; pos < nodes.size(); ++pos) {
    if (const size_t count = neighboursFrom(nodes, pos)) {
      llvm::append_range(
          result, gathered(llvm::ArrayRef<LoopNode>(nodes).slice(pos, count)));
      pos += count - 1;
      found = true;
      continue;
    }
    LoopNode &node = nodes[pos];
    const bool isInBody = gatherIn(node.body),
               isInOther = gatherIn(node.otherwise);
    if ((isInBody || isInOther) && node.isFor() && node.marks.simd)
      takeSimdOff(node, "threads add up runs of its iterations, one iteration "
                        "after the other");
    found |= isInBody || isInOther;
    result.push_back(std::move(node));
  }
  nodes = std::move(result);
  return found;
}

void RunGatherer::gatherIn(LoopNode &loop) {
  Nodes all = {std::move(loop)};
  gatherIn(all);
  loop = std::move(all.front());
}

void updateAlone(Nodes &nodes) {
  for (LoopNode &node : nodes) {
    if (isShared(node))
      node.atomic = LoopNode::Atomic::None;
    for (Nodes *inside : {&node.prologue, &node.body, &node.otherwise})
      updateAlone(*inside);
  }
}

} // namespace sparsec
