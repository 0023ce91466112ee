//===- DataCopy.cpp - work on a copy of the elements in use ---------------===//
///
/// \file
/// `datacopy`: see ArrayCopy.h.
///
//===----------------------------------------------------------------------===//

#include "Support/ArrayCopy.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"level", ParameterSpec::Kind::Loop,
     "the outermost loop that works on the copy; the copies stand around it"},
    {"array", ParameterSpec::Kind::Array, "the array to copy"},
    {"name", ParameterSpec::Kind::NewName,
     "name of the temporary; NAME_tmp unless given",
     /*optional=*/true},
    {"fastest", ParameterSpec::Kind::Loop,
     "the loop whose dimension of the array is contiguous in the temporary; "
     "the last dimension unless given",
     /*optional=*/true},
    {"pad", ParameterSpec::Kind::Integer,
     "unused elements after each row of the contiguous dimension; 0 unless "
     "given",
     /*optional=*/true},
};

llvm::Expected<StepResult> datacopy(const Program &program,
                                    const Arguments &args) {
  auto level = requireLoop(program, args.statement(), args.text("level"));
  if (!level)
    return level.takeError();
  return copyArray(program, args, {args.statement(), args.text("level")},
                   ArrayCopy::Memory::Stack);
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return datacopy(program, args); });
}

} // namespace

extern const TransformSpec datacopySpec;
const TransformSpec datacopySpec = {
    .name = "datacopy",
    .summary = "work on a temporary copy of the elements that a loop touches",
    .before = "for i\n  for k\n    y[3*i + k] += ..",
    .after = "for i\n  for t: y_tmp[t] = y[3*i + t]\n  for k\n"
             "    y_tmp[k] += ..\n  for t: y[3*i + t] = y_tmp[t]",
    .legality = "when the touched elements lie in a box of constant size "
                "whose corner the outer loops fix",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
