//===- CallerNumbers.cpp - what is computed before outlined loops ---------===//
///
/// \file
///     for (i = 0; i < w * h; i++)     =>    for (i = 0; i < w_h; i++)
///
/// An unsigned product wraps around in C; the loops get what is left of it.
/// Products trap nowhere, so it does not matter whether the loops come to it.
///
//===----------------------------------------------------------------------===//

#include "CallerNumbers.h"
#include "Aliases.h"
#include "FirstUses.h"
#include "MarkerCounts.h"
#include "Modified.h"
#include "OutlineHazards.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace sparsec {
namespace {

/// Variables that statements set, declare, or take the address of.
class ChangedVariables : public clang::RecursiveASTVisitor<ChangedVariables> {
public:
  std::set<const clang::VarDecl *> all;

  bool VisitVarDecl(clang::VarDecl *variable) {
    all.insert(variable);
    return true;
  }
  bool VisitExpr(clang::Expr *expression) {
    const clang::Expr *target = modifiedOrAddressed(expression);
    if (target)
      all.insert(variableStoredTo(target));
    return true;
  }
};

/// Products of two steady numbers or more, none inside another one.
class ProductFinder : public clang::RecursiveASTVisitor<ProductFinder> {
public:
  ProductFinder(std::set<const clang::VarDecl *> changed,
                const clang::ASTContext &ast)
      : changed(std::move(changed)), ast(ast) {}

  std::vector<const clang::BinaryOperator *> found;
  std::set<const clang::VarDecl *> changeless; ///< in these

  bool TraverseBinaryOperator(clang::BinaryOperator *operation) {
    std::set<const clang::VarDecl *> factors;
    const clang::QualType type = operation->getType();
    if (operation->getOpcode() == clang::BO_Mul &&
        type->isUnsignedIntegerType() && ast.getTypeSize(type) < 64 &&
        isSteady(operation, factors) && factors.size() > 1) {
      found.push_back(operation);
      changeless.merge(factors);
      return true;
    }
    return Base::TraverseBinaryOperator(operation);
  }

private:
  using Base = clang::RecursiveASTVisitor<ProductFinder>;

  /// Whether \p value is made of sums and products of numbers that stay.
  bool isSteady(const clang::Expr *value,
                std::set<const clang::VarDecl *> &variables) const {
    value = value->IgnoreParenImpCasts();
    if (value->isEvaluatable(ast))
      return true;
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(value))
      return (operation->getOpcode() == clang::BO_Mul ||
              operation->isAdditiveOp()) &&
             operation->getType()->isUnsignedIntegerType() &&
             isSteady(operation->getLHS(), variables) &&
             isSteady(operation->getRHS(), variables);
    const clang::VarDecl *variable = namedVariable(value);
    const bool stays = variable && variable->hasLocalStorage() &&
                       variable->getType()->isIntegerType() &&
                       !variable->getType().isVolatileQualified() &&
                       !changed.count(variable);
    if (stays)
      variables.insert(variable);
    return stays;
  }

  const std::set<const clang::VarDecl *> changed;
  const clang::ASTContext &ast;
};

class NumberFinder {
public:
  NumberFinder(const LoopRegion &region, const clang::FunctionDecl &function,
               const std::string &indentation)
      : region(region), function(function), indentation(indentation),
        ast(function.getASTContext()), sources(ast.getSourceManager()) {}

  std::vector<CallerNumber> found;

  void addCounts() {
    for (const MarkerCount &count : markerCounts(region, function)) {
      const std::string name =
          freeName(count.moved->getNameAsString() + "_entries");
      const std::string counting = countingText(count, name, sources);
      if (counting.empty())
        continue;
      const auto [begin, end] = *textRange(count.condition, sources);
      found.push_back({"long " + name,
                       name,
                       "long " + name + " = 0;\n" + indentation + "while (" +
                           counting + ")\n" + indentation + "  " + name +
                           "++;\n" + indentation,
                       {{begin, end, name + "--"}},
                       {}});
    }
  }

