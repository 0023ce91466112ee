//===- ActionText.cpp - what inspectors do, as C --------------------------===//

#include "sparsec/Lowering/ActionText.h"

#include "sparsec/IR/Culprit.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/UpdateOperators.h"
#include "sparsec/Lowering/ArrayExtents.h"

namespace sparsec {

using namespace action;

namespace {

using Lines = std::vector<std::string>;

/// Spells one action; takes its operands in turn.
class Speller {
public:
  Speller(const Program &program, const Statement &statement,
          llvm::ArrayRef<LoopExpr> operands)
      : program(program), statement(statement), operands(operands),
        onGpu(program.inspectsOnGpu),
        byThreads(onGpu && !statement.iterators.empty()) {}

  llvm::Expected<Lines> run() {
    llvm::Error error = std::visit(
        [&](const auto &work) { return spell(work); }, statement.action->work);
    if (error)
      return error;
    return std::move(lines);
  }

private:
  llvm::Error spell(const Allocate &work);
  llvm::Error spell(const SetNumber &work);
  llvm::Error spell(const Count &work);
  llvm::Error spell(const CountAll &work);
  llvm::Error spell(const Append &work);
  llvm::Error spell(const Meet &work);
  llvm::Error spell(const Mark &work);
  llvm::Error spell(const Collect &work);
  llvm::Error spell(const Scatter &work);
  llvm::Error spell(const Measure &work);
  llvm::Error spell(const Call &work);

  const LoopExpr &next() { return operands[taken++]; }
  std::string nextText() { return printTerm(next()); }
  /// Where the next operand, an element, is in its array.
  std::string nextPlace() {
    const LoopExpr &element = next();
    return element.kind == LoopExpr::Kind::Load && element.operands.size() == 1
               ? printExpr(element.operands[0])
               : "";
  }
  std::string placeText(const Collect::Place &place, const Collect &work) {
    return place.element ? nextText() : place.array + "[" + work.total + "]";
  }

  void once(const std::optional<Stamp> &stamp, bool isNegated,
            const Lines &work);
  llvm::Expected<std::string> argumentText(const Argument &argument);
  llvm::Expected<std::string> blockElements(Array array) const;
  llvm::Error refuseOnGpu(llvm::StringRef function) const;
  void call(const Call &work, const std::string &arguments);
  void check() {
    lines.push_back("if (status != SPARSEC_OK)");
    lines.push_back("  goto fail;");
  }

