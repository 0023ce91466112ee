//===- Typing.cpp - the types of expressions ------------------------------===//

#include "sparsec/LoopIR/Typing.h"

#include "sparsec/IR/RuntimeFunctions.h"
#include "sparsec/LoopIR/ExprPrinter.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <climits>

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;

/// An integer, a real or a complex number.
bool isNumber(const LoopType &type) {
  return !type.isPointer() && (type.isInteger() || type.element.isFloating());
}
bool isScalar(const LoopType &type) {
  return type.isNone() || type.isPointer() ||
         (isNumber(type) && !type.element.isComplex());
}
bool isInteger(const LoopType &type) {
  return type.isNone() || type.isInteger();
}

/// What integers smaller than an int become.
LoopType promoted(const LoopType &type) {
  return type.isInteger() && type.element.bytes < 4 ? LoopType::int32() : type;
}

LoopType row(llvm::StringRef spelling) { return *ElementType::named(spelling); }

/// The first of C's types that holds \p text; those of decimal constants have a
/// sign unless it says otherwise.
LoopType typeOfInteger(llvm::StringRef text) {
  const llvm::StringRef digits = text.rtrim("ul"),
                        suffix = text.drop_front(digits.size());
  unsigned long long value = 0;
  digits.ltrim("-").getAsInteger(0, value);
  const bool isUnsigned = suffix.contains('u'),
             isLonger = suffix.contains("ll"), isLong = suffix.contains('l'),
             isDecimal = !digits.ltrim("-").starts_with("0");
  const bool mayBeUnsigned = isUnsigned || !isDecimal;
  if (!isLong && !isUnsigned && value <= INT_MAX)
    return LoopType::int32();
  if (!isLong && mayBeUnsigned && value <= UINT_MAX)
    return row("unsigned int");
  const bool isSigned = !isUnsigned && (value <= LLONG_MAX || isDecimal);
  if (isLonger)
    return isSigned ? LoopType::int64() : row("unsigned long long");
  return row(isSigned ? "long" : "unsigned long");
}

[[noreturn]] void misfit(const LoopExpr &expr, const std::string &why) {
  throw TypeMismatch("'" + printExpr(expr) + "' " + why);
}

} // namespace

LoopType commonType(const LoopType &a, const LoopType &b) {
  if (a.isNone() || b.isNone())
    return {};
  if (a.isPointer() || b.isPointer())
    return a.isPointer() ? a : b;
  const ElementType &x = a.element, &y = b.element;
  if (x.isComplex() || y.isComplex()) {
    // Their parts have the type that real numbers would have.
    const auto isDouble = [](const ElementType &type) {
      return type.isFloating() && type.bytes >= (type.isComplex() ? 16 : 8);
    };
    return isDouble(x) || isDouble(y) ? row("double _Complex")
                                      : row("float _Complex");
  }
  if (x.isFloating() && y.isFloating())
    return x.bytes >= y.bytes ? x : y;
  if (x.isFloating() || y.isFloating())
    return x.isFloating() ? x : y;
  const LoopType left = promoted(a), right = promoted(b);
  const bool isLeft = left.element.bytes != right.element.bytes
                          ? left.element.bytes > right.element.bytes
                          : !left.element.isSigned || right.element.isSigned;
  return isLeft ? left : right;
}

LoopType typeOfLiteral(const std::string &text) {
  // Names that C's headers and sparsec's runtime define.
  const LoopType named = llvm::StringSwitch<LoopType>(text)
                             .Cases("INFINITY", "NAN", row("float"))
                             .Cases("LLONG_MAX", "LLONG_MIN", LoopType::int64())
                             .Cases("LONG_MAX", "LONG_MIN", row("long"))
                             .Default({});
  if (!named.isNone() || text.empty() ||
      !(llvm::isDigit(text[0]) || text[0] == '.' || text[0] == '-'))
    return named;
  const std::string lower = llvm::StringRef(text).lower();
  const llvm::StringRef digits = lower;
  const bool isHex = digits.contains("0x");
  const bool isReal =
      digits.find_first_of(isHex ? ".p" : ".e") != llvm::StringRef::npos;
  if (isReal && digits.ends_with("f") && (!isHex || digits.contains("p")))
    return row("float");
  if (isReal)
    return row(digits.ends_with("l") ? "long double" : "double");
  return typeOfInteger(lower);
}

