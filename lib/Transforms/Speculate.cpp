//===- Speculate.cpp - run a statement also where nobody asks for it ------===//
///
/// \file
/// `speculate` takes a condition that index arrays are asked for off a
/// statement whose results are private and, where the condition does not hold,
/// read by nobody:
///
///     for i                              for i
///       for k                              for k
///         if (at[k][i] >= 0)                 t[i][k] = A[i] * B[k]
///           t[i][k] = A[i] * B[k]   =>     for k
///       for k                                if (at[k][i] >= 0)
///         if (at[k][i] >= 0)                   y[at[k][i]] = t[i][k]
///           y[at[k][i]] = t[i][k]
///
/// The instances { S[i,k] } are then a box, which vectors and matrix
/// instructions do as a whole. Those that are new write elements that no
/// instance of the program before reads (Analysis/UnreadWrites.h), and the
/// checker asks that what they read is there.
///
//===----------------------------------------------------------------------===//

#include "Support/OuterView.h"

#include "sparsec/Analysis/FiniteValues.h"
#include "sparsec/Analysis/Owners.h"
#include "sparsec/Analysis/UnreadWrites.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement,
     "a statement that sets or updates a private element"},
    {"arrays", ParameterSpec::Kind::Arrays,
     "index arrays: what they are asked for where the statement runs is no "
     "longer asked"},
};

/// The calls of \p statement that conditions ask of \p arrays.
std::vector<std::string> askedOf(const Statement &statement,
                                 const std::vector<std::string> &arrays) {
  std::vector<std::string> names;
  for (const auto &[name, call] : statement.calls)
    if (llvm::is_contained(arrays, call.function) &&
        poly::involvesParam(statement.constraints, name))
      names.push_back(name);
  return names;
}

/// Whether C says of the integer operation \p node what it gives for all values
/// of its operands.
bool isTotal(const Expr &node) {
  switch (node.op) {
  case Operator::Divide:
  case Operator::Remainder:
    return doubtOfQuotient(node).empty();
  case Operator::ShiftLeft:
  case Operator::ShiftRight:
    return false;
  case Operator::Add:
  case Operator::Subtract:
  case Operator::Multiply:
  case Operator::Negate:
    return !node.type.isSigned;
  default:
    return true;
  }
}

/// What \p node of \p statement computes that may trap or overflow, "'%' of
/// integers"; "" for nothing. Floating values have infinities and NaN for that.
std::string trapIn(const Expr &node, const Statement &statement) {
  if (!node.type.isInteger())
    return "";
  switch (node.kind) {
  case Expr::Kind::Unary:
  case Expr::Kind::Binary:
    return isTotal(node)
               ? ""
               : "'" + std::string(spellingOf(node.op)) + "' of integers";
  case Expr::Kind::Cast:
    return node.operands[0].type.isInteger()
               ? ""
               : "the cast to '" + node.type.spelling + "'";
  case Expr::Kind::Call:
    return "'" + node.text + "' of integers";
  case Expr::Kind::Affine:
    for (const auto &[name, call] : statement.calls)
      if (const isl::pw_aff &value = node.subscripts[0];
          poly::involvesParam(value, name) &&
          !value.plain_is_equal(poly::parameter(value.domain().space(), name)))
        return "a value from '" + call.function + "'";
    return "";
  default:
    return "";
  }
}

/// Fails where the value of \p statement may be none for elements that nobody
/// asked for.
llvm::Error checkValue(const Statement &statement) {
  std::string trap;
  statement.assignment->value.walk([&](const Expr &node) {
    if (trap.empty())
      trap = trapIn(node, statement);
  });
  if (trap.empty())
    return llvm::Error::success();
  return refuse("'" + statement.name + "' computes " + trap +
                ", which may trap or overflow where nobody asked for it; "
                "convert what it is computed from to floating values first");
}

/// Fails unless more of \p statement can be run without harm but for what it
/// writes.
llvm::Error checkForm(const Program &program, const Statement &statement) {
  const auto &assignment = statement.assignment;
  if (!assignment || assignment->isBranch() || assignment->mask())
    return refuse("'" + statement.name +
                  "' is no plain assignment, which could run more often");
  const Array &target = program.arrays.at(assignment->target.text);
  if (!target.isPrivate() || target.privateDepth <= 0 || target.liveOut)
    return refuse("'" + target.name +
                  "' outlives the iteration that sets it, so that what would "
                  "be written there as well could be seen; scalar_expand gives "
                  "a right-hand side or a scalar elements of its own");
  if (assignment->target.isOfData())
    return refuse("data subscripts '" + target.name +
                  "': which elements are written is not known");
  if (!target.type.isFloating())
    return refuse("'" + target.name +
                  "' holds integers, which may overflow where nobody asked "
                  "for them");
  return checkValue(statement);
}

