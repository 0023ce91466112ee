//===- Counters.cpp - what iterations add to a variable -------------------===//
///
/// \file
/// Reads from the text of a loop what each of its iterations adds to a counter
/// or to a pointer, as a sum of products:
///
///     k += 2;                                    2
///     for (j = 0; j < m; j++) { ...; k++; }      m
///     for (j = lo; j < hi; j++) sum += *v++;     hi - lo
///
//===----------------------------------------------------------------------===//

#include "Counters.h"
#include "Aliases.h"
#include "Constructs.h"
#include "ForLoop.h"
#include "Modified.h"
#include "Steps.h"

namespace sparsec {
namespace {

using Sum = std::optional<std::vector<Product>>;

std::optional<long> constantOf(const clang::Expr *expression,
                               const clang::ASTContext &ast) {
  clang::Expr::EvalResult value;
  if (!expression->EvaluateAsInt(value, ast) ||
      !value.Val.getInt().isRepresentableByInt64())
    return std::nullopt;
  return value.Val.getInt().getExtValue();
}

/// The variable that \p change modifies.
const clang::VarDecl *changedBy(const clang::Expr *change) {
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(change))
    return namedVariable(unary->getSubExpr());
  if (const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(change))
    return namedVariable(binary->getLHS());
  return nullptr;
}

class Reader {
public:
  Reader(const clang::VarDecl *variable, const clang::ASTContext &ast)
      : variable(variable), ast(ast) {}

  Sum eachIteration(const clang::ForStmt *loop) {
    const clang::Stmt *iteration = loop->getBody();
    // What stands behind a jump does not always run.
    if (hasContinue(iteration) && modifiedVariables(iteration).count(variable))
      return std::nullopt;
    Sum sum = of(iteration);
    return loop->getInc() ? plus(sum, of(loop->getInc())) : sum;
  }

private:
  /// What one run of \p statement adds.
  Sum of(const clang::Stmt *statement) {
    if (!modifiedVariables(statement).count(variable))
      return Sum::value_type();
    if (const auto *loop = llvm::dyn_cast<clang::ForStmt>(statement))
      return ofLoop(loop);
    if (const auto *once = llvm::dyn_cast<clang::DoStmt>(statement))
      return of(once->getBody());
    if (const auto *expression = llvm::dyn_cast<clang::Expr>(statement))
      statement = expression->IgnoreParens();
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(statement);
    if (!llvm::isa<clang::CompoundStmt>(statement) &&
        !(binary && binary->isCommaOp()))
      return ofLeaf(statement);
    Sum sum = Sum::value_type();
    for (const clang::Stmt *child : statement->children())
      sum = plus(sum, of(child));
    return sum;
  }

  /// An assignment, a declaration, or the variable's own change.
  Sum ofLeaf(const clang::Stmt *statement) {
    if (!llvm::isa<clang::Expr, clang::DeclStmt>(statement))
      return std::nullopt;
    Product steps;
    size_t found = 0;
    for (const clang::UnaryOperator *step : stepsIn(statement))
      if (steppedVariable(step) == variable) {
        steps.multiple += step->isIncrementOp() ? 1 : -1;
        ++found;
      }
    if (found > 0 && found == changesIn(statement))
      return Sum({steps});
    const auto *change = llvm::dyn_cast<clang::Expr>(statement);
    std::optional<Product> product = change && changedBy(change) == variable
                                         ? addendOf(change)
                                         : std::nullopt;
    if (!product || changesIn(statement) != 1)
      return std::nullopt;
    for (Factor &factor : product->factors) {
      if (mentions(factor.value, variable))
        return std::nullopt;
      factor.place = statement;
    }
    return Sum({*product});
  }

  /// How many expressions in \p statement change the variable.
  size_t changesIn(const clang::Stmt *statement) {
    const clang::Expr *target = modifiedBy(statement);
    size_t changes = target && namedVariable(target) == variable ? 1 : 0;
    for (const clang::Stmt *child : statement->children())
      if (child)
        changes += changesIn(child);
    return changes;
  }

  /// A loop inside, which runs the same for all values of the variable.
  Sum ofLoop(const clang::ForStmt *loop) {
    std::optional<Product> trips = tripsOf(loop);
    Sum sum = eachIteration(loop);
    if (!trips || !sum)
      return std::nullopt;
    for (Product &product : *sum) {
      product.multiple *= trips->multiple;
      product.factors.insert(product.factors.end(), trips->factors.begin(),
                             trips->factors.end());
    }
    return sum;
  }

