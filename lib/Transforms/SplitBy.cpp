//===- SplitBy.cpp - split iterations by what index arrays say ------------===//
///
/// \file
/// `split_by` runs the instances that meet a condition first, in loops of their
/// own, and then the others (index-set splitting by data):
///
///     for i                            for i
///       for j in index[i]..              for j with P(i, j)
///         S(i, j)               =>         S_part(i, j)
///                                      for i
///                                        for j without P(i, j)
///                                          S_rest(i, j)
///
/// Instance maps: { S_part[i,j] -> S[i,j] : P }, { S_rest[i,j] -> S[i,j] : not
/// P }. What the condition reads of index arrays, both parts read.
///
//===----------------------------------------------------------------------===//

#include "Support/AskedArrays.h"
#include "Support/LoopSplit.h"

#include "sparsec/IR/PredicateParser.h"
#include "sparsec/Poly/Constraints.h"
#include "sparsec/Transforms/LoopBounds.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "the statement to split"},
    {"condition", ParameterSpec::Kind::Text,
     "condition as in C on loops around the statement, parameters and elements "
     "of integer arrays, such as \"index[i + 1] - index[i] > 32\""},
    {"loop", ParameterSpec::Kind::Loop,
     "the loop of which each part gets its own, with all loops inside; the "
     "outermost one unless given",
     true},
    reassociationOption,
};

class Splitting {
public:
  Splitting(const Program &program, const Arguments &args)
      : program(program), statement(args.statement()),
        condition(args.text("condition")), loop(args.text("loop")),
        tree(program.phaseOf(statement)->tree), prepared(program) {}

  llvm::Expected<StepResult> run() {
    if (llvm::Error error = findLoops())
      return error;
    for (auto check : {&Splitting::checkArrays, &Splitting::checkSums})
      if (llvm::Error error = (this->*check)())
        return error;
    if (llvm::Error error = checkAddends(holds->holds))
      return error;
    auto node = requireLoop(program, statement, loop);
    if (!node)
      return node.takeError();
    LoopSplit split{statement, loop, {}, "part", "rest"};
    bool isBefore = true;
    for (const std::string &below : (*node)->statements()) {
      isBefore &= below != statement;
      split.first[below] = hasLoops(below) ? meeting(below)
                           : isBefore      ? all(below)
                                           : all(below).complement();
      if (llvm::Error error = checkReads(below))
        return error;
    }
    return splitLoop(prepared, split);
  }

private:
  isl::set all(const std::string &name) const {
    return isl::set::universe(program.statement(name).space());
  }

  /// The loops that the condition is about, outermost first, and the condition
  /// on them.
  llvm::Error findLoops() {
    std::vector<std::string> around;
    for (const ScheduleTree *node : tree.loopsAround(statement))
      around.push_back(node->name);
    if (around.empty())
      return refuse("there is no loop around '" + statement + "'");
    if (loop.empty())
      loop = around.front();
    auto first = parsePredicate(program, around, condition);
    if (!first)
      return refuse("cannot read the condition '" + condition +
                    "': " + llvm::toString(first.takeError()));
    size_t depth = llvm::find(around, loop) - around.begin();
    for (size_t pos = 0; pos < around.size(); ++pos)
      if (mentions(*first, unsigned(pos)))
        depth = std::max(depth, pos);
    loops.assign(around.begin(), around.begin() + long(depth) + 1);
    auto again = parsePredicate(program, loops, condition);
    if (!again)
      return again.takeError();
    holds = std::move(*again);
    return llvm::Error::success();
  }

  /// Whether a fact or an array's length says how large \p parameter may be.
  bool isBounded(const Parameter &parameter) const {
    auto isAbout = [&](const std::optional<isl::pw_aff> &value) {
      return value && poly::involvesParam(*value, parameter.name);
    };
    return parameter.owner != Parameter::Owner::Argument ||
           poly::involvesParam(program.context, parameter.name) ||
           llvm::any_of(
               program.facts,
               [&](const Fact &fact) { return isAbout(fact.upper); }) ||
           llvm::any_of(program.arrays, [&](const auto &entry) {
             return llvm::any_of(entry.second.extents, isAbout);
           });
  }

