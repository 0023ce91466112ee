//===- TensorMatch.cpp - loops that a matrix instruction does -------------===//
///
/// \file
/// A lane of the instruction loads elements of A and B that the loops, as they
/// stand, read in another lane, and all lanes run it at once. So
///
///   * factors are functions of the loops outside and of (row, k), or of
///     (k, column), and so are the arguments of calls in their subscripts;
///   * the sum is one of the loops outside and of (row, column);
///   * of the iterations of a box there are all, or those that TensorShape.h
///     names. Where a summand is missing both factors are 0 then, and what a
///     missing row or column has reaches no sum that counts.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/TensorMatch.h"

#include "TensorFactor.h"

#include "sparsec/Analysis/ValueSources.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <set>

namespace sparsec {
namespace {

using Values = std::vector<isl::pw_aff>;

llvm::Error refused(const llvm::Twine &why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), why);
}

class Matcher {
public:
  Matcher(const Program &program, const TensorAtom &atom,
          const TensorNest &nest)
      : program(program), atom(atom), digits(atom.sumDigits()), nest(nest),
        statement(program.statement(nest.statement)),
        instances(statement.instances()
                      .intersect_params(program.context)
                      .intersect_params(program.callContext(statement))) {}

  llvm::Expected<TensorMatch> run();

private:
  llvm::Error findLoops();
  llvm::Error checkForm();
  llvm::Error checkFactor(const Expr &factor);
  llvm::Error checkRounding(const std::string &name, const TensorInput &input);
  llvm::Error checkBounds() const;
  llvm::Error checkShape();
  bool isInBox() const;
  std::vector<std::string> callNames() const {
    const auto names = llvm::make_first_range(statement.calls);
    return {names.begin(), names.end()};
  }
  isl::pw_aff valueOf(llvm::ArrayRef<TensorDigit> digits) const;
  bool isFunctionOf(const Values &keys, const Values &values) const;
  bool isElementOf(const Values &keys, const Expr &access) const;
  void addCalls(const isl::pw_aff &value, Values &values,
                std::set<std::string> &seen) const;
  const Expr &factor(unsigned number) const {
    return statement.assignment->value.operands[number];
  }
  Values with(std::initializer_list<isl::pw_aff> more) const {
    Values keys = outer;
    llvm::append_range(keys, more);
    return keys;
  }

  const Program &program;
  const TensorAtom &atom;
  const std::vector<TensorDigit> digits; ///< of registers of the sum
  const TensorNest &nest;
  const Statement &statement;
  isl::set instances;
  Values outer;                 ///< of the other loops around the statement
  std::vector<unsigned> inside; ///< those of them that threads run themselves
  isl::pw_aff group, member, depth;
  Values registers;    ///< the loops over them
  isl::pw_aff element; ///< a register's number
  TensorMatch match;
};

llvm::Error Matcher::findLoops() {
  registers.resize(nest.registers.size());
  for (const ScheduleTree *loop :
       program.phaseOf(nest.statement)->tree.loopsAround(nest.statement)) {
    const isl::pw_aff &value = loop->values.at(nest.statement);
    if (loop->name == nest.group)
      group = value;
    else if (loop->name == nest.member)
      member = value;
    else if (const auto at = llvm::find(nest.registers, loop->name);
             at != nest.registers.end())
      registers[size_t(at - nest.registers.begin())] = value;
    else if (loop->name == nest.depth)
      depth = value;
    else {
      if (!loop->marks.gpu.isMapped())
        inside.push_back(unsigned(outer.size()));
      outer.push_back(value);
    }
  }
  std::vector<std::pair<isl::pw_aff, std::string>> loops = {
      {group, nest.group}, {member, nest.member}, {depth, nest.depth}};
  for (size_t at = 0; at < registers.size(); ++at)
    loops.emplace_back(registers[at], nest.registers[at]);
  for (const auto &[value, name] : loops)
    if (value.is_null())
      return refused("no loop '" + name + "' is around '" + nest.statement +
                     "'");
  element = poly::constant(statement.space(), 0);
  for (size_t at = 0; at < registers.size(); ++at)
    element = element.add(registers[at].scale(digits[at].divisor));
  return llvm::Error::success();
}

