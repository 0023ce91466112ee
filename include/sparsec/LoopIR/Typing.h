//===- Typing.h - the types of expressions ----------------------*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_TYPING_H
#define SPARSEC_LOOPIR_TYPING_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace sparsec {

/// Why an expression has no type: "'x' is subscripted, but no array".
struct TypeMismatch : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// Gives every expression its type by C's rules (C11 6.3.1.8, 6.5), from the
/// symbols of a program and the loops, locals and declarations around it.
///
/// What no row of Types.def stands for is of no type (LoopType::isNone), and
/// fits everywhere: objects of classes and their members, lanes of vectors,
/// fields of plans and tickets, lists, addresses of pointers.
class Typing {
public:
  explicit Typing(const Program &program) : program(&program) {}

  /// Lists see what stands around them, and what was declared before.
  void enter() { scopes.emplace_back(); }
  void leave() { scopes.pop_back(); }
  /// Of a loop, a local or a declaration; in the innermost scope.
  void declare(const LoopNode &node);
  /// Whether something around the expression is called \p name.
  bool isDeclared(const std::string &name) const { return find(name); }

  /// Throws TypeMismatch where its operands do not fit.
  LoopType typeOf(const LoopExpr &expr) const;

  /// Of an expression without names, which needs no symbols.
  static LoopType ofConstant(const LoopExpr &expr) {
    return Typing().typeOf(expr);
  }

private:
  Typing() : program(nullptr) {}

  struct Symbol {
    LoopType type;
    size_t rank = 0; ///< of an array
  };
  using Scope = std::map<std::string, Symbol>;

  const Symbol *find(const std::string &name) const;
  LoopType ofKind(const LoopExpr &expr) const;
  LoopType ofName(const std::string &name) const;
  LoopType ofLoad(const LoopExpr &load) const;
  LoopType ofIntegers(const LoopExpr &expr) const;
  LoopType ofTruth(const LoopExpr &expr) const;
  LoopType ofUnary(const LoopExpr &expr) const;
  LoopType ofBinary(const LoopExpr &expr) const;
  LoopType ofCall(const LoopExpr &call) const;
  LoopType ofMember(const LoopExpr &member) const;

  const Program *program;
  std::vector<Scope> scopes;
};

/// What C computes with where both are operands: `int` for two chars, `double`
/// for a double and an int. None where one of them is none.
LoopType commonType(const LoopType &a, const LoopType &b);
/// The type of a constant as C reads it, "1.0f", "4LL", "INFINITY".
LoopType typeOfLiteral(const std::string &text);
/// Whether a \p value may be assigned to a \p target without a cast.
bool converts(const LoopType &value, const LoopType &target);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_TYPING_H
