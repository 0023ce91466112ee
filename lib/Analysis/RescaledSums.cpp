//===- RescaledSums.cpp - running maxima and sums by them -----------------===//
///
/// \file
/// The statements of an iteration are run with names for values: what scalars
/// hold becomes an expression over what the iteration found in them, and values
/// that are made of none of that become a name. What is left in the end says
/// whether it is the algebra of RescaledSums.h, however it was written:
///
///     s = ..                      m  =>  max(m, s)
///     M = fmaxf(m, s)             l  =>  l * expf(m - max(m, s))
///     r = expf(m - M)                      + expf(s - max(m, s))
///     l = l * r + expf(s - M)
///     m = M
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/RescaledSums.h"

#include "RescaledTerms.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace sparsec {
namespace {

using Kind = Expr::Kind;

/// One iteration.
class Iteration {
public:
  Iteration(const Program &program, const ScheduleTree &loop)
      : program(program), loop(loop) {
    for (const std::string &name : loop.statements())
      for (const Access &access : program.statement(name).accesses())
        if (access.isWrite)
          written.insert(access.array);
  }

  llvm::Error run() {
    for (const std::string &name : loop.statements())
      if (llvm::Error error = execute(name))
        return error;
    return checkOutside();
  }
  llvm::Expected<RescaledSums> match() const;

private:
  /// The update of an array's elements by each iteration.
  struct ArrayUpdate {
    std::string statement;
    Expr target, value;
  };

  bool isScalar(const std::string &name) const {
    const auto array = program.arrays.find(name);
    return array != program.arrays.end() && array->second.isScalar();
  }
  std::optional<isl::pw_aff> byLoops(const std::string &name,
                                     const isl::pw_aff &value) const;
  llvm::Error execute(const std::string &name);
  llvm::Error store(const std::string &name, Expr value);
  llvm::Error checkInside(const std::string &name) const;
  llvm::Expected<Expr> seen(const std::string &name, const Expr &value);
  llvm::Expected<Expr> valueOf(const std::string &name);
  llvm::Expected<Expr> stored(const std::string &name);
  bool isFree(const Expr &value) const;
  bool mayBeInfinite(const Expr &value) const;
  llvm::Error checkOutside() const;
  bool isMaximum(const std::string &scalar, RunningMaximum &found) const;

