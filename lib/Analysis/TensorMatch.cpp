//===- TensorMatch.cpp - loops that a matrix instruction does -------------===//
///
/// \file
/// A lane of the instruction loads elements of A and B that the loops, as they
/// stand, read in another lane, and all lanes run it at once. So
///
///   * factors are functions of the loops outside and of (row, k), or of
///     (k, column), and so are the arguments of calls in their subscripts;
///   * the sum is one of the loops outside and of (row, column);
///   * every iteration of the loops outside that has an instance has all.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/TensorMatch.h"

#include "llvm/ADT/STLExtras.h"

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
      : program(program), atom(atom), nest(nest),
        statement(program.statement(nest.statement)),
        instances(statement.instances()
                      .intersect_params(program.context)
                      .intersect_params(program.callContext(statement))) {}

  llvm::Expected<TensorMatch> run();

private:
  llvm::Error findLoops();
  llvm::Error checkForm() const;
  llvm::Error checkFactor(const Expr &factor) const;
  llvm::Error checkWhole() const;
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
  const TensorNest &nest;
  const Statement &statement;
  isl::set instances;
  Values outer; ///< of the other loops around the statement
  isl::pw_aff group, member, element, depth;
};

llvm::Error Matcher::findLoops() {
  for (const ScheduleTree *loop :
       program.phaseOf(nest.statement)->tree.loopsAround(nest.statement)) {
    const isl::pw_aff &value = loop->values.at(nest.statement);
    if (loop->name == nest.group)
      group = value;
    else if (loop->name == nest.member)
      member = value;
    else if (loop->name == nest.element)
      element = value;
    else if (loop->name == nest.depth)
      depth = value;
    else
      outer.push_back(value);
  }
  for (const auto &[value, name] : {std::pair(group, nest.group),
                                    {member, nest.member},
                                    {element, nest.element},
                                    {depth, nest.depth}})
    if (value.is_null())
      return refused("no loop '" + name + "' is around '" + nest.statement +
                     "'");
  return llvm::Error::success();
}

llvm::Error Matcher::checkFactor(const Expr &factor) const {
  const std::string &name = factor.text;
  if (factor.type.spelling != atom.inputs)
    return refused("'" + name + "' holds " + factor.type.spelling +
                   ", and the factors of " + atom.name + " are " + atom.inputs);
  const Array &array = program.arrays.at(name);
  // Each thread has another one, and loads what another lane would read.
  if (array.isPrivate())
    return refused("each thread has a '" + name +
                   "' of its own, and the lanes share factors; leave them in "
                   "global memory or copy_to_shared");
  if (name == statement.assignment->target.text)
    return refused("'" + name + "' is a factor and the sum");
  return llvm::Error::success();
}

llvm::Error Matcher::checkForm() const {
  const auto &assignment = statement.assignment;
  const auto isElement = [](const Expr &expr) {
    return expr.kind == Expr::Kind::Access && !expr.isOfData() &&
           !expr.isAwaited;
  };
  const bool isProduct = assignment && assignment->op == Update::Add &&
                         assignment->value.kind == Expr::Kind::Binary &&
                         assignment->value.op == Operator::Multiply &&
                         llvm::all_of(assignment->value.operands, isElement) &&
                         isElement(assignment->target);
  if (!isProduct)
    return refused("'" + nest.statement + "' is not of the form C[..] += " +
                   "A[..] * B[..], with elements of arrays that data do not "
                   "subscript");
  const Expr &target = assignment->target;
  if (target.type.spelling != atom.sums)
    return refused("'" + target.text + "' holds " + target.type.spelling +
                   ", and the sums of " + atom.name + " are " + atom.sums);
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

bool Matcher::isElementOf(const Values &keys, const Expr &access) const {
  Values values = access.subscripts;
  std::set<std::string> seen;
  for (const isl::pw_aff &subscript : access.subscripts)
    addCalls(subscript, values, seen);
  return values.empty() || isFunctionOf(keys, values);
}

/// All lanes, registers and k, wherever there is one.
llvm::Error Matcher::checkWhole() const {
  Values calls;
  std::set<std::string> seen;
  for (const auto &[name, call] : statement.calls)
    if (poly::involvesParam(statement.constraints, name) &&
        seen.insert(name).second)
      for (const isl::pw_aff &argument : call.arguments) {
        calls.push_back(argument);
        addCalls(argument, calls, seen);
      }
  if (!calls.empty() && !isFunctionOf(outer, calls))
    return refused("which iterations '" + nest.statement +
                   "' has differs between lanes: index arrays that they read "
                   "bound it");
  const unsigned first = unsigned(outer.size());
  const isl::set there = poly::makeMap(statement.space(), "T",
                                       with({group, member, element, depth}))
                             .as_map()
                             .intersect_domain(instances)
                             .range();
  isl::set whole =
      poly::eliminateDims(there, {first, first + 1, first + 2, first + 3});
  const long sizes[] = {TensorAtom::groups, TensorAtom::members,
                        long(atom.sum.registers), atom.depth};
  for (unsigned at = 0; at < 4; ++at) {
    const isl::pw_aff value = poly::dimension(whole.space(), first + at);
    whole =
        whole.intersect(value.ge_set(poly::constant(value.space().domain(), 0)))
            .intersect(value.lt_set(
                poly::constant(value.space().domain(), sizes[at])));
  }
  if (!whole.is_subset(there) || !there.is_subset(whole))
    return refused("not every " + llvm::Twine(atom.rows) + " x " +
                   llvm::Twine(atom.columns) + " x " + llvm::Twine(atom.depth) +
                   " product is known to be whole; tile the loops by these "
                   "sizes, and say by known() that they divide the extents, "
                   "such as known(\"n % " +
                   llvm::Twine(atom.rows) + " == 0\")");
  return llvm::Error::success();
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
  if (llvm::Error error = checkWhole())
    return error;
  const isl::pw_aff row = valueOf(atom.sum.row),
                    column = valueOf(atom.sum.column);
  const Expr &target = statement.assignment->target;
  // Two registers must not hold parts of one sum; between lanes that would be a
  // race.
  Values place = with({group, member});
  llvm::append_range(place, target.subscripts);
  if (!isElementOf(with({row, column}), target) ||
      !isFunctionOf(place, {element}))
    return refused("the sum '" + target.text +
                   "' is not another element for each row and column");
  for (unsigned left : {0u, 1u})
    if (isElementOf(with({row, depth}), factor(left)) &&
        isElementOf(with({depth, column}), factor(1 - left)))
      return TensorMatch{left};
  return refused("of '" + factor(0).text + "' and '" + factor(1).text +
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
