//===- Kernel.h - what the passes over one function share -------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_KERNEL_H
#define SPARSEC_LIB_FRONTEND_KERNEL_H

#include "Diagnostics.h"
#include "KernelScan.h"
#include "Objects.h"
#include "RowMerges.h"

#include "sparsec/IR/Program.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <variant>
#include <vector>

namespace sparsec {

struct Binding;
/// What integer variables and local pointers stand for at one point of the
/// body. Passed by value-like snapshots: later changes make a new map.
using Scope = std::map<const clang::VarDecl *, Binding>;
using ScopePtr = std::shared_ptr<const Scope>;

/// The iterations of one loop: `{ loop[outer.., i] }` with its calls, and
/// `{ loop[outer.., i] -> [number] }`, how many came before.
struct LoopRange {
  Statement instances;
  isl::pw_aff number;
  /// `{ loop[outer.., i] -> [first i] }` and what is added to it each time.
  isl::pw_aff start;
  long stride = 1;
  /// What variables stand for where an iteration starts.
  ScopePtr inside;
};

/// A value that a variable is moved by, or the trips of a loop that moves it.
struct Factor {
  const clang::Expr *value = nullptr;
  /// Of a loop from here to `value`; null: 0.
  const clang::Expr *low = nullptr;
  /// A loop runs that often only where `low <= value`.
  bool isTrips = false;
  /// In a loop: where in its body the factor is read.
  const clang::Stmt *place = nullptr;
  /// What their variables stand for.
  ScopePtr scope;
};
/// `multiple` times all factors.
struct Product {
  long multiple = 0;
  std::vector<Factor> factors;
};

/// The meaning of one variable at one point.
struct Binding {
  enum class Kind {
    Iterator,   ///< dimension `position`, or start + stride * dimension
    Definition, ///< the value of `expression` where it stood
    Advanced,   ///< an earlier value plus the sum of `addends`
    Chosen,     ///< after an `if`: the value in `whenTrue` or in `whenFalse`
    Copied,     ///< of a called function: the array `copy`
    Changed,    ///< modified in a way that has no closed form
  };
  Kind kind = Kind::Changed;
  unsigned position = 0;
  long stride = 1;
  /// Iterator: it counts iterations from its value in `scope`.
  bool counted = false;
  /// Definition: the value. Chosen: the condition.
  const clang::Expr *expression = nullptr;
  /// Advanced: what is added, in a loop by each iteration.
  std::vector<Product> addends;
  /// What `expression`'s variables stood for; Advanced and counted iterators:
  /// the variable itself, too.
  ScopePtr scope;
  /// Advanced in a loop: by the iterations before this one, or after the loop
  /// by all of them.
  std::shared_ptr<const LoopRange> loop;
  bool isAfterLoop = false;
  /// Chosen: where the branches end.
  ScopePtr whenTrue, whenFalse;
  /// Changed: where.
  clang::SourceRange changedAt;
  /// Copied: a scalar or array of this call's own.
  std::string copy;
};

/// A parameter, or a sum of such that is a factor as a whole: `n + 2`. Numbers
/// have no factor in common, and the first one is positive.
struct ParameterSum {
  std::map<std::string, long> factors;
  long constant = 0;

  auto operator<=>(const ParameterSum &) const = default;
  isl::pw_aff value(const isl::space &space) const;
};
using Monomial = std::vector<ParameterSum>;

/// The bases of the strides of a flat array that is accessed as a
/// multi-dimensional one, outermost first: `a[(i*n + j)*m + k]` has the
/// monomials `n*m`, `m`.
struct FlatLevel {
  Monomial monomial;
  /// What all its coefficients are multiples of, 2 in `a[2*i*n + j]`; 0: none
  /// was seen.
  long factor = 0;
  /// No access multiplies by it: between `n*m` and 1 in `a[i*n*m + j]`.
  bool isGuess = false;
};
using FlatShape = std::vector<FlatLevel>;
struct FlatArray {
  FlatShape levels;
  /// `i*(n + 2) + j` is no `i*n + (2*i + j)`.
  bool keepsSums = false;
};

/// One loop or condition around a statement, outermost first.
struct LoopFrame {
  const clang::VarDecl *variable = nullptr;
  std::string name;
  bool down = false;
  long stride = 1;
  /// The condition steps the variable, `i-- > 0`: it compares before or after.
  enum class Test { AtStart, BeforeStep, AfterStep } test = Test::AtStart;
  /// The dimension counts iterations: `i = start + stride * dimension`.
  bool counted = false;
  const clang::Expr *condition = nullptr;
  /// At the start of the loop, without (but with the first value) and with the
  /// iterator.
  ScopePtr outside, inside;

  long signedStride() const { return down ? -stride : stride; }
};
struct ConditionFrame {
  const clang::Expr *condition = nullptr;
  bool negated = false;
  ScopePtr scope;
};
/// A condition on data, whose value the scalar `local` holds: 0 also where
/// conditions on data around it do not hold.
struct MaskFrame {
  std::string local;
  bool negated = false;
};
/// Behind a jump, `continue` or `return`: not all of the conditions hold under
/// which it is reached. None: nothing runs here.
struct SkipFrame {
  std::vector<ConditionFrame> reached;
  /// The only condition, if that is on data.
  std::optional<MaskFrame> mask;
};
/// The body of a called function; what is inside returns to its end.
struct CallFrame {};
using Frame =
    std::variant<LoopFrame, ConditionFrame, MaskFrame, SkipFrame, CallFrame>;

/// The state of one translation.
struct Kernel {
  Session &session;
  const clang::ASTContext &ast;
  Diagnoser &diagnoser;
  ObjectNames &names;
  const KernelScan &scan;
  const clang::FunctionDecl &function;
  /// Conditions that stand for merges and searches of rows.
  const RowMerges &merges;
  Program program;
  /// Shapes of flat arrays seen so far. When one is found or refined the walk
  /// is repeated, so that all accesses agree.
  std::map<std::string, FlatArray> &shapes;
  bool shapesChanged = false;
  /// Whether factors `n + 2` stay as they are now.
  bool keepsSums = false;
  /// How many expressions are being built inside one another.
  unsigned levels = 0;
  /// Whether a value is asked for that is a number or subscripts data, and may
  /// turn out to be data itself (DataSubscripts.h).
  bool mayBeData = false;
  /// Of the statement that is built: data that it steps, `w[k]++`.
  std::vector<std::pair<Expr, clang::SourceRange>> stepped = {};
  /// Whether a statement is built, which settles what it asks of pointers; and
  /// what is settled: pointers that point to something, or are null.
  bool splitsByPointers = false;
  std::map<std::string, bool> pointersThere = {};
  /// What the values of calls of functions with statements are bound to.
  std::map<const clang::CallExpr *, const clang::VarDecl *> callResults = {};

  isl::ctx ctx() const { return session.ctx(); }
};

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_KERNEL_H
