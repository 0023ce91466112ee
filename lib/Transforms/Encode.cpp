//===- Encode.cpp - indices and values in fewer bits ----------------------===//
///
/// \file
/// `encode` lets the plan hold an index array in 8 or 16 bits, as it is or
/// relative to the least index of an iteration of a loop, and puts the decoding
/// where the indices were:
///
///     for i                              base[i] = min of col[j]  // inspector
///       for j in index[i]..              col_16[j] = col[j] - base[i]
///         y[i] += a[j] * x[col[j]]  =>   for i, for j
///                                          .. x[base[i] + col_16[j]]
///
/// That all differences fit is a fact, which the inspector checks. Floating
/// values are rounded: Inspection/StoredValues.h; blocks have masks:
/// Inspection/MaskedBlocks.h.
///
//===----------------------------------------------------------------------===//

#include "Inspection/InspectorBuilder.h"
#include "Inspection/IterationKeys.h"
#include "Inspection/MaskedBlocks.h"
#include "Inspection/StoredValues.h"

#include "sparsec/Analysis/FixedValues.h"
#include "sparsec/Analysis/MeasuredRanges.h"
#include "sparsec/Transforms/LoopNest.h"
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
    {"name", ParameterSpec::Kind::NewName,
     "name of the new array; by default ARRAY_HOW", true},
};

class Encoding {
public:
  Encoding(const Program &program, const Arguments &args)
      : old(program), statement(args.statement()), array(args.text("array")),
        loop(args.text("relative")), bits(args.text("how") == "8" ? 8 : 16),
        result(startStep(program)), next(result.program),
        narrow(args.has("name")
                   ? args.text("name")
                   : next.freshName(array + "_" + std::to_string(bits))),
        phases(next, narrow) {}

  llvm::Expected<StepResult> run() {
    for (auto step : {&Encoding::checkArray, &Encoding::findCall,
                      &Encoding::findBase, &Encoding::makeArrays})
      if (llvm::Error error = (this->*step)())
        return error;
    addInspector();
    decode();
    return std::move(result);
  }

private:
  llvm::Error checkArray() {
    const Array &wide = old.arrays.at(array);
    if (!wide.type.isInteger() || !wide.isIndex)
      return refuse("'" + array + "' is no index array");
    if (8 * wide.type.bytes <= bits)
      return refuse("'" + array + "' has " + llvm::Twine(8 * wide.type.bytes) +
                    " bits already");
    if (!wide.extents[0])
      return refuse("how long is '" + array + "'? Say it, extent(" + array +
                    ", ..), or let relayout make a copy");
    const auto ranges = old.factsAbout(array, Fact::Kind::Range);
    if (llvm::none_of(ranges, [](const Fact *fact) {
          return fact->lower && poly::leastValue(*fact->lower).is_nonneg();
        }))
      return refuse("'" + array +
                    "' may hold negative indices; say that it does not, "
                    "known(\"range(" +
                    array + ", 0, ?)\")");
    if (const std::string writer = executedWriter(old, array); !writer.empty())
      return refuse("'" + writer + "' writes '" + array + "'");
    return llvm::Error::success();
  }

  /// The one call `array(..)` of the statement, in the values of its body.
  llvm::Error findCall() {
    if (!old.executePhase().tree.contains(statement))
      return refuse("'" + statement + "' belongs to the inspector");
    const Statement &user = old.statement(statement);
    for (const auto &[name, other] : user.calls) {
      if (other.function == array && !call.empty())
        return refuse("'" + statement + "' reads '" + array +
                      "' at two places: " + call + " and " + name);
      if (other.function == array)
        call = name;
    }
    if (call.empty())
      return refuse("'" + statement + "' has no index in '" + array + "'");
    for (const auto &[name, other] : user.calls)
      if (llvm::is_contained(nestedCalls(other, user.calls), call))
        return refuse("'" + call + "' is an index of '" + other.function +
                      "'; relayout makes one index of both");
    bool isBound = poly::involvesParam(user.constraints, call);
    for (const ScheduleTree *node :
         old.executePhase().tree.loopsAround(statement))
      isBound |= poly::involvesParam(node->values.at(statement), call);
    if (isBound)
      return refuse("'" + call +
                    "' says how the loops run; only indices of "
                    "what a statement reads and writes can be encoded");
    return llvm::Error::success();
  }

