//===- AccumulatorRewriter.cpp - one loop's accumulators ------------------===//

#include "AccumulatorRewriter.h"

#include "Elements.h"

#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

namespace {

/// More would not fit the registers.
constexpr unsigned maxAccumulators = 32;

bool isCombined(const LoopNode &node) {
  return node.isFor() && node.marks.gpu.isMapped() &&
         node.marks.gpu.sharing == GpuMark::Sharing::Combined;
}

/// Whether an inspector made \p array so that no value is in it twice.
bool holdsEachOnce(const Program &program, const std::string &array) {
  using K = Fact::Kind;
  return llvm::any_of(program.facts, [&](const Fact &fact) {
    return (fact.kind == K::Permutation || fact.kind == K::Injective) &&
           fact.origin == Fact::Origin::Proved && fact.arrays.front() == array;
  });
}

void substitute(LoopNode &node, const LoopExpr &access,
                const LoopExpr &variable) {
  // The scalar is the thread's own.
  if (node.target == access)
    node.atomic = LoopNode::Atomic::None;
  node.rewriteExprs([&](const LoopExpr &expr) {
    return expr.map(
        [&](LoopExpr part) { return part == access ? variable : part; });
  });
  for (LoopNode &child : node.body)
    substitute(child, access, variable);
  for (LoopNode &child : node.otherwise)
    substitute(child, access, variable);
}

} // namespace

AccumulatorRewriter::AccumulatorRewriter(const Program &program, LoopNode &loop,
                                         const Surroundings &around,
                                         unsigned &names)
    : program(program), loop(loop), around(around), names(names) {
  loop.walk([&](const LoopNode &node) {
    if (node.isFor() || node.kind == Kind::Local)
      variant.insert(node.name);
    if (node.kind == Kind::Assign)
      (node.target.isVariable() ? variant : written).insert(node.target.name);
    if (node.kind == Kind::Action)
      excludeAction(program.statement(node.name));
    holdsThreads |= isCombined(node);
  });
}

Nodes AccumulatorRewriter::run() {
  const LoopNode original = loop;
  Nodes before = takeInvariantLocals(), after;
  ValueRanges inside = around.knowledge;
  inside.enter(loop);
  Path path;
  if (isCombined(loop))
    path.lanes = loop.marks.gpu;
  for (const LoopNode &node : loop.body)
    collect(node, path, inside);
  for (auto &[array, found] : elements)
    if (!excluded.count(array) && isDistinct(array, found) &&
        after.size() + found.size() <= maxAccumulators)
      for (const Element &element : found)
        replace(element, before, after);
  if (after.empty()) {
    loop = original;
    return {};
  }
  Nodes result;
  const bool asks = needsToRun && !around.knowledge.runs(loop);
  if (asks)
    nameBounds(result);
  LoopExpr condition = tripCondition(loop);
  Nodes work = std::move(before);
  work.push_back(std::move(loop));
  for (LoopNode &node : after)
    work.push_back(std::move(node));
  if (asks)
    work = {LoopNode::ifThen(std::move(condition), std::move(work))};
  llvm::move(work, std::back_inserter(result));
  return result;
}

/// Makes locals of the loop's bounds where they are compared to see whether it
/// runs and are more than an element or a sum.
void AccumulatorRewriter::nameBounds(Nodes &before) {
  using E = LoopExpr::Kind;
  auto isLong = [](const LoopExpr &bound) {
    bool found = false;
    bound.walk([&](const LoopExpr &part) {
      found |=
          part.kind == E::Min || part.kind == E::Max || part.kind == E::Select;
    });
    return found;
  };
  const bool isOne = loop.upper.size() == 1;
  const bool isFixed = llvm::all_of(loop.upper, [&](const LoopExpr &bound) {
    return isInvariantSubscript(bound);
  });
  // How many threads a block has follows from the bounds of loops on threads.
  if (!isFixed || loop.marks.gpu.isMapped() ||
      (isOne && !isLong(loop.lower) && !isLong(loop.upper[0])))
    return;
  auto name = [&](LoopExpr &bound, const std::string &suffix) {
    if (bound.isInteger() || bound.isVariable())
      return;
    LoopNode local = LoopNode::local(
        loop.type, loop.name + suffix + "#a" + std::to_string(names++), bound);
    local.exceedsInt = loop.exceedsInt;
    before.push_back(std::move(local));
    bound = LoopExpr::variable(before.back().name, loop.type.isWide());
  };
  LoopExpr upper = loop.upper[0];
  for (const LoopExpr &other : llvm::drop_begin(loop.upper))
    upper = minOf(upper, other);
  loop.upper = {std::move(upper)};
  name(loop.lower, "_begin");
  name(loop.upper[0], "_end");
}

