//===- Count.cpp - how many instances loops have, by value ----------------===//
///
/// \file
/// `count` lets the inspector count a statement's instances for each value of
/// some of its loops, for conditions of later steps:
///
///     for k                               fill = 0
///       for i                   =>        for i, for j: fill[col[j]]++
///         for j: col[j] == k              for k, i, j
///           S(k, i, j)                      S(k, i, j)
///
/// The statement stays as it is. The inspector runs through its instances in
/// another order: loops that index arrays determine are not loops there.
///
/// With `distinct` it counts how many different values of an expression they
/// have, the columns of a block of rows: a stamp for each value says which
/// block had it last, so the inspector visits one block after the other.
///
//===----------------------------------------------------------------------===//

#include "Inspection/InspectorBuilder.h"
#include "Inspection/IterationKeys.h"

#include "sparsec/IR/Widths.h"
#include "sparsec/Poly/AstBuild.h"
#include "sparsec/Poly/Constraints.h"
#include "sparsec/Transforms/LoopNest.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement,
     "the statement whose instances are counted"},
    {"loops", ParameterSpec::Kind::Loops,
     "loops around it: each combination of their values has a count"},
    {"name", ParameterSpec::Kind::NewName, "name of the array of counts"},
    {"distinct", ParameterSpec::Kind::Text,
     "counts how many different values of this there are: a loop around the "
     "statement, an index expression such as \"col[j]\", or a value as in C of "
     "loops, parameters and elements of integer arrays; instances unless given",
     true},
};

/// The bounds of `{ [v] }` \p values that mention the fewest parameters: a
/// guard that leaves values out gives others beside those of the loop.
std::optional<std::pair<isl::pw_aff, isl::pw_aff>>
plainBounds(const isl::set &values) {
  std::optional<std::pair<isl::pw_aff, isl::pw_aff>> best;
  size_t fewest = ~size_t{0};
  const std::vector<isl::set> all = poly::constraintsOf(values);
  for (const isl::set &one : all)
    for (const isl::set &other : all) {
      isl::set both = one.intersect(other);
      const size_t count =
          poly::paramNames(poly::dropUnusedParams(both).space()).size();
      auto bounds = poly::parameterBounds(both, 0);
      if (!bounds || count >= fewest)
        continue;
      best = std::move(bounds);
      fewest = count;
    }
  return best ? best : poly::parameterBounds(values, 0);
}

/// The values of loop \p dim, from the least one on.
llvm::Expected<IterationRange> rangeOf(const Program &program,
                                       const Statement &nest, unsigned dim) {
  isl::map value =
      poly::makeMap(nest.space(), "V", {nest.iterator(dim)}).as_map();
  isl::set values =
      nest.domain.apply(value).intersect_params(program.context).coalesce();
  auto bounds = plainBounds(values);
  if (!bounds)
    return refuse("loop '" + nest.iterators[dim] +
                  "' has no bounds in the parameters, so there is no array "
                  "with a count for each of its values");
  *bounds = orEmpty(program, *bounds);
  isl::pw_aff count = bounds->second.sub(bounds->first).add_constant(1);
  return IterationRange{bounds->first, count.coalesce()};
}

/// Whether loop \p dim runs through rows that follow each other, or positions
/// in them: of these there are no more than elements of an array.
bool isOfRows(const Program &program, const Statement &nest, unsigned dim) {
  return llvm::any_of(nest.calls, [&](const auto &entry) {
    const auto &[name, call] = entry;
    return !program.factsAbout(call.function, Fact::Kind::Monotonic).empty() &&
           (poly::isBoundBy(nest.constraints, dim, name) ||
            llvm::any_of(call.arguments, [&](const isl::pw_aff &argument) {
              return poly::involvesDim(argument, dim);
            }));
  });
}

/// Whether counts may be greater than an int, when an inspector runs through
/// the loops \p visited and counts for each value of \p counted.
bool mayExceedInt(const Program &program, const Statement &nest,
                  const std::vector<unsigned> &visited,
                  const std::vector<unsigned> &counted) {
  isl::set instances =
      nest.instances().intersect_params(program.callContext(nest));
  unsigned free = 0;
  for (unsigned dim : visited) {
    std::vector<unsigned> others = visited;
    llvm::erase(others, dim);
    free += !llvm::is_contained(counted, dim) &&
            !isOfRows(program, nest, dim) &&
            !isDetermined(nest, instances, others, dim);
  }
  return free > 1 || llvm::any_of(nest.calls, [&](const auto &entry) {
           return program.arrays.at(entry.second.function).type.bytes > 4;
         });
}

