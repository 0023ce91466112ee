//===- ExprReader.h - expressions from text ---------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPTEXT_EXPRREADER_H
#define SPARSEC_LIB_LOOPTEXT_EXPRREADER_H

#include "Cursor.h"
#include "Syntax.h"

#include <algorithm>
#include <utility>

namespace sparsec::looptext {

/// Reads expressions at the place that a scope describes. Nothing folds: the
/// result has the structure that the text shows.
class ExprReader {
public:
  /// \p knowsNames: all of them have to be in the scope.
  ExprReader(Cursor &cursor, const Scope &scope, bool knowsNames = true)
      : cursor(cursor), scope(scope), knowsNames(knowsNames) {}

  LoopExpr read(Mode mode);
  /// One in which operators bind at least as tightly as \p least.
  LoopExpr operand(Mode mode, int least);
  /// `(a, b)`, or what is between any other brackets.
  std::vector<LoopExpr> list(Mode mode, llvm::StringRef open,
                             llvm::StringRef close);
  /// The words of a type, or its name, and stars.
  LoopType type();
  std::string typeName();
  bool isAtType() const;

private:
  /// What has been read of a sum or a product that may go on.
  struct Term {
    std::vector<LoopExpr> parts; ///< one, unless `kind` is set
    std::optional<LoopExpr::Kind> kind = std::nullopt;
    /// It starts with an integer as it stands, which a sign may join.
    bool isSigned = false;
  };
  /// While a part of an expression is read: `levels` counts those of it, and
  /// afterwards has the most of the parts around.
  class Level {
  public:
    explicit Level(ExprReader &reader)
        : levels(reader.levels), outside(std::exchange(levels, 0)) {}
    ~Level() { levels = std::max(levels, outside); }

  private:
    unsigned &levels;
    const unsigned outside;
  };
  /// An operator around what was read: one level more, which may be too many.
  void addLevel();

  static LoopExpr made(Term term);
  static Term negated(Term term);
  Term term(Mode mode, int least);
  Term combined(Mode mode, Operator op, Term left, Term right);
  Term prefix(Mode mode);
  Term minus(Mode mode);
  LoopExpr cast(Mode mode);
  LoopExpr postfix(LoopExpr expr, Mode mode);
  Term primary(Mode mode);
  LoopExpr number(Mode mode);
  LoopExpr named(Mode mode);
  LoopExpr checked(LoopExpr leaf, const Token &name);
  LoopExpr called(const Token &name, Mode mode);
  LoopExpr gpuIndex();
  LoopExpr made(Operator op, std::vector<LoopExpr> operands, Mode mode) const;
  LoopExpr sizeOfType(Mode mode);
  /// \p expr with the width that the rule gives it.
  LoopExpr withWidth(LoopExpr expr, Mode mode) const;
  LoopExpr made(LoopExpr::Kind kind, std::string name,
                std::vector<LoopExpr> operands, Mode mode) const;

  Cursor &cursor;
  const Scope &scope;
  const bool knowsNames;
  /// Of the expression that is being read: a sum has one for each term.
  unsigned levels = 0;
};

} // namespace sparsec::looptext

#endif // SPARSEC_LIB_LOOPTEXT_EXPRREADER_H
