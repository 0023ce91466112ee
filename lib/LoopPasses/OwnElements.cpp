//===- OwnElements.cpp - elements that one thread has for itself ----------===//
///
/// \file
/// An array in shared memory of which no two threads touch one element is
/// registers of each thread, where a thread has the same few elements whatever
/// it does:
///
///     __shared__ double sums[8][64];
///     for kk                                    double sums_0 = 0, sums_1 = 0;
///       for t in [0, 8) (thread.y)        =>    for kk
///         for u in [0, 32) (thread.x)             for t (thread.y)
///           sums[t][2 * u + 1] += ..                for u (thread.x)
///                                                     sums_1 += ..
///
/// So sums stay in registers over loops with barriers in them. All subscripts
/// are one function of the threads' numbers, in the loops around each access,
/// plus constants, which tell a thread's elements apart. A thread runs one
/// iteration of such a loop: it has a constant number of them. An array that
/// each thread has for itself and uses so has elements that no thread uses,
/// and is registers, too.
///
//===----------------------------------------------------------------------===//

#include "OwnElements.h"
#include "Vectors.h"

#include "sparsec/Analysis/ThreadExchanges.h"
#include "sparsec/LoopIR/MappedLoops.h"
#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <optional>
#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
/// Iterator of a loop on threads => the number of the thread that has its
/// value.
using Threads = std::map<std::string, LoopExpr>;

/// Whether a thread runs one iteration of \p loop at most.
bool isOneEach(const LoopNode &loop) {
  return loop.lower.isInteger(0) && loop.step == 1 && !loop.stride &&
         llvm::any_of(loop.upper,
                      [](const LoopExpr &bound) { return bound.isInteger(); });
}

void enter(const LoopNode &node, Threads &threads) {
  if (!node.isFor())
    return;
  threads.erase(node.name);
  const GpuMark &mark = node.marks.gpu;
  if (mark.level == GpuMark::Level::Thread && isOneEach(node))
    threads.insert_or_assign(
        node.name, LoopExpr::gpuIndex({GpuIndex::Of::Thread, mark.dimension}));
}

/// How many a thread keeps in registers.
constexpr size_t mostElements = 64;

/// One array of a kernel.
class OwnArray {
public:
  OwnArray(const Program &program, const Array &array)
      : program(program), array(array) {}

  /// Whether subscripts give each thread of \p kernel the same few elements.
  bool fits(const LoopNode &kernel) {
    visit(kernel, {});
    return isOwn && !elements.empty() && elements.size() <= mostElements &&
           (array.isShared || isByThread());
  }
  /// Makes them locals of \p kernel, with names that are not in \p given.
  void replaceIn(LoopNode &kernel, std::set<std::string> &given) {
    for (const std::vector<long> &element : elements) {
      std::string stem = array.name;
      for (long number : element)
        stem += "_" + std::to_string(number);
      std::string name = program.freshName(stem);
      while (!given.insert(name).second)
        name = program.freshName(stem += "_own");
      names[element] = name;
    }
    rewrite(kernel);
    declareIn(kernel.body);
  }

private:
  /// \p isPlain: no threads combine what they have, and no extremum is updated
  /// with what goes along: passes know arrays of these.
  void visit(const LoopNode &node, Threads threads, bool isPlain = true) {
    isPlain &= node.marks.gpu.sharing == GpuMark::Sharing::None &&
               (node.kind != Kind::If || node.op == Update::None);
    node.visitExprs([&](const LoopExpr &expr, bool isWritten) {
      expr.walk([&](const LoopExpr &part) {
        if (part.name != array.name)
          return;
        isOwn &= isPlain || !isWritten;
        add(part, threads);
      });
    });
    enter(node, threads);
    for (const Nodes *inner : {&node.prologue, &node.body, &node.otherwise})
      for (const LoopNode &child : *inner)
        visit(child, threads, isPlain);
  }

  /// Whether the number of a thread says which elements it has.
  bool isByThread() const {
    bool found = false;
    for (const LoopExpr &place : *places)
      place.walk([&](const LoopExpr &part) {
        found |= part.kind == LoopExpr::Kind::GpuIndex;
      });
    return found;
  }

