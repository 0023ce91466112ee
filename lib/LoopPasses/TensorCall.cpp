//===- TensorCall.cpp - one nest as a matrix instruction ------------------===//
///
/// \file
/// A lane loads what the layouts give it, an element that the loops read in
/// another lane.
///
/// At the edge of a matrix the update stands under a condition, by which a row,
/// a column and a summand are there or not, each for itself (TensorMatch.h). A
/// lane then has 0 in place of what is missing: it asks the condition with the
/// number 0 for the loop that an operand does not have.
///
//===----------------------------------------------------------------------===//

#include "TensorCall.h"

#include "GuardedLoads.h"
#include "LaneNumbers.h"

#include "sparsec/Analysis/TensorMatch.h"
#include "sparsec/Analysis/TensorSums.h"
#include "sparsec/LoopIR/ConstantFolding.h"
#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"

#include <map>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Of = TensorDigit::Of;

/// One marked nest.
class Instruction {
public:
  /// \p loop is the outermost one over a lane's sums.
  Instruction(const TensorAtom &atom, const LoopNode &loop, const Lanes &lanes,
              const Program &program)
      : atom(atom), digits(atom.sumDigits()), loop(loop), lanes(lanes),
        program(program) {}

  llvm::Expected<Nodes> run();

private:
  llvm::Error misfit(const llvm::Twine &why) const {
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "tensorize: the instruction cannot do loop '" + loop.name +
            "': " + why);
  }
  llvm::Error findBody();
  static bool counts(const LoopNode &loop, long size) {
    return loop.isFor() && loop.lower.isInteger(0) && loop.step == 1 &&
           !loop.stride && !loop.goesOn && !loop.marks.gpu.isMapped() &&
           loop.upper.size() == 1 && loop.upper[0].isInteger(size);
  }
  llvm::Error unwrap(const Nodes &body);
  /// What stands for a factor in the call; no type: the one that sums have.
  struct Element {
    LoopExpr expr;
    LoopType type;
  };
  LoopExpr operandOf(const LoopExpr &factor, bool isLeft, long reg) const;
  Element elementOf(const LoopExpr &factor) const;
  LaneNumber otherOf(const LaneNumber &own, bool isLeft) const;
  void place(llvm::ArrayRef<TensorDigit> sums, const LaneNumber &number,
             std::map<std::string, LoopExpr> &values) const;
  LoopExpr inRegister(const LoopExpr &expr, long reg) const;
  LoopExpr conditionOfSums() const;
  bool haveElements() const;
  bool moves(LoopExpr part) const;
  bool isAlwaysMissing() const;
  LoopNode setSum(LoopExpr value, long reg, bool always) const;

  const TensorAtom &atom;
  const std::vector<TensorDigit> digits; ///< of registers of the sum
  const LoopNode &loop;
  const Lanes &lanes;
  const Program &program;
  std::vector<const LoopNode *> registers; ///< a loop for each digit
  const LoopNode *depth = nullptr;
  /// The update without locals of its own.
  LoopNode update;
  /// Where it is there.
  LoopExpr condition = LoopExpr::integer(1);
  TensorShape shape;
};

/// Finds the update in \p body: alone, but for locals and conditions.
llvm::Error Instruction::unwrap(const Nodes &nodes) {
  Nodes body = nodes;
  for (size_t at = 0; at < body.size(); ++at) {
    LoopNode &node = body[at];
    const bool isLast = at + 1 == body.size();
    if (node.kind == Kind::Local && node.isConst) {
      const LoopExpr value = node.value;
      substituteIn(body, at + 1, node.name, value);
    } else if (node.kind == Kind::If && isLast && node.otherwise.empty()) {
      condition = logicalAnd(condition, node.condition);
      return unwrap(Nodes(node.body));
    } else if (node.kind != Kind::Assign || !isLast) {
      return misfit("there is more in it than one update");
    }
  }
  if (body.empty())
    return misfit("there is more in it than one update");
  update = body.back();
  return llvm::Error::success();
}

llvm::Error Instruction::findBody() {
  const LoopNode *node = &loop;
  for (const TensorDigit &digit : digits) {
    if (!node || !counts(*node, digit.modulus))
      return misfit("all that is in it must be loops from 0 to the sizes that "
                    "tensorize made");
    registers.push_back(node);
    node = node->body.size() == 1 ? &node->body[0] : nullptr;
  }
  depth = node;
  if (!depth || !counts(*depth, atom.depth))
    return misfit("all that is in it must be one loop from 0 to " +
                  llvm::Twine(atom.depth));
  if (llvm::Error error = unwrap(depth->body))
    return error;
  const bool isUpdate =
      update.kind == Kind::Assign && update.op == Update::Add &&
      update.atomic == LoopNode::Atomic::None && !update.lanes.isMapped() &&
      update.value.kind == LoopExpr::Kind::Binary &&
      update.value.op == Operator::Multiply &&
      update.value.operands.size() == 2;
  if (!isUpdate)
    return misfit("there is more in it than one update");
  return llvm::Error::success();
}

