//===- LargeValues.cpp - what an int cannot hold --------------------------===//

#include "LargeValues.h"

#include "sparsec/IR/Widths.h"
#include "sparsec/Poly/Constraints.h"

#include "llvm/ADT/STLExtras.h"

#include <cstdlib>
#include <optional>

namespace sparsec {
namespace {

using Kind = LoopExpr::Kind;
using Names = std::set<std::string>;

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

/// Whether \p expr reads a variable or an array of \p names.
bool mentionsAny(const LoopExpr &expr, const Names &names) {
  bool found = false;
  expr.walk([&](const LoopExpr &part) {
    found |= (part.isVariable() || part.kind == Kind::Load) &&
             names.count(part.name) != 0;
  });
  return found;
}

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

/// A sum of multiples of parameters.
struct ParameterSum {
  isl::pw_aff value;
  bool isDifference = false; ///< of parameters, `to - from`
  bool hasFactor = false;    ///< `2 * n`

  bool mayExceedInt(const Program &program) const {
    const isl::space space = value.space().domain();
    const isl::set values = poly::dimension(space, 0).eq_set(value);
    return sparsec::mayExceedInt(values.intersect_params(program.context), 0,
                                 typesIn(program, {}));
  }
};

std::optional<ParameterSum> parameterSum(const LoopExpr &expr,
                                         const Program &program) {
  const isl::space space = poly::tupleSpace(program.context.ctx(), "", 1);
  ParameterSum sum{poly::constant(space, 0)};
  bool hasPositive = false, hasNegative = false;
  const std::vector<LoopExpr> terms =
      expr.kind == Kind::Add ? expr.operands.toVector() : std::vector{expr};
  for (const LoopExpr &term : terms) {
    if (term.isInteger()) {
      sum.value = sum.value.add_constant(term.value);
      continue;
    }
    const auto multiple = multipleOfParameter(term, program);
    if (!multiple)
      return std::nullopt;
    const auto &[factor, name] = *multiple;
    (factor > 0 ? hasPositive : hasNegative) = true;
    sum.hasFactor |= std::abs(factor) > 1;
    sum.value = sum.value.add(
        poly::parameter(space, name).mul(poly::constant(space, factor)));
  }
  sum.isDifference = hasPositive && hasNegative;
  return sum;
}

/// Whether \p expr divides or compares a multiple of parameters that an int may
/// not hold, `(2 * n + 2) / 3`. Where one is a subscript the source says that
/// it fits.
bool asksOfMultiple(const LoopExpr &expr, const Program &program) {
  switch (expr.kind) {
  case Kind::FloorDiv:
  case Kind::Div:
  case Kind::Mod:
  case Kind::Min:
  case Kind::Max:
  case Kind::Less:
  case Kind::LessEqual:
  case Kind::Equal:
    return llvm::any_of(expr.operands, [&](const LoopExpr &operand) {
      const auto found = parameterSum(operand, program);
      return found && found->hasFactor && found->mayExceedInt(program);
    });
  default:
    return false;
  }
}

} // namespace

std::set<std::string> unboundedArrays(const Program &program) {
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

bool mayBeFarApart(const LoopExpr &sum, const Program &program) {
  if (sum.kind != Kind::Add)
    return false;
  const auto found = parameterSum(sum, program);
  return found && found->isDifference && found->mayExceedInt(program);
}

bool LargeValues::needsLong(const LoopExpr &expr) const {
  bool isLarge = mentionsAny(expr, names);
  expr.walk([&](const LoopExpr &part) {
    isLarge = isLarge ||
              (part.isInteger() && std::abs(part.value) > maxOffset) ||
              mayBeFarApart(part, program) || asksOfMultiple(part, program);
  });
  return isLarge;
}

LargeValues largeValuesIn(const LoopAst &ast, const Program &program) {
  LargeValues large{program, unboundedArrays(program)};
  ast.walk([&](const LoopNode &node) {
    bool isLarge = node.exceedsInt;
    if (node.kind == LoopNode::Kind::Local) {
      isLarge |= node.type.isWide() && !node.value.wide;
      isLarge |= mentionsAny(node.value, large.names);
    }
    if (isLarge)
      large.names.insert(node.name);
  });
  return large;
}

} // namespace sparsec
