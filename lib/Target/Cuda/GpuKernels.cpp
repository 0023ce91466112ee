//===- GpuKernels.cpp - kernels of inspectors and their launches ----------===//

#include "GpuKernels.h"

#include "GpuUses.h"
#include "sparsec/LoopIR/UnusedLocals.h"
#include "sparsec/Target/Cuda/GpuLines.h"

#include "sparsec/Target/C/LoopPrinter.h"
#include "sparsec/Target/C/SourceRewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {

using Nodes = GpuKernels::Nodes;
using Names = GpuKernels::Names;
using Lines = GpuKernels::Lines;

namespace {

const char *const number = "long long ";
const char *const ifFine = "if (status == SPARSEC_OK)";

std::string joined(const Lines &list) {
  std::string text;
  for (const std::string &entry : list)
    text += ", " + entry;
  return text;
}

/// Leaves the function where the line before failed.
void addCheck(Lines &lines) {
  llvm::append_range(lines, Lines{"if (status != SPARSEC_OK)", "  goto fail;"});
}

/// \p work behind those of \p locals that it uses, in a block.
std::string textOf(const Nodes &locals, Nodes work) {
  return printLoops(LoopAst{withUsedLocals(locals, std::move(work))}, 2);
}

/// \p inner as a block.
Lines asBlock(const Lines &inner) {
  Lines lines = {"{"};
  for (const std::string &line : inner)
    lines.push_back("  " + line);
  lines.push_back("}");
  return lines;
}

} // namespace

GpuKernels::GpuKernels(const Program &program, const Names &written,
                       Names &names)
    : program(program), written(written), names(names),
      item(program.freshName("item")), items(program.freshName("items")),
      worker(program.freshName("worker")),
      workers(program.freshName("workers")), slots(program.freshName("slots")),
      instance(program.freshName("instance")),
      instances(program.freshName("instances")),
      starts(program.freshName("starts")), all(program.freshName("all")),
      numbers(program.freshName("numbers")), total(program.freshName("total")) {
}

