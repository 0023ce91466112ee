//===- RunGatherer.cpp - runs of updates, gathered by threads -------------===//

#include "RunGatherer.h"

#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopPasses/LoopPasses.h"

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

/// \p update of the run at hand, which ends where it is of another element.
Nodes RunGatherer::gathered(const LoopNode &update) {
  const Run &run = runOf(update);
  const ElementType &type = program.arrays.at(update.target.name).type;
  Nodes result, next;
  std::vector<LoopExpr> places;
  std::optional<LoopExpr> differs;
  for (size_t pos = 0; pos < run.at.size(); ++pos) {
    LoopExpr place = update.target.operands[pos];
    if (!place.isVariable()) {
      const std::string name = newName(update.target.name + "_next");
      result.push_back(stmt::constant(LoopType::int64(), name, place));
      place = wide(name);
    }
    const LoopExpr at = wide(run.at[pos]),
                   isOther = expr::binary(place, Operator::NotEqual, at);
    differs = differs ? expr::binary(*differs, Operator::LogicalOr, isOther)
                      : isOther;
    places.push_back(at);
    next.push_back(stmt::assign(at, place));
  }
  const LoopExpr sum = LoopExpr::variable(run.sum, type.isWide());
  Nodes change = {LoopNode::ifThen(isPlace(places.front()),
                                   {joining(update, places, sum)})};
  llvm::append_range(change, next);
  change.push_back(
      stmt::assign(sum, LoopExpr::literal(identityOf(update.op, false))));
  result.push_back(LoopNode::ifThen(*differs, std::move(change)));
  LoopNode own = update;
  own.atomic = LoopNode::Atomic::None;
  own.target = sum;
  result.push_back(std::move(own));
  return result;
}

/// Whether there is an update in \p nodes; lanes do not share runs.
bool RunGatherer::gatherIn(Nodes &nodes) {
  bool found = false;
  Nodes result;
  for (LoopNode &node : nodes) {
    if (isShared(node)) {
      llvm::append_range(result, gathered(node));
      found = true;
      continue;
    }
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