  const Program &program;
  const Statement &statement;
  llvm::ArrayRef<LoopExpr> operands;
  size_t taken = 0;
  const bool onGpu;
  /// Loops of an inspector on the GPU are kernels.
  const bool byThreads;
  Lines lines;
};

/// Zeroed where the array has an initial value, which then is 0. Loops use
/// locals in place of the plan's fields.
llvm::Error Speller::spell(const Allocate &work) {
  const Array &array = program.arrays.at(work.array);
  llvm::Expected<std::string> elements = elementsText(program, array);
  if (!elements)
    return elements.takeError();
  const bool isPlan = array.owner == Array::Owner::Plan;
  const std::string target = (isPlan ? "plan->" : "") + array.name;
  const std::string limit = isPlan ? "fill_limit" : "LLONG_MAX";
  const std::string size = "sizeof(" + array.type.spelling + ")";
  lines.push_back("status = " +
                  (onGpu ? gpuAllocation(array, target, *elements, limit)
                         : "sparsec_allocate(&" + target + ", \"" + array.name +
                               "\", " + *elements + ", " + size + ", " + limit +
                               ");"));
  check();
  if (!onGpu && array.isZeroed)
    lines.push_back("memset(" + target + ", 0, (size_t)sparsec_product(" +
                    *elements + ", " + size + "));");
  if (isPlan)
    lines.push_back(array.name + " = plan->" + array.name + ";");
  return llvm::Error::success();
}

llvm::Error Speller::spell(const SetNumber &work) {
  lines.push_back(work.target + " = " + nextText() + ";");
  return llvm::Error::success();
}

/// \p work for the first instance of a record. The two passes have stamps of
/// their own: nothing is cleared in between.
void Speller::once(const std::optional<Stamp> &stamp, bool isNegated,
                   const Lines &work) {
  if (!stamp) {
    lines = work;
    return;
  }
  const std::string mark = nextText(), owner = nextPlace();
  const std::string number = isNegated ? "-(" + owner + ")" : owner;
  lines = {"if (" + mark + " != " + number + ") {",
           "  " + mark + " = " + number + ";"};
  for (const std::string &line : work)
    lines.push_back("  " + line);
  lines.push_back("}");
}

llvm::Error Speller::spell(const Count &work) {
  const std::string counter = nextText();
  once(work.stamp, /*isNegated=*/false, {counter + "++;"});
  return llvm::Error::success();
}

llvm::Error Speller::spell(const CountAll &work) {
  lines = {work.total + "++;"};
  return llvm::Error::success();
}

llvm::Error Speller::spell(const Append &work) {
  Lines values;
  for (size_t pos = 0; pos < work.lists.size(); ++pos)
    values.push_back(nextText());
  const std::string counter = nextText();
  Lines stores;
  if (work.lists.empty()) {
    stores = {counter + "++;"};
  } else if (work.lists.size() == 1) {
    stores = {work.lists[0].first + "[" + counter + "++] = " + values[0] + ";"};
  } else {
    // Later steps may have given a loop that name.
    const std::string at = program.freshName("at");
    stores = {"const " + work.counter.type.spelling + " " + at + " = " +
              counter + "++;"};
    for (size_t pos = 0; pos < work.lists.size(); ++pos)
      stores.push_back(work.lists[pos].first + "[" + at + "] = " + values[pos] +
                       ";");
    if (!work.stamp) {
      stores.insert(stores.begin(), "{");
      stores.push_back("}");
    }
  }
  once(work.stamp, /*isNegated=*/true, stores);
  return llvm::Error::success();
}

llvm::Error Speller::spell(const Meet &work) {
  const std::string number = nextText(), counter = nextText(),
                    last = nextText();
  if (work.list.empty())
    lines = {"if (" + last + " > 0)", "  " + counter + "++;",
             last + " = " + number + ";"};
  else
    lines = {"if (" + last + " < 0)",
             "  " + work.list + "[" + counter + "++] = -" + last + " - 1;",
             last + " = -(" + number + ");"};
  return llvm::Error::success();
}

llvm::Error Speller::spell(const Mark &work) {
  const std::string flag = nextText();
  if (byThreads)
    lines = {"sparsec_mark(&" + flag + ");"};
  else
    lines = {"#ifdef _OPENMP", "#pragma omp atomic write", "#endif",
             flag + " = 1;"};
  return llvm::Error::success();
}

llvm::Error Speller::spell(const Collect &work) {
  const std::string own = work.key ? nextText() : "", segment = nextPlace();
  const std::string slot = placeText(work.slot, work);
  if (work.stamp) {
    const std::string last = nextText();
    lines = {slot + " = " + last + " == " + own + " ? -1 - (" + segment +
                 ") : " + segment + ";",
             last + " = " + own + ";"};
  } else {
    lines = {slot + " = " + segment + ";"};
  }
  if (work.keys)
    lines.push_back(placeText(*work.keys, work) + " = " + own + ";");
  if (!work.total.empty())
    lines.push_back(work.total + "++;");
  return llvm::Error::success();
}

/// Elements of \p array for each of its first dimension.
llvm::Expected<std::string> Speller::blockElements(Array array) const {
  array.extents.erase(array.extents.begin());
  array.extraElements = 0;
  if (array.extents.empty())
    return std::string("1");
  return elementsText(program, array);
}

llvm::Error Speller::spell(const Scatter &work) {
  const std::string first = nextText(), value = nextText();
  llvm::Expected<std::string> block =
      blockElements(program.arrays.at(work.place.text));
  if (!block)
    return block.takeError();
  const std::string place = "(&" + first + ")[(size_t)" + work.slot + "[" +
                            work.cursor + "++] * " + *block + "]";
  if (!work.isShared || !byThreads)
    lines = {place + " " + work.op + " " + value + ";"};
  else if (work.op == "=")
    lines = {"sparsec_mark(&" + place + ");"};
  else
    lines = {"sparsec_update(&" + place + ", " +
             (work.op == "-=" ? "-(" + value + ")" : value) + ", " +
             operatorOf(work.op) + ");"};
  return llvm::Error::success();
}

llvm::Error Speller::spell(const Measure &work) {
  const std::string greatest = nextText();
  if (byThreads)
    lines = {"sparsec_raise(" + work.length + ", (long long)(" + greatest +
             ") + 1);"};
  else
    lines = {"if (" + greatest + " >= " + work.length + ")",
             "  " + work.length + " = " + greatest + " + 1;"};
  return llvm::Error::success();
}

llvm::Expected<std::string> Speller::argumentText(const Argument &argument) {
  switch (argument.kind) {
  case Argument::Kind::Array:
  case Argument::Kind::Scalar:
    return argument.name;
  case Argument::Kind::None:
    return std::string("NULL");
  case Argument::Kind::Result:
    return "&" + argument.name;
  case Argument::Kind::Integer:
    return std::to_string(argument.number);
  case Argument::Kind::Value:
    return nextText();
  case Argument::Kind::Threads:
    return std::string("sparsec_threads()");
  case Argument::Kind::Size:
    break;
  }
  llvm::Expected<std::string> size =
      elementsText(program, program.arrays.at(argument.name));
  if (size && argument.number < 0)
    *size += " - " + std::to_string(-argument.number);
  return size;
}

llvm::Error Speller::refuseOnGpu(llvm::StringRef function) const {
  return aboutStatement(
      llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "inspector(\"cuda\"): '" + function +
              "' of the inspector has no version for GPUs; leave the "
              "inspector on the host, inspector(\"host\")"),
      statement.name);
}

llvm::Error Speller::spell(const Call &work) {
  if (onGpu && work.function->gpu == RuntimeFunction::Gpu::None)
    return refuseOnGpu(work.function->name);
  std::string arguments;
  for (const Argument &argument : work.arguments) {
    llvm::Expected<std::string> text = argumentText(argument);
    if (!text)
      return text.takeError();
    arguments += (arguments.empty() ? "" : ", ") + *text;
  }
  call(work, arguments);
  for (const SetNumber &result : work.results)
    lines.push_back(result.target + " = " + nextText() + ";");
  return llvm::Error::success();
}

void Speller::call(const Call &work, const std::string &arguments) {
  using Returns = RuntimeFunction::Returns;
  const RuntimeFunction &function = *work.function;
  if (onGpu) {
    const std::string target =
        function.returns == Returns::Number ? ", &" + work.target : "";
    lines.push_back("status = sparsec_gpu_" + function.name.str() + "(" +
                    arguments + target + ", stream);");
    return check();
  }
  const std::string suffix = function.indices == RuntimeFunction::Indices::Any
                                 ? ""
                             : work.isWide ? "_long"
                                           : "_int";
  const std::string target = function.returns == Returns::Status ? "status = "
                             : function.returns == Returns::Number
                                 ? work.target + " = "
                                 : "";
  lines.push_back(target + "sparsec_" + function.name.str() + suffix + "(" +
                  arguments + ");");
  if (function.returns == Returns::Status)
    check();
}

} // namespace

std::string gpuAllocation(const Array &array, const std::string &target,
                          const std::string &elements,
                          const std::string &limit) {
  const std::string zeroed = array.isZeroed ? "_zeroed" : "",
                    place = zeroed + "(&" + target + ", \"" + array.name +
                            "\", " + elements;
  if (array.owner == Array::Owner::Workspace)
    return "sparsec_gpu_scratch" + place + ", stream);";
  return "sparsec_gpu_allocate" + place + ", " + limit +
         (zeroed.empty() ? ");" : ", stream);");
}

llvm::Expected<Lines> actionLines(const Program &program,
                                  const Statement &statement,
                                  llvm::ArrayRef<LoopExpr> operands) {
  return Speller(program, statement, operands).run();
}

} // namespace sparsec
