//===- PartialRescaled.cpp - parts of running maxima with their sums ------===//
///
/// \file
/// `partial_rescaled` gives each value of a loop a running maximum of its own,
/// with the sums that are held relative to it, and combines them behind the
/// loops (g is exp or one like it, Analysis/RescaledSums.h):
///
///                                          for k: m_part[k] = m; l_part[k] = 0
///     for d                                for d
///       for k                                for k
///         M = max(m, s)                        M = max(m_part[k], s)
///         l = l * g(m - M) + g(s - M)          l_part[k] = l_part[k] * ..
///         m = M                    =>          m_part[k] = M
///                                          for k: m = max(m, m_part[k])
///                                          for k: f[k] = g(m_part[k] - m)
///                                          for k: l += l_part[k] * f[k]
///
/// All instances keep their order. Those of different k have nothing in common
/// any more, so k may go outwards, and to threads; what combines the parts are
/// a maximum and plain sums, which `reduce` lets threads share.
///
//===----------------------------------------------------------------------===//

#include "Support/LoopCoordinates.h"
#include "Support/RescaledParts.h"
#include "Support/WriteCoverage.h"

#include "sparsec/IR/StorageFormat.h"
#include "sparsec/Transforms/LoopBounds.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop,
     "the loop whose values have parts of their own: counted, of a constant "
     "number"},
};

/// The most parts of one sum.
constexpr long mostParts = 1024;

/// Whether \p value is a number, or infinite, whatever the data.
bool isNumber(const Expr &value) {
  switch (value.kind) {
  case Expr::Kind::Affine:
    return true;
  case Expr::Kind::Constant:
    return !llvm::StringRef(value.text).starts_with("__builtin_nan");
  case Expr::Kind::Unary:
  case Expr::Kind::Cast:
    return isNumber(value.operands[0]);
  default:
    return false;
  }
}

class PartialRescaled {
public:
  PartialRescaled(StepResult &result, const Arguments &args)
      : result(result), name(args.statement()), loop(args.text("loop")) {}

  llvm::Error run() {
    if (llvm::Error error = findLoops())
      return error;
    // Subscripts are best by iterators; where those are others, by their
    // values.
    const std::string body = innermost().name;
    useLoopCoordinates(result, lanes().statements(), depthOf(body) + 1);
    auto found = findRescaledSums(result.program, innermost());
    if (!found)
      return refuse(llvm::toString(found.takeError()));
    for (auto check :
         {&PartialRescaled::checkStorage, &PartialRescaled::checkStart,
          &PartialRescaled::checkRounding})
      if (llvm::Error error = (this->*check)(*found))
        return error;
    return RescaledParts(result, std::move(*found),
                         {name, loop, top, body, depth, size}, starts, setters)
        .make();
  }

private:
  const ScheduleTree &tree() const {
    return result.program.phaseOf(name)->tree;
  }
  const ScheduleTree &lanes() const { return *tree().findLoop(name, loop); }
  /// The loop whose iterations carry something on.
  const ScheduleTree &innermost() const {
    const ScheduleTree *inner = &lanes();
    while (inner->children[0].isLoop())
      inner = &inner->children[0];
    return *inner;
  }
  /// How many loops are around loop \p inner around the statement.
  unsigned depthOf(const std::string &inner) const {
    const auto around = tree().loopsAround(name);
    return unsigned(llvm::find(around, tree().findLoop(name, inner)) -
                    around.begin());
  }
  llvm::Error findLoops();
  llvm::Error checkRounding(const RescaledSums &sums);
  llvm::Error checkStorage(const RescaledSums &sums);
  llvm::Error checkStart(const RescaledSums &sums);
  std::string lastSetterOf(const std::string &array) const;

  StepResult &result;
  const std::string name, loop;
  std::string top;    ///< the outermost of the loops that hold the iterations
  unsigned depth = 0; ///< loops around that
  long size = 0;      ///< values of the loop
  std::string starts; ///< who sets a sum, or the maximum, in the loops around
  bool startsAtNumber = false; ///< whether the first maximum is never a NaN
  std::map<std::string, std::string> setters; ///< sum => who sets it to 0
};

llvm::Error PartialRescaled::findLoops() {
  const auto around = tree().loopsAround(name);
  depth = depthOf(loop);
  while (depth > 0 && around[depth - 1]->children[0].isLoop())
    --depth;
  top = around[depth]->name;
  const std::optional<long> trips = constantTrips(result.program, name, loop);
  if (!trips || *trips > mostParts)
    return refuse("loop '" + loop +
                  "' does not have a constant number of "
                  "iterations, at most " +
                  llvm::Twine(mostParts) +
                  "; normalize and tile it, and name the inner loop");
  size = *trips;
  for (const std::string &each : lanes().statements()) {
    const isl::pw_aff &value = lanes().values.at(each);
    const isl::space space = value.space().domain();
    if (!staysBelow(result.program, each, value, poly::constant(space, size)))
      return refuse("the values of loop '" + loop +
                    "' do not count from 0; normalize and tile it");
  }
  return llvm::Error::success();
}

