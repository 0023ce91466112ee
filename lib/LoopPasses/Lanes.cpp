//===- Lanes.cpp - iterations as elements of vectors ----------------------===//
///
/// \file
/// LoopMarks::lanes: the iterations of a loop run at once, in lockstep. A
/// variable that differs between them becomes a vector; what computes with such
/// variables, and with numbers that are the same for all, is one operation of
/// vectors; all else is a short loop over the elements:
///
///     for v in [0, 8)              sparsec_double8 x;
///       x = b[v]             =>    for v: x[v] = b[v]
///       for k in [0, n)            for k in [0, n)
///         x += w[k] * x              x += w[k] * x
///       y[v] = x                   for v: y[v] = x[v]
///
//===----------------------------------------------------------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

#include "TypedLoops.h"
#include "sparsec/LoopIR/ComplexNumbers.h"
#include "sparsec/LoopIR/ConstantFolding.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Names = std::set<std::string>;

class LaneMaker {
public:
  LaneMaker(const LoopNode &loop, long lanes, const Program &program,
            const Names &complex, Typing types)
      : loop(loop), lanes(lanes), program(program), complex(complex),
        typing(std::move(types)) {}

  llvm::Expected<Nodes> run() {
    Nodes body = loop.body;
    splitComplexLocals(body, program, complex);
    typing.enter();
    loop.walk([&](const LoopNode &node) {
      if (!node.type.isNone()) // A loop, a local or a declaration.
        typing.declare(node);
    });
    takeIntegers(body);
    if (llvm::Error error = findVarying(body))
      return error;
    llvm::Expected<Nodes> result = vectorized(body);
    if (!result)
      return result.takeError();
    Nodes declared;
    for (const std::string &name : vectors)
      if (!isInteger(name))
        declared.push_back(stmt::declare(
            LoopType::vector(LoopType::Shape::Lanes, elementType, lanes),
            name));
    llvm::move(*result, std::back_inserter(declared));
    return declared;
  }

private:
  llvm::Error misfit(const llvm::Twine &what) const {
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "iterations of loop '" + loop.name +
            "' cannot be elements of vectors: " + what);
  }
  bool isVarying(const LoopExpr &expr) const;
  bool isVector(const LoopExpr &expr) const;
  LoopExpr withElements(const LoopExpr &expr) const;
  LoopExpr elements(const LoopExpr &expr) const;
  void takeIntegers(Nodes &nodes);
  void addIntegers(const LoopNode &node, Nodes &body) const;
  bool isInteger(const std::string &name) const;
  llvm::Error findVarying(const Nodes &nodes);
  llvm::Error checkCarried(const LoopNode &node, const Names &read) const;
  llvm::Error checkType(const LoopNode &node);
  llvm::Error noteVarying(const LoopNode &node, bool &found);
  llvm::Expected<Nodes> vectorized(const Nodes &nodes);
  llvm::Error add(const LoopNode &node, Nodes &into);
  void addElements(LoopNode node, Nodes &into) const;

  const LoopNode &loop;
  long lanes;
  const Program &program;
  const Names &complex; ///< scalars, here and outside
  Typing typing;
  /// Scalars of the body that differ between lanes: vectors, but for integers.
  Names vectors;
  /// All scalars of the body.
  Names own;
  ElementType elementType; ///< of all vectors; empty while none is known
  /// Locals that lanes compute where they need them.
  Nodes integers;
};

/// Whether \p expr differs between lanes.
bool LaneMaker::isVarying(const LoopExpr &expr) const {
  bool found = false;
  expr.walk([&](const LoopExpr &part) {
    found |= part.isVariable() && part.name == loop.name;
    bool isScalar = part.isVariable() || (part.kind == LoopExpr::Kind::Load &&
                                          part.operands.empty());
    found |= isScalar && vectors.count(part.name);
  });
  return found;
}

/// Whether vectors compute \p expr as it stands: sums, products and quotients
/// of vectors and of numbers that all lanes share. Those of floats may be
/// doubles, in which C then computes.
bool LaneMaker::isVector(const LoopExpr &expr) const {
  if (elementType != ElementType::float64())
    return false;
  if (!isVarying(expr)) // C would compute in long double.
    return typing.typeOf(expr) != LoopType::named("long double");
  if (expr.operands.empty())
    return vectors.count(expr.name) && !isInteger(expr.name);
  bool isOperator =
      (expr.kind == LoopExpr::Kind::Binary &&
       (expr.op == Operator::Add || expr.op == Operator::Subtract ||
        expr.op == Operator::Multiply || expr.op == Operator::Divide)) ||
      expr.op == Operator::Negate;
  return isOperator && llvm::all_of(expr.operands, [&](const LoopExpr &part) {
           return isVector(part);
         });
}

/// \p expr, which vectors compute, where numbers that lanes share are of the
/// elements' type: compilers convert no integers of 64 bits to that.
LoopExpr LaneMaker::withElements(const LoopExpr &expr) const {
  if (!isVarying(expr)) {
    const LoopType type = typing.typeOf(expr);
    const bool isLong = type.isInteger() && type.element.bytes > 4;
    return isLong ? LoopExpr::cast(elementType, expr) : expr;
  }
  LoopExpr copy = expr;
  copy.operands = expr.operands.mapped(
      [&](const LoopExpr &operand) { return withElements(operand); });
  return copy;
}

