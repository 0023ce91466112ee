//===- VectorMark.cpp - loops that move several elements at once ----------===//

#include "Support/VectorMark.h"

#include "sparsec/Transforms/LoopBounds.h"

#include "sparsec/IR/StructureMember.h"
#include "sparsec/IR/Widths.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// Whether an array of \p type has vectors of at least two elements.
bool hasVectors(const ElementType &type) {
  return type.bytes <= 8 && type.kind != ElementType::Kind::Void &&
         !isTruth(type);
}

/// Why no vectors of \p name can be moved at all; "" if they may.
std::string misfitOf(const Program &program, const std::string &name) {
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
  return "";
}

} // namespace

std::string writerIn(const Program &program, const ScheduleTree &loop,
                     const std::string &array) {
  for (const std::string &inside : loop.statements())
    for (const Access &access : program.statement(inside).accesses())
      if (access.array == array && access.isWrite)
        return inside;
  return "";
}

llvm::Expected<StepResult> markVectors(const Program &program,
                                       const Arguments &args,
                                       const VectorMark &mark) {
  StepResult result = startStep(program);
  const std::string statement = args.statement(), name = args.text("loop"),
                    array = args.text("array");
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  if (program.phaseOf(statement)->role != Phase::Role::Execute)
    return refuse("'" + statement + "' is run by the inspector; vectors are " +
                  mark.done + " in the executor's kernels");
  LoopMarks &marks = (*loop)->marks;
  if (marks.gpu.isMapped())
    return refuse("loop '" + name + "' is mapped to " + marks.gpu.text() +
                  ": one thread has to " + mark.act +
                  " the neighbours; tile the loop and " + mark.verb +
                  " vectors in the inner one");
  std::string misfit = misfitOf(program, array);
  if (misfit.empty())
    misfit = mark.misfit(program, **loop, array);
  if (!misfit.empty())
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

} // namespace sparsec
