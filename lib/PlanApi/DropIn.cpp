//===- DropIn.cpp - the function that stands for the original -------------===//

#include "DropIn.h"

#include "AliasChecks.h"
#include "PlanFunctions.h"
#include "Presence.h"
#include "sparsec/IR/StructureMember.h"
#include "sparsec/LoopIR/LocalNames.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/Lowering/ParameterExprs.h"
#include "sparsec/Target/C/SourceRewrite.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Nodes = std::vector<LoopNode>;
using Operands = std::vector<LoopExpr>;

LoopExpr null() { return LoopExpr::literal("NULL"); }

bool isArrayOfStructures(const Program &program, const std::string &argument) {
  return llvm::any_of(program.arrays, [&](const auto &entry) {
    const auto member = structureMember(entry.first);
    return member && member->structures == argument;
  });
}

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
  llvm::Error copyStructures(const std::string &holder);
  void copy(const std::string &name, const LoopType &element, LoopExpr size,
            bool isWritten);
  void placeEmpty(const std::string &name, const LoopExpr &copy,
                  const LoopExpr &isThere);
  llvm::Error copyForInspect();
  llvm::Error copyForExecute();
  LoopExpr copyOf(const std::string &name) const;
  LoopExpr call(const PlanFunction &function, const LoopExpr &plan) const;
  void inspect();
  void runOriginal();
  Nodes leaveToOriginal() const;
  llvm::Error leaveGuarded(Nodes &nodes) const;
  void placeResult(Nodes &nodes) const;
  LoopNode returned() const;

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
  LoopExpr size = fromPlan(model.program, *bytes);
  if (&function == &model.inspect && size != *bytes)
    return unsupported("the length of '" + array.name +
                       "' is known after the inspection only; declare its "
                       "extent");
  copy(array.name, array.type, size,
       model.executePhase.written.count(array.name) != 0);
  return llvm::Error::success();
}

/// Copies structures whole, as many as the longest of the members that
/// `_execute` takes has.
llvm::Error DropInWriter::copyStructures(const std::string &holder) {
  if (!copied.insert(holder).second)
    return llvm::Error::success();
  std::optional<LoopExpr> size;
  bool isWritten = false;
  for (const auto &[array, argument] : model.executeArrays()) {
    const auto member = structureMember(array->name);
    if (!member || argument != holder)
      continue;
    llvm::Expected<LoopExpr> bytes = copiedBytesOf(model.program, *array);
    if (!bytes)
      return bytes.takeError();
    const LoopExpr known = fromPlan(model.program, *bytes);
    size = !size || *size == known ? known : maxOf(*size, known);
    isWritten |= model.executePhase.written.count(array->name) != 0;
  }
  copy(holder, LoopType::named(model.findArgument(holder)->baseType), *size,
       isWritten);
  return llvm::Error::success();
}

/// Copies \p size bytes, and back if they are written.
void DropInWriter::copy(const std::string &name, const LoopType &element,
                        LoopExpr size, bool isWritten) {
  const LoopExpr own = LoopExpr::variable(name), place = copyOf(name);
  locals.push_back(
      stmt::variable(LoopType::pointerTo(element), place.name, null()));
  const std::optional<LoopExpr> isThere =
      presenceCondition(model.program, {name});
  if (isThere)
    size = LoopExpr::select(*isThere, size, LoopExpr::integer(0));
  step(expr::call(runtime::to_gpu,
                  {expr::addressOf(place), own, expr::string(name), size}));
  if (isThere)
    placeEmpty(name, place, *isThere);
  if (isWritten)
    out.push_back(
        stmt::ifFine(stmt::tryCall(runtime::from_gpu, {own, place, size})));
  released.push_back(stmt::call(
      expr::cast(LoopType::nothing(), expr::call("cudaFree", {place}))));
}

/// What has no elements is not null for that: loops may ask.
void DropInWriter::placeEmpty(const std::string &name, const LoopExpr &copy,
                              const LoopExpr &isThere) {
  const LoopExpr place =
      expr::call("cudaMalloc", {expr::addressOf(copy), LoopExpr::integer(1)});
  body.push_back(stmt::ifFine(LoopNode::ifThen(
      expr::binary(isThere, Operator::LogicalAnd,
                   expr::unary(Operator::Not, copy)),
      {stmt::assign(
          expr::status(),
          expr::call(runtime::cuda_status, {expr::string(name), place}))})));
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
    if (structureMember(array->name)) {
      if (llvm::Error error = copyStructures(holder))
        return error;
      continue;
    }
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
    const bool isHolder = !model.findArray(argument) &&
                          model.findArgument(argument)->isPointer &&
                          !isArrayOfStructures(model.program, argument);
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

/// The original with the same arguments, and what it returns.
Nodes DropInWriter::leaveToOriginal() const {
  const SourceFunction &function = model.program.function;
  PlanFunction original{originalName, {}};
  for (const SourceFunction::Argument &argument : function.arguments)
    if (function.isInSource(argument))
      original.arguments.push_back(argument.name);
  if (function.result)
    return {stmt::returns(callOf(original, {}))};
  return {stmt::call(callOf(original, {})), stmt::returns()};
}

/// Calls under which the function only returns. What is known of parameters
/// holds behind the guards.
llvm::Error DropInWriter::leaveGuarded(Nodes &nodes) const {
  const Program &program = model.program;
  const isl::set nothing = isl::set::universe(program.context.space());
  for (const Expr &guard : program.guards) {
    llvm::Expected<LoopExpr> condition =
        lowerParameterExpr(program, guard, nothing);
    if (!condition)
      return condition.takeError();
    nodes.push_back(LoopNode::ifThen(std::move(*condition), leaveToOriginal()));
  }
  return llvm::Error::success();
}

/// The place of what the loops compute for the caller: `double result[1]`.
void DropInWriter::placeResult(Nodes &nodes) const {
  const std::optional<SourceFunction::Result> &result =
      model.program.function.result;
  if (!result || result->argument.empty())
    return;
  LoopNode place =
      stmt::variable(model.program.arrays.at(result->argument).type,
                     result->argument, expr::list({LoopExpr::integer(0)}));
  place.dimensions = {LoopExpr::integer(1)};
  nodes.push_back(std::move(place));
}

LoopNode DropInWriter::returned() const {
  const std::optional<SourceFunction::Result> &result =
      model.program.function.result;
  if (!result)
    return stmt::returns();
  return stmt::returns(
      result->argument.empty()
          ? LoopExpr::literal(result->constant)
          : LoopExpr::load(result->argument, {LoopExpr::integer(0)}));
}

/// What happens when something went wrong.
void DropInWriter::runOriginal() {
  body.push_back(LoopNode::ifThen(expr::isFine(), {returned()}));
  body.push_back(
      stmt::call("fprintf", {LoopExpr::literal("stderr"),
                             expr::string(model.program.function.name +
                                          ": %s; running the original loops\n"),
                             expr::call(runtime::last_error, {})}));
  Nodes original = leaveToOriginal();
  if (!model.program.function.result)
    original.pop_back(); // the function ends here
  llvm::append_range(body, original);
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
  Nodes all;
  if (llvm::Error error = leaveGuarded(all))
    return error;
  const size_t behindGuards = all.size();
  all.push_back(
      stmt::variable(LoopType::pointerTo(ElementType::opaque(model.planType())),
                     "plan", null()));
  placeResult(all);
  llvm::append_range(all, locals);
  llvm::append_range(all, body);
  // A guard may be what tells a null structure.
  definePresences(model, nullptr, all, behindGuards);
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
