//===- GpuKernels.cpp - kernels of inspectors and their launches ----------===//

#include "GpuKernels.h"
#include "GpuKernelParts.h"

#include "TableBound.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {

using Nodes = GpuKernels::Nodes;
using Names = GpuKernels::Names;

using namespace gpu;

GpuKernels::GpuKernels(const Program &program, const Names &written,
                       Names &names)
    : program(program), written(written), names(names),
      item(LoopExpr::variable(program.freshName("item"))),
      items(LoopExpr::variable(program.freshName("items"))),
      worker(LoopExpr::variable(program.freshName("worker"))),
      workers(LoopExpr::variable(program.freshName("workers"))),
      slots(LoopExpr::variable(program.freshName("slots"))),
      instance(LoopExpr::variable(program.freshName("instance"))),
      instances(LoopExpr::variable(program.freshName("instances"))),
      starts(LoopExpr::variable(program.freshName("starts"))),
      all(LoopExpr::variable(program.freshName("all"))),
      numbers(LoopExpr::variable(program.freshName("numbers"))),
      total(LoopExpr::variable(program.freshName("total"))) {}

/// Arrays, scalars and parameters among those that a body names, in order.
void GpuKernels::collectParameters(const Names &used, const GpuHost &host) {
  parameters.clear();
  arguments.clear();
  raised.clear();
  auto add = [&](LoopType type, const std::string &name,
                 const std::string &argument) {
    parameters.push_back({type, name});
    arguments.push_back(LoopExpr::variable(argument));
  };
  for (const auto &[name, array] : program.arrays) {
    if (array.perThread && used.count(name)) {
      const std::string all = program.arrayOfThreads(name);
      add(LoopType::pointerTo(
              LoopType::ofTemplate("sparsec_entry", array.type)),
          all, all);
    } else if (used.count(name) && array.owner != Array::Owner::Local &&
               !array.isScalar()) {
      add(LoopType::pointerTo(array.type, !written.count(name),
                              LoopType::Pointer::Restrict),
          name, name);
    }
  }
  for (const Parameter &parameter : program.parameters) {
    const std::string &name = parameter.name;
    if (!used.count(name) || name == own)
      continue;
    if (written.count(name)) {
      raised.push_back({parameter.type, name});
      add(LoopType::pointerTo(parameter.type), name, name + "_on_gpu");
    } else {
      add(parameter.type, name, name);
    }
  }
  for (const auto &[name, type] : host.types)
    if (used.count(name))
      add(type, name, name);
}

/// Adds a kernel; \p last: its parameters behind those of its body.
void GpuKernels::addKernel(const std::string &kernel, const Nodes &body,
                           const GpuHost &host, const Parameters &last) {
  collectParameters(namesIn(body), host);
  llvm::append_range(parameters, last);
  LoopFunction function;
  function.linkage = LoopFunction::Linkage::Kernel;
  function.name = kernel;
  function.parameters = parameters;
  function.body = body;
  function.threads = LoopExpr::literal("SPARSEC_GPU_THREADS");
  functions.push_back(std::move(function));
}

/// `status = launcher("kernel", kernel, sizes.., stream, arguments.., last..)`
LoopNode GpuKernels::launch(const RuntimeHelper &launcher,
                            const std::string &kernel, const Operands &sizes,
                            const Operands &last) const {
  Operands operands = {expr::string(kernel), LoopExpr::variable(kernel)};
  llvm::append_range(operands, sizes);
  operands.push_back(stream());
  llvm::append_range(operands, arguments);
  llvm::append_range(operands, last);
  return stmt::tryCall(launcher, std::move(operands));
}

/// \p launch, around which parameters that are raised go to the GPU and back.
Nodes GpuKernels::withRaised(const Nodes &launch) const {
  Nodes nodes, put, back, released;
  if (raised.empty()) {
    nodes = launch;
    nodes.push_back(stmt::check());
    return nodes;
  }
  for (const LoopParameter &scalar : raised) {
    const LoopExpr local = LoopExpr::variable(scalar.name),
                   copy = LoopExpr::variable(scalar.name + "_on_gpu");
    nodes.push_back(pointer(scalar.type.element, copy));
    LoopNode send = stmt::tryCall(runtime::gpu_put,
                                  {expr::addressOf(copy), local, stream()});
    put.push_back(put.empty() ? send : stmt::ifFine(send));
    back.push_back(stmt::ifFine(stmt::tryCall(
        runtime::gpu_read, {expr::addressOf(local), copy, stream()})));
    released.push_back(drop(copy));
  }
  llvm::append_range(nodes, put);
  for (const LoopNode &step : launch)
    nodes.push_back(stmt::ifFine(step));
  llvm::append_range(nodes, back);
  llvm::append_range(nodes, released);
  nodes.push_back(stmt::check());
  return {stmt::scope(std::move(nodes))};
}

