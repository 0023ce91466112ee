//===- GpuWorkers.cpp - kernels whose threads have tables -----------------===//

#include "GpuKernelParts.h"
#include "GpuKernels.h"

#include "TableBound.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Nodes = GpuKernels::Nodes;
using Names = GpuKernels::Names;
using namespace gpu;

/// Memory for \p tables, whose number of slots is known.
Nodes GpuKernels::setTables(const Names &tables) const {
  Nodes nodes;
  for (const std::string &name : tables) {
    const LoopExpr table = LoopExpr::variable(program.arrayOfThreads(name));
    nodes.push_back(stmt::tryCall(runtime::gpu_tables,
                                  {expr::addressOf(table), expr::string(name),
                                   workers, slots, stream()}));
    nodes.push_back(stmt::check());
  }
  return nodes;
}

/// The body of a kernel whose workers have \p tables.
Nodes GpuKernels::workerBody(const LaunchDomain &nest, const GpuHost &host,
                             const Names &tables) const {
  Nodes set;
  for (const std::string &name : tables) {
    const LoopExpr entries = LoopExpr::variable(program.arrayOfThreads(name)),
                   round = expr::cast(
                       LoopType::int32(),
                       expr::binary(item, Operator::Divide, workers));
    set.push_back(stmt::constant(
        LoopType::ofTemplate("sparsec_table", program.arrays.at(name).type),
        name,
        expr::list(
            {expr::binary(entries, Operator::Add,
                          expr::binary(worker, Operator::Multiply, slots)),
             slots,
             expr::binary(round, Operator::Add, LoopExpr::integer(1))})));
  }
  LoopNode loop = stmt::countedLoop(
      number(), item.name, worker, items,
      {inScope(host.prologue, nest.work(item, set, nest.body))});
  loop.goesOn = expr::binary(worker, Operator::Less, workers);
  loop.stride = workers;
  return {numberOfThread(worker), std::move(loop)};
}

/// Two kernels: one counts how often an item uses the tables, so that their
/// size is known.
std::optional<Nodes> GpuKernels::perWorker(const std::string &kernel,
                                           const LaunchDomain &nest,
                                           const GpuHost &host,
                                           const Names &tables) {
  const std::string counter = kernel + "_uses";
  const LoopExpr count = nest.count(),
                 uses = LoopExpr::variable(program.freshName("uses")),
                 most = LoopExpr::variable(program.freshName("most"));
  names.insert(counter);
  std::optional<Nodes> counting =
      usesOf(nest.body, tables, stmt::call(expr::increment(uses)));
  if (!counting)
    return std::nullopt;
  Nodes work =
      nest.work(item, {stmt::variable(number(), uses.name, zero())}, *counting);
  work.push_back(stmt::call(runtime::raise, {most, uses}));
  addKernel(counter, itemBody(host, std::move(work)), host,
            {{numbersOf(), most.name}, {number(), items.name}});
  Nodes nodes = {
      stmt::variable(number(), slots.name, zero()),
      launch(runtime::gpu_slots, counter, {count, expr::addressOf(slots)}),
      stmt::check()};
  LoopExpr bytes;
  for (const std::string &name : tables) {
    const LoopExpr table = LoopExpr::variable(program.arrayOfThreads(name));
    LoopExpr own = expr::cast(
        number(), expr::unary(Operator::SizeOf,
                              expr::unary(Operator::Dereference, table)));
    bytes =
        name == *tables.begin() ? own : expr::binary(bytes, Operator::Add, own);
  }
  nodes.push_back(stmt::constant(
      number(), workers.name,
      expr::call(runtime::gpu_workers,
                 {count, expr::binary(slots, Operator::Multiply, bytes)})));
  llvm::append_range(nodes, setTables(tables));
  addKernel(kernel, workerBody(nest, host, tables), host,
            {{number(), items.name},
             {number(), workers.name},
             {number(), slots.name}});
  nodes.push_back(
      launch(runtime::launch_workers, kernel, {count, workers, slots}));
  nodes.push_back(stmt::check());
  return Nodes{stmt::scope(std::move(nodes))};
}

} // namespace sparsec