/// `{ S[..] }` the instances of \p nest as far as no index array decides.
isl::set withoutCalls(const Statement &nest) {
  isl::set instances = nest.instances();
  for (const auto &entry : nest.calls)
    instances = poly::dropParam(instances, entry.first);
  return instances;
}

/// \p order with those of \p counted first that other loops tell without index
/// arrays, such as blocks of rows: threads then count apart. Not so where an
/// index array bounds these loops: each block would look for its part anew.
std::vector<unsigned> countedFirst(const Statement &nest,
                                   std::vector<unsigned> order,
                                   const std::vector<unsigned> &counted) {
  const isl::set instances = withoutCalls(nest);
  std::vector<unsigned> plain;
  for (unsigned dim : order)
    if (!llvm::is_contained(counted, dim) &&
        llvm::none_of(nest.calls, [&](const auto &entry) {
          return poly::isBoundBy(nest.constraints, dim, entry.first);
        }))
      plain.push_back(dim);
  llvm::stable_sort(order, [&](unsigned left, unsigned right) {
    auto leads = [&](unsigned dim) {
      return llvm::is_contained(counted, dim) &&
             isDetermined(nest, instances, plain, dim);
    };
    return leads(left) && !leads(right);
  });
  return order;
}

/// A program in which each value that is to be counted once has a loop.
struct ValueLoop {
  Program program;
  std::string statement, loop;
};

/// As make_dense makes it, unless \p value is a loop.
llvm::Expected<ValueLoop> loopOfValues(const Program &program,
                                       const std::string &statement,
                                       const std::string &value) {
  for (const ScheduleTree *loop :
       program.phaseOf(statement)->tree.loopsAround(statement))
    if (loop->name == value)
      return ValueLoop{program, statement, value};
  const std::string loop = program.freshName("value");
  Arguments args;
  args.set("statement", statement);
  args.set("expressions", std::vector<std::string>{value});
  args.set("names", std::vector<std::string>{loop});
  llvm::Expected<StepResult> dense =
      findTransform("make_dense")->apply(program, args);
  if (!dense)
    return dense.takeError();
  return ValueLoop{std::move(dense->program), dense->made.front().statement,
                   loop};
}

/// \p program with what a loop of values has asked of arrays: that they are
/// index arrays, or are measured. The loop itself goes.
Program keepingLoops(const Program &program, const std::string &statement,
                     const ValueLoop &values) {
  Program next = values.program;
  ScheduleTree &tree = next.phaseOf(values.statement)->tree;
  for (const std::string &name : tree.statements())
    next.statements.erase(name);
  tree = program.phaseOf(statement)->tree;
  for (const std::string &name : tree.statements())
    next.statements.insert_or_assign(name, program.statement(name));
  return next;
}

class Counting {
public:
  Counting(const Program &program, const Arguments &args)
      : program(program), statement(args.statement()), name(args.text("name")),
        distinct(args.text("distinct")), asked(args.texts("loops")) {}

  llvm::Expected<StepResult> run() {
    ValueLoop values{program, statement, ""};
    if (!distinct.empty()) {
      llvm::Expected<ValueLoop> found =
          loopOfValues(program, statement, distinct);
      if (!found)
        return found.takeError();
      values = std::move(*found);
    }
    llvm::Expected<LoopNest> found = nestOf(values.program, values.statement);
    if (!found)
      return found.takeError();
    nest = std::move(found->statement);
    if (llvm::Error error = findLoops(values))
      return error;
    StepResult result = startStep(program);
    result.program = keepingLoops(program, statement, values);
    InspectorBuilder phases(result.program, name);
    addCounts(result.program, phases);
    nest.sharing.clear();
    nest.assignment.reset();
    nest.action.reset();
    if (value)
      countOnce(result.program, phases);
    else
      nest.assignment =
          Assignment{counter(0), Update::Add, Expr::constant("1", type)};
    const bool isParallel = llvm::is_contained(counted, visited.front());
    const std::string made = phases.visit(nest, visited, "count", isParallel);
    phases.insertBefore(statement);
    result.made = {{"executor", statement}, {"inspector", made}};
    return result;
  }

private:
  unsigned dimOf(const std::string &loop) const {
    return unsigned(llvm::find(nest.iterators, loop) - nest.iterators.begin());
  }

