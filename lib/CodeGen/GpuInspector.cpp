//===- GpuInspector.cpp - inspectors as CUDA kernels ----------------------===//

#include "GpuInspector.h"

#include "ContractModel.h"
#include "GpuItems.h"
#include "GpuLines.h"
#include "GpuUses.h"
#include "KernelMaker.h"

#include "sparsec/Analysis/Checker.h"
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

class InspectorOutliner {
public:
  InspectorOutliner(const Program &program, const Names &written, Names &names)
      : program(program), written(written), names(names),
        item(program.freshName("item")), items(program.freshName("items")),
        worker(program.freshName("worker")),
        workers(program.freshName("workers")),
        slots(program.freshName("slots")) {}

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
                      const Names &tables);
  std::string threadText(const Host &host, const std::string &work) const;
  std::string workerText(const GpuItems &nest, const Host &host,
                         const Names &tables) const;
  void addKernel(const std::string &kernel, const std::string &body,
                 const Host &host, const Lines &last);
  Names tablesOf(const LoopNode &region) const;
  void collectParameters(const std::string &body, const Host &host);
  Lines launchLines(const std::string &kernel, const GpuItems &nest) const;
  llvm::Expected<Lines> workerLines(const std::string &kernel,
                                    const GpuItems &nest, const Host &host,
                                    const Names &tables);
  std::string kernelName(const LoopNode &loop);

  const Program &program;
  const Names &written;
  Names &names;
  const std::string item, items, worker, workers, slots;
  /// Of the kernel being made.
  Lines parameters, arguments, raised;
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

/// The body of a kernel with a thread per item.
std::string InspectorOutliner::threadText(const Host &host,
                                          const std::string &work) const {
  return onGpu("  const long long " + item +
               " = sparsec_gpu_thread();\n  if (" + item + " < " + items +
               ") {\n" + printLoops(LoopAst{host.prologue}, 2) + work +
               "  }\n");
}

/// The body of a kernel whose workers have \p tables.
std::string InspectorOutliner::workerText(const GpuItems &nest,
                                          const Host &host,
                                          const Names &tables) const {
  Nodes set;
  for (const std::string &name : tables)
    set.push_back(LoopNode::text(
        {"const sparsec_table<" + program.arrays.at(name).type.spelling + "> " +
         name + " = {" + name + "_of_threads + " + worker + " * " + slots +
         ", " + slots + ", (int)(" + item + " / " + workers + ") + 1};"}));
  return onGpu("  const long long " + worker + " = sparsec_gpu_thread();\n" +
               printLoops(LoopAst{host.prologue}, 1) + "  for (long long " +
               item + " = " + worker + "; " + worker + " < " + workers +
               " && " + item + " < " + items + "; " + item + " += " + workers +
               ") {\n" + nest.text(item, set, nest.body) + "  }\n");
}

