//===- Switch.cpp - `switch` as a chain of `if` ---------------------------===//
///
/// \file
///     switch (k) {
///     case 1:
///     case 2: A; break;       =>    if (k == 1 || k == 2) A;
///     default: D; break;            else if (k == 3) B;
///     case 3: B;                    else D;
///     }
///
/// The labels differ, so their order does not matter where no case falls
/// through to the next one. The chain is made of clang's own nodes: what is
/// known of `if` holds for it.
///
//===----------------------------------------------------------------------===//

#include "Switch.h"
#include "Constructs.h"
#include "InlineCalls.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// Each case excludes those before it; sets get dear with their pieces.
constexpr size_t maxCases = 64;

/// Statements behind one or more labels, without the `break` at their end.
struct Case {
  std::vector<const clang::CaseStmt *> labels;
  bool isDefault = false;
  clang::SourceLocation where;
  std::vector<clang::Stmt *> body;
};

/// Whether what follows \p statement is not reached.
bool leaves(const clang::Stmt *statement) {
  if (const auto *list = llvm::dyn_cast<clang::CompoundStmt>(statement))
    return !list->body_empty() && leaves(list->body_back());
  return llvm::isa<clang::BreakStmt, clang::ReturnStmt, clang::ContinueStmt>(
      statement);
}

class ChainBuilder {
public:
  ChainBuilder(const clang::SwitchStmt *choice, const clang::ASTContext &ast)
      : choice(choice), ast(const_cast<clang::ASTContext &>(ast)) {}

  IfChain build() {
    if (choice->getInit() || choice->getConditionVariable() ||
        callsStatements(choice->getCond()))
      return refuse(choice->getCond(),
                    "a 'switch' that declares or calls something in its head",
                    "assign what it tests to a variable before it");
    const auto *list = llvm::dyn_cast<clang::CompoundStmt>(choice->getBody());
    if (!list || list->body_empty())
      return refuse(choice, "a 'switch' without cases", "write its cases");
    for (clang::Stmt *child : list->body())
      if (std::optional<UnsupportedConstruct> problem = add(child))
        return {nullptr, problem};
    if (found != labels())
      return refuse(choice, "a 'case' inside another statement",
                    "write the cases directly into the 'switch'");
    if (cases.size() > maxCases)
      return refuse(choice, "a 'switch' of more than 64 cases",
                    "choose by an index array");
    for (Case &each : cases)
      if (std::optional<UnsupportedConstruct> problem = end(each))
        return {nullptr, problem};
    return {chain()};
  }

private:
  static UnsupportedConstruct problem(const clang::Stmt *where,
                                      std::string what, std::string instead) {
    return {where->getSourceRange(), std::move(what), std::move(instead)};
  }
  static IfChain refuse(const clang::Stmt *where, std::string what,
                        std::string instead) {
    return {nullptr, problem(where, std::move(what), std::move(instead))};
  }

  size_t labels() const {
    size_t number = 0;
    for (const clang::SwitchCase *label = choice->getSwitchCaseList(); label;
         label = label->getNextSwitchCase())
      ++number;
    return number;
  }

  /// One more statement of the body, with the labels before it.
  std::optional<UnsupportedConstruct> add(clang::Stmt *statement) {
    bool isFirst = true;
    while (auto *label = llvm::dyn_cast<clang::SwitchCase>(statement)) {
      if (isFirst)
        cases.push_back({{}, false, label->getKeywordLoc(), {}});
      isFirst = false;
      ++found;
      const auto *number = llvm::dyn_cast<clang::CaseStmt>(label);
      if (number && number->getRHS())
        return problem(number->getRHS(), "a range of cases",
                       "write each case, or 'if'");
      if (number)
        cases.back().labels.push_back(number);
      cases.back().isDefault |= !number;
      statement = label->getSubStmt();
    }
    if (cases.empty())
      return problem(statement, "a statement before the first case",
                     "put it before the 'switch'");
    cases.back().body.push_back(statement);
    return std::nullopt;
  }

  /// Takes the jump from the end of \p each.
  std::optional<UnsupportedConstruct> end(Case &each) {
    auto last = llvm::find_if(each.body, leaves);
    if (last == each.body.end() && &each != &cases.back())
      return problem(each.body.back(), "a case that falls through to the next",
                     "end it by 'break'");
    if (last != each.body.end()) {
      each.body.erase(last + 1, each.body.end());
      each.body.back() = withoutBreak(each.body.back());
    }
    for (const clang::Stmt *statement : each.body)
      if (hasBreak(statement))
        return problem(statement, "'break' inside a case, before its end",
                       "use 'else' for what it leaves out");
    return std::nullopt;
  }

  clang::Stmt *withoutBreak(clang::Stmt *last) {
    if (llvm::isa<clang::BreakStmt>(last))
      return new (ast) clang::NullStmt(last->getBeginLoc());
    auto *list = llvm::dyn_cast<clang::CompoundStmt>(last);
    if (!list)
      return last;
    std::vector<clang::Stmt *> inside(list->body_begin(), list->body_end());
    inside.back() = withoutBreak(inside.back());
    return compound(inside, list->getLBracLoc(), list->getRBracLoc());
  }

  clang::Stmt *compound(llvm::ArrayRef<clang::Stmt *> statements,
                        clang::SourceLocation begin,
                        clang::SourceLocation end) {
    return clang::CompoundStmt::Create(ast, statements,
                                       clang::FPOptionsOverride(), begin, end);
  }

  clang::Expr *binary(clang::BinaryOperatorKind op, clang::Expr *left,
                      clang::Expr *right) {
    return clang::BinaryOperator::Create(
        ast, left, right, op, ast.IntTy, clang::VK_PRValue, clang::OK_Ordinary,
        right->getBeginLoc(), clang::FPOptionsOverride());
  }

  /// That one of \p each's labels is met.
  clang::Expr *test(const Case &each) {
    auto *tested = const_cast<clang::Expr *>(choice->getCond());
    const clang::QualType type = tested->getType();
    clang::Expr *any = nullptr;
    for (const clang::CaseStmt *label : each.labels) {
      llvm::APSInt number = label->getLHS()->EvaluateKnownConstInt(ast);
      number = number.extOrTrunc(unsigned(ast.getIntWidth(type)));
      clang::Expr *equal =
          binary(clang::BO_EQ, tested,
                 clang::IntegerLiteral::Create(ast, number, type,
                                               label->getLHS()->getBeginLoc()));
      any = any ? binary(clang::BO_LOr, any, equal) : equal;
    }
    return any;
  }

  clang::Stmt *chain() {
    clang::Stmt *rest = nullptr;
    for (const Case &each : cases)
      if (each.isDefault)
        rest = bodyOf(each);
    for (const Case &each : llvm::reverse(cases))
      if (!each.isDefault)
        rest = clang::IfStmt::Create(
            ast, each.where, clang::IfStatementKind::Ordinary, nullptr, nullptr,
            test(each), each.where, each.where, bodyOf(each), each.where, rest);
    return rest;
  }

  clang::Stmt *bodyOf(const Case &each) {
    return compound(each.body, each.where, each.body.back()->getEndLoc());
  }

  const clang::SwitchStmt *choice;
  clang::ASTContext &ast;
  std::vector<Case> cases;
  size_t found = 0;
};

} // namespace

IfChain ifChainOf(const clang::SwitchStmt *choice,
                  const clang::ASTContext &ast) {
  return ChainBuilder(choice, ast).build();
}

} // namespace sparsec
