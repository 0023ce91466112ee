//===- FlatArrays.cpp - C's arrays of arrays as pointers ------------------===//
///
/// \file
/// C++ lacks arrays of variable length. What points to arrays becomes a pointer
/// to elements, and what is subscripted is their position, in 64 bits:
///
///     void f(int n, int k, double (*x)[k]) { x[i + 1][l] = 0; }
///  => void f(int n, int k, double *x) { x[(long long)(i + 1) * k + l] = 0; }
///
/// Text stays as it is everywhere else.
///
//===----------------------------------------------------------------------===//

#include "FlatArrays.h"
#include "Declarators.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <set>

namespace sparsec {
namespace {

/// Whether \p type is a pointer to an array; those are flattened.
const clang::ArrayType *pointedArray(clang::QualType type,
                                     const clang::ASTContext &ast) {
  const auto *pointer = type->getAs<clang::PointerType>();
  return pointer ? ast.getAsArrayType(pointer->getPointeeType()) : nullptr;
}

std::string flatType(clang::QualType pointer, const clang::ASTContext &ast) {
  const clang::QualType element =
      ast.getBaseElementType(pointer->getPointeeType());
  std::string text = element.getAsString(ast.getPrintingPolicy()) + " *";
  if (pointer.isConstQualified())
    text += "const ";
  if (pointer.isRestrictQualified())
    text += "restrict ";
  return text;
}

/// How an operand binds.
enum class Binding { Primary, Product, Sum, Looser };

Binding bindingOf(const clang::Expr *expression) {
  expression = expression->IgnoreImpCasts();
  if (llvm::isa<clang::CStyleCastExpr, clang::UnaryOperator>(expression))
    return Binding::Product;
  if (llvm::isa<clang::ConditionalOperator>(expression))
    return Binding::Looser;
  const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
  if (!binary)
    return Binding::Primary;
  return binary->isMultiplicativeOp() ? Binding::Product
         : binary->isAdditiveOp()     ? Binding::Sum
                                      : Binding::Looser;
}

std::string wrapped(const std::string &text, Binding own, Binding allowed) {
  return own <= allowed ? text : "(" + text + ")";
}

/// A pointer as one to elements: `base + position`, where the position counts
/// what the pointer of the source points to.
struct Position {
  std::string base, text;
  Binding binding = Binding::Primary;
  bool isWide = false;

  void widen() {
    if (!isWide && !text.empty())
      text = "(long long)" + wrapped(text, binding, Binding::Primary);
    binding = text.empty() ? binding : Binding::Product;
    isWide = true;
  }
  void add(const std::string &term, Binding own, bool isNegative) {
    if (!text.empty() && !isWide)
      widen();
    if (text.empty() && !isNegative) {
      text = term;
      binding = own;
      return;
    }
    text += (isNegative ? (text.empty() ? "-" : " - ") : " + ") +
            wrapped(term, own, isNegative ? Binding::Product : Binding::Sum);
    binding = Binding::Sum;
  }
  void multiply(const std::string &factor) {
    if (text.empty())
      return;
    if (!isWide)
      widen();
    text = wrapped(text, binding, Binding::Product) + " * " + factor;
    binding = Binding::Product;
  }
};

class Flattener : public clang::RecursiveASTVisitor<Flattener> {
public:
  Flattener(const clang::FunctionDecl *function, const clang::ASTContext &ast,
            const Diagnoser &diagnoser, TextEdits &edits)
      : function(function), ast(ast), diagnoser(diagnoser), edits(edits) {}

  std::optional<NotCxx> run() {
    for (const clang::ParmVarDecl *parameter : function->parameters())
      declare(parameter);
    if (function->doesThisDeclarationHaveABody())
      TraverseStmt(function->getBody());
    return problem;
  }

  /// Rewrites the largest expressions that point into flattened arrays.
  bool TraverseStmt(clang::Stmt *statement) {
    const auto *expression = llvm::dyn_cast_or_null<clang::Expr>(statement);
    if (expression && rewrite(expression))
      return true;
    return RecursiveASTVisitor::TraverseStmt(statement);
  }

  bool VisitDeclStmt(clang::DeclStmt *statement) {
    for (const clang::Decl *declared : statement->decls()) {
      const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared);
      if (!variable)
        continue;
      if (lengthNames.count(variable->getNameAsString()))
        refuse(variable->getLocation(),
               "'" + variable->getName() +
                   "' hides a parameter that is the length of an array; "
                   "rename it");
      if (pointedArray(variable->getType(), ast))
        refuse(variable->getLocation(),
               "'" + variable->getName() +
                   "' points to arrays; subscript the parameter itself, or let "
                   "it point to elements");
    }
    return true;
  }

  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    if (isFlat(reference))
      refuse(reference->getLocation(),
             "'" + reference->getDecl()->getName() +
                 "' is used as a whole; use its elements");
    return true;
  }