  /// What is counted, and the loops that the inspector visits for it.
  llvm::Error findLoops(const ValueLoop &values) {
    for (const std::string &loop : asked) {
      const unsigned dim = dimOf(loop);
      llvm::Expected<IterationRange> range = rangeOf(values.program, nest, dim);
      if (!range)
        return range.takeError();
      counted.push_back(dim);
      extents.push_back(range->count);
      subscripts.push_back(range->numberOf(nest.iterator(dim)));
    }
    std::vector<unsigned> telling = counted;
    if (!values.loop.empty()) {
      llvm::Expected<IterationRange> range =
          rangeOf(values.program, nest, dimOf(values.loop));
      if (!range)
        return range.takeError();
      value = std::move(*range);
      valueDim = dimOf(values.loop);
      telling.push_back(valueDim);
    }
    visited = tellingLoops(nest, telling);
    if (visited.empty())
      return refuse("'" + statement +
                    "' has as many instances for every value " +
                    "of the loops");
    const isl::set known = values.program.callContext(nest);
    visited = countedFirst(nest, visitingOrder(nest, known, visited), counted);
    type = mayExceedInt(values.program, nest, visited, counted)
               ? ElementType::int64()
               : ElementType::int32();
    return checkOrder();
  }

  /// A value was there before if its stamp is the number of what is counted:
  /// that comes first, and never again, or follows from what does.
  llvm::Error checkOrder() const {
    if (!value)
      return llvm::Error::success();
    std::vector<unsigned> first;
    for (unsigned dim : visited) {
      if (!llvm::is_contained(counted, dim))
        break;
      first.push_back(dim);
    }
    const isl::set instances = withoutCalls(nest);
    for (unsigned dim : counted)
      if (!llvm::is_contained(first, dim) &&
          !isDetermined(nest, instances, first, dim))
        return refuse("the inspector finds values of '" + distinct +
                      "' by loop '" + nest.iterators[visited[first.size()]] +
                      "', so it does not visit one iteration of '" +
                      nest.iterators[dim] +
                      "' after the other; name a loop that index arrays do "
                      "not decide, or count what one such loop has");
    return llvm::Error::success();
  }

  /// The count, or the element as many places behind it.
  Expr counter(long behind) const {
    std::vector<isl::pw_aff> place = subscripts;
    place.back() = place.back().add_constant(behind);
    return Expr::access(name, place, type);
  }

  void addCounts(Program &next, InspectorBuilder &phases) const {
    phases.addArray(name, type, Array::Owner::Plan, extents).isZeroed = true;
    Fact range = provedFact(Fact::Kind::Range, {name});
    range.lower = poly::constant(isl::space::unit(program.context.ctx()), 0);
    next.facts.push_back(range);
    phases.allocate(name);
  }

  /// Counts the first instance of each value. Stamps count from 1: 0 is none.
  void countOnce(Program &next, InspectorBuilder &phases) {
    const isl::set instances = nest.instances();
    const TypeOf types = typesIn(program, nest.calls);
    const bool isWide =
        counted.size() > 1 ||
        sparsec::mayExceedInt(instances, counted.front(), types);
    const ElementType number =
        isWide ? ElementType::int64() : ElementType::int32();
    const std::string stamps = next.freshName(name + "_seen");
    const isl::pw_aff which = nest.iterator(valueDim);
    phases.addStamps(stamps, number, {value->count});
    nest.sharing[stamps].owner = subscripts;
    std::vector<isl::pw_aff> record;
    for (unsigned dim : counted)
      record.push_back(nest.iterator(dim));
    record.push_back(which);
    action::Stamp stamp{Expr::access(stamps, {value->numberOf(which)}, number),
                        counter(1)};
    nest.action = Action{action::Count{counter(0), stamp}, "count", record};
  }

  const Program &program;
  const std::string statement, name, distinct;
  const std::vector<std::string> asked;
  Statement nest;
  std::vector<unsigned> counted, visited;
  std::vector<isl::pw_aff> extents, subscripts;
  std::optional<IterationRange> value; ///< of `distinct`
  unsigned valueDim = 0;
  ElementType type = ElementType::int32();
};

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return Counting(program, args).run(); });
}

} // namespace

extern const TransformSpec countSpec;
const TransformSpec countSpec = {
    .name = "count",
    .summary = "count a statement's instances for each value of loops",
    .before = "for i\n  for j in 0..len(i)\n    S(i, j)\n",
    .after = "for i, for j in 0..len(i): count[i]++    // inspector\n"
             "for i\n  for j in 0..len(i)\n    S(i, j)\n",
    .legality = "always: the instances and their order stay as they are",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
