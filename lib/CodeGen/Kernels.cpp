//===- Kernels.cpp - mapped loops as CUDA kernels -------------------------===//
///
/// \file
/// Loops that are mapped to blocks and threads do not conflict across
/// iterations (Analysis/KernelCheck.cpp), so any assignment of iterations to
/// threads is right as long as each is run once. Where isl has split a mapped
/// loop, its parts are run one after the other by the same threads; where a
/// part has no such loop, by thread or block 0.
///
//===----------------------------------------------------------------------===//

#include "Kernels.h"

#include "sparsec/CodeGen/CodeGen.h"
#include "sparsec/CodeGen/ExprPrinter.h"
#include "sparsec/CodeGen/LoopPrinter.h"
#include "sparsec/CodeGen/SourceRewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Level = GpuMark::Level;
/// Host variable => C type.
using Types = std::map<std::string, std::string>;

constexpr long maxThreads = 1024;

bool isMapped(const LoopNode &node) {
  return node.isFor() && node.marks.gpu.isMapped();
}

bool holdsMapped(const LoopNode &root) {
  bool found = false;
  root.walk([&](const LoopNode &node) { found |= isMapped(node); });
  return found;
}

/// "blockIdx.x", as the value of an int.
LoopExpr indexOf(Level level, unsigned dimension) {
  std::string name = level == Level::Block ? "blockIdx." : "threadIdx.";
  return LoopExpr::variable("(int)" + name + char('x' + dimension));
}

LoopExpr leastOf(const std::vector<LoopExpr> &values) {
  LoopExpr least = values.front();
  for (const LoopExpr &value : llvm::drop_begin(values))
    least = minOf(least, value);
  return least;
}

/// Iterations of \p loop if that is a constant.
std::optional<long> constantTrips(const LoopNode &loop) {
  std::optional<long> trips;
  for (const LoopExpr &upper : loop.upper) {
    LoopExpr length = upper - loop.lower;
    if (!length.isInteger())
      continue;
    long count = (std::max(length.value, 0L) + loop.step - 1) / loop.step;
    trips = std::min(trips.value_or(count), count);
  }
  return trips;
}

/// One dimension of a grid or of its blocks.
struct Dimension {
  unsigned loops = 0;
  /// Grid: the greatest of these. Host expressions.
  std::vector<LoopExpr> counts;
  /// Block: threads.
  long threads = 0;
};

/// Makes one kernel of an outermost mapped loop.
class KernelMaker {
public:
  KernelMaker(const Program &program, const Types &types, LoopNode root)
      : program(program), types(types), name(root.marks.gpu.kernel) {
    body.push_back(std::move(root));
  }

  llvm::Error make();
  /// `static __global__ void NAME(…) { … }`.
  std::string function() const;
  /// The call of sparsec_launch and the test of its status.
  LoopNode launch() const;

private:
  using Key = std::pair<Level, unsigned>;

  llvm::Error measure(const Nodes &nodes, std::set<std::string> inside);
  llvm::Error measureLoop(const LoopNode &loop,
                          const std::set<std::string> &inside);
  Nodes mapped(Nodes nodes, std::set<Key> covered) const;
  Nodes mappedLoop(LoopNode loop, std::set<Key> covered) const;
  LoopNode onlyOnce(LoopNode node, const std::set<Key> &covered) const;
  llvm::Error collectParameters();
  llvm::Error addArray(const std::string &used,
                       const std::set<std::string> &written);
  llvm::Error refuse(const llvm::Twine &why) const;
  long threadsOfBlock() const;
  std::string sizeText(Level level) const;

  const Program &program;
  const Types &types;
  std::string name;
  Nodes body;
  std::map<Key, Dimension> dimensions;
  /// "const double *restrict a", and the names alone.
  std::vector<std::string> parameters, arguments;
};

llvm::Error KernelMaker::refuse(const llvm::Twine &why) const {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "kernel '" + name + "': " + why);
}

