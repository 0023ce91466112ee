//===- IndexExpressions.cpp - what make_dense makes loops of --------------===//

#include "Support/IndexExpressions.h"

#include "Support/AskedArrays.h"

#include "sparsec/Analysis/MeasuredRanges.h"
#include "sparsec/IR/CallSafety.h"
#include "sparsec/IR/LoopSpace.h"
#include "sparsec/IR/PredicateParser.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <set>

namespace sparsec {
namespace {

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

/// `{ S[..] }` where \p statement runs, and what facts say of its calls there.
isl::set knownOf(const Program &program, const Statement &statement) {
  return statement.instances()
      .intersect_params(program.callContext(statement))
      .intersect_params(
          CallSafety(program, {&statement}).rangesOf(statement.calls));
}

/// \p value, of \p known, without cases that cannot be: of `/` for negative
/// numbers, say.
isl::pw_aff withoutCases(const isl::pw_aff &value, const isl::set &known) {
  std::optional<isl::pw_aff> only;
  value.foreach_piece([&](const isl::set &where, const isl::multi_aff &piece) {
    if (!only && known.is_subset(where))
      only = isl::pw_aff(piece.at(0));
  });
  return only ? *only : value.gist(known).coalesce();
}

class ExpressionFinder {
public:
  ExpressionFinder(const Program &program, Program &next,
                   const std::string &statement)
      : program(program), next(next), old(program.statement(statement)),
        tree(program.phaseOf(statement)->tree), space(program, old, tree),
        calls(subscriptCalls(old)), found{old, {}} {}

  llvm::Expected<IndexExpressions> find(const std::vector<std::string> &texts) {
    for (const std::string &text : texts)
      if (llvm::Error error = add(text))
        return error;
    if (llvm::Error error =
            checkAsked(next, found.statement, old.calls, "the expression"))
      return error;
    return std::move(found);
  }

private:
  llvm::Error add(const std::string &text) {
    const std::vector<std::string> named = matches(text);
    if (named.size() > 1)
      return refuse(standsFor(text, "several index expressions", named));
    if (named.empty())
      if (llvm::Error error = addValue(text))
        return error;
    if (!named.empty())
      found.all.push_back(
          {text, named[0], poly::parameter(old.space(), named[0])});
    for (const IndexExpression &before : llvm::drop_end(found.all))
      if (before.value.plain_is_equal(found.all.back().value))
        return refuse("'" + (named.empty() ? text : named[0]) +
                      "' is named twice");
    return llvm::Error::success();
  }

  std::string standsFor(const std::string &text, const char *what,
                        const std::vector<std::string> &known) const {
    return "'" + text + "' stands for " + what + " of " + old.name +
           "; name one of: " + joined(known);
  }

  std::vector<std::string> matches(const std::string &expression) const {
    std::vector<std::string> result;
    for (const std::string &name : calls)
      if (squeezed(name) == squeezed(expression) ||
          old.calls.at(name).function == expression ||
          dependsOnLoop(name, expression))
        result.push_back(name);
    return result;
  }

  bool dependsOnLoop(const std::string &call, const std::string &loop) const {
    auto at = std::find(space.loops().begin(), space.loops().end(), loop);
    if (at == space.loops().end())
      return false;
    unsigned depth = unsigned(at - space.loops().begin());
    auto known = [&](unsigned loops) {
      return llvm::is_contained(space.availableCalls(loops), call);
    };
    return known(depth + 1) && !known(depth);
  }

  /// A value of loops; the calls in it become calls of the statement.
  llvm::Error addValue(const std::string &text) {
    const std::string none = standsFor(text, "no index expression", calls);
    if (llvm::is_contained(space.loops(), text))
      return refuse(none);
    llvm::Expected<LoopValue> value =
        parseLoopValue(program, space.loops(), text);
    if (!value)
      return refuse(none +
                    "; and it is no value in C of loops, parameters and "
                    "elements of integer arrays: " +
                    llvm::toString(value.takeError()));
    for (const auto &[name, call] : value->calls)
      if (llvm::Error error =
              askArray(next, old.name, call.function, "the expression"))
        return error;
    const isl::pw_aff inStatement = onStatement(*value);
    const Statement &user = found.statement;
    for (const auto &[name, call] : user.calls)
      if (inStatement.plain_is_equal(poly::parameter(old.space(), name))) {
        found.all.push_back({text, name, inStatement});
        return llvm::Error::success();
      }
    found.all.push_back(
        {text, "", withoutCases(inStatement, knownOf(next, user))});
    return llvm::Error::success();
  }

