//===- PartitionStorage.cpp - where threads keep their values -------------===//
///
/// \file
/// `partition_storage` says where each thread of a kernel has the elements of
/// an array of its own: some in registers, the others in memory:
///
///     double x[4];              double x_0;
///     x[0] = ...          =>    __shared__ volatile double x_shared[3][32];
///     x[2] = ...                x_0 = ...
///                               x_shared[1][threadIdx.x] = ...
///
/// No instance moves, and no two elements share a place: only places change.
/// The generator gives them out (Target/Cuda/KernelStorage.cpp) once the loops
/// that subscript the array are unrolled and blocks have their sizes.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <numeric>

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement,
     "a statement that uses the array"},
    {"array", ParameterSpec::Kind::Array,
     "the array that each thread has for itself"},
    {"registers", ParameterSpec::Kind::Integer,
     "how many elements are in registers, the first ones; 0 unless given",
     true},
    {"positions", ParameterSpec::Kind::Integers,
     "instead of `registers`: which elements are in registers, counted from 0 "
     "on in C's order",
     true},
    {"rest", ParameterSpec::Kind::Text,
     "where the others are: in the block's shared memory, or in global memory, "
     "which the inspector allocates; shared unless given",
     true, "shared|global"},
};

/// Why \p array cannot be divided; "" if it can.
std::string misfitOf(const Program &program, const std::string &statement,
                     const Array &array) {
  const std::string name = "'" + array.name + "'";
  if (program.phaseOf(statement)->role != Phase::Role::Execute)
    return "'" + statement +
           "' is run by the inspector; this is for the executor's kernels";
  if (array.isShared)
    return name + " is in the shared memory of a block, for all of its threads";
  if (array.isScalar() && array.owner == Array::Owner::Local)
    return name +
           " is one value; scalar_expand it over the loop whose iterations "
           "have one each, and divide the array that it makes";
  if (array.owner != Array::Owner::Local)
    return name + " is no array that each thread has for itself: divide one of "
                  "the function's body, or what scalar_expand or datacopy "
                  "makes where loops have constant bounds";
  if (array.liveOut)
    return name + " is used after its last loop; its elements have to stay "
                  "where they are";
  if (array.partition)
    return name + " is divided already";
  if (array.type.isComplex())
    return name + " has complex elements, which stay in registers: no memory "
                  "can be volatile for them";
  return "";
}

/// Elements of \p array, whose extents are numbers.
long elementsOf(const Array &array) {
  long elements = 1;
  for (const std::optional<isl::pw_aff> &extent : array.extents)
    elements *= poly::greatestValue(*extent).num_si();
  return elements;
}

/// The positions of the elements that go to registers, ascending.
llvm::Expected<std::vector<long>> positionsIn(const Array &array,
                                              const Arguments &args) {
  const long elements = elementsOf(array);
  if (args.has("registers") && args.has("positions"))
    return refuse("give `registers` or `positions`, not both");
  if (!args.has("positions")) {
    const long count = args.integer("registers");
    if (count < 0 || count > elements)
      return refuse("`registers` must be between 0 and " +
                    llvm::Twine(elements) + ", the elements of '" + array.name +
                    "', not " + llvm::Twine(count));
    std::vector<long> first(static_cast<size_t>(count));
    std::iota(first.begin(), first.end(), 0);
    return first;
  }
  std::vector<long> positions = args.integers("positions");
  llvm::sort(positions);
  if (std::adjacent_find(positions.begin(), positions.end()) != positions.end())
    return refuse("a position is listed twice");
  for (long position : positions)
    if (position < 0 || position >= elements)
      return refuse("'" + array.name + "' has elements 0 to " +
                    llvm::Twine(elements - 1) + ", not " +
                    llvm::Twine(position));
  return positions;
}

llvm::Expected<StepResult> partitionStorage(const Program &program,
                                            const Arguments &args) {
  StepResult result = startStep(program);
  Array &array = result.program.arrays.at(args.text("array"));
  if (std::string misfit = misfitOf(program, args.statement(), array);
      !misfit.empty())
    return refuse(misfit);
  llvm::Expected<std::vector<long>> registers = positionsIn(array, args);
  if (!registers)
    return registers.takeError();
  if (long(registers->size()) == elementsOf(array))
    result.warnings.push_back("all elements of '" + array.name +
                              "' are in registers");
  array.partition =
      Partition{std::move(*registers), args.text("rest", "shared") == "global"
                                           ? Partition::Memory::Global
                                           : Partition::Memory::Shared};
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return partitionStorage(program, args); });
}

} // namespace

extern const TransformSpec partition_storageSpec;
const TransformSpec partition_storageSpec = {
    .name = "partition_storage",
    .summary = "say where each thread has the elements of an array of its own",
    .before = "double x[4];\nx[0] = a;\nx[2] = b;",
    .after = "double x_0;\n__shared__ volatile double x_shared[3][32];\n"
             "x_0 = a;\nx_shared[1][threadIdx.x] = b;",
    .legality = "always, for arrays of constant size that each thread has for "
                "itself; where some elements are in registers, all subscripts "
                "have to be numbers once loops are unrolled",
    .parameters = parameters,
    .apply = apply,
    .forGpu = true};

} // namespace sparsec