  /// Numbers of the iterations that have a base, which places tell.
  llvm::Error findBase() {
    if (loop.empty())
      return llvm::Error::success();
    llvm::Expected<LoopNest> found = nestOf(old, statement);
    if (!found)
      return found.takeError();
    nest = std::move(found->statement);
    depth =
        unsigned(llvm::find(nest->iterators, loop) - nest->iterators.begin());
    for (const auto &[name, other] : nest->calls)
      if (other.function == array)
        nestCall = name;
    std::vector<unsigned> telling;
    for (const isl::pw_aff &place : nest->calls.at(nestCall).arguments)
      for (unsigned dim = 0; dim < nest->iterators.size(); ++dim)
        if (poly::constantValue(
                poly::dropUnusedParams(place.sub(nest->iterator(dim)))) == 0)
          telling.push_back(dim);
    if (telling.size() != nest->calls.at(nestCall).arguments.size() ||
        !isFixedBy(old, *nest, telling, depth))
      return refuse("several iterations of loop '" + loop + "' may read '" +
                    call +
                    "', so there is not one base for each element; "
                    "relayout gives each iteration elements of its own");
    isl::map value =
        poly::makeMap(nest->space(), "V", {nest->iterator(depth)}).as_map();
    auto bounds = poly::parameterBounds(
        nest->domain.apply(value).intersect_params(old.context).coalesce(), 0);
    if (!bounds)
      return refuse("loop '" + loop + "' has no bounds in the parameters");
    *bounds = orEmpty(old, *bounds);
    isl::pw_aff count = bounds->second.sub(bounds->first).add_constant(1);
    range = IterationRange{bounds->first, count.coalesce()};
    return llvm::Error::success();
  }

  isl::pw_aff constant(long value) const {
    return poly::constant(isl::space::unit(old.context.ctx()), value);
  }

  llvm::Error makeArrays() {
    const Array wide = old.arrays.at(array);
    const ElementType small = bits == 8
                                  ? ElementType::byte()
                                  : ElementType{ElementType::Kind::Integer, 2,
                                                false, "unsigned short"};
    phases.addArray(narrow, small, Array::Owner::Plan, extents());
    next.arrays.at(narrow).extraElements = wide.extraElements;
    next.facts.push_back(
        provedRange(narrow, constant(0), constant(1L << bits)));
    for (const Fact *fact : old.factsAbout(array, Fact::Kind::Range))
      if (!range) {
        Fact copy = *fact;
        copy.arrays = {narrow};
        copy.origin = Fact::Origin::Proved;
        next.facts.push_back(copy);
      }
    makeWide(wide);
    if (!range)
      return llvm::Error::success();
    base = next.freshName(narrow + "_base");
    phases.addArray(base, wide.type, Array::Owner::Plan, {range->count});
    return llvm::Error::success();
  }

  /// What is stored, while nobody knows yet that it fits.
  void makeWide(const Array &like) {
    offsets = next.freshName(narrow + "_wide");
    Array &made =
        phases.addArray(offsets, like.type, Array::Owner::Workspace, extents());
    made.isZeroed = range.has_value(); // elements that no instance reads fit
    made.extraElements = like.extraElements;
    Fact fits = provedRange(offsets, constant(0), constant(1L << bits));
    fits.origin = Fact::Origin::Declared;
    fits.text = "encode(" + array + ", " + std::to_string(bits) +
                "): 0 <= " + offsets + "[..] < " + std::to_string(1L << bits);
    next.facts.push_back(fits);
  }

