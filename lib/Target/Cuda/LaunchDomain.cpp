//===- LaunchDomain.cpp - loops whose iterations are threads --------------===//

#include "LaunchDomain.h"

#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopIR/UnusedLocals.h"
#include "sparsec/Target/Cuda/GridMapper.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Names = std::set<std::string>;

namespace {

void dropMarks(Nodes &nodes) {
  for (LoopNode &node : nodes) {
    node.marks = {};
    dropMarks(node.body);
    dropMarks(node.otherwise);
  }
}

/// What alone is done where a condition \p node holds, or \p node itself.
const LoopNode &insideGuard(const LoopNode &node) {
  bool isGuard =
      node.kind == Kind::If && node.otherwise.empty() && node.body.size() == 1;
  return isGuard ? node.body.front() : node;
}

bool mentionsAny(const LoopExpr &expr, const Names &inside) {
  return llvm::any_of(
      inside, [&](const std::string &name) { return expr.mentions(name); });
}

/// Adds \p loop, if the host can tell how often it runs.
bool addLoop(LaunchDomain &nest, const LoopNode &loop, const Names &inside) {
  if (loop.descending || loop.upper.empty())
    return false;
  bool found = false;
  LoopNode head = loop;
  head.body.clear();
  for (const LoopExpr &upper : loop.upper) {
    LoopExpr length = upper - loop.lower;
    if (!found && !mentionsAny(length, inside) &&
        (nest.loops.empty() || !length.hasLoad())) {
      LoopExpr step = LoopExpr::integer(loop.step);
      nest.counts.push_back(
          loop.step == 1
              ? length
              : floorDiv(length + step - LoopExpr::integer(1), step));
      found = true;
      continue;
    }
    LoopExpr iterator = LoopExpr::variable(loop.name, loop.type.isWide());
    nest.guard = logicalAnd(nest.guard, less(iterator, upper));
  }
  if (found)
    nest.loops.push_back(std::move(head));
  return found;
}

} // namespace

bool storesConstant(const LoopNode &loop) {
  if (loop.kind == Kind::Assign)
    return loop.op == Update::Set && loop.atomic == LoopNode::Atomic::None &&
           !loop.value.hasLoad() &&
           (loop.value.kind == LoopExpr::Kind::Integer ||
            loop.value.kind == LoopExpr::Kind::Literal);
  return loop.isFor() && loop.body.size() == 1 && storesConstant(loop.body[0]);
}

std::optional<LaunchDomain> itemsOf(const LoopNode &loop, Names inside) {
  LaunchDomain nest;
  if (!addLoop(nest, loop, inside))
    return std::nullopt;
  nest.body = loop.body;
  inside.insert(loop.name);
  while (nest.body.size() == 1 && nest.body[0].isFor()) {
    LoopNode next = nest.body[0];
    bool isFree = next.marks.parallel || storesConstant(next);
    LaunchDomain more = nest;
    if (!isFree || !addLoop(more, next, inside))
      break;
    nest = std::move(more);
    nest.body = std::move(next.body);
    inside.insert(next.name);
  }
  if (!nest.body.empty()) {
    const LoopNode &last = insideGuard(nest.body.back());
    nest.isSpread = last.marks.parallel || storesConstant(last);
  }
  dropMarks(nest.body);
  return nest;
}

/// How far the element that \p update stores is from the one of the iteration
/// of loop \p name before; nothing where that is not constant.
static std::optional<long> strideOf(const LoopNode &update,
                                    const std::string &name) {
  if (update.target.operands.empty())
    return std::nullopt;
  const LoopExpr &place = update.target.operands.back();
  LoopExpr next =
      place.substitute(name, LoopExpr::variable(name) + LoopExpr::integer(1));
  LoopExpr distance = next - place;
  if (!distance.isInteger())
    return std::nullopt;
  return distance.value;
}

/// Whether neighbouring items store neighbouring elements: with a thread for
/// each, iteration by iteration, they write whole lines of the cache.
bool LaunchDomain::storesInOrder(const Nodes &nodes) const {
  return llvm::all_of(nodes, [&](const LoopNode &node) {
    return node.kind == Kind::Local || node.kind == Kind::If
               ? storesInOrder(node.body) && storesInOrder(node.otherwise)
               : node.kind == Kind::Assign &&
                     strideOf(node, loops.back().name) == 1;
  });
}