  void addProducts() {
    ChangedVariables changed;
    for (const clang::Stmt *statement : region.statements)
      changed.TraverseStmt(const_cast<clang::Stmt *>(statement));
    changed.all.merge(addressesTakenAround(region, function).kept);
    ProductFinder finder(std::move(changed.all), ast);
    for (const clang::Stmt *statement : region.statements)
      finder.TraverseStmt(const_cast<clang::Stmt *>(statement));
    std::map<const clang::VarDecl *, unsigned> inProducts;
    for (const clang::BinaryOperator *product : finder.found)
      if (add(product))
        for (const clang::VarDecl *variable : finder.changeless)
          inProducts[variable] += timesIn(product, variable);
    for (const auto &[variable, times] : inProducts) {
      unsigned all = 0;
      for (const clang::Stmt *statement : region.statements)
        all += timesIn(statement, variable);
      if (all == times)
        found.back().replaced.insert(variable);
    }
  }

private:
  bool add(const clang::BinaryOperator *product) {
    const auto range = textRange(product, sources);
    if (!range || isInCount(range->first))
      return false;
    const auto [begin, end] = *range;
    const std::string text =
        sources.getBufferData(sources.getMainFileID()).slice(begin, end).str();
    auto [known, isNew] = products.emplace(text, found.size());
    if (isNew) {
      std::string name = freeName(nameOf(product));
      names.push_back(name);
      product->getType().getUnqualifiedType().getAsStringInternal(
          name, ast.getPrintingPolicy());
      found.push_back({name, text, "", {}, {}});
    }
    CallerNumber &number = found[known->second];
    number.places.push_back(
        {begin, end, names[known->second - firstProduct()]});
    return true;
  }

  /// Whether a condition that is replaced has \p place.
  bool isInCount(size_t place) const {
    return llvm::any_of(found, [&](const CallerNumber &number) {
      return !number.before.empty() && number.places[0].begin <= place &&
             place < number.places[0].end;
    });
  }

  /// The names of its variables in a row.
  static std::string nameOf(const clang::Expr *value) {
    value = value->IgnoreParenImpCasts();
    if (const auto *operation = llvm::dyn_cast<clang::BinaryOperator>(value)) {
      const std::string left = nameOf(operation->getLHS()),
                        right = nameOf(operation->getRHS());
      return left + (left.empty() || right.empty() ? "" : "_") + right;
    }
    const clang::VarDecl *variable = namedVariable(value);
    return variable ? variable->getNameAsString() : "";
  }

  size_t firstProduct() const { return found.size() - names.size(); }

  std::string freeName(std::string name) {
    while (!taken.insert(name).second || isNameTaken(name, function) ||
           !ast.getTranslationUnitDecl()->lookup(&ast.Idents.get(name)).empty())
      name += "_";
    return name;
  }

  const LoopRegion &region;
  const clang::FunctionDecl &function;
  const std::string &indentation;
  const clang::ASTContext &ast;
  const clang::SourceManager &sources;
  std::set<std::string> taken;
  std::map<std::string, size_t> products; ///< by their text
  std::vector<std::string> names;         ///< of products
};

} // namespace

std::vector<CallerNumber> callerNumbers(const LoopRegion &region,
                                        const clang::FunctionDecl &function,
                                        const std::string &indentation,
                                        bool isListed) {
  NumberFinder finder(region, function, indentation);
  if (isListed)
    finder.addCounts();
  finder.addProducts();
  return std::move(finder.found);
}

bool isReplaced(const clang::VarDecl *variable,
                const std::vector<CallerNumber> &numbers,
                const std::vector<CrossingVariable> &all,
                const std::set<std::string> &namedByFacts) {
  const bool hasLengths =
      llvm::any_of(all, [](const CrossingVariable &crossing) {
        return crossing.variable->getType()->isVariablyModifiedType();
      });
  return !hasLengths && !namedByFacts.count(variable->getNameAsString()) &&
         llvm::any_of(numbers, [&](const CallerNumber &number) {
           return number.replaced.count(variable);
         });
}

} // namespace sparsec
