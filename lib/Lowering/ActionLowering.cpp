//===- ActionLowering.cpp - what inspectors do, as statements -------------===//

#include "sparsec/Lowering/ActionLowering.h"

#include "sparsec/IR/Culprit.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/Lowering/ArrayExtents.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>

namespace sparsec {

using namespace action;

namespace {

using Nodes = std::vector<LoopNode>;

LoopExpr one() { return LoopExpr::integer(1); }

/// Lowers one action; takes its operands in turn.
class ActionLowering {
public:
  ActionLowering(const Program &program, const Statement &statement,
                 llvm::ArrayRef<LoopExpr> operands, bool isInLoop)
      : program(program), statement(statement), operands(operands),
        onGpu(program.inspectsOnGpu), byThreads(onGpu && isInLoop) {}

  llvm::Expected<Nodes> run() {
    llvm::Error error = std::visit(
        [&](const auto &work) { return lower(work); }, statement.action->work);
    if (error)
      return error;
    return std::move(nodes);
  }

private:
  llvm::Error lower(const Allocate &work);
  llvm::Error lower(const SetNumber &work);
  llvm::Error lower(const Count &work);
  llvm::Error lower(const CountAll &work);
  llvm::Error lower(const Append &work);
  llvm::Error lower(const Meet &work);
  llvm::Error lower(const Mark &work);
  llvm::Error lower(const Collect &work);
  llvm::Error lower(const Scatter &work);
  llvm::Error lower(const Measure &work);
  llvm::Error lower(const Call &work);

  const LoopExpr &next() { return operands[taken++]; }
  /// Where the next operand, an element, is in its array.
  LoopExpr nextPlace() { return next().operands[0]; }
  LoopExpr placeOf(const Collect::Place &place, const Collect &work) {
    return place.element
               ? next()
               : LoopExpr::load(place.array, {LoopExpr::variable(work.total)});
  }

  void add(LoopNode node) { nodes.push_back(std::move(node)); }
  void addCall(LoopNode call) {
    add(std::move(call));
    add(stmt::check());
  }
  void once(const std::optional<Stamp> &stamp, bool isNegated, Nodes work);
  Nodes appends(const Append &work, const std::vector<LoopExpr> &values,
                const LoopExpr &counter) const;
  LoopExpr lowerArgument(const Argument &argument, llvm::Error &error);
  llvm::Expected<LoopExpr> blockElements(Array array) const;
  llvm::Error refuseOnGpu(llvm::StringRef function) const;
  void addCall(const Call &work, std::vector<LoopExpr> arguments);