  /// Sums are computed with the types of what is added: a parameter that may be
  /// any number is for comparisons with numbers alone.
  llvm::Error checkSums() {
    for (const Parameter &parameter : program.parameters) {
      if (isBounded(parameter))
        continue;
      bool isAdded = false;
      holds->holds.foreach_basic_set([&](const isl::basic_set &part) {
        for (const isl::set &one : poly::constraintsOf(isl::set(part)))
          isAdded |=
              poly::involvesParam(one, parameter.name) &&
              (poly::paramNames(poly::dropUnusedParams(one).space()).size() >
                   1 ||
               involvesLoops(one));
      });
      if (isAdded)
        return refuse("'" + parameter.name +
                      "' may be any number, and sums with it might not fit; "
                      "say how large it is, as in known(\"" +
                      parameter.name + " <= 1000\")");
    }
    return llvm::Error::success();
  }

  bool involvesLoops(const isl::set &condition) const {
    for (unsigned dim = 0; dim < loops.size(); ++dim)
      if (poly::involvesDim(condition, dim))
        return true;
    return false;
  }

  static bool mentions(const Predicate &predicate, unsigned loop) {
    return poly::involvesDim(predicate.holds, loop) ||
           llvm::any_of(predicate.calls, [&](const auto &entry) {
             return llvm::any_of(entry.second.arguments,
                                 [&](const isl::pw_aff &argument) {
                                   return poly::involvesDim(argument, loop);
                                 });
           });
  }

  llvm::Error checkArrays() {
    for (const auto &[name, call] : holds->calls)
      if (llvm::Error error =
              askArray(prepared, statement, call.function, "the condition"))
        return error;
    return llvm::Error::success();
  }

  /// Whether the loops that the condition is about are around \p name.
  bool hasLoops(const std::string &name) const {
    const ScheduleTree *innermost = tree.findLoop(statement, loops.back());
    return innermost->contains(name);
  }

  /// `{ S[..] : the condition }`; its calls are in the prepared statement.
  isl::set meeting(const std::string &name) {
    Statement &user = prepared.statement(name);
    std::vector<isl::pw_aff> values;
    for (const std::string &around : loops)
      values.push_back(writtenValue(*tree.findLoop(statement, around), user));
    isl::set everywhere = isl::set::universe(user.space());
    Statement onLoops;
    onLoops.iterators = loops;
    onLoops.domain = isl::set::universe(holds->holds.space());
    onLoops.constraints = holds->holds;
    onLoops.calls = holds->calls;
    Statement asking = pullBack(onLoops, name, user.iterators,
                                poly::makeMap(user.space(), "", values),
                                user.calls, everywhere, everywhere);
    user.calls.merge(asking.calls);
    return asking.constraints.gist(knownInstances(prepared, name)).coalesce();
  }

  /// Both parts ask: the elements must be there wherever \p name runs.
  llvm::Error checkReads(const std::string &name) const {
    return checkAsked(prepared, prepared.statement(name),
                      program.statement(name).calls, "the condition");
  }

  const Program &program;
  const std::string statement, condition;
  std::string loop;
  const ScheduleTree &tree;
  /// `program`, with the condition's calls in the statements.
  Program prepared;
  std::vector<std::string> loops;
  std::optional<Predicate> holds;
};

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&]() -> llvm::Expected<StepResult> {
    llvm::Expected<StepResult> result = Splitting(program, args).run();
    if (result)
      result->mayReassociate = args.flag(reassociationOption.name, true);
    return result;
  });
}

} // namespace

extern const TransformSpec split_bySpec;
const TransformSpec split_bySpec = {
    .name = "split_by",
    .summary = "split a statement's instances by a condition on index arrays",
    .before = "for i\n  for j\n    S(i, j)",
    .after = "for i\n  for j with the condition\n    S_part(i, j)\n"
             "for i\n  for j without it\n    S_rest(i, j)",
    .legality = "when every dependence still points forward; reductions may "
                "be reordered",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