bool LaunchDomain::spreadInner() {
  Nodes locals = body;
  if (locals.empty())
    return false;
  LoopExpr condition = innerGuard;
  LoopNode loop = insideGuard(locals.back());
  if (!loop.isFor())
    return false;
  if (locals.back().kind == Kind::If)
    condition = locals.back().condition;
  locals.pop_back();
  bool isAlone = llvm::all_of(
      locals, [](const LoopNode &node) { return node.kind == Kind::Local; });
  if (!isAlone || !isSpread || loop.descending || loop.step != 1 ||
      loop.upper.empty() || storesInOrder(loop.body))
    return false;
  body = std::move(loop.body);
  loop.body.clear();
  inner = std::move(loop);
  before = std::move(locals);
  innerGuard = std::move(condition);
  return true;
}

static LoopExpr atLeastZero(const LoopExpr &count) {
  LoopExpr most =
      LoopExpr::node(LoopExpr::Kind::Max, "", {LoopExpr::integer(0), count});
  most.wide = true;
  return most;
}

LoopExpr LaunchDomain::length() const {
  LoopExpr end = expr::cast(LoopType::int64(), leastOf(inner->upper));
  LoopExpr trips =
      atLeastZero(expr::binary(end, Operator::Subtract, inner->lower));
  return LoopExpr::select(innerGuard, trips, LoopExpr::integer(0));
}

/// \p number as a value of the iterator of \p loop.
static LoopExpr asIterator(const LoopNode &loop, const LoopExpr &number) {
  LoopExpr value = expr::cast(loop.type, number);
  value.wide = loop.type.isWide();
  return value;
}

Nodes LaunchDomain::instanceWork(const LoopExpr &number) const {
  LoopNode iterator = LoopNode::local(
      inner->type, inner->name, inner->lower + asIterator(*inner, number));
  // Most locals say how far the loop goes.
  Nodes locals = before;
  locals.push_back(std::move(iterator));
  return withUsedLocals(std::move(locals), body);
}

/// \p count, computed with 64 bits.
static LoopExpr widened(const LoopExpr &count) {
  using E = LoopExpr::Kind;
  const bool isArithmetic = count.kind == E::Add || count.kind == E::Mul ||
                            count.kind == E::Div || count.kind == E::Mod;
  if (!isArithmetic)
    return count.isInteger() ? count : expr::cast(LoopType::int64(), count);
  std::vector<LoopExpr> operands = count.operands.toVector();
  operands[0] = expr::cast(LoopType::int64(), operands[0]);
  return LoopExpr::node(count.kind, count.name, std::move(operands));
}

/// The product of the counts of loop \p from and those inside.
LoopExpr LaunchDomain::countFrom(size_t from) const {
  LoopExpr product;
  for (size_t pos = from; pos < counts.size(); ++pos) {
    LoopExpr factor = counts[pos];
    if (!factor.isInteger() && counts.size() > 1)
      factor = atLeastZero(factor);
    product = pos == from ? widened(factor)
                          : expr::binary(product, Operator::Multiply, factor);
  }
  return product;
}

/// The number of the iteration of loop \p pos that an item is.
LoopExpr LaunchDomain::number(const LoopExpr &item, size_t pos) const {
  LoopExpr own = item;
  if (pos + 1 < loops.size())
    own = expr::binary(own, Operator::Divide, countFrom(pos + 1));
  return pos == 0 ? own : expr::binary(own, Operator::Remainder, counts[pos]);
}

Nodes LaunchDomain::work(const LoopExpr &item, const Nodes &first,
                         const Nodes &last) const {
  Nodes iterators, all = first;
  for (size_t pos = 0; pos < loops.size(); ++pos) {
    const LoopNode &loop = loops[pos];
    LoopExpr value = asIterator(loop, number(item, pos));
    iterators.push_back(
        LoopNode::local(loop.type, loop.name,
                        loop.lower + LoopExpr::integer(loop.step) * value));
  }
  if (guard.isInteger(1))
    llvm::append_range(all, last);
  else
    all.push_back(LoopNode::ifThen(guard, last));
  return withUsedLocals(std::move(iterators), std::move(all));
}

} // namespace sparsec