llvm::Error KernelMaker::measureLoop(const LoopNode &loop,
                                     const std::set<std::string> &inside) {
  const GpuMark &mark = loop.marks.gpu;
  Dimension &dimension = dimensions[{mark.level, mark.dimension}];
  ++dimension.loops;
  if (mark.level == Level::Thread) {
    long threads = constantTrips(loop).value_or(threadsPerBlock);
    dimension.threads = std::max(dimension.threads, threads);
    return llvm::Error::success();
  }
  LoopExpr length = leastOf(loop.upper) - loop.lower;
  LoopExpr count = loop.step == 1
                       ? length
                       : floorDiv(length + LoopExpr::integer(loop.step - 1),
                                  LoopExpr::integer(loop.step));
  bool isKnown = !count.hasLoad();
  for (const std::string &local : inside)
    isKnown &= !count.mentions(local);
  if (!isKnown)
    return refuse("the number of blocks for loop '" + loop.name +
                  "' is known on the GPU only; map a loop whose bounds are "
                  "parameters to blocks, and this one to threads or to none");
  dimension.counts.push_back(std::move(count));
  return llvm::Error::success();
}

/// Finds the sizes; \p inside are variables of the kernel.
llvm::Error KernelMaker::measure(const Nodes &nodes,
                                 std::set<std::string> inside) {
  for (const LoopNode &node : nodes) {
    if (node.kind == Kind::Action || node.kind == Kind::Text ||
        node.kind == Kind::Region)
      return refuse("'" + node.name +
                    "' is not a computation that a GPU can "
                    "run");
    if (isMapped(node))
      if (llvm::Error error = measureLoop(node, inside))
        return error;
    if (node.isFor() || node.kind == Kind::Local || node.kind == Kind::Declare)
      inside.insert(node.name);
    for (const Nodes *children : {&node.body, &node.otherwise})
      if (llvm::Error error = measure(*children, inside))
        return error;
  }
  return llvm::Error::success();
}

/// \p node, run by thread and block 0 of the dimensions not in \p covered.
LoopNode KernelMaker::onlyOnce(LoopNode node,
                               const std::set<Key> &covered) const {
  LoopExpr condition = LoopExpr::integer(1);
  for (const auto &[key, dimension] : dimensions)
    if (!covered.count(key))
      condition = logicalAnd(condition, equal(indexOf(key.first, key.second),
                                              LoopExpr::integer(0)));
  if (condition.isInteger(1))
    return node;
  return LoopNode::ifThen(condition, {std::move(node)});
}

Nodes KernelMaker::mappedLoop(LoopNode loop, std::set<Key> covered) const {
  const GpuMark mark = loop.marks.gpu;
  const Dimension &dimension = dimensions.at({mark.level, mark.dimension});
  covered.insert({mark.level, mark.dimension});
  loop.body = mapped(std::move(loop.body), covered);
  loop.marks.gpu = {};
  LoopExpr index = indexOf(mark.level, mark.dimension);
  LoopExpr first = loop.lower + LoopExpr::integer(loop.step) * index;
  std::optional<long> trips = constantTrips(loop);
  if (mark.level == Level::Thread && !trips) {
    loop.lower = first;
    loop.step *= dimension.threads;
    return {std::move(loop)};
  }
  // The grid, or the block, has as many as the loop has iterations: what
  // remains to be asked are bounds that say less.
  std::vector<LoopExpr> bounds = loop.upper;
  bool isExact = mark.level == Level::Block ? dimension.loops == 1
                                            : trips == dimension.threads;
  if (isExact && mark.level == Level::Block)
    bounds.clear();
  if (isExact && mark.level == Level::Thread)
    llvm::erase_if(bounds, [&](const LoopExpr &upper) {
      return (upper - loop.lower).isInteger();
    });
  Nodes result;
  result.push_back(LoopNode::local(loop.type, loop.name, first));
  if (bounds.empty()) {
    llvm::move(loop.body, std::back_inserter(result));
    return result;
  }
  LoopExpr iterator = LoopExpr::variable(loop.name, loop.type == "long long");
  result.push_back(
      LoopNode::ifThen(less(iterator, leastOf(bounds)), std::move(loop.body)));
  return result;
}

