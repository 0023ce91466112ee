//===- StepCheck.h - the parts of the checker -------------------*- C++ -*-===//
///
/// \file
/// What checkStep is made of. Every part proves or refuses; unknown is refused.
/// Private to lib/Analysis.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_STEPCHECK_H
#define SPARSEC_LIB_ANALYSIS_STEPCHECK_H

#include "InstancePair.h"
#include "Record.h"

#include "sparsec/Analysis/Dependences.h"
#include "sparsec/Analysis/Refusal.h"
#include "sparsec/IR/Step.h"

#include "llvm/Support/Error.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// A statement of the new program that runs instances of an old one.
struct Successor {
  const Statement *old = nullptr;
  const Statement *now = nullptr;
  /// `{ X[new] -> S[old] }`; absent when nothing changed.
  std::optional<isl::pw_multi_aff> map;
  bool padded = false, merged = false;
  const Enumeration *listed = nullptr;
  const CallTable *calls = nullptr;

  CallTable ofMap() const { return calls ? *calls : CallTable(); }
};

/// Whether a test has switched the checker off.
bool isUnchecked();
llvm::Error refusal(const llvm::Twine &why);
/// Of two touches of one element, at least one of them a write, \p first
/// earlier.
MayDependence::Kind kindOf(const Touch &first, const Touch &second);
/// "flow", "anti", "output" or "reduction".
std::string kindText(const Touch &first, const Touch &second);
/// Two accesses of one phase that touch one element, one of them writing.
struct Conflict {
  const Statement &source, &sink;
  const Touch &first, &second;
  const InstancePair &pair;
  /// By level of the order: `{ [S -> T] : both touch it, in this order }`.
  std::vector<OrderLevel> levels;
};
/// In textual order of the accesses; whether they can happen is not asked.
void forEachConflict(const Program &program, const Phase &phase,
                     const std::function<void(const Conflict &)> &visit);
/// "S0[i, j']" with \p prime behind each iterator.
std::string instanceText(const Statement &statement, llvm::StringRef prime);
/// "y[col(j')]": the element that \p touch of \p statement touches.
std::string elementText(const Statement &statement, const Touch &touch,
                        llvm::StringRef prime);
/// Where one of \p statements updates \p array under a condition, or to a
/// minimum, that depends on other elements of it: that, and what would not.
std::string ownResults(const std::vector<const Statement *> &statements,
                       const std::string &array);
RefusedAccess refusedAccess(const Statement &statement, const Touch &touch,
                            llvm::StringRef prime);

/// Where two new instances `{ [X -> Y] }` are found by one list: an entry of it
/// has one value of each loop, and equal values are one entry.
struct SharedList {
  /// A value that is listed: where both have the same one, and where not.
  struct Value {
    isl::set equal, different;
  };
  std::vector<Value> values;
  isl::set equalPlaces; ///< where they have one position
  /// They are one entry; nothing where the loops around do not show it.
  std::optional<isl::set> equalEntries;

  isl::set equalValues() const;
  /// What is left of \p points: equal values or places, where the others are
  /// plainly equal.
  isl::set within(const isl::set &points) const;
  /// The same, where \p facts show of \p instances that values are equal.
  isl::set within(const isl::set &points, const isl::set &instances,
                  const UninterpretedFunctionSolver &facts) const;
};
/// Nothing where there is no such list.
std::optional<SharedList>
sharedList(const InstancePair &pair, const Successor &source,
           const View &oldSource, const Successor &sink, const View &oldSink);
/// Who runs the instances of each old statement; an error when one has no
/// successor.
llvm::Expected<std::vector<Successor>> findSuccessors(const Program &before,
                                                      const StepResult &step);
/// Whether \p phase of \p after is one of \p before: same statements, loops and
/// marks.
bool isSamePhase(const Program &before, const Program &after,
                 const Phase &phase);
/// Whether statement \p name of \p phase has isSameNest, the same marks on its
/// loops but for what their kernel was called before it was called \p kernel,
/// and works on what belongs to whom it belonged to.
bool isSameInKernel(const Program &before, const Program &after,
                    const Phase &phase, const std::string &name,
                    const std::string &kernel);
/// Whether the kernel \p root of \p phase is one of \p before: same statements
/// on the same elements, in the same loops with the same marks, around it, too.
bool isSameKernel(const Program &before, const Program &after,
                  const Phase &phase, const ScheduleTree &root);
/// Whether statement \p name of \p phase has the same instances in the same
/// loops as before, whatever their marks are and whatever stands beside it.
bool isSameNest(const Program &before, const Program &after, const Phase &phase,
                const std::string &name);
/// Every loop of a phase that changed stands where its bounds are known, and
/// the loops around a statement tell its instances apart.
llvm::Error checkBounds(const Program &before, const Program &after,
                        Record &record);
/// The inspector of \p successor, which is listed, records its instances.
llvm::Error checkList(const Program &before, const Program &after,
                      const Successor &successor);
/// (a) every old instance is run exactly once, nothing else is run.
llvm::Error checkCoverage(const Program &before, const Program &after,
                          const std::vector<Successor> &successors,
                          Record &record);
/// (c) dependences of \p before are respected by the program of \p step.
llvm::Error checkOrder(const Program &before, const StepResult &step,
                       const std::vector<Successor> &successors,
                       Record &record);
/// New statements beside old ones (copies) stand where the statements that
/// they serve stand.
llvm::Error checkNewWork(const Program &before, const Program &after,
                         const std::vector<Successor> &successors,
                         Record &record);
/// What one instance stores and another reads is stored where the latter looks
/// for it, whatever scalars and arrays the step has renamed.
llvm::Error checkValues(const Program &before, const StepResult &step,
                        const std::vector<Successor> &successors,
                        Record &record);
/// Index arrays and arrays that inspectors read are not written by the loops.
llvm::Error checkFrozen(const Program &after, Record &record);
/// What inspectors make is made before a loop bound or an index needs it.
llvm::Error checkMakingOrder(const Program &after);
/// Owners of a private scalar, temporary or workspace are not interleaved.
llvm::Error checkPrivate(const Program &before, const Program &after,
                         const std::vector<Successor> &successors,
                         Record &record);
/// Loops marked parallel or simd may still run so.
llvm::Error checkParallelMarks(const Program &before, const Program &after,
                               const std::vector<Successor> &successors,
                               Record &record);
/// Loops mapped to blocks and threads make kernels without races.
llvm::Error checkKernels(const Program &before, const Program &after,
                         Record &record);
/// Kernels that have become one launch do not depend on each other.
llvm::Error checkSharedLaunches(const Program &before, const Program &after,
                                Record &record);

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_STEPCHECK_H
