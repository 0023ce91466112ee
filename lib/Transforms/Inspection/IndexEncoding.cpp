//===- IndexEncoding.cpp - indices that plans store in fewer bits ---------===//

#include "Inspection/IndexEncoding.h"

#include "Inspection/StoredValues.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// Of \p bits, 8 or 16.
ElementType integerOf(unsigned bits, bool isSigned) {
  if (bits == 8)
    return isSigned ? *ElementType::named("signed char") : ElementType::byte();
  return *ElementType::named(isSigned ? "short" : "unsigned short");
}

} // namespace

IndexEncoding::IndexEncoding(StepResult step, const IndexRequest &request)
    : old(step.program), statement(request.statement), array(request.array),
      bits(request.bits), result(std::move(step)), next(result.program),
      narrow(request.name.empty()
                 ? next.freshName(array + "_" + std::to_string(bits))
                 : request.name),
      phases(next, narrow) {}

isl::pw_aff IndexEncoding::constant(long value) const {
  return poly::constant(isl::space::unit(old.context.ctx()), value);
}

//===----------------------------------------------------------------------===//
// What can be stored otherwise
//===----------------------------------------------------------------------===//

llvm::Error IndexEncoding::check() {
  if (llvm::Error error = checkArray())
    return error;
  if (llvm::Error error = findCall())
    return error;
  return checkCall();
}

llvm::Error IndexEncoding::checkArray() const {
  const Array &wide = wideArray();
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

/// The statement without calls that a step has taken elsewhere.
Statement IndexEncoding::reader() const {
  Statement user = old.statement(statement);
  dropUnusedCalls(user);
  return user;
}

/// The one call `array(..)` of the statement, in the values of its body.
llvm::Error IndexEncoding::findCall() {
  if (!old.executePhase().tree.contains(statement))
    return refuse("'" + statement + "' belongs to the inspector");
  const Statement user = reader();
  for (const auto &[name, other] : user.calls) {
    if (other.function == array && !call.empty())
      return refuse("'" + statement + "' reads '" + array +
                    "' at two places: " + call + " and " + name);
    if (other.function == array)
      call = name;
  }
  if (call.empty())
    return refuse("'" + statement + "' has no index in '" + array + "'");
  return llvm::Error::success();
}

llvm::Error IndexEncoding::checkCall() const {
  const Statement user = reader();
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

//===----------------------------------------------------------------------===//
// Bases
//===----------------------------------------------------------------------===//

std::string IndexEncoding::callIn(const Statement &user) const {
  for (const auto &[name, other] : user.calls)
    if (other.function == array)
      return name;
  return "";
}

Expr IndexEncoding::element(const Statement &user) const {
  return Expr::affine(poly::parameter(user.space(), callIn(user)),
                      wideArray().type);
}

std::vector<unsigned> IndexEncoding::loopsTelling(const Statement &nest) const {
  std::vector<unsigned> telling;
  for (const isl::pw_aff &place : nest.calls.at(callIn(nest)).arguments)
    for (unsigned dim = 0; dim < nest.iterators.size(); ++dim)
      if (poly::constantValue(
              poly::dropUnusedParams(place.sub(nest.iterator(dim)))) == 0)
        telling.push_back(dim);
  return telling;
}

llvm::Expected<IterationRange> IndexEncoding::rangeOf(const Statement &nest,
                                                      unsigned depth) const {
  isl::map value =
      poly::makeMap(nest.space(), "V", {nest.iterator(depth)}).as_map();
  auto bounds = poly::parameterBounds(
      nest.domain.apply(value).intersect_params(old.context).coalesce(), 0);
  if (!bounds)
    return refuse("loop '" + nest.iterators[depth] +
                  "' has no bounds in the parameters");
  *bounds = orEmpty(old, *bounds);
  isl::pw_aff count = bounds->second.sub(bounds->first).add_constant(1);
  return IterationRange{bounds->first, count.coalesce()};
}

Expr IndexEncoding::baseAt(const isl::pw_aff &loopValue) const {
  return Expr::access(base, {range->numberOf(loopValue)}, wideArray().type);
}

void IndexEncoding::addBases(const Statement &nest,
                             const std::vector<unsigned> &dims,
                             unsigned depth) {
  const ElementType &type = wideArray().type;
  phases.allocate(base);
  const isl::space one = poly::tupleSpace(old.context.ctx(), "", 1);
  const isl::pw_aff most = poly::constant(
      one, type.bytes > 4 ? (1L << 62) : (1L << 30) - 1 + (1L << 30));
  Statement begin = valueListing(
      *range, {next.freshName("begin_" + base), nest.iterators[depth]},
      LoopValue{most, {}});
  begin.assignment->value.type = type;
  begin.assignment->target = baseAt(begin.iterator(0));
  phases.add(std::move(begin), /*parallel=*/true);
  visit(nest, dims, "least",
        Assignment{baseAt(nest.iterator(depth)), Update::Least, element(nest)},
        /*parallel=*/dims.front() == depth);
}

void IndexEncoding::visit(Statement nest, const std::vector<unsigned> &dims,
                          const std::string &stem, Assignment body,
                          bool parallel) {
  nest.sharing.clear();
  nest.action.reset();
  nest.assignment = std::move(body);
  phases.visit(std::move(nest), dims, stem, parallel);
}

//===----------------------------------------------------------------------===//
// What the plan holds
//===----------------------------------------------------------------------===//

std::vector<isl::pw_aff> IndexEncoding::extents() const {
  std::vector<isl::pw_aff> result;
  for (const auto &extent : wideArray().extents)
    result.push_back(*extent);
  return result;
}

void IndexEncoding::makeArrays(Sign sign, const std::string &form) {
  const bool isSigned = sign == Sign::Maybe;
  least = isSigned ? -(1L << (bits - 1)) : 0;
  bound = least + (1L << bits);
  makeNarrow();
  // What is stored, while nobody knows yet that it fits.
  wide = next.freshName(narrow + "_wide");
  ElementType type = wideArray().type;
  if (isSigned && !type.isSigned)
    type = type.bytes > 2 ? ElementType::int64() : ElementType::int32();
  Array &made = phases.addArray(wide, type, Array::Owner::Workspace, extents());
  made.extraElements = wideArray().extraElements;
  Fact fits = provedRange(wide, constant(least), constant(bound));
  if (!form.empty()) {
    fits.origin = Fact::Origin::Declared;
    fits.text = form + ": " + std::to_string(least) + " <= " + wide +
                "[..] < " + std::to_string(bound);
  }
  next.facts.push_back(fits);
  if (!range)
    return;
  base = next.freshName(narrow + "_base");
  phases.addArray(base, wideArray().type, Array::Owner::Plan, {range->count});
}

void IndexEncoding::makeNarrow() {
  phases.addArray(narrow, integerOf(bits, least < 0), Array::Owner::Plan,
                  extents());
  next.arrays.at(narrow).extraElements = wideArray().extraElements;
  next.facts.push_back(provedRange(narrow, constant(least), constant(bound)));
}

Expr IndexEncoding::wideAt(const Statement &nest) const {
  return Expr::access(wide, nest.calls.at(callIn(nest)).arguments,
                      next.arrays.at(wide).type);
}

void IndexEncoding::copy(const std::string &stem, const std::string &from,
                         const std::string &to) {
  phases.add(elementCopy(next, stem, from, to), /*parallel=*/true);
}

void IndexEncoding::store() {
  phases.allocate(narrow);
  copy("store", wide, narrow);
  phases.insertBeforeExecution();
}

} // namespace sparsec
