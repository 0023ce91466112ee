//===- Syntax.h - what writer and reader agree on ---------------*- C++ -*-===//
///
/// \file
/// The text of loops leaves out what can be told from the rest. This header has
/// the rules by which the reader fills it in, so that the writer knows what it
/// need not say.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_LOOPTEXT_SYNTAX_H
#define SPARSEC_LIB_LOOPTEXT_SYNTAX_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sparsec::looptext {

/// Which of two kinds of computations `+` is: of integers, which fold
/// (LoopExpr::Kind::Add), or of a statement, which is kept as it was written
/// (Binary). Braces switch from one to the other.
enum class Mode { Integers, Values };

/// The kinds that only one mode has; others have both.
std::optional<Mode> modeOf(LoopExpr::Kind kind);
Mode modeOfLocal(const LoopNode &local);

using namespace precedence;

/// What C's \p op is of integers; nothing: they have none such.
std::optional<LoopExpr::Kind> kindOf(Operator op);
/// The operator of integers that \p kind is; None for others.
Operator operatorOf(LoopExpr::Kind kind);

/// Functions of integers: "min", "max", "floordiv".
const char *functionOf(LoopExpr::Kind kind);
std::optional<LoopExpr::Kind> functionKind(llvm::StringRef name);

/// `gpu("block.x")`: the place of a thread of a kernel.
inline constexpr const char *gpuIndexName = "gpu";
std::string textOf(GpuIndex index);
std::optional<GpuIndex> gpuIndexNamed(llvm::StringRef text);

/// Whether \p type is made of C's words for types, and stars.
bool isCType(llvm::StringRef type);
/// Whether \p word may be part of such a type.
bool isTypeWord(llvm::StringRef word);
/// \p type, in double quotes unless the reader sees that it is one.
std::string typeText(const std::string &type);
/// The element type that C calls \p spelling; others have no size.
ElementType elementTypeOf(const std::string &spelling);

/// What the names at one place are.
class Scope {
public:
  explicit Scope(const Program &program) : program(program) { enter(); }

  void enter() { lists.emplace_back(); }
  void leave() { lists.pop_back(); }
  /// A loop in its body; a local or declaration behind it.
  void declare(const LoopNode &node);

  /// What is wrong with \p leaf, a variable or load: passes ask the program for
  /// all names. "" for nothing.
  std::string wrongWith(const LoopExpr &leaf) const;
  /// Whether \p name alone is a load of a scalar, not a variable.
  bool isScalar(const std::string &name) const;
  /// Whether \p leaf, a variable or load, has 64 bits.
  bool isWide(const LoopExpr &leaf, Mode mode) const;

private:
  struct Known {
    bool isScalar, isWide;
  };
  std::optional<Known> find(const std::string &name) const;

  const Program &program;
  std::vector<std::map<std::string, Known>> lists;
};

/// LoopExpr::wide of \p expr unless its text says otherwise.
bool isWideByRule(const LoopExpr &expr, Mode mode, const Scope &scope);

} // namespace sparsec::looptext

#endif // SPARSEC_LIB_LOOPTEXT_SYNTAX_H