  /// `{ S[..] -> [value] }`
  isl::pw_aff onStatement(const LoopValue &value) {
    std::vector<isl::pw_aff> loops;
    for (const std::string &loop : space.loops())
      loops.push_back(writtenValue(*tree.findLoop(old.name, loop), old));
    Statement &user = found.statement;
    const isl::set everywhere = isl::set::universe(old.space());
    const isl::pw_multi_aff toLoops = poly::makeMap(old.space(), "", loops);
    Statement onLoops;
    onLoops.iterators = space.loops();
    onLoops.domain = onLoops.constraints =
        isl::set::universe(value.value.space().domain());
    onLoops.calls = value.calls;
    // A pull-back gives calls the names that they have in the statement.
    onLoops.assignment = Assignment{
        Expr(), Update::Set, Expr::affine(value.value, ElementType::int64())};
    const Statement asking = pullBack(onLoops, old.name, old.iterators, toLoops,
                                      user.calls, everywhere, everywhere);
    user.calls.insert(asking.calls.begin(), asking.calls.end());
    return asking.assignment->value.subscripts[0];
  }

  const Program &program;
  Program &next;
  const Statement &old;
  const ScheduleTree &tree;
  const LoopSpace space;
  const std::vector<std::string> calls;
  IndexExpressions found;
};

/// `{ X[..] : lower <= value < upper }` from the range facts of \p array.
llvm::Expected<isl::set> rangeSet(const Program &program,
                                  const std::string &array,
                                  const isl::pw_aff &value) {
  const isl::space space = value.space().domain();
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

/// The functions of the calls that \p value mentions.
std::set<std::string> functionsIn(const Statement &statement,
                                  const isl::pw_aff &value) {
  std::set<std::string> functions;
  for (const auto &[name, call] : statement.calls)
    if (poly::involvesParam(value, name))
      functions.insert(call.function);
  return functions;
}

} // namespace

llvm::Expected<IndexExpressions>
findIndexExpressions(const Program &program, Program &next,
                     const std::string &statement,
                     const std::vector<std::string> &texts) {
  return ExpressionFinder(program, next, statement).find(texts);
}

unsigned depthOf(const Program &program, const IndexExpressions &expressions) {
  const Statement &statement = expressions.statement;
  const LoopSpace loops(program, statement,
                        program.phaseOf(statement.name)->tree);
  for (unsigned depth = 0; depth < loops.loops().size(); ++depth) {
    const std::vector<std::string> known = loops.availableCalls(depth);
    if (llvm::all_of(expressions.all, [&](const IndexExpression &one) {
          return one.call.empty() ? loops.isDetermined(one.value, depth, known)
                                  : llvm::is_contained(known, one.call);
        }))
      return depth;
  }
  return unsigned(loops.loops().size());
}

llvm::Expected<isl::set> valueRange(Program &next,
                                    const IndexExpressions &expressions,
                                    const IndexExpression &expression,
                                    const isl::pw_aff &dense) {
  const Statement &statement = expressions.statement;
  const std::set<std::string> functions =
      functionsIn(statement, expression.value);
  for (const std::string &function : functions)
    if (std::optional<Program> measured = withMeasuredRange(next, function))
      next = std::move(*measured);
  if (!expression.call.empty())
    return rangeSet(next, *functions.begin(), dense);
  isl::set values = knownOf(next, statement).apply(expression.value.as_map());
  for (const auto &entry : statement.calls)
    if (poly::involvesParam(values, entry.first))
      values =
          values.project_out_param(poly::makeId(values.ctx(), entry.first));
  // The loop ends where the greatest value plus 1 is.
  if (llvm::Error error = checkFits(next, statement, expression.value,
                                    "'" + expression.text + "'", /*more=*/1))
    return error;
  auto bounds = poly::parameterBounds(values.coalesce(), 0);
  // Of remainders, better a loop over all than cases of small parameters.
  if (bounds && !(bounds->first.isa_aff() && bounds->second.isa_aff()))
    if (const auto numbers = poly::parameterBounds(
            values.project_out_all_params().coalesce(), 0))
      bounds = numbers;
  if (!bounds) {
    for (const std::string &function : functions)
      if (auto known = rangeSet(next, function, dense); !known)
        return known.takeError();
    return refuse("the values of '" + expression.text +
                  "' have no bounds in the parameters, so a loop over them has "
                  "none; say in a fact how large the parameters and loops in "
                  "it are");
  }
  const isl::space space = dense.space().domain();
  return dense.ge_set(poly::onSpace(bounds->first, space))
      .intersect(dense.le_set(poly::onSpace(bounds->second, space)))
      .coalesce();
}

} // namespace sparsec
