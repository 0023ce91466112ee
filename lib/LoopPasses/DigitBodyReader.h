//===- DigitBodyReader.h - reads the body of a loop of digits ---*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPPASSES_DIGITBODYREADER_H
#define SPARSEC_LIB_LOOPPASSES_DIGITBODYREADER_H

#include "DigitValues.h"

#include "sparsec/LoopIR/ConstantFolding.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Twine.h"

namespace sparsec {

/// Makes values of a body, statement by statement (DigitValues.cpp), and takes
/// what digits change apart (DigitSeparation.cpp).
class BodyReader {
public:
  BodyReader(const LoopNode &loop, const Typing &outside,
             const BinaryDigits &digits)
      : loop(loop), digits(digits), typing(outside) {
    typing.enter();
    typing.declare(loop);
  }

  llvm::Expected<DigitBody> read() {
    if (llvm::Error error = readAll(loop.body))
      return error;
    if (llvm::Error error = checkReads())
      return error;
    for (DigitUpdate &update : body.updates)
      update.value = separated(update.value);
    return std::move(body);
  }

private:
  llvm::Error readAll(const std::vector<LoopNode> &nodes);
  llvm::Error readNode(const LoopNode &node);
  llvm::Error assign(const LoopNode &node);
  llvm::Error update(const LoopExpr &target, Update op, unsigned value);
  llvm::Error set(const LoopExpr &target, unsigned value);
  llvm::Expected<unsigned> valueOf(const LoopExpr &expr);
  llvm::Expected<ElementType> typeOf(const LoopExpr &expr) const;
  unsigned converted(unsigned value, const ElementType &type);
  llvm::Expected<unsigned> combination(const LoopExpr &expr);
  llvm::Error checkReads() const;
  llvm::Error checkElements(const LoopExpr &expr) const;
  LoopExpr outside(const LoopExpr &expr) const;
  unsigned add(DigitValue value);
  unsigned leaf(LoopExpr expr, uint64_t used, ElementType type);
  unsigned applied(LoopExpr expr, std::vector<unsigned> operands,
                   ElementType type);
  unsigned joined(DigitValue::Kind kind, unsigned a, unsigned b);
  unsigned negated(unsigned value);
  unsigned separated(unsigned value);
  unsigned separatedSum(const DigitValue &sum);
  unsigned separatedProduct(const DigitValue &product);
  bool changesSign(const DigitValue &value) const;

  /// Whether \p expr is a scalar of the body, or an element of its arrays that
  /// is known.
  bool isPrivate(const LoopExpr &expr) const {
    bool isOne = expr.isVariable() || expr.kind == LoopExpr::Kind::Load;
    return isOne && types.count(expr.name) &&
           expr.operands.empty() == !body.arrays.count(expr.name) &&
           llvm::all_of(expr.operands, [](const LoopExpr &subscript) {
             return integerOf(subscript).has_value();
           });
  }
  bool mentionsPrivate(const LoopExpr &expr) const {
    bool found = false;
    expr.walk([&](const LoopExpr &part) { found |= isPrivate(part); });
    return found;
  }
  /// Whether \p expr is made of digits and numbers: no integer that an int
  /// cannot hold after a few operations.
  bool isSmall(const LoopExpr &expr) const {
    if (expr.isVariable())
      return expr.name == loop.name;
    if (expr.op == Operator::BitAnd && expr.operands.size() == 2 &&
        integerOf(expr.operands[1]) == 1)
      return true;
    return expr.kind != LoopExpr::Kind::Load &&
           expr.kind != LoopExpr::Kind::Call &&
           llvm::all_of(expr.operands, [&](const LoopExpr &operand) {
             return isSmall(operand);
           });
  }
  void declare(const LoopNode &node) {
    types[node.name] = node.type.element;
    typing.declare(node);
  }
  /// What stands for \p value in the expressions of others.
  static LoopExpr nameOf(unsigned value) {
    return LoopExpr::variable("@" + std::to_string(value));
  }
  llvm::Error misfit(const llvm::Twine &what) const {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "the digits of loop '" + loop.name +
                                       "' cannot be taken apart: " + what);
  }

  const LoopNode &loop;
  const BinaryDigits &digits;
  Typing typing;
  DigitBody body;
  /// Scalars and arrays that the body declares.
  std::map<std::string, ElementType> types;
  /// Constants of the body => their values in terms of what is outside.
  std::map<std::string, LoopExpr> constants;
  /// Scalars, "x", and elements, "x[3]" => what they hold.
  std::map<std::string, unsigned> held;
  std::map<unsigned, unsigned> done;
};

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_DIGITBODYREADER_H
