//===- DropIn.cpp - the function that stands for the original -------------===//

#include "DropIn.h"

#include "AliasChecks.h"
#include "PlanFunctions.h"
#include "sparsec/LoopIR/LocalNames.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/Target/C/SourceRewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Nodes = std::vector<LoopNode>;
using Operands = std::vector<LoopExpr>;

LoopExpr null() { return LoopExpr::literal("NULL"); }

/// Fails where two arrays overlap, if all went well so far.
LoopNode unlessApart(const OverlapCheck &check) {
  return LoopNode::ifThen(
      expr::binary(expr::isFine(), Operator::LogicalAnd,
                   overlapCondition(check)),
      {stmt::assign(expr::status(),
                    stmt::failure("OVERLAP", "arrays '" + check.first +
                                                 "' and '" + check.second +
                                                 "' overlap"))});
}

/// Writes the drop-in: copies in, calls, copies out.
class DropInWriter {
public:
  DropInWriter(const PlanInterface &model, const std::string &originalName)
      : model(model), originalName(originalName) {}

  llvm::Expected<LoopFunction> write();

private:
  /// The next step, if all went well so far; the first one gives the status.
  void step(LoopExpr call) {
    body.push_back(
        isFirst ? stmt::variable(LoopType::int32(), "status", std::move(call))
                : stmt::ifFine(stmt::assign(expr::status(), std::move(call))));
    isFirst = false;
  }
  llvm::Error copyArray(const Array &array, const PlanFunction &function);
  llvm::Error copyForInspect();
  llvm::Error copyForExecute();
  LoopExpr copyOf(const std::string &name) const;
  LoopExpr call(const PlanFunction &function, const LoopExpr &plan) const;
  void inspect();
  void runOriginal();

  const PlanInterface &model;
  const std::string &originalName;
  Nodes locals, body, out, released;
  bool isFirst = true;
  /// Arrays that are on the GPU, and structures with such arrays.
  std::set<std::string> copied;
};

llvm::Error unsupported(const llvm::Twine &what) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "CUDA output: " + what);
}

/// Copies \p array, unless it is on the GPU, before a call of \p function.
llvm::Error DropInWriter::copyArray(const Array &array,
                                    const PlanFunction &function) {
  if (!copied.insert(array.name).second)
    return llvm::Error::success();
  llvm::Expected<LoopExpr> bytes = copiedBytesOf(model.program, array);
  if (!bytes)
    return bytes.takeError();
  const LoopExpr size = fromPlan(model.program, *bytes);
  if (&function == &model.inspect && size != *bytes)
    return unsupported("the length of '" + array.name +
                       "' is known after the inspection only; declare its "
                       "extent");
  const LoopExpr own = LoopExpr::variable(array.name),
                 copy = copyOf(array.name);
  locals.push_back(
      stmt::variable(LoopType::pointerTo(array.type), copy.name, null()));
  step(expr::call(runtime::to_gpu, {expr::addressOf(copy), own,
                                    expr::string(array.name), size}));
  if (model.executePhase.written.count(array.name))
    out.push_back(
        stmt::ifFine(stmt::tryCall(runtime::from_gpu, {own, copy, size})));
  released.push_back(stmt::call(
      expr::cast(LoopType::nothing(), expr::call("cudaFree", {copy}))));
  return llvm::Error::success();
}

/// Copies what `_inspect` takes; it takes no structures where it takes arrays
/// on the GPU.
llvm::Error DropInWriter::copyForInspect() {
  for (const std::string &argument : model.inspect.arguments) {
    const Array *array = model.findArray(argument);
    if (array && !array->isScalar())
      if (llvm::Error error = copyArray(*array, model.inspect))
        return error;
  }
  return llvm::Error::success();
}