bool converts(const LoopType &value, const LoopType &target) {
  if (value.isNone() || target.isNone())
    return true;
  if (isNumber(value) && isNumber(target))
    return true;
  if (value.isPointer() != target.isPointer())
    return false;
  // Classes, and pointers: to elements of the same kind.
  return value.element.kind == target.element.kind || !value.element.bytes ||
         !target.element.bytes;
}

/// Whether \p type, or what it points to, is no number.
static bool isOfClass(const LoopType &type) {
  return type.shape != LoopType::Shape::Element ||
         type.element.kind == ElementType::Kind::Opaque;
}

void Typing::declare(const LoopNode &node) {
  scopes.back()[node.name] = {node.type, node.dimensions.size()};
}

const Typing::Symbol *Typing::find(const std::string &name) const {
  for (const Scope &scope : llvm::reverse(scopes))
    if (auto found = scope.find(name); found != scope.end())
      return &found->second;
  return nullptr;
}

LoopType Typing::ofName(const std::string &name) const {
  if (const Symbol *symbol = find(name))
    return symbol->rank ? LoopType::pointerTo(symbol->type) : symbol->type;
  if (!program)
    return {};
  if (auto array = program->arrays.find(name); array != program->arrays.end())
    return array->second.isScalar() ? LoopType(array->second.type)
                                    : LoopType::pointerTo(array->second.type);
  if (const Parameter *parameter = program->findParameter(name))
    return parameter->type;
  return {};
}

LoopType Typing::ofLoad(const LoopExpr &load) const {
  for (const LoopExpr &subscript : load.operands)
    if (!isInteger(typeOf(subscript)))
      misfit(load, "has a subscript that is no integer");
  const LoopType type = ofName(load.name);
  if (load.operands.empty() || type.isNone())
    return type;
  if (type.isVector() && !type.isPointer())
    return type.element;
  const bool isClass = isOfClass(type);
  if (!type.isPointer() && !isClass)
    misfit(load, "is an element of what is no array");
  return isClass ? LoopType() : type.element;
}

/// The kinds that fold: of integers.
LoopType Typing::ofIntegers(const LoopExpr &expr) const {
  LoopType type;
  for (const LoopExpr &operand : expr.operands) {
    const LoopType own = typeOf(operand);
    if (!isInteger(own))
      misfit(expr,
             "computes with '" + printExpr(operand) + "', which is no integer");
    type = &operand == expr.operands.begin() ? promoted(own)
                                             : commonType(type, own);
  }
  return type;
}

LoopType Typing::ofTruth(const LoopExpr &expr) const {
  for (const LoopExpr &operand : expr.operands)
    if (!isScalar(typeOf(operand)))
      misfit(expr, "asks for the truth of '" + printExpr(operand) + "'");
  return LoopType::int32();
}

LoopType Typing::ofUnary(const LoopExpr &expr) const {
  const LoopType type = typeOf(expr.operands[0]);
  if (expr.op == Operator::Not)
    return ofTruth(expr);
  if (expr.op == Operator::AddressOf)
    return type.isNone() || type.isPointer()
               ? LoopType()
               : LoopType::pointerTo(type.element);
  if (expr.op == Operator::Dereference && !type.isNone() && !type.isPointer())
    misfit(expr, "follows what is no pointer");
  if (expr.op == Operator::Dereference)
    return type.element;
  if (expr.op == Operator::SizeOf)
    return row("size_t");
  const bool isBits = expr.op == Operator::Complement;
  if (type.isPointer() || (isBits && !isInteger(type)))
    misfit(expr, "has an operand of type '" + type.spelling() + "'");
  return promoted(type);
}

LoopType Typing::ofBinary(const LoopExpr &expr) const {
  const LoopType left = typeOf(expr.operands[0]),
                 right = typeOf(expr.operands[1]);
  const Operator op = expr.op;
  if (isLogical(op))
    return ofTruth(expr);
  const bool areIntegers = isInteger(left) && isInteger(right);
  const bool isOfIntegers = llvm::is_contained(
      {Operator::Remainder, Operator::BitAnd, Operator::BitOr, Operator::BitXor,
       Operator::ShiftLeft, Operator::ShiftRight},
      op);
  if (isOfIntegers && !areIntegers)
    misfit(expr, "computes with bits of what is no integer");
  if (op == Operator::ShiftLeft || op == Operator::ShiftRight)
    return promoted(left);
  if (isComparison(op)) {
    if (left.isPointer() != right.isPointer() && !left.isNone() &&
        !right.isNone())
      misfit(expr, "compares a pointer and a number");
    return LoopType::int32();
  }
  const bool isOfPointers = left.isPointer() || right.isPointer();
  if (isOfPointers && op != Operator::Add && op != Operator::Subtract)
    misfit(expr, "computes with a pointer");
  if (left.isPointer() && right.isPointer())
    return LoopType::int64();
  return commonType(left, right);
}

