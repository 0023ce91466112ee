//===- Encode.cpp - indices and values in fewer bits ----------------------===//
///
/// \file
/// `encode` lets the plan hold an index array in 8 or 16 bits, as it is or
/// relative to the least index of an iteration of a loop, and puts the decoding
/// where the indices were:
///
///     for i                          base[i] = min of col[j]  // inspector
///       for j in index[i]..              col_16[j] = col[j] - base[i]
///         y[i] += a[j] * x[col[j]]  =>   for i, for j
///                                          .. x[base[i] + col_16[j]]
///
/// That all differences fit is a fact, which the inspector checks. Relative to
/// the index before: Inspection/IndexDifferences.h. Floating values are
/// rounded: Inspection/StoredValues.h; blocks have masks:
/// Inspection/MaskedBlocks.h.
///
//===----------------------------------------------------------------------===//

#include "Inspection/IndexDifferences.h"
#include "Inspection/IndexEncoding.h"
#include "Inspection/MaskedBlocks.h"
#include "Inspection/StoredValues.h"

#include "sparsec/Analysis/FixedValues.h"
#include "sparsec/Analysis/MeasuredRanges.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement,
     "the statement that reads the indices or values"},
    {"array", ParameterSpec::Kind::Array,
     "the index array, or the array of floating values"},
    {"how", ParameterSpec::Kind::Text,
     "bits of an index, 8 or 16; of values \"float\", \"half\" or "
     "\"bfloat16\"; of blocks \"mask\", only what the inspector put there"},
    {"relative", ParameterSpec::Kind::Loop,
     "a loop around the statement: indices are stored less the least one of "
     "its iteration; as they are unless given",
     true},
    {"delta", ParameterSpec::Kind::Loop,
     "the loop that the index changes with: indices are stored less the one "
     "before, the first ones as `relative` says",
     true},
    {"far", ParameterSpec::Kind::Loop,
     "with `delta`, a loop outside: indices whose differences do not fit stand "
     "in a list, with a part for each of its iterations",
     true},
    {"rising", ParameterSpec::Kind::Flag,
     "with `delta`, whether differences are stored without a sign; where facts "
     "say that indices do not decrease unless given",
     true},
    {"name", ParameterSpec::Kind::NewName,
     "name of the new array; by default ARRAY_HOW", true},
};

/// Indices as they are, or less the base of an iteration.
class PlainIndices : IndexEncoding {
public:
  PlainIndices(const Program &program, const IndexRequest &request)
      : IndexEncoding(startStep(program), request), loop(request.relative) {}

  llvm::Expected<StepResult> run() {
    if (llvm::Error error = check())
      return error;
    if (!loop.empty())
      if (llvm::Error error = findLoop())
        return error;
    addInspector();
    decode();
    return std::move(result);
  }

private:
  /// Numbers of the iterations that have a base, which places tell.
  llvm::Error findLoop() {
    llvm::Expected<LoopNest> found = nestOf(old, statement);
    if (!found)
      return found.takeError();
    nest = std::move(found->statement);
    depth =
        unsigned(llvm::find(nest->iterators, loop) - nest->iterators.begin());
    if (!isFixedBy(old, *nest, nest->calls.at(callIn(*nest)).arguments, depth))
      return refuse("several iterations of loop '" + loop + "' may read '" +
                    call +
                    "', so there is not one base for each element; "
                    "relayout gives each iteration elements of its own");
    llvm::Expected<IterationRange> iterations = rangeOf(*nest, depth);
    if (!iterations)
      return iterations.takeError();
    range = *iterations;
    return llvm::Error::success();
  }

  void addInspector() {
    makeArrays(Sign::Never,
               "encode(" + array + ", " + std::to_string(bits) + ")");
    next.arrays.at(wide).isZeroed =
        range.has_value(); // elements that no instance reads fit
    for (const Fact *fact : old.factsAbout(array, Fact::Kind::Range))
      if (!range) {
        Fact copied = *fact;
        copied.arrays = {narrow};
        copied.origin = Fact::Origin::Proved;
        next.facts.push_back(copied);
      }
    phases.allocate(wide);
    if (range)
      addDifferences();
    else
      copy("widen", array, wide);
    store();
  }