  const Program &program;
  const Statement &statement;
  llvm::ArrayRef<LoopExpr> operands;
  size_t taken = 0;
  const bool onGpu;
  /// Loops of an inspector on the GPU are kernels.
  const bool byThreads;
  Nodes nodes;
};

/// Zeroed where the array has an initial value, which then is 0. Loops use
/// locals in place of the plan's fields.
llvm::Error ActionLowering::lower(const Allocate &work) {
  const Array &array = program.arrays.at(work.array);
  llvm::Expected<LoopExpr> elements = elementsOf(program, array);
  if (!elements)
    return elements.takeError();
  const bool isPlan = array.owner == Array::Owner::Plan;
  const LoopExpr local = LoopExpr::variable(array.name);
  const LoopExpr target = isPlan ? expr::arrow("plan", array.name) : local;
  const LoopExpr limit = isPlan ? LoopExpr::variable("fill_limit")
                                : LoopExpr::literal("LLONG_MAX");
  addCall(allocation(array, target, *elements, limit, onGpu));
  if (!onGpu && array.isZeroed) {
    LoopExpr bytes =
        expr::call(runtime::product, {*elements, expr::sizeOf(array.type)});
    add(stmt::call("memset", {target, LoopExpr::integer(0),
                              expr::cast(*ElementType::named("size_t"),
                                         std::move(bytes))}));
  }
  if (isPlan)
    add(stmt::assign(local, target));
  return llvm::Error::success();
}

llvm::Error ActionLowering::lower(const SetNumber &work) {
  add(stmt::assign(LoopExpr::variable(work.target), next()));
  return llvm::Error::success();
}

/// \p work for the first instance of a record. The two passes have stamps of
/// their own: nothing is cleared in between.
void ActionLowering::once(const std::optional<Stamp> &stamp, bool isNegated,
                          Nodes work) {
  if (!stamp) {
    nodes = std::move(work);
    return;
  }
  const LoopExpr mark = next(), owner = nextPlace(),
                 number =
                     isNegated ? expr::unary(Operator::Negate, owner) : owner;
  work.insert(work.begin(), stmt::assign(mark, number));
  add(LoopNode::ifThen(expr::binary(mark, Operator::NotEqual, number),
                       std::move(work)));
}

llvm::Error ActionLowering::lower(const Count &work) {
  const LoopExpr counter = next();
  once(work.stamp, /*isNegated=*/false, {stmt::call(expr::increment(counter))});
  return llvm::Error::success();
}

llvm::Error ActionLowering::lower(const CountAll &work) {
  add(stmt::call(expr::increment(LoopExpr::variable(work.total))));
  return llvm::Error::success();
}

Nodes ActionLowering::appends(const Append &work,
                              const std::vector<LoopExpr> &values,
                              const LoopExpr &counter) const {
  if (work.lists.empty())
    return {stmt::call(expr::increment(counter))};
  if (work.lists.size() == 1)
    return {stmt::assign(
        LoopExpr::load(work.lists[0].first, {expr::increment(counter)}),
        values[0])};
  // Later steps may have given a loop that name.
  const ElementType &type = work.counter.type;
  const LoopExpr at =
      LoopExpr::variable(program.freshName("at"), type.isWide());
  Nodes stores = {stmt::constant(type, at.name, expr::increment(counter))};
  for (size_t pos = 0; pos < work.lists.size(); ++pos)
    stores.push_back(
        stmt::assign(LoopExpr::load(work.lists[pos].first, {at}), values[pos]));
  if (work.stamp)
    return stores;
  return {stmt::scope(std::move(stores))};
}

llvm::Error ActionLowering::lower(const Append &work) {
  std::vector<LoopExpr> values;
  for (size_t pos = 0; pos < work.lists.size(); ++pos)
    values.push_back(next());
  const LoopExpr counter = next();
  once(work.stamp, /*isNegated=*/true, appends(work, values, counter));
  return llvm::Error::success();
}

llvm::Error ActionLowering::lower(const Meet &work) {
  const LoopExpr number = next(), counter = next(), last = next(),
                 zero = LoopExpr::integer(0);
  if (work.list.empty()) {
    add(LoopNode::ifThen(expr::binary(last, Operator::Greater, zero),
                         {stmt::call(expr::increment(counter))}));
    add(stmt::assign(last, number));
    return llvm::Error::success();
  }
  const LoopExpr before = expr::binary(expr::unary(Operator::Negate, last),
                                       Operator::Subtract, one());
  add(LoopNode::ifThen(
      expr::binary(last, Operator::Less, zero),
      {stmt::assign(LoopExpr::load(work.list, {expr::increment(counter)}),
                    before)}));
  add(stmt::assign(last, expr::unary(Operator::Negate, number)));
  return llvm::Error::success();
}

llvm::Error ActionLowering::lower(const Mark &work) {
  const LoopExpr flag = next();
  if (byThreads) {
    add(stmt::call(runtime::mark, {expr::addressOf(flag)}));
  } else {
    add(stmt::assign(flag, one()));
    nodes.back().atomic = LoopNode::Atomic::Write;
  }
  return llvm::Error::success();
}

llvm::Error ActionLowering::lower(const Collect &work) {
  const LoopExpr own = work.key ? next() : LoopExpr(), segment = nextPlace(),
                 slot = placeOf(work.slot, work);
  if (work.stamp) {
    const LoopExpr last = next();
    const LoopExpr joined =
        expr::binary(LoopExpr::integer(-1), Operator::Subtract, segment);
    add(stmt::assign(slot,
                     LoopExpr::select(expr::binary(last, Operator::Equal, own),
                                      joined, segment)));
    add(stmt::assign(last, own));
  } else {
    add(stmt::assign(slot, segment));
  }
  if (work.keys)
    add(stmt::assign(placeOf(*work.keys, work), own));
  if (!work.total.empty())
    add(stmt::call(expr::increment(LoopExpr::variable(work.total))));
  return llvm::Error::success();
}

/// Elements of \p array for each of its first dimension.
llvm::Expected<LoopExpr> ActionLowering::blockElements(Array array) const {
  array.extents.erase(array.extents.begin());
  array.extraElements = 0;
  if (array.extents.empty())
    return one();
  return elementsOf(program, array);
}

llvm::Error ActionLowering::lower(const Scatter &work) {
  LoopExpr place = next();
  const LoopExpr value = next();
  llvm::Expected<LoopExpr> block =
      blockElements(program.arrays.at(work.place.text));
  if (!block)
    return block.takeError();
  LoopExpr offset = expr::cast(
      *ElementType::named("size_t"),
      LoopExpr::load(work.slot,
                     {expr::increment(LoopExpr::variable(work.cursor))}));
  if (!block->isInteger(1))
    offset = expr::binary(offset, Operator::Multiply, *block);
  const LoopExpr first = place.operands[0];
  place.operands = {{first.isInteger(0)
                         ? offset
                         : expr::binary(first, Operator::Add, offset)}};
  if (!work.isShared || !byThreads)
    add(stmt::assign(place, value, work.op));
  else if (work.op == Update::Set)
    add(stmt::call(runtime::mark, {expr::addressOf(place)}));
  else {
    add(stmt::assign(place, value, work.op));
    updateAtomically(nodes.back());
  }
  return llvm::Error::success();
}

llvm::Error ActionLowering::lower(const Measure &work) {
  const LoopExpr greatest = next(), length = LoopExpr::variable(work.length);
  const bool isLong = program.findParameter(work.length)->type.bytes > 4;
  const bool isInt = llvm::none_of(statement.calls, [&](const auto &call) {
    return program.arrays.at(call.second.function).type.bytes > 4;
  });
  // One more than an int need not be one.
  const LoopExpr wide = byThreads || (isLong && isInt)
                            ? expr::cast(LoopType::int64(), greatest)
                            : greatest;
  if (byThreads)
    add(stmt::call(runtime::raise,
                   {length, expr::binary(wide, Operator::Add, one())}));
  else
    add(LoopNode::ifThen(expr::binary(greatest, Operator::GreaterEqual, length),
                         {stmt::assign(length, wide + LoopExpr::integer(1))}));
  return llvm::Error::success();
}

LoopExpr ActionLowering::lowerArgument(const Argument &argument,
                                       llvm::Error &error) {
  switch (argument.kind) {
  case Argument::Kind::Array:
  case Argument::Kind::Scalar:
    return LoopExpr::variable(argument.name);
  case Argument::Kind::None:
    return LoopExpr::literal("NULL");
  case Argument::Kind::Result:
    return expr::addressOf(LoopExpr::variable(argument.name));
  case Argument::Kind::Integer:
    return LoopExpr::integer(argument.number);
  case Argument::Kind::Value:
    return next();
  case Argument::Kind::Threads:
    return expr::call(runtime::threads, {});
  case Argument::Kind::Size:
    break;
  }
  llvm::Expected<LoopExpr> size =
      elementsOf(program, program.arrays.at(argument.name));
  if (!size) {
    error = llvm::joinErrors(std::move(error), size.takeError());
    return {};
  }
  if (argument.number == 0)
    return *size;
  return expr::binary(*size,
                      argument.number < 0 ? Operator::Subtract : Operator::Add,
                      LoopExpr::integer(std::abs(argument.number)));
}

llvm::Error ActionLowering::refuseOnGpu(llvm::StringRef function) const {
  return aboutStatement(
      llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "inspector(\"cuda\"): '" + function +
              "' of the inspector has no version for GPUs; leave the "
              "inspector on the host, inspector(\"host\")"),
      statement.name);
}

llvm::Error ActionLowering::lower(const Call &work) {
  if (onGpu && work.function->gpu == RuntimeFunction::Gpu::None)
    return refuseOnGpu(work.function->name);
  llvm::Error error = llvm::Error::success();
  std::vector<LoopExpr> arguments;
  for (const Argument &argument : work.arguments)
    arguments.push_back(lowerArgument(argument, error));
  if (error)
    return error;
  addCall(work, std::move(arguments));
  for (const SetNumber &result : work.results)
    add(stmt::assign(LoopExpr::variable(result.target), next()));
  return llvm::Error::success();
}

void ActionLowering::addCall(const Call &work,
                             std::vector<LoopExpr> arguments) {
  using Returns = RuntimeFunction::Returns;
  const RuntimeFunction &function = *work.function;
  const std::string name = function.name.str();
  const bool returnsStatus = function.returns == Returns::Status;
  if (function.isUsers)
    return llvm::append_range(
        nodes, stmt::callOfSource(name, std::move(arguments), returnsStatus));
  if (onGpu) {
    if (function.returns == Returns::Number)
      arguments.push_back(expr::addressOf(LoopExpr::variable(work.target)));
    arguments.push_back(LoopExpr::variable("stream"));
    return addCall(stmt::tryCall("sparsec_gpu_" + name, std::move(arguments)));
  }
  const std::string suffix = function.indices == RuntimeFunction::Indices::Any
                                 ? ""
                             : work.isWide ? "_long"
                                           : "_int";
  LoopExpr call = expr::call("sparsec_" + name + suffix, std::move(arguments));
  if (returnsStatus)
    return addCall(stmt::assign(expr::status(), std::move(call)));
  if (function.returns == Returns::Number)
    add(stmt::assign(LoopExpr::variable(work.target), std::move(call)));
  else
    add(stmt::call(std::move(call)));
}

} // namespace

