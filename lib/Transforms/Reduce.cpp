//===- Reduce.cpp - several threads update one element --------------------===//
///
/// \file
/// `reduce` marks a loop whose iterations, on threads or blocks of a GPU,
/// reduce into one element:
///
///     for i                    for i
///       for j                    part = 0
///         y[i] += …     =>       for j: part += …
///                                y[i] += the sum of the threads' parts
///
/// The mark alone changes nothing: KernelCheck asks for it, cudaize's kernels
/// do it.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to reduce"},
    {"method", ParameterSpec::Kind::Text,
     "combined: the threads of the loop add up what they have and the first "
     "one updates; atomic: threads and blocks update atomically; segments: "
     "neighbouring threads with one element add up, and one of them updates "
     "atomically",
     true, "combined|atomic|segments"},
    {"neighbours", ParameterSpec::Kind::Text,
     "for segments, who joins before one of them updates: the threads of a "
     "warp (unless given) or of the block",
     true, "warp|block"},
};

bool hasReduction(const Statement &statement) {
  return llvm::any_of(statement.accesses(), [](const Access &access) {
    return access.reduction != Update::None;
  });
}

/// The element of which parts are made, wherever the loop runs; they round
/// differently even where one thread has them all. "": there is none.
std::string roundedArray(const Program &program, const Statement &statement) {
  for (const Access &access : statement.accesses())
    if (access.reduction != Update::None &&
        !program.isExactReduction(access.array, access.reduction))
      return access.array;
  return "";
}

/// An element that is updated with others that go along; "": there is none.
std::string tupleOf(const Statement &statement) {
  for (const Access &access : statement.accesses())
    if (hasTies(access.reduction))
      return access.array;
  return "";
}

llvm::Expected<StepResult> reduce(const Program &program,
                                  const Arguments &args) {
  StepResult result = startStep(program);
  std::string statement = args.statement(), name = args.text("loop");
  auto loop = editLoop(result.program, statement, name);
  if (!loop)
    return loop.takeError();
  GpuMark &mark = (*loop)->marks.gpu;
  if (mark.isMapped())
    return refuse("loop '" + name + "' is mapped to " + mark.text() +
                  " already; reduce it before cudaize");
  std::vector<std::string> inside = (*loop)->statements();
  if (llvm::none_of(inside, [&](const std::string &each) {
        return hasReduction(program.statement(each));
      }))
    return refuse("no statement in loop '" + name +
                  "' is a reduction, such as y[i] += …");
  std::string method = args.text("method", "combined");
  mark.sharing = method == "atomic"     ? GpuMark::Sharing::Atomic
                 : method == "segments" ? GpuMark::Sharing::Segments
                                        : GpuMark::Sharing::Combined;
  if (args.has("neighbours") && method != "segments")
    return refuse("`neighbours` is for method = \"segments\"");
  for (const std::string &each : inside)
    if (std::string array = roundedArray(program, program.statement(each));
        !array.empty() && !program.allowReassociation)
      return refuse("sums of '" + array +
                    "' are made of parts, which rounds differently; "
                    "'allow_reassociation()' before this step permits it");
  if (mark.sharing != GpuMark::Sharing::Combined)
    for (const std::string &each : inside)
      if (std::string array = tupleOf(program.statement(each)); !array.empty())
        return refuse("threads cannot update '" + array +
                      "' and what goes along with it atomically; leave "
                      "`method` out, so that they combine what they found");
  mark.acrossWarps = args.text("neighbours", "warp") == "block";
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return reduce(program, args); });
}

} // namespace

extern const TransformSpec reduceSpec;
const TransformSpec reduceSpec = {
    .name = "reduce",
    .summary = "let threads of a GPU update one element",
    .before = "for j\n  y[i] += S(j)",
    .after = "part = 0\nfor j\n  part += S(j)\ny[i] += sum of all parts",
    .legality = "always, of floating-point elements with "
                "allow_reassociation(); cudaize then accepts updates of one "
                "element by different iterations of the loop",
    .parameters = parameters,
    .apply = apply,
    .forGpu = true};

} // namespace sparsec