/// Functions of <math.h> have the type that their suffix says.
LoopType Typing::ofCall(const LoopExpr &call) const {
  using Returns = RuntimeHelper::Returns;
  for (const LoopExpr &operand : call.operands)
    typeOf(operand);
  const RuntimeHelper *helper = findRuntimeHelper(call.name);
  if (helper && helper == &runtime::complex_of)
    return LoopType(ElementType::complex128());
  if (helper &&
      (helper == &runtime::real_of || helper == &runtime::imaginary_of))
    return LoopType::float64();
  if (helper && helper->returns == Returns::Value)
    return typeOf(call.operands[0]);
  if (helper && helper->returns == Returns::Long)
    return LoopType::int64();
  if (helper && helper->returns == Returns::Float)
    return row("float");
  if (helper && helper->returns == Returns::Short)
    return row("unsigned short");
  if (helper)
    return helper->returns == Returns::Nothing ||
                   helper->returns == Returns::Object
               ? LoopType()
               : LoopType::int32();
  const llvm::StringRef name = call.name;
  if (name == "abs" || name == "labs" || name == "llabs")
    return name == "abs" ? LoopType::int32() : LoopType::int64();
  if (name.starts_with("sparsec_") || call.operands.empty())
    return {};
  if (name.ends_with("f") && name != "erf")
    return row("float");
  return name.ends_with("l") && name != "ceil" ? row("long double")
                                               : LoopType::float64();
}

LoopType Typing::ofMember(const LoopExpr &member) const {
  const LoopType object = ofKind(member.operands[0]);
  if (object.shape == LoopType::Shape::CudaVector && !object.isPointer())
    return object.element;
  const bool isPart = member.name == "re" || member.name == "im";
  return isPart && object.element.isComplex() ? LoopType::float64()
                                              : LoopType();
}

/// Classes have members and operators of their own.
LoopType Typing::typeOf(const LoopExpr &expr) const {
  const LoopType type = ofKind(expr);
  return !type.isPointer() && isOfClass(type) ? LoopType() : type;
}

LoopType Typing::ofKind(const LoopExpr &expr) const {
  switch (expr.kind) {
  case Kind::Integer:
    return integerType(expr.wide);
  case Kind::GpuIndex:
    return LoopType::int32();
  case Kind::Variable:
    return ofName(expr.name);
  case Kind::Load:
    return ofLoad(expr);
  case Kind::Literal:
    return typeOfLiteral(expr.name);
  case Kind::Add:
  case Kind::Mul:
  case Kind::FloorDiv:
  case Kind::Div:
  case Kind::Mod:
  case Kind::Min:
  case Kind::Max:
    return ofIntegers(expr);
  case Kind::Widen:
    return commonType(ofIntegers(expr), LoopType::int64());
  case Kind::Less:
  case Kind::LessEqual:
  case Kind::Equal:
    (void)ofIntegers(expr);
    return LoopType::int32();
  case Kind::And:
  case Kind::Or:
    return ofTruth(expr);
  case Kind::Select:
    if (!isScalar(typeOf(expr.operands[0])))
      misfit(expr, "has a condition that is no truth");
    return commonType(typeOf(expr.operands[1]), typeOf(expr.operands[2]));
  case Kind::Unary:
    return ofUnary(expr);
  case Kind::Binary:
    return ofBinary(expr);
  case Kind::Call:
    return ofCall(expr);
  case Kind::SizeOf:
    return row("size_t");
  case Kind::Cast:
    (void)typeOf(expr.operands[0]);
    return *expr.type;
  case Kind::Member:
    return ofMember(expr);
  case Kind::Arrow: // of a plan
    return {};
  case Kind::Increment:
    return typeOf(expr.operands[0]);
  case Kind::String:
    return LoopType::pointerTo(row("char").element, /*isConstant=*/true);
  case Kind::List:
    for (const LoopExpr &element : expr.operands)
      (void)typeOf(element);
    return {};
  }
  return {};
}

} // namespace sparsec