/// The element of \p factor in register \p reg of this lane. The loops load it
/// in other lanes, which differ in the number that the factor has not: in the
/// one among them that TensorShape names. 0 where it is not there.
LoopExpr Instruction::operandOf(const LoopExpr &factor, bool isLeft,
                                long reg) const {
  const TensorLayout &layout = isLeft ? atom.left : atom.right;
  const LaneNumber own = {isLeft ? layout.row : layout.column, reg,
                          isLeft ? atom.rows : atom.columns};
  const LaneNumber other = otherOf(own, isLeft);
  std::map<std::string, LoopExpr> values = {
      {lanes.group->name, LoopExpr::integer(0)},
      {lanes.member->name, LoopExpr::integer(0)},
      {depth->name, valueOf(isLeft ? layout.column : layout.row, lanes, reg)}};
  for (const LoopNode *each : registers)
    values[each->name] = LoopExpr::integer(0);
  place(isLeft ? atom.sum.row : atom.sum.column, own, values);
  place(isLeft ? atom.sum.column : atom.sum.row, other, values);
  const auto here = [&](LoopExpr part) {
    const auto found =
        part.isVariable() ? values.find(part.name) : values.end();
    return found == values.end() ? joined(std::move(part)) : found->second;
  };
  const Element element = elementOf(factor);
  const LoopExpr isThere = condition.map(here), value = element.expr.map(here);
  return isThere.isInteger(1) ? value : guarded(isThere, value, element.type);
}

/// What the instruction takes of \p factor: what stands under casts that lose
/// nothing, where that is an element of the instruction's own type. Two of 16
/// bits share a register.
Instruction::Element Instruction::elementOf(const LoopExpr &factor) const {
  const LoopExpr *inner = &factor;
  while (inner->kind == LoopExpr::Kind::Cast && inner->type->isPlain() &&
         inner->type->element.isFloating() && inner->type->element.bytes >= 4)
    inner = &inner->operands[0];
  const auto array = program.arrays.find(inner->name);
  if (inner->kind == LoopExpr::Kind::Load && array != program.arrays.end() &&
      smallFloat(array->second.type) &&
      tensorInputOf(array->second.type) == atom.input)
    return {*inner, array->second.type};
  return {factor, {}};
}

/// The column, or row, that stands for the others of a row, or column, \p own:
/// the one on the diagonal.
LaneNumber Instruction::otherOf(const LaneNumber &own, bool isLeft) const {
  const long diagonal = shape.diagonal, stride = shape.stride;
  if (isLeft)
    return {below(diagonal, above(stride, own.digits)), own.reg, diagonal};
  return {scaled(stride, below(diagonal, own.digits)), own.reg,
          stride * diagonal};
}

/// Adds to \p values of loops what \p sums, the digits of a row's or column's
/// number, make of \p number.
void Instruction::place(llvm::ArrayRef<TensorDigit> sums,
                        const LaneNumber &number,
                        std::map<std::string, LoopExpr> &values) const {
  for (const TensorDigit &digit : below(number.end, sums)) {
    const LoopExpr part = digitOf(digit, number, lanes);
    for (size_t at = 0; at < digits.size(); ++at)
      if (digit.of == Of::Register && digit.divisor == digits[at].divisor)
        values[registers[at]->name] = part;
    if (digit.of == Of::Register)
      continue;
    LoopExpr &lane =
        values[(digit.of == Of::Group ? lanes.group : lanes.member)->name];
    lane = lane + LoopExpr::integer(digit.divisor) * part;
  }
}

/// \p expr as it is for the sum of register \p reg, whatever is summed.
LoopExpr Instruction::inRegister(const LoopExpr &expr, long reg) const {
  LoopExpr result = expr.substitute(depth->name, LoopExpr::integer(0));
  for (size_t at = 0; at < digits.size(); ++at)
    result = result.substitute(
        registers[at]->name,
        LoopExpr::integer(reg / digits[at].divisor % digits[at].modulus));
  return result;
}

/// What `condition` asks of rows and columns. Where only the rest does not hold
/// both factors are 0, and the instruction gives a sum back. If sums are kept
/// so is one for which that moves.
LoopExpr Instruction::conditionOfSums() const {
  LoopExpr result = LoopExpr::integer(1);
  std::vector<LoopExpr> parts = {condition};
  for (size_t at = 0; at < parts.size(); ++at) {
    const LoopExpr part = parts[at];
    if (part.kind == LoopExpr::Kind::And) {
      llvm::append_range(parts, part.operands);
      continue;
    }
    const auto asks = [&](const LoopNode *of) {
      return part.mentions(of->name);
    };
    const bool asksOfSums = asks(lanes.group) || asks(lanes.member) ||
                            llvm::any_of(registers, asks);
    if (asksOfSums && !(shape.keepsSums && moves(part)))
      result = logicalAnd(result, part);
  }
  return result;
}

