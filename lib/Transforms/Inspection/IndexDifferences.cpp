//===- IndexDifferences.cpp - indices as differences ----------------------===//
///
/// \file
/// `encode` with `delta`. The inspector needs no running sum: a difference is
/// one of two elements, whose iterations follow each other. The execution has
/// one (CarriedScalars.h).
///
//===----------------------------------------------------------------------===//

#include "Inspection/IndexDifferences.h"

#include "Inspection/CarriedScalars.h"
#include "Inspection/FarIndices.h"
#include "Support/LoopCoordinates.h"
#include "Support/OuterView.h"

#include "sparsec/Analysis/FixedValues.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

class IndexDifferences : IndexEncoding {
public:
  /// \p isPrivate: the loops outside `loop` are the statement's first
  /// iterators.
  IndexDifferences(StepResult step, const DifferenceRequest &request,
                   bool isPrivate)
      : IndexEncoding(std::move(step), request.index), loop(request.loop),
        outer(request.far.empty() ? request.index.relative : request.far),
        hasFar(!request.far.empty()), isRising(request.isRising),
        isPrivate(isPrivate) {}

  llvm::Expected<StepResult> run() {
    if (llvm::Error error = check())
      return error;
    for (auto step : {&IndexDifferences::findRun, &IndexDifferences::splitRun,
                      &IndexDifferences::findDims})
      if (llvm::Error error = (this->*step)())
        return error;
    addInspector();
    if (llvm::Error error = addSum())
      return error;
    return std::move(result);
  }

private:
  llvm::Error findRun();
  llvm::Error checkRun(const Statement &nest) const;
  llvm::Error splitRun();
  llvm::Error findDims();
  llvm::Error findRange();
  Statement previous(Expr &before) const;
  bool rises() const;
  void addInspector();
  Assignment difference(const Expr &before) const;
  void addFirst();
  llvm::Error addSum();
  void addFarSum(CarriedScalars &scalars, const Expr &sum,
                 const Expr &stored) const;
  /// Sums are indices, and have a sign where these have none.
  ElementType sumType() const {
    const ElementType &type = wideArray().type;
    if (type.bytes < 4 || type.isSigned)
      return type.bytes > 4 ? type : ElementType::int32();
    return ElementType::int64();
  }

  const std::string loop;
  const std::string outer; ///< whose iterations have a base, or far indices
  const bool hasFar;
  const std::optional<bool> isRising;
  const bool isPrivate;
  /// The loops down to `loop`: the iterations that the sum goes through.
  Statement nest;
  unsigned depth = 0;
  isl::set first, later;      ///< iterations of the run, `{ R[..] }`
  std::vector<unsigned> dims; ///< loops that the inspector runs through
  std::optional<unsigned> outerDepth;
  std::optional<FarIndices> far;
};

//===----------------------------------------------------------------------===//
// Runs of iterations that follow each other
//===----------------------------------------------------------------------===//

/// Whether \p call, or one in its arguments, reads an element that changes with
/// the loop \p from or one inside it.
bool changesFrom(const Statement &nest, const std::string &call,
                 unsigned from) {
  const UninterpretedCall &read = nest.calls.at(call);
  for (const isl::pw_aff &argument : read.arguments)
    for (unsigned dim = from; dim < nest.iterators.size(); ++dim)
      if (poly::involvesDim(argument, dim))
        return true;
  return llvm::any_of(nestedCalls(read, nest.calls),
                      [&](const std::string &nested) {
                        return changesFrom(nest, nested, from);
                      });
}

/// Conditions on iterations of the loops inside are left out: the sum may go
/// through iterations in which the statement has nothing to do, as long as
/// those exist.
llvm::Error IndexDifferences::findRun() {
  llvm::Expected<LoopNest> found = nestOf(old, statement);
  if (!found)
    return found.takeError();
  Statement whole = std::move(found->statement);
  depth = unsigned(llvm::find(whole.iterators, loop) - whole.iterators.begin());
  for (unsigned dim = depth + 1; dim < whole.iterators.size(); ++dim) {
    whole.domain = withoutLoop(whole.domain, dim, whole);
    whole.constraints = poly::dropConstraints(whole.constraints, dim);
  }
  if (llvm::Error error = checkRun(whole))
    return error;
  const Expr itself = element(whole);
  whole.sharing.clear();
  whole.action.reset();
  whole.assignment = Assignment{
      Expr::access(array, whole.calls.at(callIn(whole)).arguments, itself.type),
      Update::Set, itself};
  nest = projectNest(std::move(whole), "R", firstDims(depth + 1));
  return llvm::Error::success();
}