  void addDifferences() {
    std::vector<unsigned> dims;
    for (unsigned dim = 0; dim < nest->iterators.size(); ++dim)
      dims.push_back(dim);
    addBases(*nest, dims, depth);
    visit(*nest, dims, "difference",
          Assignment{wideAt(*nest), Update::Set,
                     Expr::binary(Operator::Subtract, element(*nest),
                                  baseAt(nest->iterator(depth)))},
          /*parallel=*/depth == 0);
  }

  void decode() {
    Statement &user = next.statement(statement);
    const UninterpretedCall before = user.calls.at(call);
    isl::pw_aff value = addCall(user.calls, {narrow, before.arguments},
                                user.iterators, user.space());
    if (range) {
      const ScheduleTree &node =
          *next.phaseOf(statement)->tree.findLoop(statement, loop);
      value = value.add(addCall(
          user.calls, {base, {range->numberOf(node.values.at(statement))}},
          user.iterators, user.space()));
    }
    auto rewrite = [&](const isl::pw_aff &old) {
      return poly::substituteParam(old, call, value);
    };
    Assignment &body = *user.assignment;
    body.target = body.target.mapAffine(rewrite);
    body.value = body.value.mapAffine(rewrite);
    user.calls.erase(call);
    user.copies.erase(call);
    user.constraints = poly::dropUnusedParams(user.constraints);
  }

  const std::string loop;
  std::optional<Statement> nest;
  unsigned depth = 0;
};

llvm::Expected<StepResult> encodeIndices(const Program &program,
                                         const Arguments &args) {
  const std::string how = args.text("how");
  if (how != "8" && how != "16")
    return refuse("'how' must be 8 or 16, of indices, \"float\", \"half\" or "
                  "\"bfloat16\", of values, or \"mask\", of blocks, not " +
                  how);
  const IndexRequest request{args.statement(), args.text("array"),
                             how == "8" ? 8U : 16U, args.text("relative"),
                             args.text("name")};
  if (!args.has("delta")) {
    for (const char *option : {"far", "rising"})
      if (args.has(option))
        return refuse("'" + llvm::Twine(option) +
                      "' is for differences; 'delta' says of what");
    return PlainIndices(program, request).run();
  }
  if (args.has("far") && args.has("relative"))
    return refuse("with 'far' the first index of a run is stored as it is; "
                  "'relative' has no use");
  DifferenceRequest differences{request, args.text("delta"), args.text("far")};
  if (args.has("rising"))
    differences.isRising = args.flag("rising");
  return storeDifferences(program, differences);
}

llvm::Expected<StepResult> encode(const Program &program,
                                  const Arguments &args) {
  const std::string how = args.text("how"), array = args.text("array");
  const bool isOfValues = program.arrays.at(array).type.isFloating();
  const StorageFormat *format = findStorageFormat(how);
  if (format && !isOfValues)
    return refuse("'" + array + "' holds integers; " + how +
                  " is for floating values, 16 and 8 for indices");
  if (!format && how != "mask")
    return encodeIndices(withLengths(program, {array}), args);
  for (const char *option : {"relative", "delta", "far", "rising"})
    if (args.has(option))
      return refuse("'" + llvm::Twine(option) + "' is for indices, not for " +
                    (format ? "values" : "blocks"));
  if (format)
    return storeValues(program,
                       {args.statement(), array, args.text("name"), *format});
  return maskBlocks(program, args.statement(), array, args.text("name"));
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return encode(program, args); });
}

} // namespace

extern const TransformSpec encodeSpec;
const TransformSpec encodeSpec = {
    .name = "encode",
    .summary = "hold indices and floating values in fewer bits",
    .before = "for i\n  for j\n    y[i] += a[j] * x[col[j]]",
    .after = "for i\n  for j\n    y[i] += a[j] * x[base[i] + col_16[j]]",
    .legality = "indices always, floating values after allow_rounding(ARRAY); "
                "the inspector checks that they fit",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
