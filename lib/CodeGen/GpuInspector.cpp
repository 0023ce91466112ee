//===- GpuInspector.cpp - inspectors as CUDA kernels ----------------------===//

#include "GpuInspector.h"

#include "ContractModel.h"
#include "GpuLines.h"
#include "KernelMaker.h"

#include "sparsec/CodeGen/ExprPrinter.h"
#include "sparsec/CodeGen/LoopPrinter.h"
#include "sparsec/CodeGen/SourceRewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Names = std::set<std::string>;
using Lines = std::vector<std::string>;

bool isAction(const Program &program, const LoopNode &node, Action::Kind kind) {
  return node.kind == Kind::Action &&
         program.statement(node.name).action->kind == kind;
}

/// Whether all that \p nodes do is to raise parameters.
bool onlyMeasures(const Program &program, const Nodes &nodes) {
  bool isOnly = true;
  LoopAst{nodes}.walk([&](const LoopNode &node) {
    bool isWork = node.kind == Kind::Assign || node.kind == Kind::Text ||
                  node.kind == Kind::Region || node.kind == Kind::Action;
    isOnly &= !isWork || isAction(program, node, Action::Kind::Measure);
  });
  return isOnly;
}

/// Whether \p loop and the loops in it do no more than to store one constant.
bool storesConstant(const LoopNode &loop) {
  if (loop.kind == Kind::Assign)
    return loop.op == "=" && loop.callHead.empty() && !loop.value.hasLoad() &&
           (loop.value.kind == LoopExpr::Kind::Integer ||
            loop.value.kind == LoopExpr::Kind::Literal);
  return loop.isFor() && loop.body.size() == 1 && storesConstant(loop.body[0]);
}

/// The loops of a kernel whose iterations are its items.
struct Items {
  Nodes loops;                  ///< outermost first, without bodies
  std::vector<LoopExpr> counts; ///< of each, for the host
  LoopExpr guard = LoopExpr::integer(1);
  Nodes body;
};

class InspectorOutliner {
public:
  InspectorOutliner(const Program &program, const Names &written, Names &names)
      : program(program), written(written), names(names),
        item(program.freshName("item")), items(program.freshName("items")),
        worker(program.freshName("worker")),
        workers(program.freshName("workers")) {}

  /// What is around a nest: locals of the host, with their types, and locals
  /// that kernels set for themselves because they read arrays.
  struct Host {
    std::map<std::string, std::string> types;
    Nodes prologue;
  };

  llvm::Error visit(Nodes &nodes, Host &host);
  std::string functions;

private:
  llvm::Error visitNode(LoopNode &node, Host &host);
  llvm::Error outline(LoopNode &node, const LoopNode &loop, const Host &host,
                      const Lines &setUp);
  llvm::Expected<Items> itemsOf(const LoopNode &loop, const Host &host) const;
  bool addLoop(Items &items, const LoopNode &loop, const Names &inside) const;
  std::string countText(const Items &nest, size_t from) const;
  std::string numberText(const Items &nest, size_t pos) const;
  std::string bodyText(const Items &nest, const Host &host,
                       const Lines &setUp) const;
  void collectParameters(const std::string &body, const Host &host);
  Lines launchLines(const std::string &kernel, const Items &nest) const;
  llvm::Expected<Lines> workerLines(const std::string &kernel,
                                    const Items &nest) const;
  std::string kernelName(const LoopNode &loop);

  const Program &program;
  const Names &written;
  Names &names;
  const std::string item, items, worker, workers;
  /// Of the kernel being made.
  Lines parameters, arguments, raised;
  std::vector<const Array *> perThread;
};

llvm::Error refuse(const llvm::Twine &what) {
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "inspector(\"cuda\"): " + what +
          "; leave the inspector on the host, inspector(\"host\")");
}

/// The first statement in \p root.
std::string statementIn(const LoopNode &root) {
  std::string name;
  root.walk([&](const LoopNode &node) {
    if (name.empty() &&
        (node.kind == Kind::Assign || node.kind == Kind::Action))
      name = node.name;
  });
  return name;
}

void dropMarks(Nodes &nodes) {
  for (LoopNode &node : nodes) {
    node.marks = {};
    dropMarks(node.body);
    dropMarks(node.otherwise);
  }
}