llvm::Error PartialRescaled::checkRounding(const RescaledSums &sums) {
  if (!result.program.allowReassociation)
    return refuse("sums would be made of parts, which rounds differently; "
                  "'allow_reassociation()' before this step permits it");
  if (sums.meetsInfinity)
    return refuse("the source makes scores or terms infinite, of which parts "
                  "may make other sums; for scores let it say what holds of "
                  "them: M == -INFINITY ? 0 : " +
                  sums.function + "(s - M) and M == -INFINITY ? 0 : " +
                  sums.function + "(m - M)");
  if (!(sums.isTotal && startsAtNumber) && !result.program.assumeFinite)
    return refuse(
        "where scores or terms are infinite or no number, parts may make other "
        "sums of them; 'assume_finite()' before this step says that they are "
        "not, or, for sums of nothing but '" +
        sums.function +
        "' of scores, let the source say what holds where maxima are equal: m "
        "== M ? 1 : " +
        sums.function + "(m - M) and s == M ? 1 : " + sums.function +
        "(s - M)");
  return llvm::Error::success();
}

llvm::Error PartialRescaled::checkStorage(const RescaledSums &sums) {
  std::vector<std::string> arrays = {sums.maximum};
  for (const RescaledSums::Sum &sum : sums.sums) {
    if (smallFloat(result.program.arrays.at(sum.array).type))
      return refuse("'" + sum.array +
                    "' is a sum in 16 bits or fewer, which parts would be "
                    "added to; make it a float");
    arrays.push_back(sum.array);
  }
  for (const std::string &each : arrays) {
    const Array &array = result.program.arrays.at(each);
    bool isConstant = array.owner == Array::Owner::Local && !array.partition &&
                      !array.liveOut;
    for (const std::optional<isl::pw_aff> &extent : array.extents)
      isConstant &= extent && poly::constantValue(*extent).has_value();
    if (!isConstant)
      return refuse("'" + each +
                    "' has no constant size, so that there could "
                    "be one for each value of loop '" +
                    loop +
                    "'; copy_to_shared or datacopy of the loop around gives it "
                    "one, where facts say how long it is at most");
  }
  return llvm::Error::success();
}

/// The last statement before the iterations that sets \p array; "" for none.
std::string PartialRescaled::lastSetterOf(const std::string &array) const {
  const ScheduleTree *outermost = tree().findLoop(name, top);
  std::string last;
  for (const std::string &each : tree().statements()) {
    if (outermost->contains(each))
      return last;
    for (const Access &access : result.program.statement(each).accesses())
      if (access.isWrite && access.array == array)
        last = each;
  }
  return last;
}

/// A sum that began with something would be counted by each part.
llvm::Error PartialRescaled::checkStart(const RescaledSums &sums) {
  for (const RescaledSums::Sum &sum : sums.sums) {
    const std::string setter = lastSetterOf(sum.array);
    const bool isZero =
        !setter.empty() &&
        isZeroConstant(result.program.statement(setter).assignment) &&
        WriteCoverage(result.program, tree(), sum.array)
            .covers(setter, sum.statement, depth);
    if (!isZero)
      return refuse("'" + sum.array + "' is not set to 0 before loop '" + top +
                    "', in the same iteration of the loops around, for all "
                    "elements that '" +
                    sum.statement + "' updates");
    setters[sum.array] = setter;
    if (tree().loopsAround(setter).size() == depth)
      starts = setter;
  }
  const std::string setter = lastSetterOf(sums.maximum);
  if (setter.empty() || !WriteCoverage(result.program, tree(), sums.maximum)
                             .covers(setter, name, depth))
    return refuse("'" + sums.maximum + "' is not set before loop '" + top +
                  "' in the same iteration of the loops around");
  startsAtNumber = isNumber(result.program.statement(setter).assignment->value);
  if (starts.empty() && tree().loopsAround(setter).size() == depth)
    starts = setter;
  return llvm::Error::success();
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&]() -> llvm::Expected<StepResult> {
    StepResult result = startStep(program);
    if (llvm::Error error = PartialRescaled(result, args).run())
      return error;
    return result;
  });
}

} // namespace

extern const TransformSpec partial_rescaledSpec;
const TransformSpec partial_rescaledSpec = {
    .name = "partial_rescaled",
    .summary = "give each value of a loop a running maximum, and sums that are "
               "rescaled by it, of its own",
    .before = "for d\n  for k\n    M = max(m, s)\n"
              "    l = l * exp(m - M) + exp(s - M)\n    m = M",
    .after = "for d\n  for k\n    M = max(m_part[k], s)\n"
             "    l_part[k] = l_part[k] * exp(m_part[k] - M) + exp(s - M)\n"
             "    m_part[k] = M\n"
             "m = max(m, m_part[k]) of all k\n"
             "l = sum of l_part[k] * exp(m_part[k] - m)",
    .legality = "when all that iterations carry on is a running maximum and "
                "sums that are rescaled by it, which are 0 before, with "
                "allow_reassociation()",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
