//===- Statements.cpp - statements around loops ---------------------------===//

#include "sparsec/LoopIR/Statements.h"

#include "sparsec/IR/StructureMember.h"

#include "llvm/ADT/STLExtras.h"

#include <cassert>

namespace sparsec {

using Kind = LoopNode::Kind;

namespace expr {
using E = LoopExpr::Kind;

LoopExpr call(std::string callee, std::vector<LoopExpr> operands) {
  return LoopExpr::node(E::Call, std::move(callee), std::move(operands));
}

LoopExpr call(const RuntimeHelper &callee, std::vector<LoopExpr> operands) {
  return call(callee.name.str(), std::move(operands));
}

LoopExpr call(const RuntimeHelper &callee, const std::vector<long> &numbers,
              std::vector<LoopExpr> operands) {
  std::string name = callee.name.str();
  for (size_t pos = 0; pos < numbers.size(); ++pos)
    name += (pos ? ", " : "<") + std::to_string(numbers[pos]);
  return call(name + ">", std::move(operands));
}

LoopExpr unary(Operator op, LoopExpr operand) {
  return LoopExpr::unary(op, std::move(operand));
}

LoopExpr binary(const LoopExpr &left, Operator op, const LoopExpr &right) {
  return LoopExpr::binary(op, left, right);
}

LoopExpr addressOf(LoopExpr place) {
  return unary(Operator::AddressOf, std::move(place));
}

LoopExpr cast(const LoopType &type, LoopExpr operand) {
  return LoopExpr::cast(type, std::move(operand));
}

LoopExpr sizeOf(LoopType type) { return LoopExpr::sizeOf(std::move(type)); }

LoopExpr increment(LoopExpr place) {
  return LoopExpr::node(E::Increment, "", {std::move(place)});
}

LoopExpr string(std::string text) {
  return LoopExpr::node(E::String, std::move(text), {});
}

LoopExpr list(std::vector<LoopExpr> elements) {
  return LoopExpr::node(E::List, "", std::move(elements));
}

LoopExpr arrow(const std::string &pointer, const std::string &field) {
  return LoopExpr::node(E::Arrow, field, {LoopExpr::variable(pointer)});
}

LoopExpr dot(LoopExpr object, const std::string &field) {
  return LoopExpr::node(E::Member, field, {std::move(object)});
}

LoopExpr status() { return LoopExpr::variable("status"); }

LoopExpr isFine() {
  return binary(status(), Operator::Equal, LoopExpr::literal("SPARSEC_OK"));
}

LoopExpr combiner(Update update) { return call(combinerOf(update), {}); }
} // namespace expr

namespace stmt {

LoopNode assign(LoopExpr target, LoopExpr value, Update op) {
  LoopNode node;
  node.kind = Kind::Assign;
  node.op = op;
  node.target = std::move(target);
  node.value = std::move(value);
  return node;
}

LoopNode call(LoopExpr value) {
  LoopNode node;
  node.kind = Kind::Call;
  node.value = std::move(value);
  return node;
}

LoopNode call(std::string callee, std::vector<LoopExpr> operands) {
  return call(expr::call(std::move(callee), std::move(operands)));
}

LoopNode call(const RuntimeHelper &callee, std::vector<LoopExpr> operands) {
  return call(expr::call(callee, std::move(operands)));
}

LoopNode tryCall(const RuntimeHelper &callee, std::vector<LoopExpr> operands) {
  assert(callee.returns == RuntimeHelper::Returns::Status && "cannot fail");
  return tryCall(callee.name.str(), std::move(operands));
}

LoopNode tryCall(std::string callee, std::vector<LoopExpr> operands) {
  return assign(expr::status(),
                expr::call(std::move(callee), std::move(operands)));
}

Nodes callOfSource(const std::string &callee, std::vector<LoopExpr> operands,
                   bool returnsStatus) {
  LoopExpr value = expr::call(callee, std::move(operands));
  if (!returnsStatus)
    return {call(std::move(value))};
  const std::string message =
      "'" + callee + "' failed: it returned a number that is not 0";
  LoopNode fail = assign(
      expr::status(), failure("FACT_VIOLATED", "%s", {expr::string(message)}));
  const LoopExpr failed =
      expr::binary(std::move(value), Operator::NotEqual, LoopExpr::integer(0));
  return {LoopNode::ifThen(failed, {std::move(fail)}), check()};
}

LoopNode check(LoopNode::Leave leave) {
  LoopNode node;
  node.kind = Kind::Check;
  node.leave = leave;
  return node;
}

LoopNode ifFine(LoopNode work) {
  return LoopNode::ifThen(expr::isFine(), {std::move(work)});
}

static LoopNode ofKind(Kind kind) {
  LoopNode node;
  node.kind = kind;
  return node;
}

LoopNode returns() { return ofKind(Kind::Return); }

LoopNode returns(LoopExpr value) {
  LoopNode node = returns();
  node.values = {std::move(value)};
  return node;
}

LoopNode label(std::string name) {
  LoopNode node = ofKind(Kind::Label);
  node.name = std::move(name);
  return node;
}

LoopNode leaveLoop() { return ofKind(Kind::Break); }
LoopNode nextIteration() { return ofKind(Kind::Continue); }
LoopNode barrier() { return ofKind(Kind::Barrier); }

LoopNode declare(LoopType type, std::string name,
                 std::vector<LoopExpr> constructor) {
  LoopNode node;
  node.kind = Kind::Declare;
  node.type = std::move(type);
  node.name = std::move(name);
  node.values = std::move(constructor);
  return node;
}

LoopNode variable(LoopType type, std::string name, LoopExpr value) {
  LoopNode node =
      LoopNode::local(std::move(type), std::move(name), std::move(value));
  node.isConst = false;
  return node;
}

LoopNode constant(LoopType type, std::string name, LoopExpr value) {
  return LoopNode::local(std::move(type), std::move(name), std::move(value));
}

LoopNode countedLoop(LoopType type, std::string name, LoopExpr lower,
                     LoopExpr upper, Nodes body) {
  LoopNode loop;
  loop.kind = Kind::For;
  loop.type = std::move(type);
  loop.name = std::move(name);
  loop.lower = std::move(lower);
  loop.upper = {std::move(upper)};
  loop.body = std::move(body);
  return loop;
}

LoopNode scope(Nodes body) {
  LoopNode node;
  node.kind = Kind::Region;
  node.isParallel = false;
  node.body = std::move(body);
  return node;
}

LoopExpr failure(const std::string &code, std::string format,
                 const std::vector<LoopExpr> &operands) {
  std::vector<LoopExpr> all = {LoopExpr::literal("SPARSEC_" + code),
                               expr::string(std::move(format))};
  llvm::append_range(all, operands);
  return expr::call(runtime::fail, std::move(all));
}

} // namespace stmt

std::vector<LoopExpr> operandsOfUpdater(const LoopNode &update) {
  LoopExpr target = expr::addressOf(update.target);
  if (update.updater == runtime::copy_bulk.name) {
    std::vector<LoopExpr> operands = {target, expr::addressOf(update.value)};
    llvm::append_range(operands, update.after);
    return operands;
  }
  if (update.updater == runtime::copy_async.name) {
    if (!update.type.isVector())
      return {target, expr::addressOf(update.value)};
    const LoopExpr source = expr::addressOf(update.value.operands[0]);
    return {expr::cast(LoopType::pointerTo(update.type), target),
            expr::cast(LoopType::pointerTo(update.type, /*isConstant=*/true),
                       source)};
  }
  std::vector<LoopExpr> operands = update.before;
  operands.push_back(std::move(target));
  operands.push_back(update.value);
  operands.insert(operands.end(), update.after.begin(), update.after.end());
  return operands;
}

void updateAtomically(LoopNode &update) {
  if (update.op == Update::Subtract)
    update.value = expr::unary(Operator::Negate, update.value);
  update.atomic = LoopNode::Atomic::Function;
  update.updater = runtime::update.name.str();
  update.after = {expr::combiner(update.op)};
}

static void addNames(const LoopExpr &expr, std::set<std::string> &names) {
  using E = LoopExpr::Kind;
  expr.walk([&](const LoopExpr &part) {
    if (part.kind == E::Variable || part.kind == E::Load ||
        part.kind == E::Call || part.kind == E::Literal)
      names.insert(holderOf(part.name));
  });
}

std::set<std::string> namesIn(const LoopExpr &expr) {
  std::set<std::string> names;
  addNames(expr, names);
  return names;
}

std::set<std::string> namesIn(const std::vector<LoopNode> &nodes) {
  std::set<std::string> names;
  LoopAst{nodes}.walk([&](const LoopNode &node) {
    node.visitExprs([&](const LoopExpr &expr, bool) { addNames(expr, names); });
  });
  return names;
}

bool mayLeave(const std::vector<LoopNode> &nodes) {
  bool found = false;
  LoopAst{nodes}.walk([&](const LoopNode &node) {
    found |= node.kind == Kind::Check && node.leave == LoopNode::Leave::ToFail;
  });
  return found;
}

bool usesStatus(const std::vector<LoopNode> &nodes) {
  return namesIn(nodes).count("status") != 0 || mayLeave(nodes);
}

} // namespace sparsec