/// Whether \p action counts or appends each instance, and touches \p array in
/// operands only. Those of other records ask tables that belong to a segment.
bool AccumulatorRewriter::updatesOperand(const Action &action,
                                         const std::string &array) const {
  const auto *count = action.as<action::Count>();
  const auto *append = action.as<action::Append>();
  const bool isPlain = (count && !count->stamp) || (append && !append->stamp) ||
                       action.as<action::Meet>();
  if (!isPlain || !action.record.empty() || program.inspectsOnGpu)
    return false;
  bool isOperand = llvm::any_of(action.operands(), [&](const Expr &operand) {
    return operand.kind == Expr::Kind::Access && operand.text == array;
  });
  return isOperand &&
         llvm::none_of(action.accesses(), [&](const Access &access) {
           return access.array == array && access.isWhole;
         });
}

/// The lines of an action may touch any element.
void AccumulatorRewriter::excludeAction(const Statement &statement) {
  for (const Access &access : statement.accesses())
    if (!updatesOperand(*statement.action, access.array))
      excluded.insert(access.array);
}

/// Whether \p expr has one value in all of the loop.
bool AccumulatorRewriter::isInvariant(const LoopExpr &expr) const {
  bool invariant = true;
  expr.walk([&](const LoopExpr &node) {
    invariant &= !(node.isVariable() && variant.count(node.name));
  });
  return invariant;
}

/// The same for a subscript or a condition, which may load from arrays.
bool AccumulatorRewriter::isInvariantSubscript(
    const LoopExpr &subscript) const {
  bool invariant = isInvariant(subscript);
  subscript.walk([&](const LoopExpr &node) {
    invariant &= node.kind != LoopExpr::Kind::Load ||
                 !(written.count(node.name) || excluded.count(node.name));
  });
  return invariant;
}

/// Takes the locals out of the loop that it does not change: subscripts such
/// as `col[j]`, which it loads whenever it runs.
Nodes AccumulatorRewriter::takeInvariantLocals() {
  Nodes taken, left;
  for (LoopNode &node : loop.body) {
    bool moves = node.kind == Kind::Local && node.isConst &&
                 isInvariantSubscript(node.value);
    if (moves) {
      variant.erase(node.name);
      needsToRun |= !around.mayRead(node.value);
    }
    (moves ? taken : left).push_back(std::move(node));
  }
  loop.body = std::move(left);
  return taken;
}

void AccumulatorRewriter::collect(const LoopNode &node, Path path,
                                  ValueRanges knowledge) {
  node.visitExprs([&](const LoopExpr &expr, bool written) {
    visitLoads(expr, path.certain, [&](const LoopExpr &load, bool certain) {
      Path own = path;
      own.certain = certain;
      Update op = written && &load == &expr ? node.op : Update::None;
      bool counts = false;
      if (node.kind == Kind::Action && &load == &expr &&
          updatesOperand(*program.statement(node.name).action, load.name))
        counts = true;
      Element *element = add(load, counts ? Update::Add : op, counts, own);
      if (element && op != Update::None)
        element->isAtomic |= node.atomic == LoopNode::Atomic::Update;
    });
  });
  if (node.kind == Kind::If) {
    path.unguarded &= !isInvariantSubscript(node.condition);
    path.certain = false;
  }
  if (node.isFor()) {
    path.certain &= knowledge.runs(node);
    knowledge.enter(node);
  }
  if (isCombined(node)) {
    path.isNested |= path.lanes.isMapped();
    path.lanes = node.marks.gpu;
  }
  for (const LoopNode &child : node.body)
    collect(child, path, knowledge);
  for (const LoopNode &child : node.otherwise)
    collect(child, path, knowledge);
}

AccumulatorRewriter::Element *AccumulatorRewriter::add(const LoopExpr &load,
                                                       Update op, bool counts,
                                                       const Path &path) {
  // Scalars are where they should be, unless threads share them.
  if (load.operands.empty() && !holdsThreads)
    return nullptr;
  std::vector<Element> &known = elements[load.name];
  auto found =
      llvm::find_if(known, [&](const Element &e) { return e.access == load; });
  if (found == known.end())
    found = known.insert(known.end(), {.access = load,
                                       .op = op,
                                       .counts = counts,
                                       .replaced = op == Update::Set});
  if (op != Update::None && op != Update::Set) {
    found->mixed |= found->updated && (joinOf(found->op) != joinOf(op) ||
                                       found->counts != counts);
    found->op = op;
    found->counts = counts;
    found->updated = true;
    // Threads of one dimension join what they have.
    found->mixed |=
        path.isNested || (path.lanes.isMapped() && found->lanes.isMapped() &&
                          path.lanes.dimension != found->lanes.dimension);
    if (path.lanes.isMapped())
      found->lanes = path.lanes;
  }
  found->read |= op == Update::None;
  found->unguarded |= path.unguarded;
  found->certain |= path.certain;
  return &*found;
}

