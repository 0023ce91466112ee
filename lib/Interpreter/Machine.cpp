//===- Machine.cpp - interpreted loops ------------------------------------===//

#include "Machine.h"

#include "Kernel.h"

#include "sparsec/IR/ThreadParts.h"
#include "sparsec/LoopIR/ExprPrinter.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <utility>

namespace sparsec {

using Kind = LoopNode::Kind;

void Machine::run(const std::vector<LoopNode> &nodes) {
  for (const LoopNode &node : nodes) {
    if (kernel && !kernel->isAlone())
      kernel->runNode(node);
    else
      runNode(node);
    if (flow != Flow::Next)
      return;
  }
}

void Machine::runNode(const LoopNode &node) {
  switch (node.kind) {
  case Kind::For:
    return runFor(node);
  case Kind::If:
    if (hasTies(node.op))
      return runTuple(node);
    return run(use(node.condition).isTrue() ? node.body : node.otherwise);
  case Kind::Region:
    run(node.prologue);
    return run(node.body);
  case Kind::Block:
    return run(node.body);
  case Kind::Assign:
    return tracer.visit ? runTraced(node) : runAssign(node);
  case Kind::Local:
    return runLocal(node);
  case Kind::Declare:
    return declare(node);
  case Kind::Action:
    return node.body.empty() ? act(node) : run(node.body);
  case Kind::Call:
    evaluate(node.value);
    return;
  case Kind::Check: // What fails is a fault where it is called.
  case Kind::Label:
    return;
  case Kind::Return:
    flow = Flow::Return;
    return;
  case Kind::Break:
    flow = Flow::Break;
    return;
  case Kind::Continue:
    flow = Flow::Continue;
    return;
  case Kind::Barrier: // The threads of a kernel come by in KernelRun::runNode.
    if (makesKernels)
      throw Fault("a barrier where one thread runs alone");
    return;
  }
}

std::vector<long long> Machine::valuesOf(const LoopNode &loop) {
  const long long first = use(loop.lower).toInteger();
  long long end = use(loop.upper[0]).toInteger();
  for (size_t pos = 1; pos < loop.upper.size(); ++pos)
    end = std::min(end, use(loop.upper[pos]).toInteger());
  const long long step =
      loop.stride ? use(*loop.stride).toInteger() : loop.step;
  if (step <= 0)
    throw Fault("loop '" + loop.name + "' has the step " +
                std::to_string(step));
  std::vector<long long> values;
  if (loop.descending)
    for (long long value = first; value >= end; value -= step)
      values.push_back(value);
  else
    for (long long value = first; value < end; value += step)
      values.push_back(value);
  return values;
}

void Machine::runIteration(const LoopNode &loop, long long value) {
  const ElementType type =
      loop.type.isNone() ? ElementType::int32() : valueType(loop.type);
  Number &iterator = frame->locals[loop.name] = Number::of(value).as(type);
  if (iterator.integer != value)
    throw Fault("loop '" + loop.name + "' of " + type.spelling + " reaches " +
                std::to_string(value));
  run(loop.body);
}

/// Of equal values the place decides, until threads have parts: iterations come
/// in any order.
void Machine::runTuple(const LoopNode &update) {
  if (update.values.empty())
    return run(use(update.condition).isTrue() ? update.body : update.otherwise);
  const LoopNode *first = update.body.data();
  for (; first->kind == LoopNode::Kind::Local; ++first)
    runLocal(*first); // of the subscripts
  const LoopNode &take = *first;
  std::vector<long long> from;
  for (const LoopExpr &value : update.values)
    from.push_back(use(value).toInteger());
  const Place place = locate(take.target);
  const auto cell = std::make_pair(place.cells, place.position);
  auto known = tuplePlaces.find(cell);
  bool takes = use(update.condition).isTrue();
  const bool isTie =
      known != tuplePlaces.end() && !from.empty() &&
      use(LoopExpr::binary(Operator::Equal, take.value, take.target)).isTrue();
  if (isTie)
    takes = tiesOf(update.op) == Ties::First ? from < known->second
                                             : from > known->second;
  if (!takes)
    return;
  run(update.body);
  tuplePlaces[cell] = from;
}

void Machine::runFor(const LoopNode &loop) {
  if (loop.marks.gpu.isMapped() && makesKernels)
    return launch(loop);
  std::vector<long long> values = valuesOf(loop);
  const bool isFree =
      loop.marks.parallel || loop.marks.gpu.level == GpuMark::Level::Block;
  if (isFree && shuffles && !loop.marks.takesTickets())
    std::shuffle(values.begin(), values.end(), random);
  const bool startsThreads = !kernel && !threads && ParallelLoop::isOne(loop);
  if (startsThreads)
    threads.emplace(program, loop);
  runIterations(loop, values, startsThreads);
  if (startsThreads)
    threads.reset();
  if (flow == Flow::Break)
    flow = Flow::Next;
  frame->locals.erase(loop.name);
}

void Machine::runIterations(const LoopNode &loop,
                            const std::vector<long long> &values,
                            bool areThreads) {
  for (long long value : values) {
    if (loop.goesOn && !use(*loop.goesOn).isTrue())
      break;
    if (tracer.mostIterations && ++iterations > tracer.mostIterations)
      throw TooLong();
    if (areThreads)
      threads->enter(value);
    if (tracer.visit)
      loopsAround.emplace_back(&loop, value);
    runIteration(loop, value);
    if (tracer.visit)
      loopsAround.pop_back();
    if (flow == Flow::Continue)
      flow = Flow::Next;
    if (flow != Flow::Next)
      break;
  }
}

/// The first element of `*(const double2 *)&a[i]`, or null.
static const LoopExpr *firstOfVector(const LoopExpr &value) {
  using E = LoopExpr::Kind;
  if (value.kind != E::Unary || value.op != Operator::Dereference ||
      value.operands[0].kind != E::Cast)
    return nullptr;
  const LoopExpr &address = value.operands[0].operands[0];
  const bool isElement = address.kind == E::Unary &&
                         address.op == Operator::AddressOf &&
                         address.operands[0].kind == E::Load;
  return isElement ? &address.operands[0] : nullptr;
}

/// Neighbours that begin at a multiple of their number.
Machine::Place Machine::placeOfVector(const LoopExpr &first,
                                      const LoopType &type) {
  const Place place = locate(first);
  if (place.position % type.count != 0)
    throw Fault("'" + printExpr(first) + "' is element " +
                std::to_string(place.position) + ", where no " +
                type.spelling() + " begins");
  if (place.position + type.count > place.cells->count())
    throw Fault("a " + type.spelling() + " at '" + printExpr(first) +
                "' ends behind the array");
  return place;
}

/// All values are computed before one is stored.
void Machine::storeVector(const LoopNode &node) {
  const Place place = placeOfVector(node.target, node.type);
  std::vector<Number> values;
  for (const LoopExpr &value : node.value.operands)
    values.push_back(evaluate(value));
  for (size_t at = 0; at < values.size(); ++at) {
    const Place element{place.cells, place.position + at};
    noteWrite(element, node.target.name, Update::Set, /*isAtomic=*/false);
    Number before;
    before.type = place.cells->type;
    updated(Update::Set, before, values[at])
        .store(*place.cells, element.position);
    tuplePlaces.erase({place.cells, element.position});
  }
}

void Machine::loadVector(const LoopNode &node, const LoopExpr &first) {
  if (node.type.shape != LoopType::Shape::CudaVector)
    throw Unknown("the type '" + node.type.spelling() + "'");
  const Place place = placeOfVector(first, node.type);
  const size_t width = node.type.count;
  Cells vector = Cells::make(place.cells->type, width);
  for (size_t lane = 0; lane < width; ++lane) {
    if (kernel)
      kernel->note(*place.cells, place.position + lane, first.name,
                   /*writes=*/false, /*isAtomic=*/false);
    Number::load(*place.cells, place.position + lane).store(vector, lane);
  }
  frame->locals.erase(node.name);
  frame->arrays[node.name] = std::move(vector);
}

void Machine::runLocal(const LoopNode &node) {
  // An array per thread: the one team of the interpreter has one thread, so it
  // is the array itself, or what the first thread updates.
  if (auto array = program.arrays.find(node.name);
      node.type.isPointer() && array != program.arrays.end()) {
    if (updatesInPlace(program, array->second))
      frame->inPlace[node.name] = array->second.partsOf;
    return;
  }
  if (const LoopExpr *first = firstOfVector(node.value))
    return loadVector(node, *first);
  frame->arrays.erase(node.name);
  frame->locals[node.name] = evaluate(node.value).as(valueType(node.type));
}

/// All lanes are computed before one is stored.
void Machine::runVectorAssign(const LoopNode &node, Cells &vector) {
  std::vector<Number> values;
  for (lane = 0; lane < vector.count(); ++lane) {
    Number before;
    before.type = vector.type;
    if (node.op != Update::Set)
      before = use(node.target);
    values.push_back(updated(node.op, before, evaluate(node.value)));
  }
  for (lane = 0; lane < vector.count(); ++lane)
    values[lane].store(vector, lane);
  lane = 0;
}

/// What the copy engine brings, element by element.
void Machine::copyRow(const LoopNode &node) {
  const long long count = use(node.after.front()).toInteger();
  LoopExpr to = node.target, from = node.value;
  const auto moveOn = [](LoopExpr &element) {
    std::vector<LoopExpr> subscripts = element.operands.toVector();
    subscripts.back() = subscripts.back() + LoopExpr::integer(1);
    element.operands = subscripts;
  };
  for (long long k = 0; k < count; ++k, moveOn(to), moveOn(from))
    assign(to, Update::Set, evaluate(from), /*isAtomic=*/false);
}

void Machine::runAssign(const LoopNode &node) {
  if (node.target.operands.empty())
    if (Cells *own = ownCells(node.target.name); own && own->count() > 1)
      return runVectorAssign(node, *own);
  // A local in place of the plan's field: both are the array.
  if (node.value.kind == LoopExpr::Kind::Arrow &&
      node.target.operands.empty() && program.arrays.count(node.target.name))
    return;
  if (node.type.isVector())
    return storeVector(node);
  const Number value =
      node.op == Update::Set ? evaluate(node.value) : use(node.value);
  using Atomic = LoopNode::Atomic;
  // Updates whose operands the runtime's function takes changed their sign.
  const bool isNegated =
      node.atomic == Atomic::Function && node.op == Update::Subtract;
  // A copy is there at once.
  if (node.updater == runtime::copy_bulk.name)
    return copyRow(node);
  const bool isCopy = node.updater == runtime::copy_async.name;
  if (node.atomic == Atomic::Function && !isCopy &&
      node.updater != runtime::update.name)
    throw Unknown("an update by '" + node.updater + "'");
  assign(node.target, isNegated ? Update::Add : node.op, value,
         node.atomic != Atomic::None && !isCopy);
}

void Machine::runTraced(const LoopNode &node) {
  accesses.clear();
  runAssign(node);
  tracer.visit({node.name, loopsAround, accesses});
}

/// Elements of a body's array have no values until they are set.
void Machine::declare(const LoopNode &node) {
  if (node.type.shape == LoopType::Shape::Lanes) {
    frame->locals.erase(node.name);
    frame->arrays[node.name] = Cells::make(node.type.element, node.type.count);
    return;
  }
  long long count = 1;
  for (const LoopExpr &extent : node.dimensions)
    count *= use(extent).toInteger();
  frame->locals.erase(node.name);
  Cells cells = Cells::make(valueType(node.type), size_t(std::max(count, 0LL)));
  auto array = program.arrays.find(node.name);
  if (kernel && array != program.arrays.end() && array->second.isShared)
    kernel->share(node.name, std::move(cells));
  else
    frame->arrays[node.name] = std::move(cells);
}

void Machine::launch(const LoopNode &root) {
  KernelRun made(*this, root);
  made.run();
}

} // namespace sparsec