/// Copies what `_execute` takes; structures get the copies of their arrays.
llvm::Error DropInWriter::copyForExecute() {
  Nodes assigned;
  for (const auto &[array, holder] : model.executeArrays()) {
    if (llvm::Error error = copyArray(*array, model.execute))
      return error;
    if (array->name == holder)
      continue;
    llvm::StringRef path = llvm::StringRef(array->name).substr(holder.size());
    path = path.drop_front(path.starts_with("->") ? 2 : 1);
    if (path.contains("->"))
      return unsupported("'" + array->name +
                         "' is held by a structure behind a pointer in '" +
                         holder + "'; pass the array itself");
    const SourceFunction::Argument &argument = *model.findArgument(holder);
    const LoopExpr own = LoopExpr::variable(holder), copy = copyOf(holder);
    if (copied.insert(holder).second)
      locals.push_back(stmt::variable(
          LoopType::named(argument.baseType), copy.name,
          argument.isPointer ? expr::unary(Operator::Dereference, own) : own));
    assigned.push_back(
        stmt::assign(expr::dot(copy, path.str()), copyOf(array->name)));
  }
  llvm::append_range(body, assigned);
  return llvm::Error::success();
}

/// The copy on the GPU, or the structure with such copies.
LoopExpr DropInWriter::copyOf(const std::string &name) const {
  return LoopExpr::variable(
      model.program.freshName(identifierFor(name) + "_on_gpu"));
}

LoopExpr DropInWriter::call(const PlanFunction &function,
                            const LoopExpr &plan) const {
  Operands operands = {plan};
  const bool onGpu = model.takesStream(function);
  for (const std::string &argument : function.arguments) {
    const bool isHolder =
        !model.findArray(argument) && model.findArgument(argument)->isPointer;
    const bool isCopy = onGpu && copied.count(argument);
    const LoopExpr own =
        isCopy ? copyOf(argument) : LoopExpr::variable(argument);
    operands.push_back(isCopy && isHolder ? expr::addressOf(own) : own);
  }
  if (onGpu)
    operands.push_back(null());
  return expr::call(function.name, std::move(operands));
}

void DropInWriter::inspect() {
  step(call(model.inspect, expr::addressOf(LoopExpr::variable("plan"))));
  for (const OverlapCheck &check : model.dropInChecks)
    body.push_back(unlessApart(check));
}

/// What happens when something went wrong.
void DropInWriter::runOriginal() {
  PlanFunction original{originalName, {}};
  for (const SourceFunction::Argument &argument :
       model.program.function.arguments)
    original.arguments.push_back(argument.name);
  body.push_back(LoopNode::ifThen(expr::isFine(), {stmt::returns()}));
  body.push_back(
      stmt::call("fprintf", {LoopExpr::literal("stderr"),
                             expr::string(model.program.function.name +
                                          ": %s; running the original loops\n"),
                             expr::call(runtime::last_error, {})}));
  body.push_back(stmt::call(callOf(original, {})));
}

llvm::Expected<LoopFunction> DropInWriter::write() {
  const LoopExpr plan = LoopExpr::variable("plan");
  if (model.inspectsOnGpu()) {
    // Lengths are read from arrays that were not looked at yet.
    if (!model.checks.empty())
      step(callOf(model.check, {}));
    if (llvm::Error error = copyForInspect())
      return error;
  }
  inspect();
  if (model.isCuda())
    if (llvm::Error error = copyForExecute())
      return error;
  step(call(model.execute, plan));
  llvm::append_range(body, out);
  llvm::append_range(body, released);
  body.push_back(stmt::call(model.program.function.name + "_destroy", {plan}));
  runOriginal();
  Nodes all = {
      stmt::variable(LoopType::pointerTo(ElementType::opaque(model.planType())),
                     "plan", null())};
  llvm::append_range(all, locals);
  llvm::append_range(all, body);
  LoopFunction function;
  function.linkage = LoopFunction::Linkage::Source;
  function.name = model.program.function.name;
  function.declared = (model.isCuda() ? "extern \"C\" " : "") +
                      signatureText(model.program.function);
  function.body = std::move(all);
  return function;
}

} // namespace

llvm::Expected<LoopFunction> dropInFunction(const PlanInterface &model,
                                            const std::string &originalName) {
  return DropInWriter(model, originalName).write();
}

} // namespace sparsec