llvm::Error IndexDifferences::checkRun(const Statement &whole) const {
  const std::string here = callIn(whole);
  if (changesFrom(whole, here, depth + 1))
    return refuse("'" + call + "' changes in loops inside loop '" + loop +
                  "'; 'delta' is the innermost loop that it changes with");
  if (!changesFrom(whole, here, depth))
    return refuse("'" + call + "' does not change in loop '" + loop +
                  "'; 'delta' is the innermost loop that it changes with");
  for (const auto &entry : whole.calls)
    if (poly::involvesParam(whole.constraints, entry.first) &&
        changesFrom(whole, entry.first, depth))
      return refuse("'" + entry.first + "' says which iterations of loop '" +
                    loop +
                    "' run, so they do not follow each other; compact "
                    "lists those that do");
  return llvm::Error::success();
}

/// The iterations that have one before them, and the first ones.
llvm::Error IndexDifferences::splitRun() {
  const isl::set all = nest.instances();
  std::vector<isl::pw_aff> values;
  for (unsigned dim : firstDims(depth + 1))
    values.push_back(nest.iterator(dim).add_constant(dim == depth ? -1 : 0));
  const isl::set follows =
      all.preimage(poly::makeMap(nest.space(), "R", values));
  // Without what no index array can hold: a row that begins before 0.
  const isl::set possible =
      old.callContext(nest).intersect(old.context.params());
  auto existing = [&](const isl::set &points) {
    return points.intersect_params(possible).gist_params(possible).coalesce();
  };
  later = existing(all.intersect(follows));
  first = existing(all.subtract(follows));
  if (!isDetermined(nest, first, firstDims(depth), depth))
    return refuse("iterations of loop '" + loop +
                  "' do not follow each other one by one; normalize or "
                  "compact it first");
  return llvm::Error::success();
}

/// An element must belong to one iteration of all loops that say what it
/// follows, or what its base is.
llvm::Error IndexDifferences::findDims() {
  const std::vector<unsigned> telling = loopsTelling(nest);
  const auto &places = nest.calls.at(callIn(nest)).arguments;
  if (telling.size() != places.size() || !llvm::is_contained(telling, depth))
    return refuse("the subscripts of '" + call +
                  "' are not the values of loops, loop '" + loop +
                  "' among them; relayout makes a copy of which they are");
  std::set<unsigned> needed(telling.begin(), telling.end());
  for (unsigned dim : tellingLoops(nest, telling))
    needed.insert(dim);
  if (!outer.empty()) {
    const auto place = llvm::find(nest.iterators, outer);
    if (place >= nest.iterators.begin() + depth)
      return refuse("loop '" + outer + "' is not outside loop '" + loop + "'");
    outerDepth = unsigned(place - nest.iterators.begin());
    needed.insert(*outerDepth);
  }
  for (unsigned dim : needed)
    if (!isFixedBy(old, nest, telling, dim))
      return refuse("several iterations of loop '" + nest.iterators[dim] +
                    "' may read '" + call +
                    "', which then does not follow one other; relayout gives "
                    "each iteration elements of its own");
  dims.assign(needed.begin(), needed.end());
  return outerDepth ? findRange() : llvm::Error::success();
}

llvm::Error IndexDifferences::findRange() {
  llvm::Expected<IterationRange> iterations = rangeOf(nest, *outerDepth);
  if (!iterations)
    return iterations.takeError();
  if (!hasFar) {
    range = *iterations;
    return llvm::Error::success();
  }
  if (dims.size() > 2)
    return refuse("loop '" + loop +
                  "' runs several times in an iteration of "
                  "loop '" +
                  outer + "', which has one list of far indices");
  far.emplace(next, phases, nest, *outerDepth, *iterations, narrow + "_far");
  return llvm::Error::success();
}

//===----------------------------------------------------------------------===//
// Inspector
//===----------------------------------------------------------------------===//

/// The iterations that follow another one, and the element \p before.
Statement IndexDifferences::previous(Expr &before) const {
  Statement made = nest;
  setInstances(made, later);
  UninterpretedCall one = made.calls.at(callIn(nest));
  const std::vector<unsigned> telling = loopsTelling(nest);
  for (size_t pos = 0; pos < telling.size(); ++pos)
    if (telling[pos] == depth)
      one.arguments[pos] = one.arguments[pos].add_constant(-1);
  before = Expr::affine(addCall(made.calls, one, made.iterators, made.space()),
                        wideArray().type);
  return made;
}

/// Whether facts say that no index is less than the one before.
bool IndexDifferences::rises() const {
  Expr before;
  const Statement pair = previous(before);
  return isNeverNegative(old, pair,
                         element(nest).subscripts[0].sub(before.subscripts[0]));
}

