//===- LegalizeIntegers.cpp - sums that an int cannot hold ----------------===//
///
/// \file
/// C computes `1000 * i` with the width of i, whatever it is added to.
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/IR/Widths.h"
#include "sparsec/Poly/Constraints.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>
#include <optional>
#include <set>

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;
using Names = std::set<std::string>;

/// Whether \p expr reads a variable or an array of \p names.
bool mentionsAny(const LoopExpr &expr, const Names &names) {
  bool found = false;
  expr.walk([&](const LoopExpr &part) {
    found |= (part.isVariable() || part.kind == Kind::Load) &&
             names.count(part.name) != 0;
  });
  return found;
}

/// Whether \p expr loads from one of the arrays in \p names.
bool loadsAny(const LoopExpr &expr, const Names &names) {
  bool found = false;
  expr.walk([&](const LoopExpr &part) {
    found |= part.kind == Kind::Load && names.count(part.name) != 0;
  });
  return found;
}

/// Whether \p statement takes elements of \p array for positions: as
/// subscripts, or as bounds of a loop inside the one that they are read in.
bool takesForPositions(const Statement &statement, const std::string &array) {
  return llvm::any_of(statement.calls, [&](const auto &entry) {
    const auto &[name, call] = entry;
    if (call.function != array)
      return false;
    auto mentions = [&](const isl::pw_aff &value) {
      return poly::involvesParam(value, name);
    };
    for (unsigned dim = 0; dim < statement.iterators.size(); ++dim) {
      bool isArgument =
          llvm::any_of(call.arguments, [&](const isl::pw_aff &argument) {
            return poly::involvesDim(argument, dim);
          });
      if (!isArgument && poly::isBoundBy(statement.constraints, dim, name))
        return true;
    }
    return llvm::any_of(statement.calls,
                        [&](const auto &other) {
                          return llvm::any_of(other.second.arguments, mentions);
                        }) ||
           llvm::any_of(statement.accesses(), [&](const Access &access) {
             return llvm::any_of(access.subscripts, mentions);
           });
  });
}

/// Adds the copies in which calls of arrays in \p names are read.
void addCopies(Names &names, const Program &program) {
  for (const auto &[statement, of] : program.statements)
    for (const auto &[call, copy] : of.copies)
      if (auto array = of.calls.find(call);
          array != of.calls.end() && names.count(array->second.function))
        names.insert(copy.function);
}

/// Arrays of which elements are only asked about, as conditions of split_by may
/// do, and of which nothing says how large they are.
Names unboundedArrays(const Program &program) {
  Names names;
  for (const auto &[name, array] : program.arrays) {
    const std::string &asked = name;
    bool hasRange =
        llvm::any_of(program.factsAbout(name, Fact::Kind::Range),
                     [](const Fact *fact) { return fact->upper.has_value(); });
    bool isCalled = false, isPosition = false;
    for (const auto &entry : program.statements) {
      isCalled |= llvm::any_of(entry.second.calls, [&](const auto &call) {
        return call.second.function == asked;
      });
      isPosition |= takesForPositions(entry.second, asked);
    }
    if (isCalled && !isPosition && !hasRange &&
        array.owner == Array::Owner::Argument &&
        program.factsAbout(name, Fact::Kind::Monotonic).empty())
      names.insert(name);
  }
  addCopies(names, program);
  return names;
}

/// `-1 * x`, which is printed as a subtraction.
bool isNegation(const LoopExpr &expr) {
  return expr.kind == Kind::Mul && expr.operands.size() == 2 &&
         expr.operands[0].isInteger(-1);
}

/// \p expr, a product or sum, computed in 64 bits from its parts on.
LoopExpr inLong(const LoopExpr &expr) {
  bool isSum = expr.kind == Kind::Add;
  if (!isSum && (expr.kind != Kind::Mul || expr.wide))
    return expr;
  LoopExpr result = expr;
  if (isSum)
    result.operands = expr.operands.mapped([](const LoopExpr &operand) {
      return isNegation(operand) ? operand : inLong(operand);
    });
  bool isWide = llvm::any_of(result.operands, [](const LoopExpr &operand) {
    return operand.wide && !operand.isInteger();
  });
  result.operands = result.operands.mapped([&](const LoopExpr &operand) {
    if (isWide || operand.isInteger())
      return operand;
    isWide = true;
    return LoopExpr::widen(operand);
  });
  result.wide = true;
  return result;
}

