//===- VectorLoads.cpp - neighbouring elements by one load ----------------===//
///
/// \file
/// `vector_loads`: the copies of an unrolled loop's body load neighbouring
/// elements of an array as one vector, in a kernel:
///
///     for k in [0, 2)               double2 v = *(double2 *)&a[4*e + 2*q]
///       S(a[4*e + 2*q + k])   =>    S(v.x)  S(v.y)
///
/// The step marks the loop. Which elements are neighbours, and where a vector
/// may begin, is seen in the code that all steps have made
/// (LoopPasses/Vectors.cpp), which refuses what it cannot prove.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopBounds.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "sparsec/IR/StructureMember.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop,
     "the loop whose iterations read neighbouring elements; unrolled "
     "completely unless it is unrolled already"},
    {"array", ParameterSpec::Kind::Array, "the array to load from"},
};

/// Whether an array of \p type has vectors of at least two elements.
bool hasVectors(const ElementType &type) {
  return type.bytes <= 8 && type.kind != ElementType::Kind::Void &&
         type.spelling != "_Bool";
}

/// Why vectors of \p name cannot be loaded in \p loop; "" if they may.
std::string misfitOf(const Program &program, const ScheduleTree &loop,
                     const std::string &name) {
  const Array &array = program.arrays.at(name);
  if (array.isScalar())
    return "'" + name + "' is a scalar";
  if (array.owner == Array::Owner::Local)
    return "'" + name +
           "' is in registers or shared memory, not in the GPU's memory";
  if (structureMember(name))
    return "'" + name + "' is a member of structures, whose elements lie apart";
  if (!hasVectors(array.type))
    return "CUDA has no vectors of '" + array.type.spelling + "'";
  for (const std::string &inside : loop.statements())
    for (const Access &access : program.statement(inside).accesses())
      if (access.array == name && access.isWrite)
        return "'" + inside + "' writes '" + name +
               "'; distribute it out of loop '" + loop.name + "'";
  return "";
}

llvm::Expected<StepResult> vectorLoads(const Program &program,
                                       const Arguments &args) {
  StepResult result = startStep(program);
  const std::string statement = args.statement(), name = args.text("loop"),
                    array = args.text("array");
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  if (program.phaseOf(statement)->role != Phase::Role::Execute)
    return refuse("'" + statement +
                  "' is run by the inspector; vectors are loaded in the "
                  "executor's kernels");
  LoopMarks &marks = (*loop)->marks;
  if (marks.gpu.isMapped())
    return refuse("loop '" + name + "' is mapped to " + marks.gpu.text() +
                  ": one thread has to read the neighbours; tile the loop and "
                  "load vectors in the inner one");
  if (std::string misfit = misfitOf(program, **loop, array); !misfit.empty())
    return refuse(misfit);
  if (marks.unroll == 1) {
    auto copies = fullUnrollFactor(program, statement, name);
    if (!copies)
      return copies.takeError();
    marks.unroll = *copies;
  }
  if (!llvm::is_contained(marks.vectors, array))
    marks.vectors.push_back(array);
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return vectorLoads(program, args); });
}

} // namespace

extern const TransformSpec vector_loadsSpec;
const TransformSpec vector_loadsSpec = {
    .name = "vector_loads",
    .summary = "load neighbouring elements by one instruction",
    .before = "for k in [0, 2)\n  S(a[4*e + k])",
    .after = "double2 v = *(double2 *)&a[4*e]\nS(v.x)\nS(v.y)",
    .legality = "when the copies of the unrolled body read 2 or 4 neighbours "
                "in every case, beginning at a proved multiple of that many, "
                "of an array that the kernel does not write",
    .parameters = parameters,
    .apply = apply,
    .forGpu = true};

} // namespace sparsec