/// Whether threads update \p element together: each has a part of it.
bool AccumulatorRewriter::isPart(const Element &element) const {
  auto array = program.arrays.find(element.access.name);
  bool isLocal = array != program.arrays.end() && array->second.isPrivate();
  return element.lanes.isMapped() || element.isAtomic ||
         (around.isAtomic && !isLocal);
}

/// Whether nothing but this loop's accesses stands against keeping \p element.
bool AccumulatorRewriter::mayReplace(const Element &element,
                                     bool isLocal) const {
  bool isShared = program.arrays.at(element.access.name).isShared;
  bool bound = isLocal || isPart(element) ||
               llvm::all_of(isShared ? around.inBlock : around.parallel,
                            [&](const ParallelNames &names) {
                              return mentionsAny(element.access, names.own) ||
                                     mentionsAny(element.access, names.bounded);
                            });
  bool stays = llvm::all_of(element.access.operands, [&](const LoopExpr &e) {
    return isInvariantSubscript(e);
  });
  // A copy that every iteration makes anew holds nothing before the loop.
  bool isFresh = (isLocal || isShared) && element.replaced;
  // Lanes have parts of a sum, not the sum.
  bool needsSum = element.updated && element.read && hasLanes();
  // A part of nothing changes nothing, in an element that is there.
  bool isReached = element.unguarded ||
                   (element.lanes.isMapped() && around.exists(element.access));
  if (!stays || !bound || isFresh || needsSum || !isReached)
    return false;
  if ((holdsThreads || (around.isCombined && !isLocal)) && !isPart(element))
    return false;
  if (!isPart(element))
    return element.certain || around.exists(element.access);
  const ElementType &type = program.arrays.at(element.access.name).type;
  const bool hasIdentity =
      !element.counts && *identityOf(element.op, type.isFloating());
  return element.updated && !element.read && !element.replaced &&
         !element.mixed && hasIdentity &&
         (element.certain || around.exists(element.access));
}

/// Whether the elements of \p array are different ones that the loop does not
/// move, and at least one is updated.
bool AccumulatorRewriter::isDistinct(const std::string &array,
                                     const std::vector<Element> &found) const {
  if (llvm::none_of(found, [](const Element &e) { return e.updated; }))
    return false;
  auto declared = program.arrays.find(array);
  // Elements that the recipe wants in memory stay there.
  if (declared == program.arrays.end() || declared->second.partition)
    return false;
  const SubscriptFacts subscripts = {
      [&](const LoopExpr &expr) { return around.valueOf(expr); },
      [&](const std::string &list) { return holdsEachOnce(program, list); }};
  // An iteration of a parallel loop has local arrays of its own.
  bool isLocal =
      declared->second.isPrivate() || !declared->second.partsOf.empty();
  for (const Element &element : found) {
    if (!mayReplace(element, isLocal))
      return false;
    for (const Element &other : found)
      if (&other != &element &&
          !areApart(element.access, other.access, subscripts))
        return false;
  }
  return true;
}

bool AccumulatorRewriter::hasLanes() const {
  bool found = false;
  loop.walk(
      [&](const LoopNode &node) { found |= node.isFor() && node.marks.simd; });
  return found;
}

void AccumulatorRewriter::replace(const Element &element, Nodes &before,
                                  Nodes &after) {
  needsToRun |= !around.exists(element.access);
  const ElementType &type = program.arrays.at(element.access.name).type;
  bool part = isPart(element);
  const std::string stem = element.counts ? "next" : stemOf(element.op);
  LoopNode local = LoopNode::local(
      type, stem + "#a" + std::to_string(names++),
      part ? LoopExpr::literal(identityOf(element.op, type.isFloating()))
           : element.access);
  local.isConst = false;
  LoopExpr variable = LoopExpr::variable(local.name, type.isWide());
  for (LoopNode &node : loop.body)
    substitute(node, element.access, variable);
  if (element.updated)
    addReductionClauses(loop, local.name, type, program);
  LoopNode store;
  store.kind = Kind::Assign;
  store.target = element.access;
  store.op = part ? joinOf(element.op) : Update::Set;
  store.value = variable;
  store.lanes = element.lanes;
  if (element.isAtomic)
    store.atomic = LoopNode::Atomic::Update;
  store.combinedBy = store.op;
  before.push_back(std::move(local));
  after.push_back(std::move(store));
}

} // namespace sparsec