  bool VisitCallExpr(clang::CallExpr *call) {
    for (const clang::Expr *argument : call->arguments())
      if (pointedArray(argument->getType(), ast) && !pointer(argument))
        refuse(argument->getBeginLoc(),
               "an array of arrays that is no parameter is an argument; pass "
               "the address of its first element");
    return true;
  }

private:
  void refuse(clang::SourceLocation where, const llvm::Twine &what) {
    if (!problem)
      problem = NotCxx{where, what.str()};
  }

  /// Notes and writes a parameter.
  void declare(const clang::ParmVarDecl *parameter) {
    const std::string text = flatDeclarator(parameter, ast, diagnoser).text;
    const clang::SourceRange range = parameter->getSourceRange();
    if (text != diagnoser.sourceText(range))
      replace(range, text);
    clang::QualType type = parameter->getType();
    while (const clang::ArrayType *array = pointedArray(type, ast)) {
      noteLength(array);
      type = ast.getPointerType(array->getElementType());
    }
  }

  void noteLength(const clang::ArrayType *array) {
    struct Names : clang::RecursiveASTVisitor<Names> {
      std::set<std::string> *names;
      bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
        names->insert(reference->getDecl()->getNameAsString());
        return true;
      }
    } finder;
    finder.names = &lengthNames;
    if (const auto *variable = llvm::dyn_cast<clang::VariableArrayType>(array))
      finder.TraverseStmt(variable->getSizeExpr());
  }

  bool isFlat(const clang::DeclRefExpr *reference) const {
    return llvm::isa<clang::ParmVarDecl>(reference->getDecl()) &&
           pointedArray(reference->getType(), ast);
  }

  /// Replaces \p expression if it is an element or an address in a flattened
  /// array.
  bool rewrite(const clang::Expr *expression) {
    const clang::Expr *inner = expression->IgnoreParens();
    const bool isAddress = inner->getType()->isPointerType();
    std::optional<Position> place;
    if (isAddress)
      place = pointer(inner);
    else if (inner->isLValue())
      place = lvalue(inner);
    if (!place)
      return false;
    if (inner->getType()->isArrayType()) {
      refuse(inner->getBeginLoc(), "a row of '" + place->base +
                                       "' is used as a whole; use its "
                                       "elements");
      return true;
    }
    if (!isAddress) {
      replace(inner->getSourceRange(),
              place->base + "[" + (place->text.empty() ? "0" : place->text) +
                  "]");
      return true;
    }
    clang::QualType type = inner->getType();
    while (const clang::ArrayType *array = pointedArray(type, ast)) {
      scale(*place, array);
      type = ast.getPointerType(array->getElementType());
    }
    if (place->text.empty() && !nameOnly(inner))
      replace(inner->getSourceRange(), place->base);
    else if (!place->text.empty())
      replace(inner->getSourceRange(),
              "&" + place->base + "[" + place->text + "]");
    return true;
  }

  bool nameOnly(const clang::Expr *expression) const {
    return llvm::isa<clang::DeclRefExpr>(expression->IgnoreParenImpCasts());
  }

  /// What \p expression, of pointer type, points to.
  std::optional<Position> pointer(const clang::Expr *expression) {
    expression = expression->IgnoreParens();
    if (const auto *cast = llvm::dyn_cast<clang::CastExpr>(expression))
      return pointerCast(cast);
    const auto *binary = llvm::dyn_cast<clang::BinaryOperator>(expression);
    if (binary && binary->isAdditiveOp()) {
      const bool left = binary->getLHS()->getType()->isPointerType();
      std::optional<Position> place =
          pointer(left ? binary->getLHS() : binary->getRHS());
      const clang::Expr *term = left ? binary->getRHS() : binary->getLHS();
      if (!place || !term->getType()->isIntegerType())
        return std::nullopt;
      place->add(textOf(term), bindingOf(term),
                 binary->getOpcode() == clang::BO_Sub);
      return place;
    }
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
    if (unary && unary->getOpcode() == clang::UO_AddrOf)
      return lvalue(unary->getSubExpr());
    return std::nullopt;
  }

  std::optional<Position> pointerCast(const clang::CastExpr *cast) {
    const clang::Expr *operand = cast->getSubExpr();
    switch (cast->getCastKind()) {
    case clang::CK_ArrayToPointerDecay: {
      std::optional<Position> place = lvalue(operand);
      if (place)
        scale(*place, ast.getAsArrayType(operand->getType()));
      return place;
    }
    case clang::CK_LValueToRValue: {
      const auto *reference =
          llvm::dyn_cast<clang::DeclRefExpr>(operand->IgnoreParens());
      if (!reference || !isFlat(reference))
        return std::nullopt;
      return Position{reference->getDecl()->getNameAsString(), "",
                      Binding::Primary, false};
    }
    case clang::CK_NoOp:
    case clang::CK_BitCast:
      return pointer(operand);
    default:
      return std::nullopt;
    }
  }

  /// The place of the array or element \p expression.
  std::optional<Position> lvalue(const clang::Expr *expression) {
    expression = expression->IgnoreParens();
    if (const auto *element =
            llvm::dyn_cast<clang::ArraySubscriptExpr>(expression)) {
      std::optional<Position> place = pointer(element->getBase());
      if (place)
        place->add(textOf(element->getIdx()), bindingOf(element->getIdx()),
                   false);
      return place;
    }
    const auto *unary = llvm::dyn_cast<clang::UnaryOperator>(expression);
    if (unary && unary->getOpcode() == clang::UO_Deref)
      return pointer(unary->getSubExpr());
    return std::nullopt;
  }

  /// From positions that count arrays to positions that count their elements.
  void scale(Position &place, const clang::ArrayType *array) {
    if (const auto *fixed = llvm::dyn_cast<clang::ConstantArrayType>(array)) {
      place.multiply(std::to_string(fixed->getSize().getZExtValue()));
      return;
    }
    const auto *variable = llvm::dyn_cast<clang::VariableArrayType>(array);
    const clang::Expr *length = variable ? variable->getSizeExpr() : nullptr;
    if (!length) {
      refuse(function->getLocation(), "'" + place.base +
                                          "' has rows of unknown length; write "
                                          "the length");
      return;
    }
    place.multiply(
        wrapped(textOf(length), bindingOf(length), Binding::Primary));
  }

  /// The characters of \p range in the main file; empty where a macro makes
  /// only a part of them.
  SourceSpan spanOf(clang::SourceRange range) const {
    const clang::SourceManager &sources = ast.getSourceManager();
    const clang::CharSourceRange characters = clang::Lexer::makeFileCharRange(
        clang::CharSourceRange::getTokenRange(range), sources,
        ast.getLangOpts());
    if (characters.isInvalid() || !sources.isInMainFile(characters.getBegin()))
      return {};
    return {sources.getFileOffset(characters.getBegin()),
            sources.getFileOffset(characters.getEnd())};
  }

  /// As spanOf, or a refusal.
  SourceSpan requireSpan(clang::SourceRange range) {
    const SourceSpan span = spanOf(range);
    if (!span.isKnown())
      refuse(range.getBegin(), "a macro makes a part of an expression with "
                               "subscripts; write it out");
    return span;
  }

  void replace(clang::SourceRange range, const std::string &text) {
    const SourceSpan span = requireSpan(range);
    if (span.isKnown())
      edits.replace(span.begin, span.end, text);
  }

  /// The text of \p expression, what it holds rewritten.
  std::string textOf(const clang::Expr *expression) {
    TextEdits inner;
    Flattener nested(function, ast, diagnoser, inner);
    nested.lengthNames = lengthNames;
    nested.TraverseStmt(const_cast<clang::Expr *>(expression));
    if (nested.problem && !problem)
      problem = nested.problem;
    const SourceSpan span = requireSpan(expression->getSourceRange());
    const clang::SourceManager &sources = ast.getSourceManager();
    return inner.apply(sources.getBufferData(sources.getMainFileID()).str(),
                       span.begin, span.end);
  }

  const clang::FunctionDecl *function;
  const clang::ASTContext &ast;
  const Diagnoser &diagnoser;
  TextEdits &edits;
  std::set<std::string> lengthNames;
  std::optional<NotCxx> problem;
};

} // namespace

Declarator flatDeclarator(const clang::ParmVarDecl *parameter,
                          const clang::ASTContext &ast,
                          const Diagnoser &diagnoser) {
  const clang::QualType type = parameter->getType();
  const bool isArray = ast.getAsArrayType(parameter->getOriginalType());
  if (!isArray && !pointedArray(type, ast))
    return declaratorOf(parameter, ast, diagnoser);
  const std::string name = parameter->getNameAsString(),
                    pointer = flatType(type, ast);
  Declarator result;
  result.text = pointer + name;
  const bool isPlain = llvm::StringRef(pointer).ends_with("*");
  result.restrictText = pointer + (isPlain ? "restrict " : "") + name;
  return result;
}

std::optional<NotCxx> flattenArrays(const clang::FunctionDecl *function,
                                    const clang::ASTContext &ast,
                                    const Diagnoser &diagnoser,
                                    TextEdits &edits) {
  return Flattener(function, ast, diagnoser, edits).run();
}

} // namespace sparsec