  const Program &program;
  const ScheduleTree &loop;
  std::set<std::string> written;
  /// Scalars and arrays of which the iteration uses what others left.
  std::set<std::string> carried;
  std::map<std::string, Expr> now;          ///< of scalars that it has set
  std::set<std::string> infinite;           ///< names of values that may be so
  std::map<std::string, std::string> setBy; ///< scalar => statement
  std::vector<ArrayUpdate> updates;
};

/// Whether \p value is made of nothing that iterations carry on.
bool Iteration::isFree(const Expr &value) const {
  bool result = true;
  value.walk([&](const Expr &node) {
    result &= node.kind != Kind::Access || !carried.count(node.text);
  });
  return result;
}

/// Whether \p value may be INFINITY or NAN, of either sign, because the source
/// says so, whatever its inputs are.
bool Iteration::mayBeInfinite(const Expr &value) const {
  if (value.kind == Kind::Constant)
    return llvm::StringRef(value.text).starts_with("__builtin_");
  if (value.kind == Kind::Access)
    return infinite.count(value.text);
  const size_t first = value.kind == Kind::Select ? 1 : 0;
  return llvm::any_of(
      llvm::drop_begin(value.operands, first),
      [&](const Expr &operand) { return mayBeInfinite(operand); });
}

/// \p value of instances of \p name as one of the loops around the iteration,
/// `{ I[loops] -> [v] }`, so that it can be compared with those of others;
/// nothing where loops inside tell it. Calls are named by what they are there.
std::optional<isl::pw_aff> Iteration::byLoops(const std::string &name,
                                              const isl::pw_aff &value) const {
  const Statement &statement = program.statement(name);
  const auto around = program.phaseOf(name)->tree.loopsAround(name);
  const size_t depth = size_t(llvm::find(around, &loop) - around.begin()) + 1;
  const isl::space space =
      poly::tupleSpace(program.context.ctx(), "I", unsigned(depth));
  std::vector<isl::pw_aff> iterators;
  for (unsigned pos = 0; pos < statement.iterators.size(); ++pos) {
    const bool isLoop =
        pos < depth &&
        around[pos]->values.at(name).plain_is_equal(statement.iterator(pos));
    if (!isLoop && poly::involvesDim(value, pos))
      return std::nullopt;
    iterators.push_back(isLoop ? poly::dimension(space, pos)
                               : poly::constant(space, 0));
  }
  isl::pw_aff result = value.pullback(poly::makeMap(space, name, iterators));
  for (const auto &[call, loaded] : statement.calls) {
    if (!poly::involvesParam(value, call))
      continue;
    std::string known = "call " + loaded.function;
    for (const isl::pw_aff &argument : loaded.arguments) {
      const std::optional<isl::pw_aff> own = byLoops(name, argument);
      if (!own)
        return std::nullopt;
      known += ' ' + poly::text(*own);
    }
    result = poly::renameParam(result, call, known);
  }
  return result;
}

/// \p value with what its scalars hold now.
llvm::Expected<Expr> Iteration::seen(const std::string &name,
                                     const Expr &value) {
  const Expr &target = program.statement(name).assignment->target;
  std::string torn;
  Expr result = value.mapNodes([&](Expr &node) {
    const bool isOwn = node.isSame(target);
    for (isl::pw_aff &subscript : node.subscripts)
      if (!isOwn)
        subscript = byLoops(name, subscript).value_or(subscript);
    if (node.kind != Kind::Access || !written.count(node.text))
      return;
    const auto known = now.find(node.text);
    if (known != now.end()) {
      node = known->second;
    } else if (isScalar(node.text) || isOwn) {
      carried.insert(node.text);
    } else {
      torn = node.text;
    }
  });
  if (!torn.empty())
    return llvm::createStringError(
        "'%s' reads elements of '%s' that other iterations of loop '%s' write",
        name.c_str(), torn.c_str(), loop.name.c_str());
  return result;
}

/// What the target of \p name holds afterwards: a value of its type.
llvm::Expected<Expr> Iteration::stored(const std::string &name) {
  llvm::Expected<Expr> value = valueOf(name);
  if (!value)
    return value.takeError();
  const ElementType &type = program.statement(name).assignment->target.type;
  if (value->type == type)
    return value;
  Expr result;
  result.kind = Kind::Cast;
  result.type = type;
  result.operands.push_back(std::move(*value));
  return result;
}

/// What \p name computes for its target.
llvm::Expected<Expr> Iteration::valueOf(const std::string &name) {
  const Statement &statement = program.statement(name);
  if (!statement.assignment || statement.assignment->mask() ||
      hasTies(statement.assignment->op) ||
      statement.assignment->target.isOfData())
    return llvm::createStringError("'%s' may or may not set its target",
                                   name.c_str());
  const Assignment &assignment = *statement.assignment;
  const Update op = assignment.op;
  if (op == Update::Set)
    return seen(name, assignment.value);
  if (isChoice(op)) {
    Expr both;
    both.kind = Kind::Call;
    both.text = chosenBy(op);
    both.type = assignment.target.type;
    both.operands = {assignment.target, assignment.value};
    return seen(name, both);
  }
  if (operatorOf(op) == Operator::None)
    return llvm::createStringError("'%s' is an update by '%s'", name.c_str(),
                                   spellingOf(op));
  return seen(
      name, Expr::binary(operatorOf(op), assignment.target, assignment.value));
}

/// Loops inside are looked at once: what a scalar is set to there must not meet
/// what reads it earlier in them, nor stand for what it was where they do not
/// run.
llvm::Error Iteration::checkInside(const std::string &name) const {
  const std::string &scalar = program.statement(name).assignment->target.text;
  const auto held = now.find(scalar);
  bool isMixed = held != now.end() && !isFree(held->second);
  for (const std::string &other : loop.loopsAround(name)[1]->statements()) {
    if (other == name)
      break;
    const Statement &earlier = program.statement(other);
    isMixed |= earlier.assignment &&
               earlier.assignment->target.text != scalar &&
               llvm::any_of(earlier.accesses(), [&](const Access &access) {
                 return !access.isWrite && access.array == scalar;
               });
  }
  if (isMixed)
    return llvm::createStringError(
        "'%s' sets '%s' in a loop inside of loop '%s', where it may hold what "
        "was set before; use a scalar for each",
        name.c_str(), scalar.c_str(), loop.name.c_str());
  return llvm::Error::success();
}

/// A scalar's new value; of one that is made of nothing carried on, its name.
llvm::Error Iteration::store(const std::string &name, Expr value) {
  const Assignment &assignment = *program.statement(name).assignment;
  const std::string &scalar = assignment.target.text;
  const bool isInside = loop.loopsAround(name).size() > 1;
  if (isFree(value) && !carried.count(scalar)) {
    const std::string known = scalar + "@" + name;
    if (mayBeInfinite(value))
      infinite.insert(known);
    value = Expr::access(known, {}, assignment.target.type);
  } else if (isInside)
    return llvm::createStringError(
        "'%s' makes '%s' of what iterations of loop '%s' carry on, in a loop "
        "inside",
        name.c_str(), scalar.c_str(), loop.name.c_str());
  if (isInside)
    if (llvm::Error error = checkInside(name))
      return error;
  now.insert_or_assign(scalar, std::move(value));
  setBy[scalar] = name;
  return llvm::Error::success();
}

llvm::Error Iteration::execute(const std::string &name) {
  llvm::Expected<Expr> value = stored(name);
  if (!value)
    return value.takeError();
  const Expr &target = program.statement(name).assignment->target;
  if (isScalar(target.text))
    return store(name, std::move(*value));
  if (isFree(*value))
    return llvm::Error::success();
  const bool isOnly =
      llvm::all_of(loop.statements(), [&](const std::string &other) {
        return other == name || !program.statement(other).assignment ||
               !program.statement(other).assignment->written().count(
                   target.text);
      });
  if (!isOnly || !carried.count(target.text))
    return llvm::createStringError(
        "'%s' puts what iterations of loop '%s' carry on into '%s'",
        name.c_str(), loop.name.c_str(), target.text.c_str());
  updates.push_back({name, target, std::move(*value)});
  return llvm::Error::success();
}

/// Scalars that are set anew by each iteration are nobody's else.
llvm::Error Iteration::checkOutside() const {
  int outside = -1;
  for (const std::string &name : carried)
    outside = std::max(outside, program.arrays.at(name).privateDepth);
  for (const auto &[scalar, value] : now) {
    const Array &array = program.arrays.at(scalar);
    if (!carried.count(scalar) &&
        (!array.isPrivate() || array.liveOut || array.privateDepth <= outside))
      return llvm::createStringError(
          "'%s' outlives the iterations of loop '%s' that set it; declare it "
          "inside",
          scalar.c_str(), loop.name.c_str());
  }
  return llvm::Error::success();
}

bool Iteration::isMaximum(const std::string &scalar,
                          RunningMaximum &found) const {
  const auto last = now.find(scalar);
  if (last == now.end())
    return false;
  const Expr before = Expr::access(scalar, {}, last->second.type);
  std::optional<RunningMaximum> maximum = maximumOf(last->second, before);
  if (!maximum || !isFree(maximum->score))
    return false;
  found = std::move(*maximum);
  return true;
}

llvm::Expected<RescaledSums> Iteration::match() const {
  RescaledSums result;
  RunningMaximum maximum;
  for (const std::string &name : carried)
    if (isScalar(name) && isMaximum(name, maximum)) {
      result.maximum = name;
      break;
    }
  if (result.maximum.empty())
    return llvm::createStringError(
        "iterations of loop '%s' carry on no running maximum, m = fmaxf(m, s), "
        "of floating values that its type holds",
        loop.name.c_str());
  result.join = maximum.join;
  result.isTotal = maximum.isTotal;
  RescaledTerms terms(
      maximum, [&](const Expr &value) { return isFree(value); },
      [&](const Expr &value) { return mayBeInfinite(value); });
  auto add = [&](const std::string &array, const std::string &statement,
                 const Expr &before, const Expr &after) {
    result.sums.push_back({array, statement});
    return terms.isSum(before, after);
  };
  for (const std::string &name : carried) {
    if (name == result.maximum)
      continue;
    const auto update = llvm::find_if(updates, [&](const ArrayUpdate &one) {
      return one.target.text == name;
    });
    const auto last = now.find(name);
    const bool isSum =
        update != updates.end()
            ? add(name, update->statement, update->target, update->value)
            : last != now.end() &&
                  add(name, setBy.at(name),
                      Expr::access(name, {}, last->second.type), last->second);
    if (!isSum)
      return llvm::createStringError(
          "iterations of loop '%s' carry on '%s', which is no sum that is "
          "rescaled by the running maximum '%s', l = l * expf(m - M) + t * "
          "expf(s - M)",
          loop.name.c_str(), name.c_str(), result.maximum.c_str());
  }
  const std::vector<std::string> order = loop.statements();
  llvm::sort(result.sums, [&](const auto &one, const auto &other) {
    return llvm::find(order, one.statement) <
           llvm::find(order, other.statement);
  });
  result.function = terms.function();
  result.functionType = terms.functionType();
  result.isTotal &= terms.isTotal();
  result.meetsInfinity = terms.meetsInfinity();
  if (result.sums.empty())
    return llvm::createStringError(
        "iterations of loop '%s' carry on a running maximum and no sums; that "
        "is a reduction as it is",
        loop.name.c_str());
  return result;
}

} // namespace

llvm::Expected<RescaledSums> findRescaledSums(const Program &program,
                                              const ScheduleTree &loop) {
  Iteration iteration(program, loop);
  if (llvm::Error error = iteration.run())
    return error;
  return iteration.match();
}

} // namespace sparsec