bool mentionsAny(const LoopExpr &expr, const Names &inside) {
  return llvm::any_of(
      inside, [&](const std::string &name) { return expr.mentions(name); });
}

/// Adds \p loop, if the host can tell how often it runs.
bool InspectorOutliner::addLoop(Items &nest, const LoopNode &loop,
                                const Names &inside) const {
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
    LoopExpr iterator = LoopExpr::variable(loop.name, loop.type == "long long");
    nest.guard = logicalAnd(nest.guard, less(iterator, upper));
  }
  if (found)
    nest.loops.push_back(std::move(head));
  return found;
}

/// The loops that are run at once, from \p loop on inwards.
llvm::Expected<Items> InspectorOutliner::itemsOf(const LoopNode &loop,
                                                 const Host &host) const {
  Items nest;
  Names inside;
  for (const LoopNode &local : host.prologue)
    inside.insert(local.name);
  if (!addLoop(nest, loop, inside))
    return refuse("how often loop '" + loop.name + "' around '" +
                  statementIn(loop) + "' runs is known on the GPU only");
  nest.body = loop.body;
  inside.insert(loop.name);
  while (nest.body.size() == 1 && nest.body[0].isFor()) {
    LoopNode next = nest.body[0];
    bool isFree = next.marks.parallel || storesConstant(next);
    Items more = nest;
    if (!isFree || !addLoop(more, next, inside))
      break;
    nest = std::move(more);
    nest.body = std::move(next.body);
    inside.insert(next.name);
  }
  dropMarks(nest.body);
  return nest;
}

/// The product of the counts of loop \p from and those inside.
std::string InspectorOutliner::countText(const Items &nest, size_t from) const {
  std::string product;
  for (size_t pos = from; pos < nest.counts.size(); ++pos) {
    const LoopExpr &count = nest.counts[pos];
    std::string factor = printTerm(count);
    if (!count.isInteger() && nest.counts.size() > 1)
      factor = "sparsec_max(0, " + printExpr(count) + ")";
    const std::string widened =
        count.isInteger() ? factor : "(long long)" + factor;
    product += product.empty() ? widened : " * " + factor;
  }
  return product;
}

/// The number of the iteration of loop \p pos that an item is.
std::string InspectorOutliner::numberText(const Items &nest, size_t pos) const {
  std::string number = item;
  if (pos + 1 < nest.loops.size()) {
    const std::string inner = countText(nest, pos + 1);
    number += " / " + (pos + 2 < nest.loops.size() ? "(" + inner + ")" : inner);
  }
  const LoopExpr &count = nest.counts[pos];
  bool isWord = count.isInteger() || count.isVariable();
  if (pos > 0)
    number +=
        " % " + (isWord ? printExpr(count) : "(" + printExpr(count) + ")");
  return number == item ? number : "(" + number + ")";
}

/// What a thread does for its item, or for each of a worker's.
std::string InspectorOutliner::bodyText(const Items &nest, const Host &host,
                                        const Lines &setUp) const {
  Nodes nodes;
  for (size_t pos = 0; pos < nest.loops.size(); ++pos) {
    const LoopNode &loop = nest.loops[pos];
    LoopExpr value =
        LoopExpr::variable("(" + loop.type + ")" + numberText(nest, pos),
                           loop.type == "long long");
    nodes.push_back(
        LoopNode::local(loop.type, loop.name,
                        loop.lower + LoopExpr::integer(loop.step) * value));
  }
  if (nest.guard.isInteger(1))
    llvm::append_range(nodes, nest.body);
  else
    nodes.push_back(LoopNode::ifThen(nest.guard, nest.body));
  std::string work = printLoops(LoopAst{std::move(nodes)}, 2);
  std::string text = printLoops(LoopAst{host.prologue}, 1);
  if (setUp.empty())
    return "  const long long " + item + " = sparsec_gpu_thread();\n  if (" +
           item + " < " + items + ") {\n" + text + work + "  }\n";
  std::string head = "  const long long " + worker +
                     " = sparsec_gpu_thread();\n  if (" + worker +
                     " >= " + workers + ")\n    return;\n";
  for (const std::string &line : setUp) {
    auto [before, after] = llvm::StringRef(line).split("sparsec_thread()");
    head += "  " + before.str() + worker + after.str() + "\n";
  }
  return head + text + "  for (long long " + item + " = " + worker + "; " +
         item + " < " + items + "; " + item + " += " + workers + ") {\n" +
         work + "  }\n";
}

