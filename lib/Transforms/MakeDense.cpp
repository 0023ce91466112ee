//===- MakeDense.cpp - loops over the values of index expressions ---------===//
///
/// \file
/// `make_dense` replaces index expressions by new dense loops with a guard:
///
///     for i                          for i
///       for j in index[i]..            for k in 0..m
///         y[i] += a[j]*x[col[j]] =>      for j in index[i]..
///                                          if (k == col[j])
///                                            y[i] += a[j]*x[k]
///
/// The instances X[.., k, ..] with k = col(j) map one to one onto S[..]; the
/// loops run over the range that the facts give the index array; an inspector
/// measures its upper end where they leave it open. Source:
/// Venkat's dissertation, section 5.1.1.
///
//===----------------------------------------------------------------------===//

#include "Compaction/Compaction.h"

#include "sparsec/Analysis/MeasuredRanges.h"
#include "sparsec/IR/LoopSpace.h"
#include "sparsec/Transforms/LoopUtils.h"
#include "sparsec/Transforms/Transform.h"

#include <algorithm>

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "statement to rewrite"},
    {"expressions", ParameterSpec::Kind::Texts,
     "index expressions such as \"col[j]\" or an index array's name, or the "
     "loop that the only one depends on"},
    {"names", ParameterSpec::Kind::NewNames,
     "names of the new loops, one per expression, outermost first"},
    reassociationOption,
};

/// "col[j]" and "col(j)" alike, without blanks.
std::string squeezed(llvm::StringRef text) {
  std::string result;
  for (char letter : text)
    if (letter != ' ')
      result += letter == '[' ? '(' : letter == ']' ? ')' : letter;
  return result;
}

/// Calls that subscripts of \p statement mention directly.
std::vector<std::string> subscriptCalls(const Statement &statement) {
  std::vector<std::string> result;
  for (const auto &entry : statement.calls)
    for (const Access &access : statement.accesses())
      for (const isl::pw_aff &subscript : access.subscripts)
        if (poly::involvesParam(subscript, entry.first) &&
            !llvm::is_contained(result, entry.first))
          result.push_back(entry.first);
  return result;
}

std::string joined(const std::vector<std::string> &names) {
  std::string result;
  for (const std::string &name : names)
    result += (result.empty() ? "" : ", ") + name;
  return result.empty() ? "none" : result;
}

/// Finds the calls that the recipe names.
class CallFinder {
public:
  CallFinder(const Statement &statement, const LoopSpace &space)
      : statement(statement), space(space), calls(subscriptCalls(statement)) {}

  llvm::Expected<std::vector<std::string>>
  find(const std::vector<std::string> &expressions) const {
    std::vector<std::string> result;
    for (const std::string &expression : expressions) {
      std::vector<std::string> found = matches(expression);
      if (found.size() != 1)
        return refuse("'" + expression + "' stands for " +
                      (found.empty() ? "no index expression"
                                     : "several index expressions") +
                      " of " + statement.name + "; name one of: " +
                      joined(found.empty() ? calls : found));
      if (llvm::is_contained(result, found.front()))
        return refuse("'" + found.front() + "' is named twice");
      result.push_back(found.front());
    }
    return result;
  }

private:
  std::vector<std::string> matches(const std::string &expression) const {
    std::vector<std::string> result;
    for (const std::string &name : calls)
      if (squeezed(name) == squeezed(expression) ||
          statement.calls.at(name).function == expression ||
          dependsOnLoop(name, expression))
        result.push_back(name);
    return result;
  }

  bool dependsOnLoop(const std::string &call, const std::string &loop) const {
    auto found = std::find(space.loops().begin(), space.loops().end(), loop);
    if (found == space.loops().end())
      return false;
    unsigned depth = unsigned(found - space.loops().begin());
    auto known = [&](unsigned loops) {
      return llvm::is_contained(space.availableCalls(loops), call);
    };
    return known(depth + 1) && !known(depth);
  }

  const Statement &statement;
  const LoopSpace &space;
  std::vector<std::string> calls;
};

/// `{ X[..] : lower <= iterator < upper }` from the range facts of \p array.
llvm::Expected<isl::set> rangeSet(const Program &program,
                                  const std::string &array,
                                  const isl::space &space,
                                  const isl::pw_aff &value) {
  isl::set result = isl::set::universe(space);
  bool lower = false, upper = false;
  for (const Fact *fact : program.factsAbout(array, Fact::Kind::Range)) {
    if (fact->lower) {
      result =
          result.intersect(value.ge_set(poly::onSpace(*fact->lower, space)));
      lower = true;
    }
    if (fact->upper) {
      result =
          result.intersect(value.lt_set(poly::onSpace(*fact->upper, space)));
      upper = true;
    }
  }
  if (!lower || !upper)
    return refuse("the range of '" + array +
                  "' is not known, so a loop over "
                  "its values has no bounds" +
                  (lower ? ""
                         : "; state range(" + array + ", 0, m), or range(" +
                               array +
                               ", 0, ?), and the inspector finds the "
                               "greatest element"));
  return result;
}

/// Measures how far the values of \p calls go, where facts leave it open.
void closeRanges(Program &program, const Statement &statement,
                 const std::vector<std::string> &calls) {
  for (const std::string &call : calls)
    if (std::optional<Program> measured =
            withMeasuredRange(program, statement.calls.at(call).function))
      program = std::move(*measured);
}