  /// `for (i = LOW; i < HIGH; i++)`, also with `!=`: HIGH - LOW.
  std::optional<Product> tripsOf(const clang::ForStmt *loop) {
    const auto *comparison =
        llvm::dyn_cast_or_null<clang::BinaryOperator>(loop->getCond());
    const clang::VarDecl *iterator =
        comparison ? namedVariable(comparison->getLHS()) : nullptr;
    if (!iterator || iterator == variable ||
        (comparison->getOpcode() != clang::BO_LT &&
         comparison->getOpcode() != clang::BO_NE) ||
        !isStepOf(loop, iterator))
      return std::nullopt;
    const clang::Expr *start = startOf(loop, iterator);
    const clang::Expr *end = comparison->getRHS();
    if (!start || modifiedVariables(start).count(variable))
      return std::nullopt;
    for (const clang::VarDecl *changed : modifiedVariables(loop))
      if (mentions(end, changed))
        return std::nullopt;
    const std::optional<long> low = constantOf(start, ast);
    const std::optional<long> high = constantOf(end, ast);
    if (low && high)
      return Product{std::max(0L, *high - *low), {}};
    Factor trips;
    trips.value = end;
    trips.low = start;
    trips.isTrips = true;
    trips.place = loop;
    return Product{1, {trips}};
  }

  /// Whether \p iterator goes up by 1.
  bool isStepOf(const clang::ForStmt *loop, const clang::VarDecl *iterator) {
    if (!loop->getInc())
      return false;
    const Sum step = Reader(iterator, ast).of(loop->getInc());
    if (!step || step->size() != 1)
      return false;
    long amount = step->front().multiple;
    for (const Factor &factor : step->front().factors) {
      const std::optional<long> value = constantOf(factor.value, ast);
      if (!value || factor.isTrips)
        return false;
      amount *= *value;
    }
    return amount == 1;
  }

  static Sum plus(Sum a, const Sum &b) {
    if (!a || !b)
      return std::nullopt;
    a->insert(a->end(), b->begin(), b->end());
    return a;
  }

  const clang::VarDecl *variable;
  const clang::ASTContext &ast;
};

/// `v = v + amount` or `v = v - amount`.
std::optional<Product> addendOfAssignment(const clang::BinaryOperator *assign) {
  const clang::VarDecl *variable = namedVariable(assign->getLHS());
  const auto *sum = llvm::dyn_cast<clang::BinaryOperator>(
      assign->getRHS()->IgnoreParenImpCasts());
  if (!variable || !sum || !sum->isAdditiveOp())
    return std::nullopt;
  Factor factor;
  if (namedVariable(sum->getLHS()) == variable)
    factor.value = sum->getRHS();
  else if (sum->getOpcode() == clang::BO_Add &&
           namedVariable(sum->getRHS()) == variable)
    factor.value = sum->getLHS();
  else
    return std::nullopt;
  return Product{sum->getOpcode() == clang::BO_Add ? 1 : -1, {factor}};
}

} // namespace

std::optional<Product> addendOf(const clang::Expr *change) {
  change = change->IgnoreParens();
  if (const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(change))
    if (unary->isIncrementDecrementOp())
      return Product{unary->isIncrementOp() ? 1 : -1, {}};
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(change);
  if (!binary)
    return std::nullopt;
  if (binary->getOpcode() == clang::BO_Assign)
    return addendOfAssignment(binary);
  if (binary->getOpcode() != clang::BO_AddAssign &&
      binary->getOpcode() != clang::BO_SubAssign)
    return std::nullopt;
  Factor factor;
  factor.value = binary->getRHS();
  return Product{binary->getOpcode() == clang::BO_AddAssign ? 1 : -1, {factor}};
}

std::optional<std::vector<Product>> eachAdds(const clang::ForStmt *loop,
                                             const clang::VarDecl *variable,
                                             const clang::ASTContext &ast) {
  return Reader(variable, ast).eachIteration(loop);
}

bool holds(const clang::Stmt *part, const clang::Stmt *place) {
  return part == place ||
         llvm::any_of(part->children(), [&](const clang::Stmt *child) {
           return child && holds(child, place);
         });
}

} // namespace sparsec