/// Arrays, scalars and parameters that \p body names, in order.
void InspectorOutliner::collectParameters(const std::string &body,
                                          const Host &host) {
  parameters.clear();
  arguments.clear();
  raised.clear();
  perThread.clear();
  auto add = [&](const std::string &type, const std::string &name,
                 const std::string &argument) {
    parameters.push_back(type + name);
    arguments.push_back(argument);
  };
  Names used = identifiersOf(body);
  for (const auto &[name, array] : program.arrays) {
    if (array.perThread && used.count(name)) {
      perThread.push_back(&array);
      add(array.type.spelling + " *", name + "_of_threads",
          name + "_of_threads");
    } else if (used.count(name) && array.owner != Array::Owner::Local &&
               !array.isScalar()) {
      std::string constant = written.count(name) ? "" : "const ";
      add(constant + array.type.spelling + " *restrict ", name, name);
    }
  }
  for (const Parameter &parameter : program.parameters) {
    const std::string &name = parameter.name;
    const std::string &type = parameter.type.spelling;
    if (!used.count(name))
      continue;
    if (written.count(name)) {
      raised.push_back(type + " " + name);
      add(type + " *", name, name + "_on_gpu");
    } else {
      add(type + " ", name, name);
    }
  }
  for (const auto &[name, type] : host.types)
    if (used.count(name))
      add(type + " ", name, name);
}

std::string InspectorOutliner::kernelName(const LoopNode &loop) {
  std::string stem = program.function.name + "_inspect_";
  for (char c : statementIn(loop))
    stem += llvm::isAlnum(c) ? c : '_';
  Names taken = identifiersOf(program.function.fileText);
  std::string name = stem;
  for (unsigned number = 2; taken.count(name) || names.count(name); ++number)
    name = stem + "_" + std::to_string(number);
  names.insert(name);
  return name;
}

std::string joined(const Lines &list) {
  std::string text;
  for (const std::string &entry : list)
    text += ", " + entry;
  return text;
}

/// The launch; parameters that are raised go to the GPU and back.
Lines InspectorOutliner::launchLines(const std::string &kernel,
                                     const Items &nest) const {
  std::string call = "status = sparsec_launch_items(\"" + kernel + "\", " +
                     kernel + ", " + countText(nest, 0) + ", stream" +
                     joined(arguments) + ");";
  if (raised.empty())
    return {call, "if (status != SPARSEC_OK)", "  goto fail;"};
  Lines lines = {"{"}, back, released;
  for (const std::string &scalar : raised) {
    auto [type, name] = llvm::StringRef(scalar).rsplit(' ');
    std::string copy = name.str() + "_on_gpu";
    lines.push_back("  " + type.str() + " *" + copy + " = NULL;");
  }
  const std::string ok = "  if (status == SPARSEC_OK)";
  for (const std::string &scalar : raised) {
    std::string name = llvm::StringRef(scalar).rsplit(' ').second.str();
    if (&scalar != &raised.front())
      lines.push_back(ok);
    lines.push_back("  status = sparsec_gpu_put(&" + name + "_on_gpu, " + name +
                    ", stream);");
    llvm::append_range(back,
                       Lines{ok, "    status = sparsec_gpu_read(&" + name +
                                     ", " + name + "_on_gpu, stream);"});
    released.push_back("  (void)cudaFree(" + name + "_on_gpu);");
  }
  llvm::append_range(lines, Lines{ok, "    " + call});
  llvm::append_range(lines, back);
  llvm::append_range(lines, released);
  llvm::append_range(
      lines, Lines{"  if (status != SPARSEC_OK)", "    goto fail;", "}"});
  return lines;
}