/// Arrays, scalars and parameters that \p body names, in order.
void GpuKernels::collectParameters(const std::string &body,
                                   const GpuHost &host) {
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
      const std::string all = program.arrayOfThreads(name);
      add("sparsec_entry<" + array.type.spelling + "> *", all, all);
    } else if (used.count(name) && array.owner != Array::Owner::Local &&
               !array.isScalar()) {
      std::string constant = written.count(name) ? "" : "const ";
      add(constant + array.type.spelling + " *restrict ", name, name);
    }
  }
  for (const Parameter &parameter : program.parameters) {
    const std::string &name = parameter.name;
    const std::string &type = parameter.type.spelling;
    if (!used.count(name) || name == own)
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

/// Adds a kernel; \p last: its parameters behind those of its body.
void GpuKernels::addKernel(const std::string &kernel, const std::string &body,
                           const GpuHost &host, const Lines &last) {
  collectParameters(body, host);
  llvm::append_range(parameters, last);
  functions += "static __global__ void "
               "__launch_bounds__(SPARSEC_GPU_THREADS) " +
               kernel + "(" + llvm::join(parameters, ", ") + ") {\n" + body +
               "}\n\n";
}

/// \p launch, around which parameters that are raised go to the GPU and back.
Lines GpuKernels::withRaised(const Lines &launch) const {
  Lines lines = launch;
  if (raised.empty()) {
    addCheck(lines);
    return lines;
  }
  Lines begin, put, back, released;
  for (const std::string &scalar : raised) {
    auto [type, name] = llvm::StringRef(scalar).rsplit(' ');
    const std::string copy = name.str() + "_on_gpu";
    begin.push_back(type.str() + " *" + copy + " = NULL;");
    if (!put.empty())
      put.push_back(ifFine);
    put.push_back("status = sparsec_gpu_put(&" + copy + ", " + name.str() +
                  ", stream);");
    llvm::append_range(back, Lines{ifFine, "  status = sparsec_gpu_read(&" +
                                               name.str() + ", " + copy +
                                               ", stream);"});
    released.push_back("sparsec_gpu_drop(" + copy + ", stream);");
  }
  llvm::append_range(begin, put);
  for (const std::string &line : launch)
    llvm::append_range(begin, Lines{ifFine, "  " + line});
  llvm::append_range(begin, back);
  llvm::append_range(begin, released);
  addCheck(begin);
  return asBlock(begin);
}

/// The body of a kernel with a thread per item.
std::string GpuKernels::itemText(const GpuHost &host, Nodes work) const {
  return onGpu("  const long long " + item +
               " = sparsec_gpu_thread();\n  if (" + item + " < " + items +
               ") {\n" + textOf(host.prologue, std::move(work)) + "  }\n");
}

Lines GpuKernels::perItem(const std::string &kernel, const GpuItems &nest,
                          const GpuHost &host) {
  addKernel(kernel, itemText(host, nest.work(item, {}, nest.body)), host,
            {number + items});
  return withRaised({"status = sparsec_launch_items(\"" + kernel + "\", " +
                     kernel + ", " + nest.count() + ", stream" +
                     joined(arguments) + ");"});
}

/// A kernel that says how many instances an item has.
void GpuKernels::addStarts(const std::string &kernel, const GpuItems &nest,
                           const GpuHost &host) {
  const std::string place = starts + "[" + item + "]";
  Nodes none, counting = nest.before;
  if (!nest.guard.isInteger(1))
    none.push_back(LoopNode::text({place + " = 0;"}));
  counting.push_back(LoopNode::text({place + " = " + nest.length() + ";"}));
  addKernel(kernel, itemText(host, nest.work(item, none, counting)), host,
            {number + ("*" + starts), number + items});
}

/// Whether \p work, what \p nest does for an instance, says by an iterator
/// which item the instance belongs to.
static bool asksForItem(const GpuItems &nest, const Nodes &work) {
  return llvm::any_of(work, [&](const LoopNode &node) {
    bool isIterator = node.name == nest.inner->name ||
                      llvm::any_of(nest.loops, [&](const LoopNode &loop) {
                        return node.name == loop.name;
                      });
    return node.kind == LoopNode::Kind::Local && isIterator;
  });
}

/// The body of a kernel with a thread per instance.
std::string GpuKernels::instanceText(const GpuItems &nest,
                                     const GpuHost &host) const {
  GpuItems known = nest;
  known.guard = LoopExpr::integer(1); // items outside have no instances
  const std::string place = instance + " - " + all + ".starts[" + item + "]";
  Nodes work = known.work(item, {}, nest.instanceWork(place));
  const std::string ownItem = asksForItem(nest, work)
                                  ? "const long long " + item +
                                        " = sparsec_item_of(" + all + ", " +
                                        instance + ");\n"
                                  : "(void)" + all + ";\n";
  return onGpu("  const long long " + instance +
               " = sparsec_gpu_thread();\n  if (" + instance + " < " +
               instances + ") {\n    " + ownItem +
               textOf(host.prologue, std::move(work)) + "  }\n");
}

Lines GpuKernels::perInstance(const std::string &kernel, const GpuItems &nest,
                              const GpuHost &host) {
  const std::string count = nest.count(), counter = kernel + "_starts";
  names.insert(counter);
  addStarts(counter, nest, host);
  Lines lines = countPerItem(counter, nest, starts, instances);
  addKernel(kernel, instanceText(nest, host), host,
            {"sparsec_instances " + all, number + instances});
  const std::string launch = "status = sparsec_launch_instances(\"" + kernel +
                             "\", " + kernel + ", " + count + ", " + starts +
                             ", " + instances + ", stream" + joined(arguments) +
                             ");";
  llvm::append_range(lines, Lines{ifFine, "  " + launch,
                                  "sparsec_gpu_drop(" + starts + ", stream);"});
  addCheck(lines);
  return asBlock(lines);
}

/// The host's lines that set \p array to the number of the first instance of
/// each item, and \p all to how many there are. The kernel \p kernel, which was
/// made last, counts them.
Lines GpuKernels::countPerItem(const std::string &kernel, const GpuItems &nest,
                               const std::string &array,
                               const std::string &all) const {
  return {number + ("*" + array) + " = NULL;", number + all + " = 0;",
          "status = sparsec_gpu_starts(\"" + kernel + "\", " + kernel + ", " +
              nest.count() + ", &" + array + ", &" + all + ", stream" +
              joined(arguments) + ");"};
}

/// The body of a kernel with a thread per item, or per instance of the loop
/// inside, of \p nest.
std::string GpuKernels::unitText(const GpuItems &nest, const GpuHost &host,
                                 const Nodes &first) const {
  return nest.inner ? instanceText(nest, host)
                    : itemText(host, nest.work(item, first, nest.body));
}

/// Sets `numbers` to the number of the first instance that each thread counts,
/// from 0, and `total` to how many there are.
Lines GpuKernels::countNumbers(const std::string &kernel, const GpuItems &nest,
                               const GpuHost &host) {
  const std::string counter = kernel + "_numbers", count = nest.count(),
                    found = program.freshName("found"),
                    place =
                        numbers + "[" + (nest.inner ? instance : item) + "]";
  names.insert(counter);
  GpuItems counting = nest;
  counting.body = actionsOf(nest.body, found + "++;");
  counting.body.insert(counting.body.begin(),
                       LoopNode::text({number + found + " = 0;"}));
  counting.body.push_back(LoopNode::text({place + " = " + found + ";"}));
  Nodes none;
  if (!nest.guard.isInteger(1))
    none.push_back(LoopNode::text({place + " = 0;"}));
  Lines last = {number + ("*" + numbers)}, lines;
  if (nest.inner) {
    const std::string lengths = kernel + "_starts";
    names.insert(lengths);
    addStarts(lengths, nest, host);
    lines = countPerItem(lengths, nest, starts, instances);
    llvm::append_range(last,
                       Lines{"sparsec_instances " + all, number + instances});
  } else {
    last.push_back(number + items);
  }
  addKernel(counter, unitText(counting, host, none), host, last);
  if (!nest.inner)
    return countPerItem(counter, nest, numbers, total);
  llvm::append_range(lines,
                     Lines{number + ("*" + numbers) + " = NULL;",
                           number + total + " = 0;", ifFine,
                           "  status = sparsec_gpu_numbers(\"" + counter +
                               "\", " + counter + ", " + count + ", " + starts +
                               ", " + instances + ", &" + numbers + ", &" +
                               total + ", stream" + joined(arguments) + ");"});
  return lines;
}

Lines GpuKernels::perNumber(const std::string &kernel, const GpuItems &nest,
                            const GpuHost &host, const Numbering &numbering) {
  const std::string begin = program.freshName("begin"), count = nest.count();
  own = numbering.counter;
  Lines lines = countNumbers(kernel, nest, host);
  Lines drops = {"sparsec_gpu_drop(" + numbers + ", stream);"};
  if (nest.inner)
    drops.push_back("sparsec_gpu_drop(" + starts + ", stream);");
  if (!numbering.onlyCounts)
    lines.push_back("const " + (number + begin) + " = " + own + ";");
  llvm::append_range(lines, Lines{ifFine, "  status = sparsec_gpu_advance(&" +
                                              own + ", " + total + ");"});
  if (!numbering.onlyCounts) {
    GpuItems work = nest;
    work.body.insert(
        work.body.begin(),
        LoopNode::text({numbering.type + " " + own + " = (" + numbering.type +
                        ")(" + begin + " + " + numbers + "[" +
                        (nest.inner ? instance : item) + "]);"}));
    Lines last = {number + begin, "const " + (number + ("*" + numbers))};
    if (nest.inner)
      last.push_back("sparsec_instances " + all);
    last.push_back(number + (nest.inner ? instances : items));
    addKernel(kernel, unitText(work, host, {}), host, last);
    const std::string launch =
        nest.inner ? "sparsec_launch_instances(\"" + kernel + "\", " + kernel +
                         ", " + count + ", " + starts + ", " + instances
                   : "sparsec_launch_items(\"" + kernel + "\", " + kernel +
                         ", " + count;
    llvm::append_range(
        lines, Lines{ifFine, "  status = " + launch + ", stream" +
                                 joined(arguments) + ", " + begin +
                                 ", (const long long *)" + numbers + ");"});
  }
  own.clear();
  llvm::append_range(lines, drops);
  addCheck(lines);
  return asBlock(lines);
}

/// Memory for \p tables, whose number of slots is known.
Lines GpuKernels::setTables(const Names &tables) const {
  Lines lines;
  for (const std::string &name : tables) {
    lines.push_back("status = sparsec_gpu_tables(&" +
                    program.arrayOfThreads(name) + ", \"" + name + "\", " +
                    workers + ", " + slots + ", stream);");
    addCheck(lines);
  }
  return lines;
}

/// The body of a kernel whose workers have \p tables.
std::string GpuKernels::workerText(const GpuItems &nest, const GpuHost &host,
                                   const Names &tables) const {
  Nodes set;
  for (const std::string &name : tables)
    set.push_back(LoopNode::text(
        {"const sparsec_table<" + program.arrays.at(name).type.spelling + "> " +
         name + " = {" + program.arrayOfThreads(name) + " + " + worker + " * " +
         slots + ", " + slots + ", (int)(" + item + " / " + workers +
         ") + 1};"}));
  return onGpu("  const long long " + worker + " = sparsec_gpu_thread();\n" +
               "  for (long long " + item + " = " + worker + "; " + worker +
               " < " + workers + " && " + item + " < " + items + "; " + item +
               " += " + workers + ") {\n" +
               textOf(host.prologue, nest.work(item, set, nest.body)) +
               "  }\n");
}

/// Two kernels: one counts how often an item uses the tables, so that their
/// size is known.
std::optional<Lines> GpuKernels::perWorker(const std::string &kernel,
                                           const GpuItems &nest,
                                           const GpuHost &host,
                                           const Names &tables) {
  const std::string count = nest.count(), uses = program.freshName("uses"),
                    most = program.freshName("most"),
                    counter = kernel + "_uses";
  names.insert(counter);
  std::optional<Nodes> counting = usesOf(nest.body, tables, uses + "++;");
  if (!counting)
    return std::nullopt;
  Nodes work =
      nest.work(item, {LoopNode::text({number + uses + " = 0;"})}, *counting);
  work.push_back(
      LoopNode::text({"sparsec_raise(" + most + ", " + uses + ");"}));
  addKernel(counter, itemText(host, std::move(work)), host,
            {number + ("*" + most), number + items});
  Lines lines = {number + slots + " = 0;",
                 "status = sparsec_gpu_slots(\"" + counter + "\", " + counter +
                     ", " + count + ", &" + slots + ", stream" +
                     joined(arguments) + ");"};
  addCheck(lines);
  std::string bytes;
  for (const std::string &name : tables)
    bytes += (bytes.empty() ? "" : " + ") +
             ("(long long)sizeof *" + program.arrayOfThreads(name));
  lines.push_back("const long long " + workers + " = sparsec_gpu_workers(" +
                  count + ", " + slots + " * (" + bytes + "));");
  llvm::append_range(lines, setTables(tables));
  addKernel(kernel, workerText(nest, host, tables), host,
            {number + items, number + workers, number + slots});
  lines.push_back("status = sparsec_launch_workers(\"" + kernel + "\", " +
                  kernel + ", " + count + ", " + workers + ", " + slots +
                  ", stream" + joined(arguments) + ");");
  addCheck(lines);
  return asBlock(lines);
}

} // namespace sparsec