/// Depth of the innermost loop that any of \p calls depends on.
unsigned innermostDepth(const LoopSpace &space,
                        const std::vector<std::string> &calls) {
  for (unsigned depth = 0; depth <= space.loops().size(); ++depth) {
    std::vector<std::string> known = space.availableCalls(depth);
    if (llvm::all_of(calls, [&](const std::string &call) {
          return llvm::is_contained(known, call);
        }))
      return depth;
  }
  return unsigned(space.loops().size());
}

/// The loop around \p old that the loops \p names go around: the innermost one
/// that any of \p calls depends on.
llvm::Expected<std::string> placeOf(const Program &program,
                                    const Statement &old,
                                    const std::vector<std::string> &calls,
                                    const std::vector<std::string> &names) {
  const ScheduleTree &tree = program.phaseOf(old.name)->tree;
  LoopSpace loops(program, old, tree);
  if (calls.size() != names.size())
    return refuse(llvm::Twine(calls.size()) +
                  " expressions need as many "
                  "names, not " +
                  llvm::Twine(names.size()));
  if (loops.loops().empty())
    return refuse("there is no loop around '" + old.name + "'");
  // Constant subscripts, as in a peeled row, are known outside all loops.
  unsigned depth = std::max(innermostDepth(loops, calls), 1U);
  const std::string inner = loops.loops()[depth - 1];
  const ScheduleTree &around = *tree.findLoop(old.name, inner);
  for (const std::string &name : names)
    if (llvm::Error error = checkNewLoopName(program, around, name))
      return error;
  if (around.statements().size() != 1)
    return refuse("loop '" + inner + "' holds other statements too");
  return inner;
}

/// Puts loops \p names over the last dimensions of \p statement around \p loop.
void putAround(ScheduleTree &loop, const Statement &statement,
               const std::vector<std::string> &names) {
  size_t oldDims = statement.iterators.size() - names.size();
  for (size_t pos = names.size(); pos-- > 0;) {
    ScheduleTree body = std::move(loop);
    isl::pw_aff value = statement.iterator(unsigned(oldDims + pos));
    loop = ScheduleTree::loop(names[pos], {{statement.name, value}},
                              std::move(body));
  }
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  const Statement &old = program.statement(args.statement());
  LoopSpace loops(program, old, program.phaseOf(old.name)->tree);
  std::vector<std::string> names = args.texts("names");
  llvm::Expected<std::vector<std::string>> calls =
      CallFinder(old, loops).find(args.texts("expressions"));
  if (!calls)
    return calls.takeError();
  llvm::Expected<std::string> inner = placeOf(program, old, *calls, names);
  if (!inner)
    return inner.takeError();

  // X's tuple: the old iterators, then the new ones.
  unsigned oldDims = unsigned(old.iterators.size());
  std::vector<std::string> iterators = old.iterators;
  iterators.insert(iterators.end(), names.begin(), names.end());
  StepResult result = startStep(program);
  result.mayReassociate = args.flag(reassociationOption.name, true);
  Program &next = result.program;
  closeRanges(next, old, *calls);
  std::string name = next.freshName(old.name + "d");
  isl::space space =
      poly::tupleSpace(program.context.ctx(), name, unsigned(iterators.size()));
  std::vector<isl::pw_aff> back;
  for (unsigned pos = 0; pos < oldDims; ++pos)
    back.push_back(poly::dimension(space, pos));
  isl::pw_multi_aff map = poly::makeMap(space, old.name, back);
  Statement made =
      pullBack(old, name, iterators, map, {}, isl::set::universe(space),
               isl::set::universe(space));
  std::map<std::string, isl::pw_aff> values;
  for (size_t pos = 0; pos < calls->size(); ++pos) {
    const UninterpretedCall &call = old.calls.at((*calls)[pos]);
    isl::pw_aff value = poly::dimension(space, oldDims + unsigned(pos));
    llvm::Expected<isl::set> range =
        rangeSet(next, call.function, space, value);
    if (!range)
      return range.takeError();
    made.domain = poly::withDimNames(made.domain.intersect(*range), iterators);
    values.emplace((*calls)[pos], value);
  }
  substituteCalls(made, values);
  boundByConditions(made);
  made.constraints = poly::dropUnusedParams(made.constraints);

  ScheduleTree &tree = next.phaseOf(old.name)->tree;
  replaceStatement(tree, old.name, name, map);
  putAround(*tree.findLoop(name, *inner), made, names);
  next.statements.erase(old.name);
  next.statements.insert_or_assign(name, std::move(made));
  result.instanceMaps.push_back({name, old.name, map});
  result.made.push_back({"dense", name});
  return result;
}

} // namespace

extern const TransformSpec make_denseSpec;
const TransformSpec make_denseSpec = {
    .name = "make_dense",
    .summary = "replace index expressions by dense loops and a guard",
    .before = "for i\n  for j in index[i]..index[i+1]\n"
              "    y[i] += a[j] * x[col[j]]\n",
    .after = "for i\n  for k in 0..m\n    for j in index[i]..index[i+1]\n"
             "      if (k == col[j])\n        y[i] += a[j] * x[k]\n",
    .legality = "when the order of the instances may follow the values: "
                "reductions, or dependences that the new order keeps",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