/// \p expr for one lane.
LoopExpr LaneMaker::elements(const LoopExpr &expr) const {
  return expr.map([&](LoopExpr part) {
    bool isScalar = part.isVariable() || (part.kind == LoopExpr::Kind::Load &&
                                          part.operands.empty());
    return isScalar && vectors.count(part.name) && !isInteger(part.name)
               ? LoopExpr::load(part.name, {LoopExpr::variable(loop.name)})
               : part;
  });
}

/// Notes integers that differ between lanes: each loop over the elements that
/// uses them has them.
void LaneMaker::takeIntegers(Nodes &nodes) {
  llvm::erase_if(nodes, [&](const LoopNode &node) {
    bool isInteger =
        node.kind == Kind::Local && node.isConst &&
        (node.type == LoopType::int32() || node.type == LoopType::int64()) &&
        isVarying(node.value);
    if (isInteger) {
      vectors.insert(node.name);
      integers.push_back(node);
    }
    return isInteger;
  });
  for (LoopNode &node : nodes) {
    takeIntegers(node.body);
    takeIntegers(node.otherwise);
  }
}

/// Puts the integers that \p node needs into \p body, where they are not yet.
void LaneMaker::addIntegers(const LoopNode &node, Nodes &body) const {
  for (const LoopNode &integer : integers) {
    bool isUsed = false, isThere = false;
    node.visitExprs([&](const LoopExpr &expr, bool) {
      isUsed |= expr.mentions(integer.name);
    });
    for (const LoopNode &other : body)
      isThere |= other.kind == Kind::Local && other.name == integer.name;
    if (!isUsed || isThere)
      continue;
    addIntegers(integer, body);
    body.push_back(integer);
  }
}

bool LaneMaker::isInteger(const std::string &name) const {
  return llvm::any_of(
      integers, [&](const LoopNode &integer) { return integer.name == name; });
}

llvm::Error LaneMaker::noteVarying(const LoopNode &node, bool &found) {
  bool isLocal = node.kind == Kind::Local;
  bool isScalar = node.kind == Kind::Assign &&
                  (node.target.isVariable() || node.target.operands.empty());
  const std::string &name = isLocal ? node.name : node.target.name;
  auto array = program.arrays.find(name);
  bool isShared = array != program.arrays.end() && !array->second.isPrivate();
  if (!(isLocal || isScalar) || isShared || !own.count(name) ||
      vectors.count(name) || !isVarying(node.value))
    return llvm::Error::success();
  found |= vectors.insert(name).second;
  return llvm::Error::success();
}

/// Scalars that differ between lanes are floats, or they are doubles.
llvm::Error LaneMaker::checkType(const LoopNode &node) {
  bool isNamed = node.kind == Kind::Local || node.kind == Kind::Declare;
  if (!isNamed || !vectors.count(node.name) || node.type == elementType)
    return llvm::Error::success();
  const ElementType &type = node.type.element;
  const bool isReal =
      type == ElementType::float64() || type == ElementType::named("float");
  if (elementType.spelling.empty() && isReal) {
    elementType = type;
    return llvm::Error::success();
  }
  return misfit("'" + node.name + "' is a " + type.spelling +
                " that differs between them" +
                (isReal ? ", and others are not"
                        : "; double, float and double _Complex can be"));
}

/// A scalar from outside that an iteration sets is what the next one finds: the
/// halves of a double-double sum.
llvm::Error LaneMaker::checkCarried(const LoopNode &node,
                                    const Names &read) const {
  bool sets = node.kind == Kind::Assign && node.op == Update::Set &&
              node.target.operands.empty() && !own.count(node.target.name);
  if (sets && read.count(node.target.name))
    return misfit("each sets '" + node.target.name +
                  "' from what the one before left there");
  // A private array may be declared further out than what it belongs to.
  const auto array = program.arrays.find(node.target.name);
  if (node.kind == Kind::Assign && !node.target.operands.empty() &&
      !isVarying(node.target) && array != program.arrays.end() &&
      array->second.owner == Array::Owner::Local)
    return misfit("they share elements of '" + node.target.name + "'");
  return llvm::Error::success();
}

