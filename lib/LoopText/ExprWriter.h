//===- ExprWriter.h - expressions as text -----------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPTEXT_EXPRWRITER_H
#define SPARSEC_LIB_LOOPTEXT_EXPRWRITER_H

#include "Syntax.h"

namespace sparsec::looptext {

/// Writes expressions at the place that a scope describes.
class ExprWriter {
public:
  explicit ExprWriter(const Scope &scope) : scope(scope) {}

  /// In parentheses where \p expr binds less tightly than \p least.
  std::string write(const LoopExpr &expr, Mode mode, int least = Lowest) const;
  /// "a, b"
  std::string list(const ExprList &operands, Mode mode) const;

private:
  std::string text(const LoopExpr &expr, Mode mode) const;
  std::string cast(const LoopExpr &expr, Mode mode) const;
  std::string member(const LoopExpr &expr, Mode mode) const;
  std::string bareName(const LoopExpr &expr) const;
  std::string load(const LoopExpr &expr) const;
  std::string literal(const LoopExpr &expr) const;
  std::string sum(const LoopExpr &expr) const;
  std::string term(const LoopExpr &expr, bool isFirst) const;
  std::string factors(const ExprList &factors, size_t first) const;
  std::string product(const LoopExpr &expr) const;
  std::string comparison(const LoopExpr &expr) const;
  std::string binary(const LoopExpr &expr, Operator op, Mode mode) const;
  std::string call(const LoopExpr &expr, Mode mode) const;
  bool isByRule(const LoopExpr &expr) const {
    return expr.wide == isWideByRule(expr, Mode::Integers, scope);
  }
  bool isPlainInteger(const LoopExpr &expr) const {
    return expr.isInteger() && isByRule(expr);
  }
  bool isNegated(const LoopExpr &expr) const;

  const Scope &scope;
};

} // namespace sparsec::looptext

#endif // SPARSEC_LIB_LOOPTEXT_EXPRWRITER_H