LoopNode allocation(const Array &array, const LoopExpr &target,
                    const LoopExpr &elements, const LoopExpr &limit,
                    bool onGpu) {
  std::vector<LoopExpr> operands = {expr::addressOf(target),
                                    expr::string(array.name), elements};
  if (!onGpu) {
    operands.push_back(expr::sizeOf(array.type));
    operands.push_back(limit);
    return stmt::tryCall(runtime::allocate, std::move(operands));
  }
  const bool isScratch = array.owner == Array::Owner::Workspace;
  if (!isScratch)
    operands.push_back(limit);
  if (isScratch || array.isZeroed)
    operands.push_back(LoopExpr::variable("stream"));
  const RuntimeHelper &plain =
      isScratch ? runtime::gpu_scratch : runtime::gpu_allocate;
  const RuntimeHelper &zeroed =
      isScratch ? runtime::gpu_scratch_zeroed : runtime::gpu_allocate_zeroed;
  return stmt::tryCall(array.isZeroed ? zeroed : plain, std::move(operands));
}

llvm::Expected<Nodes> lowerAction(const Program &program,
                                  const Statement &statement,
                                  llvm::ArrayRef<LoopExpr> operands,
                                  bool isInLoop) {
  return ActionLowering(program, statement, operands, isInLoop).run();
}

} // namespace sparsec