/// The same with arrays for each worker, zeroed.
llvm::Expected<Lines> InspectorOutliner::workerLines(const std::string &kernel,
                                                     const Items &nest) const {
  const Lines check = {"  if (status != SPARSEC_OK)", "    goto fail;"};
  const std::string count = countText(nest, 0);
  Lines memory;
  std::string bytes;
  for (const Array *array : perThread) {
    llvm::Expected<std::string> elements = elementsText(program, *array);
    if (!elements)
      return elements.takeError();
    if (!array->initial.empty() && array->initial != "0")
      return refuse("'" + array->name + "' does not start with zeros");
    bytes += (bytes.empty() ? "" : " + ") +
             ("sparsec_product(" + *elements + ", sizeof(" +
              array->type.spelling + "))");
    memory.push_back("  status = sparsec_gpu_workspace(&" + array->name +
                     "_of_threads, \"" + array->name + "\", " + workers + ", " +
                     *elements + ", stream);");
    llvm::append_range(memory, check);
  }
  Lines lines = {"{", "  const long long " + workers +
                          " = sparsec_gpu_workers(" + count + ", " + bytes +
                          ");"};
  llvm::append_range(lines, memory);
  lines.push_back("  status = sparsec_launch_workers(\"" + kernel + "\", " +
                  kernel + ", " + count + ", " + workers + ", stream" +
                  joined(arguments) + ");");
  llvm::append_range(lines, check);
  lines.push_back("}");
  return lines;
}

/// Makes the kernel of \p loop, whose threads \p setUp, and puts the launch in
/// place of \p node.
llvm::Error InspectorOutliner::outline(LoopNode &node, const LoopNode &loop,
                                       const Host &host, const Lines &setUp) {
  bool isFree = loop.marks.parallel || storesConstant(loop) ||
                onlyMeasures(program, {loop});
  if (!isFree)
    return refuse("the inspector runs '" + statementIn(loop) +
                  "' one instance after the other");
  llvm::Expected<Items> nest = itemsOf(loop, host);
  if (!nest)
    return nest.takeError();
  const std::string kernel = kernelName(loop);
  std::string body = onGpu(bodyText(*nest, host, setUp));
  collectParameters(body, host);
  llvm::Expected<Lines> lines =
      setUp.empty() ? launchLines(kernel, *nest) : workerLines(kernel, *nest);
  if (!lines)
    return lines.takeError();
  parameters.push_back("long long " + items);
  if (!setUp.empty())
    parameters.push_back("long long " + workers);
  functions += "static __global__ void __launch_bounds__(" +
               std::string(setUp.empty() ? "SPARSEC_GPU_THREADS" : "32") +
               ") " + kernel + "(" + llvm::join(parameters, ", ") + ") {\n" +
               body + "}\n\n";
  lines = linesForGpu(program, *lines);
  if (!lines)
    return lines.takeError();
  node = LoopNode::text(std::move(*lines));
  return llvm::Error::success();
}

llvm::Error InspectorOutliner::visitNode(LoopNode &node, Host &host) {
  switch (node.kind) {
  case Kind::For:
    return outline(node, LoopNode(node), host, {});
  case Kind::Region: {
    LoopNode region = node;
    if (!region.isParallel || region.body.size() != 1 ||
        !region.body[0].isFor())
      return refuse("the inspector runs '" + statementIn(region) +
                    "' one instance after the other");
    return outline(node, region.body[0], host, region.prologue);
  }
  case Kind::Local:
    if (node.value.hasLoad()) {
      host.prologue.push_back(node);
      node = LoopNode::block({});
    } else {
      host.types[node.name] = node.type;
    }
    return llvm::Error::success();
  case Kind::If:
    if (node.condition.hasLoad())
      return refuse("whether '" + statementIn(node) +
                    "' runs is known on the GPU only");
    if (llvm::Error error = visit(node.body, host))
      return error;
    return visit(node.otherwise, host);
  case Kind::Block:
    return visit(node.body, host);
  case Kind::Action:
  case Kind::Text: {
    llvm::Expected<Lines> lines = linesForGpu(program, node.lines);
    if (!lines)
      return lines.takeError();
    node = LoopNode::text(std::move(*lines));
    return llvm::Error::success();
  }
  case Kind::Assign:
  case Kind::Declare:
    break;
  }
  return refuse("'" + statementIn(node) + "' of the inspector is in no loop");
}

llvm::Error InspectorOutliner::visit(Nodes &nodes, Host &host) {
  for (LoopNode &node : nodes)
    if (llvm::Error error = visitNode(node, host))
      return error;
  return llvm::Error::success();
}

} // namespace

llvm::Expected<std::string> outlineInspector(LoopAst &ast,
                                             const Program &program,
                                             const Names &written,
                                             Names &names) {
  InspectorOutliner outliner(program, written, names);
  InspectorOutliner::Host host;
  if (llvm::Error error = outliner.visit(ast.body, host))
    return error;
  return std::move(outliner.functions);
}

} // namespace sparsec
