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
/// Venkat's dissertation, section 5.1.1. An expression may also be a value that
/// the statement does not read: the part of a row, a block of columns. All
/// statements in the loop get the new loops, for the same values.
///
//===----------------------------------------------------------------------===//

#include "Compaction/Compaction.h"
#include "Support/AskedArrays.h"
#include "Support/IndexExpressions.h"
#include "Support/OuterView.h"

#include "sparsec/Transforms/LoopUtils.h"
#include "sparsec/Transforms/Transform.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "statement to rewrite"},
    {"expressions", ParameterSpec::Kind::Texts,
     "index expressions such as \"col[j]\" or an index array's name, or the "
     "loop that the only one depends on; or values as in C of loops, "
     "parameters and elements of integer arrays, such as \"part[col[j]]\" or "
     "\"col[j] / 64\""},
    {"names", ParameterSpec::Kind::NewNames,
     "names of the new loops, one per expression, outermost first"},
    reassociationOption,
};

/// The depth of the loop around the statement that the loops \p names go
/// around: the innermost one that any of \p expressions depends on.
llvm::Expected<unsigned> placeOf(const Program &program,
                                 const IndexExpressions &expressions,
                                 const std::vector<std::string> &names) {
  const std::string &statement = expressions.statement.name;
  const ScheduleTree &tree = program.phaseOf(statement)->tree;
  const std::vector<const ScheduleTree *> loops = tree.loopsAround(statement);
  if (expressions.all.size() != names.size())
    return refuse(llvm::Twine(expressions.all.size()) +
                  " expressions need as many "
                  "names, not " +
                  llvm::Twine(names.size()));
  if (loops.empty())
    return refuse("there is no loop around '" + statement + "'");
  // Constant subscripts, as in a peeled row, are known outside all loops.
  const unsigned depth = std::max(depthOf(program, expressions), 1U);
  for (const std::string &name : names)
    if (llvm::Error error = checkNewLoopName(program, *loops[depth - 1], name))
      return error;
  return depth;
}

/// `{ O[outer] -> V[value] }`; of the instances of \p statement only where the
/// loops' values alone do not say it.
isl::map valuesOf(OuterView &view, const Statement &statement,
                  const isl::pw_aff &value) {
  const isl::map relation =
      value.as_map().apply_domain(view.prefix(statement.name).as_map());
  const bool readsIndices = llvm::any_of(
      llvm::make_first_range(statement.calls), [&](const std::string &call) {
        return poly::involvesParam(value, call);
      });
  if (!readsIndices && relation.is_single_valued())
    return relation;
  return view.see(statement.name, "V", {value}).relation;
}

/// The values of \p expressions for \p other, a statement in the same
/// outermost \p depth loops, which determine them.
llvm::Expected<IndexExpressions> seenFrom(const Program &program,
                                          const std::string &other,
                                          const IndexExpressions &expressions,
                                          unsigned depth) {
  const std::string &statement = expressions.statement.name;
  Program asking = program;
  asking.statements.insert_or_assign(statement, expressions.statement);
  OuterView view(asking, asking.phaseOf(statement)->tree, statement, depth);
  IndexExpressions result{asking.statement(other), {}};
  for (const IndexExpression &expression : expressions.all) {
    const isl::map relation =
        valuesOf(view, expressions.statement, expression.value);
    if (!relation.is_single_valued())
      return refuse("'" + expression.text + "' is not known for '" + other +
                    "', which is in the same loop: no function of the loops "
                    "around both gives it; distribute() takes them apart");
    const isl::pw_aff ofLoops = relation.as_pw_multi_aff().at(0);
    const isl::pw_aff value =
        view.lookFrom(result.statement, view.prefix(other),
                      ofLoops.gist(ofLoops.domain()).coalesce());
    std::string call;
    for (const auto &entry : result.statement.calls)
      if (value.ne_set(poly::parameter(result.statement.space(), entry.first))
              .is_empty())
        call = entry.first;
    result.all.push_back({expression.text, call, value});
  }
  if (llvm::Error error =
          checkAsked(program, result.statement, program.statement(other).calls,
                     "the expression"))
    return error;
  return result;
}

/// Puts loops \p names over the last dimensions of \p statements around \p
/// loop.
void putAround(ScheduleTree &loop, const std::vector<std::string> &names,
               const std::vector<const Statement *> &statements) {
  for (size_t pos = names.size(); pos-- > 0;) {
    std::map<std::string, isl::pw_aff> values;
    for (const Statement *statement : statements)
      values.emplace(statement->name,
                     statement->iterator(unsigned(statement->iterators.size() -
                                                  names.size() + pos)));
    ScheduleTree body = std::move(loop);
    loop = ScheduleTree::loop(names[pos], std::move(values), std::move(body));
  }
}