/// Arrays, scalars and parameters that \p body names, in order.
void InspectorOutliner::collectParameters(const std::string &body,
                                          const Host &host) {
  parameters.clear();
  arguments.clear();
  raised.clear();
  auto add = [&](const std::string &type, const std::string &name,
                 const std::string &argument) {
    parameters.push_back(type + name);
    arguments.push_back(argument);
  };
  Names used = identifiersOf(body);
  for (const auto &[name, array] : program.arrays) {
    if (array.perThread && used.count(name)) {
      add("sparsec_entry<" + array.type.spelling + "> *", name + "_of_threads",
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
                                     const GpuItems &nest) const {
  std::string call = "status = sparsec_launch_items(\"" + kernel + "\", " +
                     kernel + ", " + nest.count() + ", stream" +
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

/// Adds a kernel; \p last: its parameters behind those of its body.
void InspectorOutliner::addKernel(const std::string &kernel,
                                  const std::string &body, const Host &host,
                                  const Lines &last) {
  collectParameters(body, host);
  llvm::append_range(parameters, last);
  functions += "static __global__ void "
               "__launch_bounds__(SPARSEC_GPU_THREADS) " +
               kernel + "(" + llvm::join(parameters, ", ") + ") {\n" + body +
               "}\n\n";
}

/// The kernels of a nest that needs \p tables: one that counts how often an
/// item uses them, so that their size is known, and the nest's own.
llvm::Expected<Lines> InspectorOutliner::workerLines(const std::string &kernel,
                                                     const GpuItems &nest,
                                                     const Host &host,
                                                     const Names &tables) {
  const std::string count = nest.count(), number = "long long ",
                    uses = program.freshName("uses"),
                    most = program.freshName("most"),
                    counter = kernel + "_uses";
  const Lines check = {"  if (status != SPARSEC_OK)", "    goto fail;"};
  names.insert(counter);
  std::optional<Nodes> counting = usesOf(nest.body, tables, uses + "++;");
  if (!counting)
    return refuse("elements of '" + *tables.begin() +
                  "' say how often a loop of the inspector runs");
  std::string work =
      nest.text(item, {LoopNode::text({number + uses + " = 0;"})}, *counting);
  addKernel(counter,
            threadText(host, work + "    sparsec_raise(" + most + ", " + uses +
                                 ");\n"),
            host, {number + "*" + most, number + items});
  Lines lines = {"{", "  " + number + slots + " = 0;",
                 "  status = sparsec_gpu_slots(\"" + counter + "\", " +
                     counter + ", " + count + ", &" + slots + ", stream" +
                     joined(arguments) + ");"};
  llvm::append_range(lines, check);
  std::string bytes;
  for (const std::string &name : tables)
    bytes += (bytes.empty() ? "" : " + ") +
             ("(long long)sizeof *" + name + "_of_threads");
  lines.push_back("  const long long " + workers + " = sparsec_gpu_workers(" +
                  count + ", " + slots + " * (" + bytes + "));");
  for (const std::string &name : tables) {
    lines.push_back("  status = sparsec_gpu_tables(&" + name +
                    "_of_threads, \"" + name + "\", " + workers + ", " + slots +
                    ", stream);");
    llvm::append_range(lines, check);
  }
  addKernel(kernel, workerText(nest, host, tables), host,
            {number + items, number + workers, number + slots});
  lines.push_back("  status = sparsec_launch_workers(\"" + kernel + "\", " +
                  kernel + ", " + count + ", " + workers + ", " + slots +
                  ", stream" + joined(arguments) + ");");
  llvm::append_range(lines, check);
  lines.push_back("}");
  return lines;
}

/// Makes the kernel of \p loop, whose threads need \p tables, and puts the
/// launch in place of \p node.
llvm::Error InspectorOutliner::outline(LoopNode &node, const LoopNode &loop,
                                       const Host &host, const Names &tables) {
  bool isFree = loop.marks.parallel || storesConstant(loop) ||
                onlyMeasures(program, {loop});
  if (!isFree)
    return refuse("the inspector runs '" + statementIn(loop) +
                  "' one instance after the other");
  for (const std::string &name : tables)
    if (!llvm::StringRef("0").starts_with(program.arrays.at(name).initial))
      return refuse("'" + name + "' does not start with zeros");
  Names inside;
  for (const LoopNode &local : host.prologue)
    inside.insert(local.name);
  std::optional<GpuItems> nest = itemsOf(loop, std::move(inside));
  if (!nest)
    return refuse("how often loop '" + loop.name + "' around '" +
                  statementIn(loop) + "' runs is known on the GPU only");
  const std::string kernel = kernelName(loop);
  llvm::Expected<Lines> launch = Lines();
  if (tables.empty()) {
    addKernel(kernel, threadText(host, nest->text(item, {}, nest->body)), host,
              {"long long " + items});
    launch = launchLines(kernel, *nest);
  } else {
    launch = workerLines(kernel, *nest, host, tables);
  }
  if (!launch)
    return launch.takeError();
  llvm::Expected<Lines> lines = linesForGpu(program, *launch);
  if (!lines)
    return lines.takeError();
  node = LoopNode::text(std::move(*lines));
  return llvm::Error::success();
}

/// The arrays that each thread has a part of in a parallel region.
Names InspectorOutliner::tablesOf(const LoopNode &region) const {
  Names used = identifiersOf(llvm::join(region.prologue, "\n")), tables;
  for (const auto &[name, array] : program.arrays)
    if (array.perThread && used.count(name))
      tables.insert(name);
  return tables;
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
    return outline(node, region.body[0], host, tablesOf(region));
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

/// Marks the loop \p node and those right inside it.
void markParallel(const Program &program, ScheduleTree &node) {
  if (!node.isLoop())
    return;
  bool isFree =
      llvm::all_of(node.statements(), [&](const std::string &statement) {
        return whyNotParallel(program, statement, node.name).empty();
      });
  if (!node.marks.parallel && !isFree)
    return;
  node.marks.parallel = true;
  markParallel(program, node.children.front());
}

} // namespace

Phase withParallelLoops(const Program &program, Phase phase) {
  if (phase.tree.isLoop() && phase.tree.marks.parallel)
    markParallel(program, phase.tree);
  return phase;
}

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