  /// `array(..)` of \p made, a nest or what was made of one.
  Expr element(const Statement &made) const {
    return Expr::affine(poly::parameter(made.space(), nestCall),
                        old.arrays.at(array).type);
  }

  /// Every loop of the nest, with \p body.
  void visit(const std::string &stem, Assignment body) {
    Statement made = *nest;
    made.sharing.clear();
    made.action.reset();
    made.assignment = std::move(body);
    std::vector<unsigned> dims;
    for (unsigned dim = 0; dim < nest->iterators.size(); ++dim)
      dims.push_back(dim);
    phases.visit(std::move(made), dims, stem, /*parallel=*/depth == 0);
  }

  /// base[i] = the greatest number; base[i] = min(base[i], array[..]);
  /// wide[..] = array[..] - base[i]
  void addDifferences() {
    const ElementType type = old.arrays.at(array).type;
    const Expr own =
        Expr::access(base, {range->numberOf(nest->iterator(depth))}, type);
    phases.allocate(base);
    const isl::space one = poly::tupleSpace(old.context.ctx(), "", 1);
    const isl::pw_aff most = poly::constant(
        one, type.bytes > 4 ? (1L << 62) : (1L << 30) - 1 + (1L << 30));
    Statement begin = valueListing(
        *range, {next.freshName("begin_" + base), loop}, LoopValue{most, {}});
    begin.assignment->value.type = type;
    begin.assignment->target =
        Expr::access(base, {range->numberOf(begin.iterator(0))}, type);
    phases.add(std::move(begin), /*parallel=*/true);
    visit("least", Assignment{own, Update::Least, element(*nest)});
    visit("difference",
          Assignment{
              Expr::access(offsets, nest->calls.at(nestCall).arguments, type),
              Update::Set,
              Expr::binary(Operator::Subtract, element(*nest), own)});
  }

  std::vector<isl::pw_aff> extents() const {
    std::vector<isl::pw_aff> result;
    for (const auto &extent : old.arrays.at(array).extents)
      result.push_back(*extent);
    return result;
  }

  /// All elements of \p from to \p to.
  void copy(const std::string &stem, const std::string &from,
            const std::string &to) {
    phases.add(elementCopy(next, stem, from, to), /*parallel=*/true);
  }

  void addInspector() {
    phases.allocate(offsets);
    if (range)
      addDifferences();
    else
      copy("widen", array, offsets);
    phases.allocate(narrow);
    copy("store", offsets, narrow);
    phases.insertBeforeExecution();
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
    user.constraints = poly::dropUnusedParams(user.constraints);
  }

  const Program &old;
  const std::string statement, array, loop;
  const unsigned bits;
  StepResult result;
  Program &next;
  const std::string narrow;
  InspectorBuilder phases;
  std::string call; ///< of the statement
  // With a base.
  std::optional<Statement> nest;
  unsigned depth = 0;
  std::string nestCall, base, offsets;
  std::optional<IterationRange> range;
};

llvm::Expected<StepResult> encode(const Program &program,
                                  const Arguments &args) {
  const std::string how = args.text("how"), array = args.text("array");
  const bool isOfValues = program.arrays.at(array).type.isFloating();
  if (const StorageFormat *format = findStorageFormat(how)) {
    if (!isOfValues)
      return refuse("'" + array + "' holds integers; " + how +
                    " is for floating values, 16 and 8 for indices");
    if (args.has("relative"))
      return refuse("'relative' is for indices, not for values");
    return storeValues(program,
                       {args.statement(), array, args.text("name"), *format});
  }
  if (how == "mask" && args.has("relative"))
    return refuse("'relative' is for indices, not for blocks");
  if (how == "mask")
    return maskBlocks(program, args.statement(), array, args.text("name"));
  if (how != "8" && how != "16")
    return refuse("'how' must be 8 or 16, of indices, \"float\", \"half\" or "
                  "\"bfloat16\", of values, or \"mask\", of blocks, not " +
                  how);
  const Program told = withLengths(program, {array});
  return Encoding(told, args).run();
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