/// wide[..] = element - before; 0, which no difference is then, where it does
/// not fit and there are far indices.
Assignment IndexDifferences::difference(const Expr &before) const {
  const ElementType truth = ElementType::int32();
  const ElementType &type = next.arrays.at(wide).type;
  Expr value = Expr::binary(Operator::Subtract, element(nest), before);
  if (!far)
    return {wideAt(nest), Update::Set, std::move(value)};
  auto compared = [&](Operator op, long limit) {
    Expr result =
        Expr::binary(op, value, Expr::constant(std::to_string(limit), truth));
    result.type = truth;
    return result;
  };
  Expr choice;
  choice.kind = Expr::Kind::Select;
  choice.type = type;
  choice.operands = {Expr::binary(Operator::LogicalAnd,
                                  compared(Operator::GreaterEqual, least),
                                  compared(Operator::Less, bound)),
                     value, Expr::constant("0", type)};
  return {wideAt(nest), Update::Set, std::move(choice)};
}

/// The first ones of runs, less their base.
void IndexDifferences::addFirst() {
  Statement start = nest;
  setInstances(start, first);
  Expr value = element(nest);
  if (range)
    value = Expr::binary(Operator::Subtract, std::move(value),
                         baseAt(nest.iterator(*outerDepth)));
  visit(start, dims, "first",
        Assignment{wideAt(nest), Update::Set, std::move(value)},
        /*parallel=*/true);
}

void IndexDifferences::addInspector() {
  const std::string form = "encode(" + array + ", " + std::to_string(bits) +
                           ", delta = " + loop + ")";
  const bool isUnsigned = isRising ? *isRising : rises();
  makeArrays(isUnsigned ? Sign::Never : Sign::Maybe, far ? "" : form);
  next.arrays.at(wide).isZeroed = true; // elements that no instance reads fit
  phases.allocate(wide);
  if (range)
    addBases(nest, dims, *outerDepth);
  Expr before;
  const Statement pair = previous(before);
  visit(pair, dims, "difference", difference(before), /*parallel=*/true);
  if (far) {
    far->makeArrays(wideArray().type);
    far->addInspector(dims, wideAt(nest), element(nest));
  } else {
    addFirst();
  }
  store();
}

//===----------------------------------------------------------------------===//
// Execution
//===----------------------------------------------------------------------===//

llvm::Error IndexDifferences::addSum() {
  CarriedScalars scalars(result, nest, statement, isPrivate);
  const Expr sum = scalars.make(array + "_sum", sumType());
  if (llvm::Error error =
          scalars.replace(call, sum, old.callContext(old.statement(statement))))
    return error;
  const Expr zero = Expr::constant("0", sumType());
  const Expr stored =
      Expr::access(narrow, nest.calls.at(callIn(nest)).arguments,
                   next.arrays.at(narrow).type);
  if (far) {
    addFarSum(scalars, sum, stored);
  } else {
    scalars.begin(sum, range ? baseAt(nest.iterator(*outerDepth)) : zero);
    scalars.step(sum, Update::Add, stored);
  }
  scalars.insert();
  return llvm::Error::success();
}

/// sum = stored != 0 ? sum + stored : far[next]; next += stored == 0
void IndexDifferences::addFarSum(CarriedScalars &scalars, const Expr &sum,
                                 const Expr &stored) const {
  const ElementType &type = far->placeType();
  const Expr zero = Expr::constant("0", ElementType::int32()),
             place = scalars.make(narrow + "_next", type);
  auto compared = [&](Operator op) {
    Expr result = Expr::binary(op, stored, zero);
    result.type = ElementType::int32();
    return result;
  };
  Expr choice;
  choice.kind = Expr::Kind::Select;
  choice.type = sum.type;
  choice.operands = {compared(Operator::NotEqual),
                     Expr::binary(Operator::Add, sum, stored), far->at(place)};
  scalars.begin(sum, zero);
  scalars.begin(place, far->firstOf(nest.iterator(*outerDepth)));
  scalars.step(sum, Update::Set, std::move(choice));
  scalars.step(place, Update::Add, compared(Operator::Equal));
}

} // namespace

llvm::Expected<StepResult> storeDifferences(const Program &program,
                                            const DifferenceRequest &request) {
  const std::string &statement = request.index.statement;
  StepResult step = startStep(program);
  bool isPrivate = false;
  if (const Phase *phase = program.phaseOf(statement)) {
    unsigned outside = 0;
    for (const ScheduleTree *node : phase->tree.loopsAround(statement))
      if (node->name == request.loop)
        break;
      else
        ++outside;
    isPrivate = useLoopCoordinates(step, {statement}, outside);
  }
  return IndexDifferences(std::move(step), request, isPrivate).run();
}

} // namespace sparsec
