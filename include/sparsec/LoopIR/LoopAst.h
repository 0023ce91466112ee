//===- LoopAst.h - lowered loops --------------------------------*- C++ -*-===//
///
/// \file
/// What one phase becomes before it is text: sparsec's own tree of loops, a
/// value, in terms of the loops' iterators. Unrolling, versioning and
/// accumulators work here, after isl, so that isl never sees more than the
/// rolled loops.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LOOPIR_LOOPAST_H
#define SPARSEC_LOOPIR_LOOPAST_H

#include "sparsec/IR/ScheduleTree.h"
#include "sparsec/LoopIR/LoopExpr.h"
#include "sparsec/LoopIR/LoopType.h"

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sparsec {

struct LoopNode {
  enum class Kind {
    For,     ///< for (type name = lower; name < min(upper); name += step) body
    If,      ///< if (condition) body else otherwise
    Block,   ///< body, no scope of its own
    Assign,  ///< target op value
    Local,   ///< type name = value; `isConst` when it is never assigned
    Declare, ///< type name dimensions: a local array, or a scalar set later
    Action,  ///< statement `name` with `values`, until it has a body
    Call,    ///< value, for its effect: f(x), x++
    Check,   ///< leaves the function if `status` is not SPARSEC_OK
    Return,  ///< return, with one of `values` or none
    Label,   ///< name:
    Break,
    Continue,
    Barrier, ///< all threads of a block of a GPU wait for each other
    Region,  ///< prologue, then body; by every OpenMP thread when `isParallel`
  };
  /// Check: how.
  enum class Leave {
    ToFail, ///< jumps to `fail`
    Return, ///< returns the status
  };

  Kind kind = Kind::Block;
  /// For: iterator. Local, Declare: variable. Assign, Action: statement.
  std::string name;
  /// For: the loop of the schedule tree that it runs, whose name it need not
  /// have; "" for loops that no recipe sees.
  std::string loop = "";
  /// For, Local, Declare.
  LoopType type;
  /// For, Local: has 64 bits because its values may exceed an int although
  /// those that they are made of are ints.
  bool exceedsInt = false;
  /// For: the first value, and exclusive upper bounds (the least one counts).
  LoopExpr lower;
  std::vector<LoopExpr> upper;
  long step = 1;
  /// For: what is added instead of `step`, where only kernels know.
  std::optional<LoopExpr> stride;
  /// For, parallel: by several threads only where this holds.
  std::optional<LoopExpr> parallelIf;
  /// For: goes on while this holds, too.
  std::optional<LoopExpr> goesOn;
  /// For, set last: counts down from `lower` to `upper[0]`, inclusive.
  bool descending = false;
  LoopMarks marks;
  /// For: C compilers must not unroll it and jam the loops inside.
  bool noJam = false;
  /// For: the loop of the phase that it runs; null where a pass made it.
  const ScheduleTree *source = nullptr;
  /// For: why it has no `simd` mark any more, "" if nobody took that away.
  std::string whyNotSimd;
  /// For, parallel in a region: threads go on when they have done their share.
  bool nowait = false;
  /// For, simd: set by the accumulator pass.
  std::vector<Reduction> reductions;
  LoopExpr condition;
  /// If: made by unrolling; both branches do the same.
  bool isVersion = false;
  /// Assign: `target op value`, op as in Assignment. Local: value.
  LoopExpr target, value;
  /// If: the update of a tuple that it is as a whole, if it is one: compares a
  /// value with the target of its first assignment, which takes it, and the
  /// others set what goes along (Expr::Kind::Carrying), from `values`.
  Update op = Update::None;
  /// Assign, mapped: threads of that dimension have parts in `value`, a local;
  /// the first of them updates the target by what they make together. Where
  /// `value` is the target itself each of them gets that.
  GpuMark lanes;
  Update combinedBy = Update::None;
  /// Assign, Region: how threads that share the target, or what is in the
  /// region, do it.
  enum class Atomic {
    None,
    Write,  ///< OpenMP's `atomic write`
    Update, ///< OpenMP's `atomic`, by `op`
    /// By the function `updater` of the runtime, that gets `before`, the
    /// address of the target, the value, and `after`.
    Function,
    Critical, ///< Region: one thread after the other
  };
  Atomic atomic = Atomic::None;
  std::string updater;
  std::vector<LoopExpr> before, after;
  /// Arrays whose elements it may load as parts of vectors.
  std::vector<std::string> vectors;
  bool isConst = true;
  /// Local: what a statement assigns, not a load for its subscripts.
  bool isStatement = false;
  /// Declare, Local: constant extents, none for a scalar; an empty literal
  /// where the value, a list, tells.
  std::vector<LoopExpr> dimensions;
  /// Action: values, then operands; none once it has a body. Declare: what a
  /// constructor of C++ gets. Return: see there. If: see `op`.
  std::vector<LoopExpr> values;
  std::vector<LoopNode> body, otherwise;
  /// Check.
  Leave leave = Leave::ToFail;
  /// Region: declarations, and what is done, in front of the body.
  std::vector<LoopNode> prologue;
  bool isParallel = true;
  std::optional<LoopExpr> team; ///< how many threads

  bool operator==(const LoopNode &) const = default;

  static LoopNode block(std::vector<LoopNode> body);
  static LoopNode ifThen(LoopExpr condition, std::vector<LoopNode> body,
                         std::vector<LoopNode> otherwise = {});
  static LoopNode local(LoopType type, std::string name, LoopExpr value);

  bool isBarrier() const { return kind == Kind::Barrier; }
  /// Whether this is, or holds, a barrier.
  bool holdsBarrier() const;
  bool isFor() const { return kind == Kind::For; }
  /// Calls \p visit on this node and all below, parents first, prologues too.
  void walk(const std::function<void(const LoopNode &)> &visit) const;
  /// Calls \p visit on each expression of this node only; `written` is true
  /// for an Assign's target.
  void visitExprs(
      const std::function<void(const LoopExpr &, bool written)> &visit) const;
  /// Replaces every expression of this node only.
  void rewriteExprs(const std::function<LoopExpr(const LoopExpr &)> &rewrite);
  /// A copy in which \p variable is \p replacement, here and below, but for
  /// loops and locals that have its name.
  LoopNode substitute(const std::string &variable,
                      const LoopExpr &replacement) const;
};

/// The same for the statements of a scope from \p first on.
void substituteIn(std::vector<LoopNode> &nodes, size_t first,
                  const std::string &variable, const LoopExpr &replacement);

struct LoopAst {
  std::vector<LoopNode> body;
  /// Arrays that have to begin at a multiple of that many bytes.
  std::map<std::string, unsigned> alignments = {};

  /// Calls \p visit on every node, parents first.
  void walk(const std::function<void(const LoopNode &)> &visit) const;
  /// Arrays (and scalars) read or written, in no order: what a function's
  /// prologue has to bind to locals.
  std::vector<std::string> usedArrays() const;
  /// Variables used that the tree does not define: parameters.
  std::vector<std::string> usedParameters() const;
};

} // namespace sparsec

#endif // SPARSEC_LOOPIR_LOOPAST_H