Nodes KernelMaker::mapped(Nodes nodes, std::set<Key> covered) const {
  bool isAlone = llvm::count_if(nodes, isMapped) == 1;
  Nodes result;
  for (LoopNode &node : nodes) {
    if (isMapped(node)) {
      Nodes parts = mappedLoop(std::move(node), covered);
      // Each part of a loop that was split has the variable.
      if (!isAlone && parts.size() > 1) {
        LoopNode scope;
        scope.kind = Kind::Region;
        scope.isParallel = false;
        scope.body = std::move(parts);
        parts = {std::move(scope)};
      }
      llvm::move(parts, std::back_inserter(result));
      continue;
    }
    bool isWork = node.kind != Kind::Local && node.kind != Kind::Declare;
    if (isWork && !holdsMapped(node)) {
      result.push_back(onlyOnce(std::move(node), covered));
      continue;
    }
    node.body = mapped(std::move(node.body), covered);
    node.otherwise = mapped(std::move(node.otherwise), covered);
    result.push_back(std::move(node));
  }
  return result;
}

llvm::Error KernelMaker::addArray(const std::string &used,
                                  const std::set<std::string> &written) {
  auto found = program.arrays.find(used);
  if (found == program.arrays.end())
    return refuse("'" + used + "' has no place on the GPU");
  const Array &array = found->second;
  bool isWritten = written.count(used) != 0;
  if (array.isScalar() && isWritten)
    return refuse("'" + used +
                  "' is set by threads, but lives on; "
                  "scalar_expand it first");
  if (!llvm::all_of(used, [](char c) { return llvm::isAlnum(c) || c == '_'; }))
    return refuse("'" + used + "' is held by a struct; pass the array itself");
  std::string type = array.type.spelling;
  parameters.push_back(array.isScalar() ? type + " " + used
                                        : (isWritten ? "" : "const ") + type +
                                              " *restrict " + used);
  arguments.push_back(used);
  return llvm::Error::success();
}

llvm::Error KernelMaker::collectParameters() {
  LoopAst ast{body};
  std::set<std::string> written, locals;
  std::string problem;
  ast.walk([&](const LoopNode &node) {
    if (node.kind == Kind::Local || node.kind == Kind::Declare)
      locals.insert(node.name);
    if (node.kind == Kind::Assign && node.target.kind == LoopExpr::Kind::Load)
      written.insert(node.target.name);
    node.visitExprs([&](const LoopExpr &expr, bool) {
      expr.walk([&](const LoopExpr &part) {
        auto found = program.arrays.find(part.name);
        if (part.kind == LoopExpr::Kind::Load && part.operands.size() > 1 &&
            found != program.arrays.end() &&
            found->second.owner == Array::Owner::Argument)
          problem = part.name;
      });
    });
  });
  if (!problem.empty())
    return refuse("'" + problem +
                  "' is an array of arrays; pass it flat, "
                  "'a[i * n + k]'");
  for (const std::string &used : ast.usedArrays()) {
    if (locals.count(used))
      continue;
    if (llvm::Error error = addArray(used, written))
      return error;
  }
  for (const std::string &used : ast.usedParameters()) {
    if (llvm::StringRef(used).contains("Idx."))
      continue;
    auto local = types.find(used);
    const Parameter *parameter = program.findParameter(used);
    if (local == types.end() && !parameter)
      return refuse("'" + used + "' has no value on the host");
    std::string type =
        local == types.end() ? parameter->type.spelling : local->second;
    parameters.push_back(type + " " + used);
    arguments.push_back(used);
  }
  return llvm::Error::success();
}

long KernelMaker::threadsOfBlock() const {
  long threads = 1;
  for (const auto &[key, dimension] : dimensions)
    if (key.first == Level::Thread)
      threads *= std::max(dimension.threads, 1L);
  return threads;
}

llvm::Error KernelMaker::make() {
  if (llvm::Error error = measure(body, {}))
    return error;
  if (long threads = threadsOfBlock(); threads > maxThreads)
    return refuse(llvm::Twine(threads) + " threads in a block, more than the " +
                  llvm::Twine(maxThreads) +
                  " that a GPU can run; tile the loops by less");
  body = mapped(std::move(body), {});
  return collectParameters();
}

/// "(n + 511) / 512, 1, 1".
std::string KernelMaker::sizeText(Level level) const {
  std::vector<std::string> sizes;
  for (unsigned dim = 0; dim < 3; ++dim) {
    auto found = dimensions.find({level, dim});
    if (found == dimensions.end()) {
      sizes.push_back("1");
    } else if (level == Level::Thread) {
      sizes.push_back(std::to_string(std::max(found->second.threads, 1L)));
    } else {
      LoopExpr most = found->second.counts.front();
      for (const LoopExpr &count : llvm::drop_begin(found->second.counts))
        most = maxOf(most, count);
      sizes.push_back(printExpr(most));
    }
  }
  return llvm::join(sizes, ", ");
}