/// What an int cannot hold.
struct Large {
  const Program &program;
  Names names;         ///< variables, and arrays with such elements
  Names elements = {}; ///< variables that hold an element of an index array
};

/// The factor of the parameter that \p term is a multiple of, and its name;
/// nothing for other terms.
std::optional<std::pair<long, std::string>>
multipleOfParameter(const LoopExpr &term, const Program &program) {
  const bool isMultiple = term.kind == Kind::Mul && term.operands.size() == 2 &&
                          term.operands[0].isInteger();
  const LoopExpr &of = isMultiple ? term.operands[1] : term;
  if (!of.isVariable() || of.wide || !program.findParameter(of.name))
    return std::nullopt;
  return std::pair(isMultiple ? term.operands[0].value : 1, of.name);
}

/// Whether \p sum is a difference of parameters, `to - from`, that an int may
/// not hold: of a range that is empty.
bool mayBeFarApart(const LoopExpr &sum, const Program &program) {
  if (sum.kind != Kind::Add)
    return false;
  const isl::space space = poly::tupleSpace(program.context.ctx(), "", 1);
  isl::pw_aff value = poly::constant(space, 0);
  bool hasPositive = false, hasNegative = false;
  for (const LoopExpr &term : sum.operands) {
    if (term.isInteger()) {
      value = value.add_constant(term.value);
      continue;
    }
    const auto multiple = multipleOfParameter(term, program);
    if (!multiple)
      return false;
    const auto &[factor, name] = *multiple;
    (factor > 0 ? hasPositive : hasNegative) = true;
    value = value.add(
        poly::parameter(space, name).mul(poly::constant(space, factor)));
  }
  if (!hasPositive || !hasNegative)
    return false;
  const isl::set values = poly::dimension(space, 0).eq_set(value);
  return mayExceedInt(values.intersect_params(program.context), 0,
                      typesIn(program, {}));
}

/// Whether \p value may be as large as an element of an index array.
bool isElement(const LoopExpr &value, const Large &large) {
  const auto isOne = [&](const LoopExpr &operand) {
    return isElement(operand, large);
  };
  switch (value.kind) {
  case Kind::Load: {
    const auto array = large.program.arrays.find(value.name);
    return array == large.program.arrays.end() || array->second.type.bytes >= 4;
  }
  case Kind::Member:
    return true;
  case Kind::Variable:
    return large.elements.count(value.name) != 0;
  case Kind::Select:
    return isOne(value.operands[1]) || isOne(value.operands[2]);
  case Kind::Min:
  case Kind::Max:
    return llvm::any_of(value.operands, isOne);
  case Kind::Mul:
    return value.operands[0].isInteger() && value.operands[0].value > 0 &&
           isOne(value.operands[1]);
  default:
    return false;
  }
}

/// Whether \p sum adds two elements of index arrays, each of which an int may
/// just hold: where a row begins, and where it ends.
bool addsElements(const LoopExpr &sum, const Large &large) {
  return sum.kind == Kind::Add &&
         llvm::count_if(sum.operands, [&](const LoopExpr &term) {
           return isElement(term, large);
         }) > 1;
}

/// Whether \p expr adds or compares what an int cannot hold.
bool needsLong(const LoopExpr &expr, const Large &large) {
  bool isLarge = mentionsAny(expr, large.names);
  expr.walk([&](const LoopExpr &part) {
    isLarge = isLarge ||
              (part.isInteger() && std::abs(part.value) > maxOffset) ||
              mayBeFarApart(part, large.program) || addsElements(part, large);
  });
  return isLarge;
}