/// The recipe has to allow that what \p name holds is rounded.
llvm::Error Matcher::checkRounding(const std::string &name,
                                   const TensorInput &input) {
  if (input.exponent > atom.input.exponent)
    return refused("'" + name + "' may hold numbers that are too large for " +
                   atom.name + "; store it in a narrower type, or encode it");
  std::vector<std::string> arrays;
  for (const std::string &source : valueSources(program, name))
    if (!program.arrays.at(source).isScalar())
      arrays.push_back(source);
  if (arrays.empty())
    arrays.push_back(name);
  const auto isAllowed = [&](const std::string &each) {
    return program.mayRound.count(each) != 0;
  };
  if (!isAllowed(name) && !llvm::all_of(arrays, isAllowed))
    return refused("the instruction rounds '" + name + "', by up to 2^-" +
                   llvm::Twine(atom.input.digits) +
                   " of its magnitude; 'allow_rounding(\"" +
                   llvm::join(arrays, "\", \"") +
                   "\")' before this step permits it");
  // What an earlier step stores rounded is so for the second time.
  const bool isAgain = llvm::any_of(program.facts, [&](const Fact &fact) {
    return fact.kind == Fact::Kind::Rounded && fact.arrays[0] == name;
  });
  for (const std::string &each : arrays) {
    const auto before = program.roundedBy.find(each);
    match.rounded[each] =
        atom.input.relativeError() +
        (isAgain && before != program.roundedBy.end() ? before->second : 0);
  }
  return llvm::Error::success();
}

llvm::Error Matcher::checkFactor(const Expr &factor) {
  const TensorFactor known = *factorIn(factor);
  const std::string &name = known.element->text;
  const std::optional<TensorInput> input = tensorInputOf(known.stored);
  if (!input)
    return refused("'" + name + "' holds " + known.stored.spelling +
                   ", which is no factor of " + atom.name);
  for (const std::string &read : arraysIn(factor)) {
    // Each thread has another one, and loads what another lane would read.
    if (program.arrays.at(read).isPrivate())
      return refused("each thread has a '" + read +
                     "' of its own, and the lanes share factors; leave them "
                     "in global memory or copy_to_shared");
    if (read == statement.assignment->target.text)
      return refused("'" + read + "' is a factor and the sum");
  }
  const bool isExact = input->digits <= atom.input.digits &&
                       input->exponent <= atom.input.exponent;
  return isExact ? llvm::Error::success() : checkRounding(name, *input);
}

/// What \p assignment has that C[..] += A[..] * B[..] has not; "" for nothing.
static std::string otherForm(const std::optional<Assignment> &assignment) {
  if (!assignment || assignment->op != Update::Add)
    return "it is no '+='";
  if (assignment->mask())
    return "a condition on data says where it adds anything";
  const Expr &value = assignment->value;
  if (value.kind != Expr::Kind::Binary || value.op != Operator::Multiply)
    return "what it adds is no product";
  for (size_t at : {0, 1})
    if (!factorIn(value.operands[at]))
      return std::string("the ") + (at ? "second" : "first") +
             " factor of its product is none of these";
  if (assignment->target.kind != Expr::Kind::Access ||
      assignment->target.isOfData())
    return "data subscript what it adds to";
  return "";
}

llvm::Error Matcher::checkForm() {
  const auto &assignment = statement.assignment;
  if (std::string other = otherForm(assignment); !other.empty())
    return refused("'" + nest.statement + "' is not of the form C[..] += " +
                   "A[..] * B[..], with elements of arrays that data do not "
                   "subscript, or 0 in place of some: " +
                   other);
  const Expr &target = assignment->target;
  if (target.type.spelling != atom.sums)
    return refused("'" + target.text + "' holds " + target.type.spelling +
                   ", and the sums of " + atom.name + " are " + atom.sums);
  if (assignment->value.type.spelling != atom.sums)
    return refused("the product has type " + assignment->value.type.spelling +
                   ", and those of " + atom.name + " are " + atom.sums +
                   "; cast the factors to " + atom.sums);
  if (!program.allowReassociation)
    return refused("the instruction adds up " + llvm::Twine(atom.depth) +
                   " products at once, which rounds differently; "
                   "'allow_reassociation()' before this step permits it");
  for (const Expr &each : assignment->value.operands)
    if (llvm::Error error = checkFactor(each))
      return error;
  return llvm::Error::success();
}

/// Whether \p keys, `{ S[..] -> [key] }`, tell \p values.
bool Matcher::isFunctionOf(const Values &keys, const Values &values) const {
  const isl::space space = statement.space();
  return poly::makeMap(space, "K", keys)
      .as_map()
      .intersect_domain(instances)
      .reverse()
      .apply_range(poly::makeMap(space, "V", values).as_map())
      .is_single_valued();
}

/// The arguments of the calls in \p value, and of those in them.
void Matcher::addCalls(const isl::pw_aff &value, Values &values,
                       std::set<std::string> &seen) const {
  for (const auto &[name, call] : statement.calls)
    if (poly::involvesParam(value, name) && seen.insert(name).second)
      for (const isl::pw_aff &argument : call.arguments) {
        values.push_back(argument);
        addCalls(argument, values, seen);
      }
}

bool Matcher::isElementOf(const Values &keys, const Expr &factor) const {
  const Values numbers = numbersIn(factor);
  Values values = numbers;
  std::set<std::string> seen;
  for (const isl::pw_aff &number : numbers)
    addCalls(number, values, seen);
  return values.empty() || isFunctionOf(keys, values);
}

