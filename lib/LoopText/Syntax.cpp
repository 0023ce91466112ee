//===- Syntax.cpp - what writer and reader agree on -----------------------===//

#include "Syntax.h"

#include "Lexer.h"

#include "sparsec/LoopIR/Verifier.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec::looptext {

using Kind = LoopExpr::Kind;

std::optional<Mode> modeOf(Kind kind) {
  switch (kind) {
  case Kind::Variable:
  case Kind::Load:
  case Kind::Select:
  case Kind::Call:
  case Kind::Cast:
  case Kind::Member:
  case Kind::Arrow:
  case Kind::Increment:
  case Kind::String:
  case Kind::List:
    return std::nullopt;
  case Kind::Literal:
  case Kind::Unary:
  case Kind::Binary:
    return Mode::Values;
  default:
    return Mode::Integers;
  }
}

// `>` and `>=` are `<` and `<=` with the operands in the other order.
static constexpr std::pair<Operator, Kind> ofIntegers[] = {
    {Operator::LogicalOr, Kind::Or},        {Operator::LogicalAnd, Kind::And},
    {Operator::Equal, Kind::Equal},         {Operator::Less, Kind::Less},
    {Operator::LessEqual, Kind::LessEqual}, {Operator::Add, Kind::Add},
    {Operator::Multiply, Kind::Mul},        {Operator::Divide, Kind::Div},
    {Operator::Remainder, Kind::Mod},
};

std::optional<Kind> kindOf(Operator op) {
  for (const auto &[own, kind] : ofIntegers)
    if (own == op)
      return kind;
  return std::nullopt;
}

Operator operatorOf(Kind kind) {
  for (const auto &[op, own] : ofIntegers)
    if (own == kind)
      return op;
  return Operator::None;
}

static constexpr std::pair<const char *, Kind> functions[] = {
    {"min", Kind::Min}, {"max", Kind::Max}, {"floordiv", Kind::FloorDiv}};

const char *functionOf(Kind kind) {
  for (const auto &[name, function] : functions)
    if (function == kind)
      return name;
  return nullptr;
}

std::optional<Kind> functionKind(llvm::StringRef name) {
  for (const auto &[function, kind] : functions)
    if (name == function)
      return kind;
  return std::nullopt;
}

static constexpr const char *gpuIndices[] = {"block.", "thread.", "blocks."};

std::string textOf(GpuIndex index) {
  return gpuIndices[int(index.of)] + std::string(1, 'x' + index.dimension);
}

std::optional<GpuIndex> gpuIndexNamed(llvm::StringRef text) {
  for (GpuIndex::Of of :
       {GpuIndex::Of::Block, GpuIndex::Of::Thread, GpuIndex::Of::Blocks})
    for (unsigned dimension : {0, 1, 2})
      if (text == textOf({of, dimension}))
        return GpuIndex{of, dimension};
  return std::nullopt;
}

bool isTypeWord(llvm::StringRef word) {
  static const llvm::StringRef words[] = {
      "void",  "char",   "short",    "int",   "long",  "signed",   "unsigned",
      "float", "double", "_Complex", "_Bool", "const", "_Float16", "__bf16"};
  return llvm::is_contained(words, word);
}

bool isCType(llvm::StringRef type) {
  llvm::StringRef words = type.rtrim('*').rtrim(' ');
  llvm::SmallVector<llvm::StringRef, 4> parts;
  words.split(parts, ' ');
  // As the reader joins it.
  const bool isSpaced = words.size() == type.size() ||
                        type.substr(words.size()).starts_with(" *");
  return isSpaced && llvm::all_of(parts, isTypeWord) && parts[0] != "const";
}

std::string typeText(const std::string &type) {
  return isCType(type) || nameText(type) == type ? type : stringText(type);
}

ElementType elementTypeOf(const std::string &spelling) {
  return ElementType::named(spelling).value_or(
      ElementType{ElementType::Kind::Void, 0, true, spelling});
}

Mode modeOfLocal(const LoopNode &local) {
  return local.type.isInteger() && !local.isStatement ? Mode::Integers
                                                      : Mode::Values;
}

void Scope::declare(const LoopNode &node) {
  // Scalars of the source stay loads; those that passes make are variables.
  const bool isLocal = node.kind == LoopNode::Kind::Declare || node.isStatement;
  const bool isScalar = isLocal && program.arrays.count(node.name);
  lists.back()[node.name] = {isScalar, node.type.isWide()};
}

std::optional<Scope::Known> Scope::find(const std::string &name) const {
  for (const auto &list : llvm::reverse(lists))
    if (auto found = list.find(name); found != list.end())
      return found->second;
  if (const Parameter *parameter = program.findParameter(name))
    return Known{false, parameter->type.isWide()};
  if (auto array = program.arrays.find(name); array != program.arrays.end())
    return Known{true, array->second.type.isWide()};
  return std::nullopt;
}

std::string Scope::wrongWith(const LoopExpr &leaf) const {
  if (!find(leaf.name) && !isNameOfFunction(leaf.name, program))
    return leaf.isVariable()
               ? "there is no loop, local or parameter '" + leaf.name +
                     "'; a parameter is declared as "
                     "in 'param int " +
                     leaf.name + ";'"
               : "there is no array '" + leaf.name +
                     "'; it is declared as in 'array double " + leaf.name +
                     "[n];'";
  const bool isLocal = llvm::any_of(
      lists, [&](const auto &list) { return list.count(leaf.name) != 0; });
  auto array = program.arrays.find(leaf.name);
  if (leaf.isVariable() || isLocal || array == program.arrays.end())
    return "";
  // One is a position in all of them.
  const size_t subscripts = leaf.operands.size();
  const size_t dimensions = array->second.extents.size();
  if (subscripts == dimensions || (subscripts == 1 && dimensions > 1))
    return "";
  return "array '" + leaf.name + "' has " + std::to_string(dimensions) +
         " dimensions, not " + std::to_string(subscripts);
}

bool Scope::isScalar(const std::string &name) const {
  std::optional<Known> known = find(name);
  return known && known->isScalar;
}

bool Scope::isWide(const LoopExpr &leaf, Mode mode) const {
  // A statement's own loads compute as C does.
  if (leaf.kind == Kind::Load && mode == Mode::Values)
    return false;
  std::optional<Known> known = find(leaf.name);
  return known && known->isWide;
}

bool isWideByRule(const LoopExpr &expr, Mode mode, const Scope &scope) {
  switch (expr.kind) {
  case Kind::Integer:
    return LoopExpr::integer(expr.value).wide;
  case Kind::Variable:
  case Kind::Load:
    return scope.isWide(expr, mode);
  case Kind::Widen:
    return true;
  default:
    return llvm::any_of(expr.operands,
                        [](const LoopExpr &operand) { return operand.wide; });
  }
}

} // namespace sparsec::looptext
