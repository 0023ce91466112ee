//===- StoredValues.cpp - floating values that plans store rounded --------===//
///
/// \file
/// That an element is off by no more than its format's digits allow is a fact,
/// which is checked whenever values are stored. What then may become of results
/// is the recipe's to allow, and known: Program::roundedBy.
///
//===----------------------------------------------------------------------===//

#include "Inspection/StoredValues.h"

#include "Inspection/InspectorBuilder.h"

#include "sparsec/Analysis/ValueSources.h"
#include "sparsec/IR/RowPointers.h"
#include "sparsec/IR/StructureMember.h"
#include "sparsec/Transforms/LoopNest.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <set>

namespace sparsec {
namespace {

using Names = std::set<std::string>;

/// Functions that change little where their operands do.
bool isContinuous(llvm::StringRef function) {
  static constexpr llvm::StringLiteral known[] = {
      "fabs", "sqrt", "cbrt", "fma",   "fmin",  "fmax",  "exp",  "exp2", "log",
      "log2", "sin",  "cos",  "tan",   "atan",  "asin",  "acos", "sinh", "cosh",
      "tanh", "pow",  "erf",  "hypot", "expm1", "log1p", "log10"};
  if (llvm::is_contained(known, function))
    return true;
  return function.consume_back("f") && llvm::is_contained(known, function);
}

/// Whether what the operands of \p expr are rounded by only rounds its value:
/// comparisons and integers decide.
bool isContinuous(const Expr &expr) {
  if (!expr.type.isFloating())
    return false;
  switch (expr.kind) {
  case Expr::Kind::Unary:
  case Expr::Kind::Cast:
  case Expr::Kind::Select: // its branches; the condition is no number
  case Expr::Kind::Masked:
    return true;
  case Expr::Kind::Binary:
    return expr.op == Operator::Add || expr.op == Operator::Subtract ||
           expr.op == Operator::Multiply || expr.op == Operator::Divide;
  case Expr::Kind::Call:
    return isContinuous(llvm::StringRef(expr.text));
  default: // an element that data subscripts
    return false;
  }
}

bool reads(const Expr &expr, const std::string &array) {
  bool found = false;
  expr.walk([&](const Expr &node) {
    found |= node.kind == Expr::Kind::Access && node.text == array;
  });
  return found;
}

/// Whether elements of \p array do more to the value of \p expr than round it.
bool decides(const Expr &expr, const std::string &array) {
  const bool isChoice =
      expr.kind == Expr::Kind::Select || expr.kind == Expr::Kind::Masked;
  for (size_t pos = 0; pos < expr.operands.size(); ++pos) {
    const Expr &operand = expr.operands[pos];
    if (!reads(operand, array))
      continue;
    if ((isChoice && pos == 0) || !isContinuous(expr) ||
        decides(operand, array))
      return true;
  }
  return false;
}

class ValueStorage {
public:
  ValueStorage(const Program &program, const ValueRequest &request)
      : old(program), in(request), format(request.format),
        result(startStep(program)), next(result.program) {}

  llvm::Expected<StepResult> run() {
    for (auto step : {&ValueStorage::checkArray, &ValueStorage::checkReads,
                      &ValueStorage::checkPermission, &ValueStorage::findMaker})
      if (llvm::Error error = (this->*step)())
        return error;
    if (!findStored())
      store();
    redirect();
    return std::move(result);
  }

private:
  llvm::Error checkArray();
  llvm::Error checkReads();
  llvm::Error checkPermission();
  llvm::Error findMaker();
  bool findStored();
  void store();
  void addPhase(Statement made);
  void redirect();