llvm::Error LaneMaker::findVarying(const Nodes &nodes) {
  Names read;
  for (const LoopNode &root : nodes)
    root.walk([&](const LoopNode &node) {
      if (node.kind == Kind::Local || node.kind == Kind::Declare)
        own.insert(node.name);
      node.visitExprs([&](const LoopExpr &expr, bool written) {
        if (!written)
          expr.walk([&](const LoopExpr &part) { read.insert(part.name); });
      });
    });
  for (bool found = true; found;) {
    found = false;
    for (const LoopNode &root : nodes)
      root.walk([&](const LoopNode &node) {
        llvm::consumeError(noteVarying(node, found));
      });
  }
  llvm::Error error = llvm::Error::success();
  auto check = [&](const LoopNode &node) {
    if (error)
      return;
    if ((error = checkType(node)) || (error = checkCarried(node, read)))
      return;
    bool differs = node.kind == Kind::If && isVarying(node.condition);
    if (node.isFor())
      differs = isVarying(node.lower) ||
                llvm::any_of(node.upper, [&](const LoopExpr &bound) {
                  return isVarying(bound);
                });
    if (differs)
      error = misfit(node.isFor()
                         ? "loop '" + node.name + "' has other bounds in each"
                         : "'" + printExpr(node.condition) +
                               "' differs between them");
    bool isOther = node.kind == Kind::Action || node.kind == Kind::Call ||
                   (node.kind == Kind::Declare && !node.dimensions.empty());
    if (!error && isOther)
      error = misfit("it holds more than loops and assignments");
  };
  for (const LoopNode &root : nodes)
    root.walk(check);
  return error;
}

/// `for v: node`, in the same loop as what stands before.
void LaneMaker::addElements(LoopNode node, Nodes &into) const {
  node.rewriteExprs([&](const LoopExpr &expr) { return elements(expr); });
  bool joins =
      !into.empty() && into.back().isFor() && into.back().name == loop.name;
  if (joins) {
    addIntegers(node, into.back().body);
    into.back().body.push_back(std::move(node));
    return;
  }
  LoopNode lane =
      stmt::countedLoop(LoopType::int32(), loop.name, LoopExpr::integer(0),
                        LoopExpr::integer(lanes));
  addIntegers(node, lane.body);
  lane.body.push_back(std::move(node));
  into.push_back(std::move(lane));
}

llvm::Error LaneMaker::add(const LoopNode &node, Nodes &into) {
  if (node.kind == Kind::Declare && vectors.count(node.name))
    return llvm::Error::success(); // All vectors are declared outside.
  if (node.kind == Kind::Local || node.kind == Kind::Assign) {
    LoopNode copy = node;
    bool isLocal = node.kind == Kind::Local;
    const std::string &name = isLocal ? node.name : node.target.name;
    bool writesVector =
        vectors.count(name) && (isLocal || node.target.operands.empty());
    if (isLocal && writesVector) {
      copy.kind = Kind::Assign;
      copy.target = LoopExpr::variable(node.name);
      copy.op = Update::Set;
    }
    // A vector is set to vectors only.
    bool isWhole = writesVector && isVector(copy.value) &&
                   (copy.op != Update::Set || isVarying(copy.value));
    bool isAlike = !writesVector && !isVarying(copy.value) &&
                   !(copy.kind == Kind::Assign && isVarying(copy.target));
    // Each lane updates what is not the body's own.
    bool isShared = !isLocal && copy.op != Update::Set && !own.count(name);
    if (isWhole)
      copy.value = withElements(copy.value);
    if (isWhole || (isAlike && !isShared)) {
      into.push_back(std::move(copy));
      return llvm::Error::success();
    }
    addElements(std::move(copy), into);
    return llvm::Error::success();
  }
  LoopNode copy = node;
  if (copy.isFor() && copy.marks.simd) {
    // OpenMP has no reductions of vectors.
    takeSimdOff(copy, "loop '" + loop.name + "' around it fills the lanes");
    copy.reductions.clear();
  }
  for (Nodes *inner : {&copy.body, &copy.otherwise}) {
    llvm::Expected<Nodes> made = vectorized(*inner);
    if (!made)
      return made.takeError();
    *inner = std::move(*made);
  }
  into.push_back(std::move(copy));
  return llvm::Error::success();
}

llvm::Expected<Nodes> LaneMaker::vectorized(const Nodes &nodes) {
  Nodes result;
  for (const LoopNode &node : nodes)
    if (llvm::Error error = add(node, result))
      return error;
  return result;
}

} // namespace

llvm::Error vectorizeLanes(LoopAst &ast, const Program &program) {
  const Names complex = complexScalars(ast);
  Typing typing(program);
  const auto rewrite = [&](LoopNode &loop, const Typing &types) -> llvm::Error {
    if (!loop.marks.lanes)
      return llvm::Error::success();
    std::optional<long> end =
        loop.upper.size() == 1 ? integerOf(loop.upper[0]) : std::nullopt;
    bool fits = integerOf(loop.lower) == 0 && loop.step == 1 &&
                (end == 2 || end == 4 || end == 8 || end == 16);
    if (!fits)
      return llvm::createStringError(
          "loop '%s' does not run from 0 to 2, 4, 8 or 16, which is how many "
          "elements vectors have; tile it by one of these, after "
          "split_with_alignment where the last tile may have fewer",
          loop.name.c_str());
    llvm::Expected<Nodes> made =
        LaneMaker(loop, *end, program, complex, types).run();
    if (!made)
      return made.takeError();
    LoopNode scope;
    scope.kind = Kind::Region;
    scope.isParallel = false;
    scope.body = std::move(*made);
    loop = std::move(scope);
    return llvm::Error::success();
  };
  return rewriteLoops(ast.body, typing, rewrite);
}

} // namespace sparsec
