//===- CopyToConstant.cpp - elements in a GPU's constant memory -----------===//
///
/// \file
/// `copy_to_constant`: kernels read a few elements of an array, the same ones
/// in every execution, from the constant memory of the GPU:
///
///     kernel: y[i] += w[k] * x[i + k]
///  => inspect, update: w_constant[t] = w[t]
///     kernel(w_constant by value): y[i] += w_constant[k] * x[i + k]
///
/// An array of the plan stays the same array: only where kernels find it
/// changes. The caller's array gets a copy in the plan, which `_update`
/// refreshes. Both go to kernels as parameters, by value: each launch has its
/// own, so that plans may be executed on several streams at once. A
/// `__constant__` variable is shared by all of them.
///
//===----------------------------------------------------------------------===//

#include "Support/ArrayCopy.h"

#include "sparsec/IR/DeviceLimits.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement,
     "a statement that reads the array"},
    {"array", ParameterSpec::Kind::Array, "the array to copy"},
    {"name", ParameterSpec::Kind::NewName,
     "name of the copy of a caller's array; NAME_constant unless given",
     /*optional=*/true},
    {"most", ParameterSpec::Kind::Count,
     "room for so many elements of an array that the inspector makes; "
     "inspection fails where it has more",
     /*optional=*/true},
};

/// Elements of \p array as far as extents and conditions say; nothing when they
/// do not.
std::optional<long> greatestSize(const Program &program, const Array &array) {
  long elements = 1;
  for (const std::optional<isl::pw_aff> &extent : array.extents) {
    if (!extent)
      return std::nullopt;
    isl::val most =
        poly::greatestValue(extent->intersect_params(program.context));
    if (!most.is_int() || most.is_neg() ||
        most.gt(
            isl::val(program.context.ctx(), device::maxKernelParameterBytes)))
      return std::nullopt;
    elements *= std::max(most.num_si(), 1L);
  }
  return elements + long(array.extraElements);
}

/// A plan's array stays where it is; kernels get it by value.
llvm::Expected<StepResult> keepInConstant(const Program &program,
                                          const Arguments &args) {
  StepResult result = startStep(program);
  Array &array = result.program.arrays.at(args.text("array"));
  std::optional<long> elements = greatestSize(program, array);
  if (args.has("most"))
    elements = args.integer("most");
  if (!elements)
    return refuse("only the inspector knows how many elements '" + array.name +
                  "' has; say how many there is room for: "
                  "copy_to_constant(s, \"" +
                  array.name + "\", {most = 64})");
  if (*elements > device::maxKernelParameterBytes / long(array.type.bytes))
    return refuse("'" + array.name + "' may have " + llvm::Twine(*elements) +
                  " elements, more than the " +
                  llvm::Twine(device::maxKernelParameterBytes) +
                  " bytes that a kernel's parameters can have");
  array.constantElements = *elements;
  return result;
}

/// Why the executor's \p array cannot be copied beforehand; "" if it can.
std::string misfitOf(const Program &program, const std::string &array) {
  for (const std::string &name : program.executePhase().tree.statements()) {
    const Statement &statement = program.statement(name);
    for (const Access &access : statement.accesses())
      if (access.array == array && access.isWrite)
        return "'" + name + "' writes '" + array +
               "', and constant memory is only read";
    bool isCaller = program.arrays.at(array).owner == Array::Owner::Argument;
    for (const auto &entry : statement.calls)
      if (isCaller && entry.second.function == array)
        return "'" + entry.first + "' is used as an index by '" + name +
               "'; of the caller's arrays only values can be copied";
  }
  return "";
}

llvm::Expected<StepResult> copyToConstant(const Program &program,
                                          const Arguments &args) {
  const std::string name = args.text("array");
  const Array &array = program.arrays.at(name);
  if (program.phaseOf(args.statement())->role != Phase::Role::Execute)
    return refuse("'" + args.statement() +
                  "' is run by the inspector; constant memory is for the "
                  "executor's kernels");
  bool isOwned = array.owner == Array::Owner::Plan;
  if (array.isScalar() || (!isOwned && array.owner != Array::Owner::Argument))
    return refuse("'" + name +
                  "' is a thread's or a block's own: it is no "
                  "array of the plan or the caller");
  if (std::string misfit = misfitOf(program, name); !misfit.empty())
    return refuse(misfit);
  if (isOwned)
    return keepInConstant(program, args);
  if (args.has("most"))
    return refuse("`most` is for arrays that the inspector makes; how many "
                  "elements of '" +
                  name + "' are read, subscripts show");
  return copyArray(program, args, {args.statement(), ""},
                   ArrayCopy::Memory::Constant);
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return copyToConstant(program, args); });
}

} // namespace

extern const TransformSpec copy_to_constantSpec;
const TransformSpec copy_to_constantSpec = {
    .name = "copy_to_constant",
    .summary = "read a few elements from a GPU's constant memory",
    .before = "kernel:\n  y[i] += w[k] * x[i + k]",
    .after = "inspect, update:\n  w_constant[t] = w[t]\n"
             "kernel(w_constant by value):\n"
             "  y[i] += w_constant[k] * x[i + k]",
    .legality = "when the executor does not write the array, and what it reads "
                "lies in a box of constant size, all such arrays of a kernel "
                "taking at most 4 KiB; of an array that the inspector makes, "
                "`most` may bound what has no constant size",
    .parameters = parameters,
    .apply = apply,
    .forGpu = true};

} // namespace sparsec
