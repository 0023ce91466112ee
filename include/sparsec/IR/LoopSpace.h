//===- LoopSpace.h - a statement in terms of its loops ----------*- C++ -*-===//
#ifndef SPARSEC_IR_LOOPSPACE_H
#define SPARSEC_IR_LOOPSPACE_H

#include "sparsec/IR/Program.h"

#include <string>
#include <vector>

namespace sparsec {

/// One statement and the loops around it, in both directions: instances to
/// loop values and back.
class LoopSpace {
public:
  LoopSpace(const Program &program, const Statement &statement,
            const ScheduleTree &tree);

  /// Names of the loops around the statement, outermost first.
  const std::vector<std::string> &loops() const { return names; }
  /// `{ S[..] -> L[loop values] }`, over the statement's calls.
  const isl::pw_multi_aff &schedule() const { return toLoops; }
  /// `{ L[loop values] }` of all instances, with calls as free parameters
  /// restricted to their ranges.
  isl::set instances() const;
  /// The same without calls: the affine hull of the loop nest.
  isl::set affineDomain() const;

  /// `{ L[loop values] -> S[..] }`; an error when two instances have the same
  /// loop values (a recipe that dropped a loop).
  llvm::Expected<isl::pw_multi_aff> inverse() const;

  /// Whether \p value, `{ S[..] -> [v] }`, is determined by the outermost
  /// \p depth loops and the calls in \p known (parameters are always known).
  bool isDetermined(const isl::pw_aff &value, unsigned depth,
                    const std::vector<std::string> &known) const;
  /// The calls whose arguments are determined by the outermost \p depth loops,
  /// nested ones included; \p known are already known to be among them, such
  /// as those that fewer loops determine.
  std::vector<std::string>
  availableCalls(unsigned depth, std::vector<std::string> known = {}) const;

private:
  const Program &program;
  const Statement &statement;
  /// `{ S[..] }` the statement's instances.
  isl::set existing;
  std::vector<std::string> names;
  isl::pw_multi_aff toLoops;
};

} // namespace sparsec

#endif // SPARSEC_IR_LOOPSPACE_H