/// The body of a kernel with a thread per item.
Nodes GpuKernels::itemBody(const GpuHost &host, Nodes work) const {
  return {numberOfThread(item),
          LoopNode::ifThen(less(item, items),
                           {inScope(host.prologue, std::move(work))})};
}

Nodes GpuKernels::perItem(const std::string &kernel, const LaunchDomain &nest,
                          const GpuHost &host) {
  addKernel(kernel, itemBody(host, nest.work(item, {}, nest.body)), host,
            {{number(), items.name}});
  return withRaised({launch(runtime::launch_items, kernel, {nest.count()})});
}

/// A kernel that says how many instances an item has.
void GpuKernels::addStarts(const std::string &kernel, const LaunchDomain &nest,
                           const GpuHost &host) {
  const LoopExpr place = element(starts, item);
  Nodes none, counting = nest.before;
  if (!nest.guard.isInteger(1))
    none.push_back(stmt::assign(place, zero()));
  counting.push_back(stmt::assign(place, nest.length()));
  addKernel(kernel, itemBody(host, nest.work(item, none, counting)), host,
            {{numbersOf(), starts.name}, {number(), items.name}});
}

/// Whether \p work, what \p nest does for an instance, says by an iterator
/// which item the instance belongs to.
static bool asksForItem(const LaunchDomain &nest, const Nodes &work) {
  return llvm::any_of(work, [&](const LoopNode &node) {
    bool isIterator = node.name == nest.inner->name ||
                      llvm::any_of(nest.loops, [&](const LoopNode &loop) {
                        return node.name == loop.name;
                      });
    return node.kind == LoopNode::Kind::Local && isIterator;
  });
}

/// The body of a kernel with a thread per instance.
Nodes GpuKernels::instanceBody(const LaunchDomain &nest,
                               const GpuHost &host) const {
  LaunchDomain known = nest;
  known.guard = LoopExpr::integer(1); // items outside have no instances
  const LoopExpr first = LoopExpr::load(all.name + ".starts", {item});
  Nodes work = known.work(
      item, {},
      nest.instanceWork(expr::binary(instance, Operator::Subtract, first)));
  LoopNode ownItem =
      asksForItem(nest, work)
          ? stmt::constant(number(), item.name,
                           expr::call(runtime::item_of, {all, instance}))
          : stmt::call(expr::cast(LoopType::nothing(), all));
  Nodes scope = {std::move(ownItem)};
  llvm::append_range(scope, withUsedLocals(host.prologue, std::move(work)));
  return {numberOfThread(instance),
          LoopNode::ifThen(less(instance, instances),
                           {stmt::scope(std::move(scope))})};
}

Nodes GpuKernels::perInstance(const std::string &kernel,
                              const LaunchDomain &nest, const GpuHost &host) {
  const std::string counter = kernel + "_starts";
  names.insert(counter);
  addStarts(counter, nest, host);
  Nodes nodes = countPerItem(counter, nest, starts, instances);
  addKernel(kernel, instanceBody(nest, host), host,
            {{LoopType::opaque("sparsec_instances"), all.name},
             {number(), instances.name}});
  nodes.push_back(stmt::ifFine(launch(runtime::launch_instances, kernel,
                                      {nest.count(), starts, instances})));
  nodes.push_back(drop(starts));
  nodes.push_back(stmt::check());
  return {stmt::scope(std::move(nodes))};
}

/// What sets \p array to the number of the first instance of each item, and
/// \p all to how many there are. The kernel \p kernel, which was made last,
/// counts them.
Nodes GpuKernels::countPerItem(const std::string &kernel,
                               const LaunchDomain &nest, const LoopExpr &array,
                               const LoopExpr &all) const {
  return {pointer(ElementType::int64(), array),
          stmt::variable(number(), all.name, zero()),
          launch(runtime::gpu_starts, kernel,
                 {nest.count(), expr::addressOf(array), expr::addressOf(all)})};
}