/// Whether each register that may have a sum has an element of its own in an
/// array of the thread's: the box of one is of the sums that there are, and
/// rows or columns that are never there may be left out of it.
bool Instruction::haveElements() const {
  const Array &array = program.arrays.at(update.target.name);
  std::vector<LoopExpr> seen;
  for (unsigned reg = 0; reg < atom.sum.registers; ++reg) {
    if (inRegister(condition, reg).isInteger(0))
      continue;
    const LoopExpr sum = inRegister(update.target, reg);
    for (size_t at = 0; at < sum.operands.size(); ++at) {
      const std::optional<long> extent =
          array.extents[at] ? poly::constantValue(*array.extents[at])
                            : std::nullopt;
      const LoopExpr &place = sum.operands[at];
      if (place.isInteger() && extent && place.value >= *extent)
        return false;
    }
    if (llvm::is_contained(seen, sum))
      return false;
    seen.push_back(sum);
  }
  return array.isPrivate();
}

/// Whether \p part of the condition may differ between what a thread does for
/// its sums.
bool Instruction::moves(LoopExpr part) const {
  if (part.mentions(depth->name))
    return true;
  std::vector<LoopExpr> sums;
  for (unsigned reg = 0; reg < atom.sum.registers; ++reg)
    sums.push_back(inRegister(update.target, reg));
  for (const std::string &loop : loopsOfElements(sums, lanes))
    part = part.substitute(loop, LoopExpr::integer(0));
  return hasMoving(part, lanes);
}

/// Whether an element whose row or column is missing here is missing whenever
/// the thread comes to it, and nobody else reads it: it may hold anything.
bool Instruction::isAlwaysMissing() const {
  return !moves(conditionOfSums()) && othersReadOnlySums(program, update.name);
}

/// Sets the sum of register \p reg; only where it is there, unless \p always.
LoopNode Instruction::setSum(LoopExpr value, long reg, bool always) const {
  LoopNode set = update;
  set.op = Update::Set;
  set.target = inRegister(update.target, reg);
  set.value = std::move(value);
  const LoopExpr isThere = inRegister(condition, reg);
  if (isThere.isInteger(1) || always)
    return set;
  return LoopNode::ifThen(isThere, {std::move(set)});
}

llvm::Expected<Nodes> Instruction::run() {
  if (llvm::Error error = findBody())
    return error;
  TensorNest nest = {
      update.name, lanes.group->loop, lanes.member->loop, {}, depth->loop};
  for (const LoopNode *each : registers)
    nest.registers.push_back(each->loop);
  auto match = matchTensor(program, atom, nest);
  if (!match)
    return misfit(llvm::toString(match.takeError()));
  shape = match->shape;
  const LoopExpr &left = update.value.operands[match->left],
                 &right = update.value.operands[1 - match->left];
  std::vector<LoopExpr> operands;
  for (unsigned reg = 0; reg < atom.left.registers; ++reg)
    operands.push_back(operandOf(left, true, reg));
  for (unsigned reg = 0; reg < atom.right.registers; ++reg)
    operands.push_back(operandOf(right, false, reg));
  const bool always = haveElements() && isAlwaysMissing();
  const LoopExpr asked = always ? conditionOfSums() : condition;
  for (unsigned reg = 0; reg < atom.sum.registers; ++reg) {
    const LoopExpr isThere = inRegister(asked, reg),
                   sum = inRegister(update.target, reg);
    operands.push_back(
        isThere.isInteger(1)
            ? sum
            : LoopExpr::select(isThere, sum, LoopExpr::integer(0)));
  }
  const std::string name = program.freshName("sums");
  Nodes nodes;
  nodes.push_back(
      stmt::constant(LoopType::opaque(atom.result.str()), name,
                     expr::call(*atom.function, std::move(operands))));
  for (unsigned reg = 0; reg < atom.sum.registers; ++reg)
    if (!inRegister(condition, reg).isInteger(0))
      nodes.push_back(
          setSum(expr::dot(LoopExpr::variable(name), "c" + std::to_string(reg)),
                 reg, always));
  return nodes;
}

} // namespace

llvm::Expected<Nodes> makeTensorCall(const TensorAtom &atom,
                                     const LoopNode &loop, const Lanes &lanes,
                                     const Program &program) {
  return Instruction(atom, loop, lanes, program).run();
}

bool isTensorCall(const LoopNode &node) {
  return node.kind == Kind::Region && node.marks.tensor;
}

bool isCollective(const LoopNode &node) {
  bool found = false;
  node.walk([&](const LoopNode &below) { found |= isTensorCall(below); });
  return found;
}

} // namespace sparsec