  void add(const LoopExpr &load, const Threads &threads) {
    std::vector<LoopExpr> here;
    std::vector<long> element;
    for (const LoopExpr &subscript : load.operands) {
      const auto [rest, constant] = splitConstant(subscript);
      bool isOfThreads = true;
      here.push_back(rest.map([&](LoopExpr part) {
        auto thread = threads.find(part.name);
        if (!part.isVariable() || thread == threads.end()) {
          isOfThreads &= !part.isVariable() && !part.hasLoad();
          return part;
        }
        return thread->second;
      }));
      isOwn &= isOfThreads;
      element.push_back(constant);
    }
    if (!places)
      places = here;
    for (size_t dim = 0; isOwn && dim < here.size(); ++dim)
      isOwn = (here[dim] - (*places)[dim]).isInteger(0);
    elements.insert(std::move(element));
  }

  std::string nameOf(const LoopExpr &load) const {
    std::vector<long> element;
    for (const LoopExpr &subscript : load.operands)
      element.push_back(splitConstant(subscript).second);
    return names.at(element);
  }

  void rewrite(LoopNode &node) const {
    node.rewriteExprs([&](const LoopExpr &expr) {
      return expr.map([&](LoopExpr part) {
        return part.kind == LoopExpr::Kind::Load && part.name == array.name
                   ? LoopExpr::load(nameOf(part), {})
                   : part;
      });
    });
    for (Nodes *inner : {&node.prologue, &node.body, &node.otherwise})
      for (LoopNode &child : *inner)
        rewrite(child);
  }

  /// Inside the loops on blocks.
  void declareIn(Nodes &nodes) const {
    if (nodes.size() == 1 && nodes[0].isFor() &&
        nodes[0].marks.gpu.level == GpuMark::Level::Block)
      return declareIn(nodes[0].body);
    Nodes declared;
    for (const std::vector<long> &element : elements) {
      declared.push_back(stmt::variable(array.type, names.at(element),
                                        LoopExpr::literal("0")));
      declared.back().isStatement = !array.isShared;
    }
    nodes.insert(nodes.begin(), declared.begin(), declared.end());
  }

  const Program &program;
  const Array &array;
  bool isOwn = true;
  std::optional<std::vector<LoopExpr>> places; ///< of the first access
  std::set<std::vector<long>> elements;
  std::map<std::vector<long>, std::string> names; ///< of the locals
};

/// The kernels among \p nodes, and below.
void collectKernels(Nodes &nodes, std::vector<LoopNode *> &kernels) {
  for (LoopNode &node : nodes) {
    if (isMapped(node)) {
      kernels.push_back(&node);
      continue;
    }
    collectKernels(node.body, kernels);
    collectKernels(node.otherwise, kernels);
  }
}

/// The one of \p kernels that touches \p array; null if none or several do, so
/// that one leaves something there for another, which is refused later.
LoopNode *onlyKernelOf(const std::vector<LoopNode *> &kernels,
                       const std::string &array) {
  LoopNode *only = nullptr;
  for (LoopNode *kernel : kernels) {
    if (!namesIn({*kernel}).count(array))
      continue;
    if (only)
      return nullptr;
    only = kernel;
  }
  return only;
}

/// Arrays in shared memory, and of threads alone, that loads of calls do not
/// read, rings excepted.
std::vector<const Array *> candidates(const Program &program) {
  std::set<std::string> called;
  for (const auto &[name, statement] : program.statements)
    for (const auto &copy : statement.copies)
      called.insert(copy.second.function);
  std::vector<const Array *> arrays;
  for (const auto &[name, array] : program.arrays)
    if ((array.isShared || (array.isPrivate() && !array.partition)) &&
        array.onGpu == Array::OnGpu::No && !array.isScalar() &&
        !called.count(name) && !array.type.isComplex())
      arrays.push_back(&array);
  return arrays;
}

} // namespace

void keepOwnElements(LoopAst &ast, const Program &program, const Phase &phase) {
  const std::vector<const Array *> arrays = candidates(program);
  std::optional<std::set<std::string>> exchanged;
  const auto isExchanged = [&](const Array &array) {
    if (!exchanged) {
      exchanged.emplace();
      for (const ThreadExchange &exchange : threadExchanges(program, phase))
        exchanged->insert(exchange.array);
    }
    return exchanged->count(array.name) != 0;
  };
  std::vector<LoopNode *> kernels;
  if (!arrays.empty())
    collectKernels(ast.body, kernels);
  std::set<std::string> given;
  for (const Array *array : arrays)
    if (LoopNode *kernel = onlyKernelOf(kernels, array->name))
      if (OwnArray own(program, *array);
          own.fits(*kernel) && !isExchanged(*array))
        own.replaceIn(*kernel, given);
}

} // namespace sparsec