/// \p text with the GPU's versions of runtime functions.
std::string onGpu(std::string text) {
  for (const char *function : {"min", "max", "floord", "mod"})
    for (const char *suffix : {"", "_int"})
      text = replaceWord(text, std::string("sparsec_") + function + suffix,
                         std::string("sparsec_gpu_") + function + suffix);
  return text;
}

std::string KernelMaker::function() const {
  return "static __global__ void __launch_bounds__(" +
         std::to_string(threadsOfBlock()) + ") " + name + "(" +
         llvm::join(parameters, ", ") + ") {\n" +
         onGpu(printLoops(LoopAst{body})) + "}\n";
}

LoopNode KernelMaker::launch() const {
  std::string call = "status = sparsec_launch(\"" + name + "\", " + name +
                     ", " + sizeText(Level::Block) + ", " +
                     sizeText(Level::Thread) + ", stream";
  for (const std::string &argument : arguments)
    call += ", " + argument;
  return LoopNode::text(
      {call + ");", "if (status != SPARSEC_OK)", "  return status;"});
}

class Outliner {
public:
  explicit Outliner(const Program &program) : program(program) {}

  llvm::Error visit(Nodes &nodes, Types types);
  std::string functions;

private:
  llvm::Error checkHost(const LoopNode &node) const;
  llvm::Error outline(LoopNode &node, const Types &types);

  const Program &program;
  std::set<std::string> names;
};

/// Nothing but sizes and launches is left to the host.
llvm::Error Outliner::checkHost(const LoopNode &node) const {
  if (node.kind == Kind::Assign || node.kind == Kind::Action)
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "'%s' is in no kernel: map a loop around it with cudaize, or "
        "distribute it away",
        node.name.c_str());
  std::string read;
  node.visitExprs([&](const LoopExpr &expr, bool) {
    expr.walk([&](const LoopExpr &part) {
      auto found = program.arrays.find(part.name);
      if (part.kind == LoopExpr::Kind::Load && found != program.arrays.end() &&
          !found->second.isScalar())
        read = part.name;
    });
  });
  if (read.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "'%s' is on the GPU, but a loop outside the kernels has it in its "
      "bounds: map that loop, or one around it, to blocks",
      read.c_str());
}

llvm::Error Outliner::outline(LoopNode &node, const Types &types) {
  // isl may have cut the loop into several: each has its own kernel.
  std::string &name = node.marks.gpu.kernel;
  for (unsigned number = 2; !names.insert(name).second; ++number) {
    std::string next = node.marks.gpu.kernel + "_" + std::to_string(number);
    if (!names.count(next))
      name = next;
  }
  if (identifiersOf(program.function.fileText).count(name))
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "kernel '%s': the source uses this name; "
                                   "give the kernel another one",
                                   name.c_str());
  KernelMaker maker(program, types, node);
  if (llvm::Error error = maker.make())
    return error;
  functions += (functions.empty() ? "" : "\n") + maker.function();
  node = maker.launch();
  return llvm::Error::success();
}

llvm::Error Outliner::visit(Nodes &nodes, Types types) {
  for (LoopNode &node : nodes) {
    if (isMapped(node)) {
      if (llvm::Error error = outline(node, types))
        return error;
      continue;
    }
    if (llvm::Error error = checkHost(node))
      return error;
    if (node.isFor() || node.kind == Kind::Local || node.kind == Kind::Declare)
      types[node.name] = node.type;
    for (Nodes *children : {&node.body, &node.otherwise})
      if (llvm::Error error = visit(*children, types))
        return error;
  }
  return llvm::Error::success();
}

} // namespace

bool hasKernels(const Program &program) {
  bool found = false;
  for (const Phase &phase : program.phases)
    phase.tree.walk([&](const ScheduleTree &node) {
      found |= node.isLoop() && node.marks.gpu.isMapped();
    });
  return found;
}

llvm::Expected<std::string> outlineKernels(LoopAst &ast,
                                           const Program &program) {
  Outliner outliner(program);
  if (llvm::Error error = outliner.visit(ast.body, {}))
    return error;
  return std::move(outliner.functions);
}

} // namespace sparsec
