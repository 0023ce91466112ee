//===- DataSubscripts.cpp - elements that data subscripts -----------------===//

#include "DataSubscripts.h"
#include "Aliases.h"
#include "ExprBuilder.h"
#include "InlineCalls.h"
#include "StructureArrays.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

bool mayBeData(const Kernel &kernel, const clang::VarDecl *variable) {
  return kernel.mayBeData && !kernel.diagnoser.hasErrors() &&
         !kernel.scan.loopVariables.count(variable) &&
         !kernel.scan.data.count(noMoreData);
}

void askForData(const Kernel &kernel, const clang::Expr *value) {
  if (mayBeData(kernel))
    throw SteeredByData{{}, {}, {value}};
}

std::string withoutPosition(const std::string &pointer) {
  return "*" + pointer;
}

void askForPosition(Kernel &kernel, const Object &pointer,
                    clang::SourceRange where) {
  const KernelScan &scan = kernel.scan;
  if (kernel.diagnoser.hasErrors() ||
      scan.loopVariables.count(pointer.variable) ||
      scan.data.count(noMoreData) ||
      scan.data.count(withoutPosition(pointer.name)))
    return;
  throw SteeredByData{{}, {{pointer.variable, where}}};
}

/// Whether \p variable, or what it stands for in \p scope, is data.
static bool isData(Kernel &kernel, const clang::VarDecl *variable,
                   const ScopePtr &scope) {
  const std::set<std::string> &data = kernel.scan.data;
  if (data.count(kernel.names.ofVariable(variable).name))
    return true;
  auto bound = scope->find(variable);
  return bound != scope->end() &&
         bound->second.kind == Binding::Kind::Definition &&
         namesData(kernel, bound->second.expression, bound->second.scope);
}

bool namesData(Kernel &kernel, const clang::Stmt *part, const ScopePtr &scope) {
  if (llvm::isa<clang::UnaryExprOrTypeTraitExpr>(part))
    return false;
  const auto *expression = llvm::dyn_cast<clang::Expr>(part);
  if (expression && (expression->getType()->isFloatingType() ||
                     kernel.scan.computed.count(expression)))
    return true;
  const auto *call = llvm::dyn_cast<clang::CallExpr>(part);
  const clang::Expr *value = call && call->getDirectCallee()
                                 ? inlinedBody(call->getDirectCallee())
                                 : nullptr;
  if (value && namesData(kernel, value, scopeOfCall(call, scope)))
    return true;
  if (expression)
    if (const clang::VarDecl *variable = namedVariable(expression))
      return isData(kernel, variable, scope);
  if (const auto *member = llvm::dyn_cast<clang::MemberExpr>(part)) {
    const bool isOfElements =
        isOfStructureArray(kernel, member->getBase(), scope);
    const std::string name =
        isOfElements ? designate(kernel, member, scope).object.name
        : ObjectNames::isNamed(member) ? resolveIn(kernel, member, scope).name
                                       : "";
    if (kernel.scan.data.count(name))
      return true;
  }
  return llvm::any_of(part->children(), [&](const clang::Stmt *child) {
    return child && namesData(kernel, child, scope);
  });
}

bool isOfData(Kernel &kernel, const Designator &element) {
  return llvm::any_of(element.subscripts, [&](const Subscript &subscript) {
    return llvm::any_of(subscript, [&](const SubscriptTerm &term) {
      return term.expression && namesData(kernel, term.expression, term.scope);
    });
  });
}

bool isDataStep(Kernel &kernel, const clang::UnaryOperator *step) {
  const clang::VarDecl *variable = steppedVariable(step);
  return !variable ||
         (!variable->getType()->isPointerType() &&
          !kernel.scan.isIndexScalar(kernel.names.ofVariable(variable)));
}

/// \p subscript as C computes it.
Expr ExprBuilder::subscriptOfData(const Subscript &subscript,
                                  clang::SourceRange range) {
  std::optional<Expr> sum;
  Subscript known;
  for (const SubscriptTerm &term : subscript) {
    if (!term.expression || !namesData(kernel, term.expression, term.scope)) {
      known.push_back(term);
      continue;
    }
    if (term.scope != scope)
      kernel.diagnoser.refuse(
          range, "a pointer is set to a position that only data tells",
          "subscript the array itself: a[q + k]");
    Expr value = build(term.expression);
    if (term.negative)
      value = Expr::binary(Operator::Subtract,
                           Expr::constant("0", ElementType::int64()),
                           ofType(std::move(value), ElementType::int64()));
    const ElementType type = value.type;
    sum = sum ? Expr::binary(Operator::Add, std::move(*sum), std::move(value))
              : std::move(value);
    sum->type = type;
  }
  if (sum && known.empty()) // of `*p` nothing is written
    return *sum;
  Expr rest = Expr::affine(affine.position(known, range), ElementType::int64());
  if (!sum)
    return rest;
  rest = Expr::binary(Operator::Add, std::move(*sum), std::move(rest));
  rest.type = ElementType::int64();
  return rest;
}

Expr ExprBuilder::elementOfData(const Designator &element,
                                const ElementType &type) {
  const std::string &name = element.object.name;
  auto shape = kernel.shapes.find(name);
  if (shape != kernel.shapes.end() && !shape->second.levels.empty())
    kernel.diagnoser.refuse(
        element.range,
        "data subscripts '" + name +
            "', and other accesses split it into rows of a parameter's length",
        "pass the array as two parameters, or keep data out of the subscript");
  Expr result = Expr::access(name, {}, type);
  for (const Subscript &subscript : element.subscripts)
    result.operands.push_back(subscriptOfData(subscript, element.range));
  result.span = kernel.diagnoser.span(element.range);
  return result;
}

/// `k++` is k, `++k` is k + 1; the walk makes the step behind the statement.
Expr ExprBuilder::stepped(const clang::UnaryOperator *step) {
  Expr before = access(step->getSubExpr());
  kernel.stepped.push_back({before, step->getSourceRange()});
  if (step->isPostfix())
    return before;
  const ElementType type = before.type;
  Expr after = Expr::binary(
      step->isIncrementOp() ? Operator::Add : Operator::Subtract,
      std::move(before), Expr::constant("1", ElementType::int32()));
  after.type =
      contains(ElementType::int32(), type) ? ElementType::int32() : type;
  return ofType(std::move(after), type);
}

void requireSteppedOnce(Kernel &kernel, const Statement &statement) {
  const std::string &target = statement.assignment->target.text;
  for (const auto &[element, range] : kernel.stepped) {
    const std::string &array = element.text;
    const auto uses =
        llvm::count_if(statement.accesses(), [&](const Access &access) {
          return access.array == array;
        });
    bool isMoved = false;
    for (const Expr &subscript : element.operands)
      subscript.walk([&](const Expr &part) {
        isMoved |= part.kind == Expr::Kind::Access && part.text == target;
      });
    if (uses > 1 || isMoved)
      kernel.diagnoser.refuse(range,
                              "'" + (isMoved ? target : array) +
                                  "' is used twice in this statement, and "
                                  "changed",
                              "write each change as a statement of its own");
  }
  kernel.stepped.clear();
}

} // namespace sparsec