/// Fails where \p statement adds to an element that is set only where \p arrays
/// say so: it would begin with nothing.
llvm::Error checkStart(const Program &program, const Statement &statement,
                       const std::vector<std::string> &arrays) {
  if (statement.assignment->op == Update::Set)
    return llvm::Error::success();
  const std::string &target = statement.assignment->target.text;
  for (const auto &[name, other] : program.statements)
    if (other.assignment && other.assignment->op == Update::Set &&
        other.assignment->target.text == target &&
        !askedOf(other, arrays).empty())
      return refuse("'" + statement.name + "' adds to '" + target +
                    "', which '" + name + "' sets only where '" +
                    llvm::join(arrays, "', '") + "' says; speculate '" + name +
                    "' first");
  return llvm::Error::success();
}

/// How many loops are around both statements of \p tree.
unsigned loopsAroundBoth(const ScheduleTree &tree, const std::string &first,
                         const std::string &second) {
  const auto a = tree.loopsAround(first), b = tree.loopsAround(second);
  const size_t most = std::min(a.size(), b.size());
  return unsigned(
      std::mismatch(a.begin(), a.begin() + long(most), b.begin()).first -
      a.begin());
}

/// Whether all that \p update updates is set in the same iteration of the loops
/// around both.
bool isSet(const Program &program, const Statement &update) {
  const Array &target = program.arrays.at(update.assignment->target.text);
  const ScheduleTree &tree = program.phaseOf(update.name)->tree;
  std::vector<std::string> setters;
  unsigned depth = unsigned(tree.loopsAround(update.name).size());
  for (const std::string &name : tree.statements()) {
    const auto &assignment = program.statement(name).assignment;
    if (!assignment || assignment->op != Update::Set ||
        assignment->isBranch() || assignment->target.text != target.name)
      continue;
    setters.push_back(name);
    depth = std::min(depth, loopsAroundBoth(tree, update.name, name));
  }
  OuterView view(program, tree, update.name, depth);
  const auto elementsOf = [&](const Statement &statement) {
    std::vector<isl::pw_aff> element = ownerOf(target, statement, tree);
    llvm::append_range(element, statement.assignment->target.subscripts);
    return view.see(statement.name, "E", element);
  };
  isl::map missing = elementsOf(update).relation;
  for (const std::string &name : setters)
    if (const OuterRelation set = elementsOf(program.statement(name));
        set.exact)
      missing = missing.subtract(set.relation);
  return missing.is_empty();
}

/// Whether the statement asks calls of \p names for something else as well.
bool mentionsElsewhere(const Program &program, const Statement &statement,
                       const std::vector<std::string> &names) {
  Statement rest = statement;
  for (const std::string &name : names)
    rest.constraints = poly::dropParam(rest.constraints, name);
  dropUnusedCalls(rest);
  for (const ScheduleTree *loop :
       program.phaseOf(statement.name)->tree.loopsAround(statement.name))
    for (const std::string &name : names)
      if (poly::involvesParam(loop->values.at(statement.name), name))
        return true;
  return llvm::any_of(names, [&](const std::string &name) {
    return rest.calls.count(name) != 0;
  });
}

llvm::Expected<StepResult> speculate(const Program &program,
                                     const Arguments &args) {
  const Statement &old = program.statement(args.statement());
  const std::vector<std::string> arrays = args.texts("arrays");
  const std::vector<std::string> asked = askedOf(old, arrays);
  if (asked.empty())
    return refuse("'" + old.name + "' runs whatever '" +
                  llvm::join(arrays, "', '") + "' says");
  if (llvm::Error error = checkForm(program, old))
    return error;
  if (llvm::Error error = checkStart(program, old, arrays))
    return error;
  if (mentionsElsewhere(program, old, asked))
    return refuse("'" + old.name + "' reads elements by what '" +
                  llvm::join(arrays, "', '") +
                  "' says, too, and would not know which");
  StepResult result = startStep(program);
  Statement &now = result.program.statement(old.name);
  for (const std::string &name : asked)
    now.constraints = poly::dropParam(now.constraints, name);
  dropUnusedCalls(now);
  if (now.assignment->op != Update::Set && !isSet(result.program, now))
    return refuse("'" + now.name + "' adds to '" + now.assignment->target.text +
                  "', which may not have been set where nobody asked for it; "
                  "speculate what sets it first");
  const isl::set more = now.constraints.subtract(old.constraints);
  const std::string reader = readerOfMore(program, old.name, more);
  if (!reader.empty())
    return refuse("'" + reader + "' may read what '" + old.name +
                  "' would write as well to '" + old.assignment->target.text +
                  "'; give each iteration its own element by scalar_expand");
  result.instanceMaps.push_back({old.name, old.name,
                                 identityMap(old.space(), old.name),
                                 /*padded=*/true});
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return speculate(program, args); });
}

} // namespace

extern const TransformSpec speculateSpec;
const TransformSpec speculateSpec = {
    .name = "speculate",
    .summary = "run a statement also where nobody asks for what it computes",
    .before = "for k\n  if (at[k] >= 0)\n    t[k] = a * b[k]\nfor k\n"
              "  if (at[k] >= 0)\n    y[at[k]] = t[k]",
    .after = "for k\n  t[k] = a * b[k]\nfor k\n  if (at[k] >= 0)\n"
             "    y[at[k]] = t[k]",
    .legality = "when all that is written as well is private and read by no "
                "instance, and what is read as well is there",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
