//===- RescaledParts.h - parts of maxima and sums, combined -----*- C++ -*-===//
#ifndef SPARSEC_LIB_TRANSFORMS_SUPPORT_RESCALEDPARTS_H
#define SPARSEC_LIB_TRANSFORMS_SUPPORT_RESCALEDPARTS_H

#include "Support/RescaledElements.h"

#include "sparsec/IR/Step.h"

#include <map>

namespace sparsec {

/// Whether \p assignment sets its target to the number 0.
bool isZeroConstant(const std::optional<Assignment> &assignment);

/// Makes the parts of partial_rescaled, and what combines them.
class RescaledParts {
public:
  /// \p starts: a statement of the loops around, which runs whenever parts have
  /// to be combined; "" where those of an iteration tell. \p setters: who sets
  /// each sum to 0.
  RescaledParts(StepResult &result, RescaledSums sums, RescaledLoops loops,
                const std::string &starts,
                std::map<std::string, std::string> setters);

  llvm::Error make();

private:
  void makeArrays();
  void redirect();
  Expr part(const std::string &array, const RescaledElements &elements) const;
  std::string makeStatement(const std::string &role,
                            const RescaledElements &elements,
                            const Assignment &assignment);
  ScheduleTree nest(const std::vector<std::string> &statements,
                    const RescaledElements &elements, bool isPartInside) const;
  std::vector<ScheduleTree> start();
  std::vector<ScheduleTree> combine();
  llvm::Error checkElements() const;
  Expr factorOf(const Expr &own) const;
  Expr scaled(Expr part, Expr factor) const;

  StepResult &result;
  const Program before;
  const RescaledSums sums;
  const RescaledLoops loops;
  const std::map<std::string, std::string> setters; ///< of sums
  OuterView view;                                   ///< over the loops around
  const isl::set needed;        ///< `{ O[outer] }`: where parts are combined
  const RescaledElements alone; ///< of a scalar
  std::map<std::string, RescaledElements> elements; ///< of each sum
  std::map<std::string, std::string> parts;    ///< array => that of its parts
  std::map<std::string, std::string> combined; ///< sum => who adds up its parts
  std::string factor; ///< the array of what parts of sums are multiplied by
};

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_SUPPORT_RESCALEDPARTS_H