/// \p expr with the operands of sums and comparisons that are \p large, or
/// have a large constant, in 64 bits.
LoopExpr widened(const LoopExpr &expr, const Large &large) {
  LoopExpr result = expr;
  result.operands = expr.operands.mapped(
      [&](const LoopExpr &operand) { return widened(operand, large); });
  switch (expr.kind) {
  case Kind::Add:
    return needsLong(expr, large) ? inLong(result) : result;
  case Kind::FloorDiv:
  case Kind::Div:
  case Kind::Mod:
    if (needsLong(expr, large)) {
      result.operands = result.operands.mapped(inLong);
      result.wide |= result.operands[0].wide;
    }
    break;
  case Kind::Min:
  case Kind::Max:
    if (needsLong(expr, large)) {
      result.operands = result.operands.mapped(inLong);
      result.wide |= llvm::any_of(result.operands, [](const LoopExpr &operand) {
        return operand.wide;
      });
    }
    break;
  case Kind::Less:
  case Kind::LessEqual:
  case Kind::Equal:
    if (needsLong(expr, large))
      result.operands = result.operands.mapped(inLong);
    break;
  default:
    break;
  }
  return result;
}

/// \p expr with all that it computes, subscripts excepted, in 64 bits.
LoopExpr allInLong(const LoopExpr &expr) {
  switch (expr.kind) {
  case Kind::Add:
  case Kind::Mul:
  case Kind::FloorDiv:
  case Kind::Div:
  case Kind::Mod:
  case Kind::Min:
  case Kind::Max:
  case Kind::Select:
  case Kind::Less:
  case Kind::LessEqual:
  case Kind::Equal:
  case Kind::And:
  case Kind::Or:
    break;
  default:
    return expr;
  }
  LoopExpr result = expr;
  result.operands = expr.operands.mapped(allInLong);
  if (expr.kind == Kind::FloorDiv || expr.kind == Kind::Div ||
      expr.kind == Kind::Mod)
    result.wide |= result.operands[0].wide;
  return inLong(result);
}

/// Arrays of 64-bit integers that inspectors compute for themselves, as keys:
/// what is put there may be large where nothing else is.
Names longWorkspace(const Program &program) {
  Names names;
  for (const auto &[name, array] : program.arrays)
    if (array.owner == Array::Owner::Workspace && array.type.isInteger() &&
        array.type.bytes > 4)
      names.insert(name);
  return names;
}

/// Lets a loop that threads share end where it begins, if its end may be far
/// below that: OpenMP counts iterations in the iterator's type.
void endAtBegin(LoopNode &loop, const Program &program) {
  if (!loop.isFor() || !loop.marks.parallel || loop.type.isWide())
    return;
  for (LoopExpr &upper : loop.upper)
    if (mayBeFarApart(upper - loop.lower, program))
      upper = maxOf(loop.lower, upper);
}

void legalizeIntegers(std::vector<LoopNode> &nodes, Large large,
                      const Names &longArrays) {
  Names &names = large.names;
  for (LoopNode &node : nodes) {
    endAtBegin(node, large.program);
    node.rewriteExprs(
        [&](const LoopExpr &expr) { return widened(expr, large); });
    if (node.kind == LoopNode::Kind::Assign && node.target.kind == Kind::Load &&
        longArrays.count(node.target.name))
      node.value = allInLong(node.value);
    if (node.kind == LoopNode::Kind::Local && loadsAny(node.value, names))
      names.insert(node.name);
    if (node.kind == LoopNode::Kind::Local && node.type.isInteger() &&
        !node.type.isWide() && isElement(node.value, large))
      large.elements.insert(node.name);
    bool isNarrow = node.kind == LoopNode::Kind::Local && node.type.isWide() &&
                    !node.value.wide;
    if (node.exceedsInt || isNarrow) {
      names.insert(node.name);
      if (node.isFor())
        node.lower = inLong(node.lower);
      for (LoopExpr &upper : node.upper)
        upper = inLong(upper);
      if (node.kind == LoopNode::Kind::Local)
        node.value = inLong(node.value);
    }
    legalizeIntegers(node.body, large, longArrays);
    legalizeIntegers(node.otherwise, large, longArrays);
  }
}

} // namespace

void legalizeIntegers(LoopAst &ast, const Program &program) {
  legalizeIntegers(ast.body, {program, unboundedArrays(program)},
                   longWorkspace(program));
}

} // namespace sparsec