/// The statement \p name over the old iterators and the dense loops, \p
/// iterators: { X[..] -> S[..] } is \p map. Measures in \p next what bounds the
/// loops.
llvm::Expected<Statement> denseStatement(
    Program &next, const IndexExpressions &expressions, const std::string &name,
    const std::vector<std::string> &iterators, const isl::pw_multi_aff &map) {
  const Statement &old = expressions.statement;
  const isl::space space = map.space().domain();
  const isl::set everywhere = isl::set::universe(space);
  Statement made =
      pullBack(old, name, iterators, map, {}, everywhere, everywhere);
  // Nothing of the statement needs those of its expressions alone.
  for (UninterpretedCall call : llvm::make_second_range(old.calls)) {
    for (isl::pw_aff &argument : call.arguments)
      argument = argument.pullback(map);
    addCall(made.calls, call, iterators, space);
  }
  std::map<std::string, isl::pw_aff> values;
  unsigned dim = unsigned(old.iterators.size());
  for (const IndexExpression &expression : expressions.all) {
    const isl::pw_aff dense = poly::dimension(space, dim++);
    llvm::Expected<isl::set> range =
        valueRange(next, expressions, expression, dense);
    if (!range)
      return range.takeError();
    made.domain = poly::withDimNames(made.domain.intersect(*range), iterators);
    if (expression.call.empty())
      made.constraints = made.constraints.intersect(
          dense.eq_set(expression.value.pullback(map)));
    else
      values.emplace(expression.call, dense);
  }
  substituteCalls(made, values);
  boundByConditions(made);
  made.constraints = poly::dropUnusedParams(made.constraints);
  return made;
}

/// Gives the statement of \p expressions the loops \p names as its last
/// dimensions; returns its new name.
llvm::Expected<std::string> makeDense(StepResult &result,
                                      const IndexExpressions &expressions,
                                      const std::vector<std::string> &names) {
  Program &next = result.program;
  const Statement &old = expressions.statement;
  // X's tuple: the old iterators, then the new ones.
  std::vector<std::string> iterators = old.iterators;
  iterators.insert(iterators.end(), names.begin(), names.end());
  const std::string name = next.freshName(old.name + "d");
  const isl::space space =
      poly::tupleSpace(next.context.ctx(), name, unsigned(iterators.size()));
  std::vector<isl::pw_aff> back;
  for (unsigned pos = 0; pos < old.iterators.size(); ++pos)
    back.push_back(poly::dimension(space, pos));
  const isl::pw_multi_aff map = poly::makeMap(space, old.name, back);
  llvm::Expected<Statement> made =
      denseStatement(next, expressions, name, iterators, map);
  if (!made)
    return made.takeError();
  replaceStatement(next.phaseOf(old.name)->tree, old.name, name, map);
  result.instanceMaps.push_back({name, old.name, map});
  next.statements.erase(old.name);
  next.statements.insert_or_assign(name, std::move(*made));
  return name;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  const std::string asked = args.statement();
  const std::vector<std::string> names = args.texts("names");
  StepResult result = startStep(program);
  result.mayReassociate = args.flag(reassociationOption.name, true);
  Program &next = result.program;
  llvm::Expected<IndexExpressions> expressions =
      findIndexExpressions(program, next, asked, args.texts("expressions"));
  if (!expressions)
    return expressions.takeError();
  llvm::Expected<unsigned> depth = placeOf(program, *expressions, names);
  if (!depth)
    return depth.takeError();

  const ScheduleTree &around =
      *program.phaseOf(asked)->tree.loopsAround(asked)[*depth - 1];
  std::vector<IndexExpressions> all = {*expressions};
  for (const std::string &other : around.statements()) {
    if (other == asked)
      continue;
    llvm::Expected<IndexExpressions> seen =
        seenFrom(next, other, *expressions, *depth);
    if (!seen)
      return seen.takeError();
    all.push_back(std::move(*seen));
  }
  std::vector<const Statement *> dense;
  for (const IndexExpressions &seen : all) {
    llvm::Expected<std::string> name = makeDense(result, seen, names);
    if (!name)
      return name.takeError();
    dense.push_back(&next.statement(*name));
    result.made.push_back({"dense", *name});
  }
  const std::string first = dense.front()->name;
  putAround(*next.phaseOf(first)->tree.findLoop(first, around.name), names,
            dense);
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