  const Program &old;
  const ValueRequest &in;
  const StorageFormat &format;
  StepResult result;
  Program &next;
  Names sources;
  bool isAgain = false; ///< the array's values are rounded already
  std::string stored;
  std::string onlyIf; ///< Phase::onlyIf of what makes the array
};

std::string quoted(const std::string &name) { return "'" + name + "'"; }

llvm::Error ValueStorage::checkArray() {
  const Array &array = old.arrays.at(in.array);
  const ElementType &type = array.type;
  if (type.isComplex())
    return refuse(quoted(in.array) +
                  " holds complex numbers; real ones can be stored as " +
                  format.name);
  if (type.kind != ElementType::Kind::Floating || type.bytes > 8)
    return refuse(quoted(in.array) + " has elements of type " + type.spelling +
                  "; those of doubles and floats can be stored as " +
                  format.name);
  if (type.bytes <= format.type.bytes)
    return refuse(quoted(in.array) + " has elements of type " + type.spelling +
                  " already");
  if (array.isScalar() || (array.owner != Array::Owner::Argument &&
                           array.owner != Array::Owner::Plan))
    return refuse(quoted(in.array) + " is no array of the caller or the plan");
  if (const std::string writer = executedWriter(old, in.array); !writer.empty())
    return refuse(quoted(writer) + " writes " + quoted(in.array) +
                  ": the plan cannot keep its values");
  if (!array.extents[0])
    return refuse("how long is " + quoted(in.array) + "? Say it, extent(" +
                  in.array + ", ..), or let relayout make a copy");
  return llvm::Error::success();
}

llvm::Error ValueStorage::checkReads() {
  if (!old.executePhase().tree.contains(in.statement))
    return refuse(quoted(in.statement) + " belongs to the inspector");
  const Statement &user = old.statement(in.statement);
  if (!user.assignment)
    return refuse(quoted(in.statement) + " works on " + quoted(in.array) +
                  " by a call that cannot be redirected");
  const Expr &value = user.assignment->value, &target = user.assignment->target;
  const bool isCut = reads(value, in.array) && target.type.isInteger();
  if (isCut || decides(value, in.array) || reads(target, in.array))
    return refuse("in " + quoted(in.statement) + " values of " +
                  quoted(in.array) +
                  " decide, or become integers; only sums, products and "
                  "continuous functions of them can be rounded");
  if (!reads(value, in.array))
    return refuse(quoted(in.statement) + " has no value of " +
                  quoted(in.array));
  return llvm::Error::success();
}

/// Of the array, or of all arrays that its values are made of.
llvm::Error ValueStorage::checkPermission() {
  Names seen;
  sources = valueSources(old, in.array, &seen);
  isAgain = llvm::any_of(old.facts, [&](const Fact &fact) {
    return fact.kind == Fact::Kind::Rounded && seen.count(fact.arrays[0]);
  });
  std::vector<std::string> arrays;
  for (const std::string &name : sources)
    if (!old.arrays.at(name).isScalar())
      arrays.push_back(name);
  if (arrays.empty())
    arrays.push_back(in.array);
  auto isAllowed = [&](const std::string &name) {
    return old.mayRound.count(name) != 0;
  };
  if (isAllowed(in.array) || llvm::all_of(arrays, isAllowed))
    return llvm::Error::success();
  return refuse(
      "values of " + quoted(in.array) + " are rounded, by up to 2^-" +
      llvm::Twine(format.digits) + " of their magnitude; 'allow_rounding(\"" +
      llvm::join(arrays, "\", \"") + "\")' before this step permits it");
}

/// Where the array has values only if a phase ran, its copy does, too.
llvm::Error ValueStorage::findMaker() {
  Names conditions;
  for (const Phase &phase : old.phases)
    if (phase.role != Phase::Role::Execute &&
        !writerIn(old, phase, in.array).empty())
      conditions.insert(phase.onlyIf);
  if (conditions.size() > 1)
    return refuse("the inspector makes parts of " + quoted(in.array) +
                  " only where it makes other lists");
  onlyIf = conditions.empty() ? "" : *conditions.begin();
  return llvm::Error::success();
}

/// Whether an earlier step has stored the same.
bool ValueStorage::findStored() {
  for (const Fact &fact : old.facts)
    if (fact.kind == Fact::Kind::Rounded && fact.arrays[1] == in.array &&
        fact.which == format.name &&
        (in.name.empty() || fact.arrays[0] == in.name)) {
      stored = fact.arrays[0];
      return true;
    }
  return false;
}

void ValueStorage::addPhase(Statement made) {
  ScheduleTree tree = loopsOver(made, ScheduleTree::leaf(made.name));
  tree.marks.parallel = true;
  next.statements.insert_or_assign(made.name, std::move(made));
  Phase phase{Phase::Role::Update, std::move(tree)};
  phase.onlyIf = onlyIf;
  next.phases.insert(next.phases.end() - 1, std::move(phase));
}

void ValueStorage::store() {
  const Array &array = old.arrays.at(in.array);
  stored = in.name.empty() ? next.freshName(in.array + "_" + format.name.str())
                           : in.name;
  Array made;
  made.name = stored;
  made.type = format.type;
  made.owner = Array::Owner::Plan;
  made.extents = array.extents;
  made.extraElements = array.extraElements;
  next.arrays.insert_or_assign(stored, made);
  std::string values = in.array;
  // Checks go over elements that lie beside each other.
  if (structureMember(in.array) || hasRowPointers(old, in.array)) {
    values = next.freshName(stored + "_values");
    made.name = values;
    made.type = array.type;
    made.owner = Array::Owner::Workspace;
    next.arrays.insert_or_assign(values, made);
    addPhase(elementCopy(next, "gather", in.array, values));
  }
  Statement copy = elementCopy(next, "store", values, stored);
  Expr &value = copy.assignment->value;
  Expr rounded = value;
  rounded.kind = format.make ? Expr::Kind::Call : Expr::Kind::Cast;
  rounded.text = format.make ? format.make->name.str() : "";
  rounded.subscripts.clear();
  rounded.operands = {value};
  rounded.type = format.type;
  value = std::move(rounded);
  addPhase(std::move(copy));

  Fact fact;
  fact.kind = Fact::Kind::Rounded;
  fact.arrays = {stored, values};
  fact.which = format.name.str();
  fact.text = "encode(" + in.array + ", " + fact.which + "): " + stored +
              "[..] is " + in.array + "[..] but for 2^-" +
              std::to_string(format.digits) + " of it";
  next.facts.push_back(std::move(fact));
  for (const std::string &source : sources) {
    double &error = next.roundedBy[source];
    error = isAgain ? error + format.relativeError()
                    : std::max(error, format.relativeError());
  }
}

void ValueStorage::redirect() {
  auto rewrite = [&](Expr &node) {
    if (node.kind != Expr::Kind::Access || node.text != in.array)
      return;
    Expr element = node;
    element.text = stored;
    element.type = format.type;
    if (format.value) {
      Expr value;
      value.kind = Expr::Kind::Call;
      value.text = format.value->name.str();
      value.type = storageFormats().front().type; // float
      value.operands = {std::move(element)};
      element = std::move(value);
    }
    Expr number;
    number.kind = Expr::Kind::Cast;
    number.type = node.type;
    number.operands = {std::move(element)};
    node = number.type == number.operands[0].type ? Expr(number.operands[0])
                                                  : std::move(number);
  };
  Assignment &body = *next.statement(in.statement).assignment;
  body.value = body.value.mapNodes(rewrite);
}

} // namespace

Statement elementCopy(const Program &program, const std::string &stem,
                      const std::string &from, const std::string &to) {
  const Array &made = program.arrays.at(to);
  Statement copy;
  copy.name = program.freshName(stem + "_" + to);
  const isl::space space = poly::tupleSpace(program.context.ctx(), copy.name,
                                            unsigned(made.extents.size()));
  copy.domain = copy.constraints = isl::set::universe(space);
  std::vector<isl::pw_aff> place;
  for (unsigned dim = 0; dim < made.extents.size(); ++dim) {
    copy.iterators.push_back("q" + (dim ? std::to_string(dim) : ""));
    place.push_back(poly::dimension(space, dim));
    copy.domain =
        copy.domain.intersect(place.back().ge_set(poly::constant(space, 0)))
            .intersect(
                place.back().lt_set(poly::onSpace(*made.extents[dim], space)));
  }
  copy.domain = poly::withDimNames(copy.domain, copy.iterators);
  copy.assignment =
      Assignment{Expr::access(to, place, made.type), Update::Set,
                 Expr::access(from, place, program.arrays.at(from).type)};
  return copy;
}

llvm::Expected<StepResult> storeValues(const Program &program,
                                       const ValueRequest &request) {
  return ValueStorage(program, request).run();
}

} // namespace sparsec