/// The body of a kernel with a thread per item, or per instance of the loop
/// inside, of \p nest.
Nodes GpuKernels::unitBody(const LaunchDomain &nest, const GpuHost &host,
                           const Nodes &first) const {
  return nest.inner ? instanceBody(nest, host)
                    : itemBody(host, nest.work(item, first, nest.body));
}

/// Sets `numbers` to the number of the first instance that each thread counts,
/// from 0, and `total` to how many there are.
Nodes GpuKernels::countNumbers(const std::string &kernel,
                               const LaunchDomain &nest, const GpuHost &host) {
  const std::string counter = kernel + "_numbers";
  const LoopExpr found = LoopExpr::variable(program.freshName("found")),
                 place = element(numbers, nest.inner ? instance : item);
  names.insert(counter);
  LaunchDomain counting = nest;
  counting.body = actionsOf(nest.body, stmt::call(expr::increment(found)));
  counting.body.insert(counting.body.begin(),
                       stmt::variable(number(), found.name, zero()));
  counting.body.push_back(stmt::assign(place, found));
  Nodes none, nodes;
  if (!nest.guard.isInteger(1))
    none.push_back(stmt::assign(place, zero()));
  Parameters last = {{numbersOf(), numbers.name}};
  if (nest.inner) {
    const std::string lengths = kernel + "_starts";
    names.insert(lengths);
    addStarts(lengths, nest, host);
    nodes = countPerItem(lengths, nest, starts, instances);
    last.push_back({LoopType::opaque("sparsec_instances"), all.name});
    last.push_back({number(), instances.name});
  } else {
    last.push_back({number(), items.name});
  }
  addKernel(counter, unitBody(counting, host, none), host, last);
  if (!nest.inner)
    return countPerItem(counter, nest, numbers, total);
  nodes.push_back(pointer(ElementType::int64(), numbers));
  nodes.push_back(stmt::variable(number(), total.name, zero()));
  nodes.push_back(
      stmt::ifFine(launch(runtime::gpu_numbers, counter,
                          {nest.count(), starts, instances,
                           expr::addressOf(numbers), expr::addressOf(total)})));
  return nodes;
}

/// The launch of the kernel whose threads count from where `numbers`, and
/// \p begin, say.
LoopNode GpuKernels::launchNumbered(const std::string &kernel,
                                    LaunchDomain nest, const GpuHost &host,
                                    const Numbering &numbering,
                                    const LoopExpr &begin) {
  const LoopExpr first = expr::binary(
      begin, Operator::Add, element(numbers, nest.inner ? instance : item));
  nest.body.insert(
      nest.body.begin(),
      stmt::variable(numbering.type, own, expr::cast(numbering.type, first)));
  Parameters last = {{number(), begin.name},
                     {numbersOf(/*isConstant=*/true), numbers.name}};
  Operands sizes = {nest.count()};
  if (nest.inner) {
    last.push_back({LoopType::opaque("sparsec_instances"), all.name});
    sizes.push_back(starts);
    sizes.push_back(instances);
  }
  last.push_back({number(), nest.inner ? instances.name : items.name});
  addKernel(kernel, unitBody(nest, host, {}), host, last);
  return launch(nest.inner ? runtime::launch_instances : runtime::launch_items,
                kernel, sizes,
                {begin, expr::cast(numbersOf(/*isConstant=*/true), numbers)});
}

Nodes GpuKernels::perNumber(const std::string &kernel, const LaunchDomain &nest,
                            const GpuHost &host, const Numbering &numbering) {
  const LoopExpr begin = LoopExpr::variable(program.freshName("begin"));
  own = numbering.counter;
  const LoopExpr counter = LoopExpr::variable(own);
  Nodes nodes = countNumbers(kernel, nest, host);
  if (!numbering.onlyCounts)
    nodes.push_back(stmt::constant(number(), begin.name, counter));
  nodes.push_back(stmt::ifFine(
      stmt::tryCall(runtime::gpu_advance, {expr::addressOf(counter), total})));
  if (!numbering.onlyCounts)
    nodes.push_back(
        stmt::ifFine(launchNumbered(kernel, nest, host, numbering, begin)));
  own.clear();
  nodes.push_back(drop(numbers));
  if (nest.inner)
    nodes.push_back(drop(starts));
  nodes.push_back(stmt::check());
  return {stmt::scope(std::move(nodes))};
}

} // namespace sparsec