/// What index arrays say of which iterations there are, they say to all lanes.
llvm::Error Matcher::checkBounds() const {
  Values calls;
  std::set<std::string> seen;
  for (const auto &[name, call] : statement.calls)
    if (poly::involvesParam(statement.constraints, name) &&
        seen.insert(name).second)
      for (const isl::pw_aff &argument : call.arguments) {
        calls.push_back(argument);
        addCalls(argument, calls, seen);
      }
  if (calls.empty() || isFunctionOf(outer, calls))
    return llvm::Error::success();
  return refused("which iterations '" + nest.statement +
                 "' has differs between lanes: index arrays that they read "
                 "bound it");
}

/// That lanes, registers and k have no other numbers than the instruction's.
bool Matcher::isInBox() const {
  std::vector<std::pair<isl::pw_aff, long>> loops = {
      {group, TensorAtom::groups},
      {member, TensorAtom::members},
      {depth, atom.depth}};
  for (size_t at = 0; at < registers.size(); ++at)
    loops.emplace_back(registers[at], digits[at].modulus);
  return llvm::all_of(loops, [&](const auto &loop) {
    const isl::pw_aff zero = poly::constant(statement.space(), 0),
                      end = poly::constant(statement.space(), loop.second);
    return instances.is_subset(
        loop.first.ge_set(zero).intersect(loop.first.lt_set(end)));
  });
}

llvm::Error Matcher::checkShape() {
  const isl::set there = poly::makeMap(statement.space(), "T",
                                       with({valueOf(atom.sum.row),
                                             valueOf(atom.sum.column), depth}))
                             .as_map()
                             .intersect_domain(instances)
                             .range();
  const std::optional<TensorShape> shape =
      isInBox() ? shapeOf(atom, {there, inside, callNames()}) : std::nullopt;
  if (shape) {
    match.shape = *shape;
    return llvm::Error::success();
  }
  return refused("which of the " + llvm::Twine(atom.rows) + " x " +
                 llvm::Twine(atom.columns) + " x " + llvm::Twine(atom.depth) +
                 " products there are is not the same for each row, column and "
                 "summand, from 0 on; tile the loops by these sizes, loops "
                 "that begin at an index array's value after normalize, and "
                 "let make_dense give a trace a loop over columns");
}

/// `{ S[..] -> [row] }`
isl::pw_aff Matcher::valueOf(llvm::ArrayRef<TensorDigit> digits) const {
  using Of = TensorDigit::Of;
  isl::pw_aff value = poly::constant(statement.space(), 0);
  for (const TensorDigit &digit : digits) {
    const isl::pw_aff &number = digit.of == Of::Group    ? group
                                : digit.of == Of::Member ? member
                                                         : element;
    value = value.add(
        poly::modulo(poly::floorDiv(number, digit.divisor), digit.modulus)
            .scale(digit.stride));
  }
  return value;
}

llvm::Expected<TensorMatch> Matcher::run() {
  if (llvm::Error error = checkForm())
    return error;
  if (llvm::Error error = findLoops())
    return error;
  if (llvm::Error error = checkBounds())
    return error;
  if (llvm::Error error = checkShape())
    return error;
  const isl::pw_aff row = valueOf(atom.sum.row),
                    column = valueOf(atom.sum.column);
  const Expr &target = statement.assignment->target;
  // Two registers must not hold parts of one sum, those of a diagonal in the
  // end; between lanes that would be a race.
  Values place = with({group, member});
  llvm::append_range(place, target.subscripts);
  const bool isOwn = isFunctionOf(place, {element});
  const bool isDiagonal = match.shape.diagonal > 1;
  if (!isElementOf(with({row, column}), target) || (!isOwn && !isDiagonal))
    return refused("the sum '" + target.text +
                   "' is not another element for each row and column");
  if (!isOwn && !nest.hasLaterSteps)
    return refused("several sums of a thread are parts of '" + target.text +
                   "'; partial_sums of '" + nest.registers.back() +
                   "' and scalar_expand of what it makes give each its own");
  for (unsigned left : {0u, 1u})
    if (isElementOf(with({row, depth}), factor(left)) &&
        isElementOf(with({depth, column}), factor(1 - left))) {
      match.left = left;
      return match;
    }
  return refused("of '" + factorIn(factor(0))->element->text + "' and '" +
                 factorIn(factor(1))->element->text +
                 "' one must have an element for each row and summand, the "
                 "other for each summand and column");
}

} // namespace

llvm::Expected<TensorMatch> matchTensor(const Program &program,
                                        const TensorAtom &atom,
                                        const TensorNest &nest) {
  return poly::tryIsl([&]() -> llvm::Expected<TensorMatch> {
    return Matcher(program, atom, nest).run();
  });
}

} // namespace sparsec
