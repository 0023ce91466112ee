//===- InspectedLoop.h - a loop whose order an inspector finds --*- C++ -*-===//
///
/// \file
/// What the steps share that let an inspector choose the order of a loop's
/// iterations: the statements in it, how its iterations are numbered, and the
/// Inspect phases that find the order.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTEDLOOP_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTEDLOOP_H

#include "IterationKeys.h"

#include "sparsec/IR/Step.h"
#include "sparsec/Transforms/LoopNest.h"

#include <string>
#include <vector>

namespace sparsec {

struct InspectedLoop {
  /// A statement in the loop, over its loop values.
  struct Inside {
    std::string name;
    LoopNest nest;
    unsigned depth = 0; ///< the dimension of the nest that is the loop
  };
  std::vector<Inside> insides;
  IterationRange range;
  /// The count wherever there is an iteration, without a case for none: an
  /// upper bound of what lists of iterations hold.
  isl::pw_aff end;
  ElementType indexType = ElementType::int32();

  const Inside &inside(const std::string &statement) const;
};

/// The loop \p loop around \p statement. Fails where its iterations cannot be
/// numbered, or a statement cannot be moved.
llvm::Expected<InspectedLoop> inspectedLoop(const Program &program,
                                            const std::string &statement,
                                            const std::string &loop);

/// The Inspect phases of a step.
class InspectorPhases {
public:
  InspectorPhases(Program &program, std::string suffix)
      : program(program), suffix(std::move(suffix)) {}

  /// Loops over \p made, a phase of its own.
  std::string add(Statement made, bool parallel);
  /// One call outside all loops; operands are over `{ call[] }`.
  void call(Action action);
  /// A call that reads all of \p reads and writes all of \p writes.
  void call(const std::string &callee, std::vector<std::string> lines,
            const std::vector<std::string> &reads,
            const std::vector<std::string> &writes,
            std::vector<Expr> operands = {});
  void allocate(const std::string &array);
  /// A new index array of \p extents, or workspace.
  Array &addArray(const std::string &name, ElementType type, Array::Owner owner,
                  std::vector<isl::pw_aff> extents);
  /// From now on phases run only where \p parameter, set by a phase before, is
  /// not 0; "": always.
  void onlyIf(const std::string &parameter) { condition = parameter; }
  /// Puts the phases before the first one that needs them: that of \p user.
  void insertBefore(const std::string &user);

private:
  Program &program;
  std::string suffix; ///< of names of statements
  std::string condition;
  std::vector<Phase> phases;
};

/// A fact that an inspector ensures.
Fact provedFact(Fact::Kind kind, std::vector<std::string> arrays);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTEDLOOP_H
