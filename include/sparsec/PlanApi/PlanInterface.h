//===- PlanInterface.h - what each contract function uses -------*- C++ -*-===//
#ifndef SPARSEC_PLANAPI_PLANINTERFACE_H
#define SPARSEC_PLANAPI_PLANINTERFACE_H

#include "sparsec/Lowering/ArrayExtents.h"
#include "sparsec/Target/Cuda/GpuRules.h"
#include "sparsec/Target/Cuda/KernelStorage.h"

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/Module.h"
#include "sparsec/PlanApi/Emit.h"

#include "llvm/Support/Error.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// One lowered phase.
struct PhaseCode {
  std::vector<LoopNode> body;
  /// Phase::onlyIf
  std::string onlyIf;
  /// CUDA: the functions that it launches.
  std::vector<LoopFunction> kernels;
  /// CUDA: arrays that those functions have elements of each thread in.
  PlanArrays threadArrays;
  /// What `body` names.
  std::set<std::string> names;
  /// Of which the function's arguments may not be close to INT_MAX (IntSums.h).
  std::set<std::string> inIntSums;
  /// The body declares locals outside all loops, and is no block yet.
  bool declares = false;
  /// Arrays and scalars that the phase's statements assign to, and all that
  /// they use.
  std::set<std::string> written, touched;
  /// Arrays that the phase gives their memory.
  std::set<std::string> made;
  /// The caller's arrays that have to begin at a multiple of that many bytes.
  std::map<std::string, unsigned> alignments;
};

/// A condition of the original program that a contract function checks.
struct OverlapCheck {
  std::string first, second; ///< arrays, "y" or "A->val"
  LoopExpr firstBytes, secondBytes;
  std::set<std::string> names; ///< in all of them
};

/// One function of the contract: names of the C parameters it takes, in the
/// original order.
struct PlanFunction {
  std::string name;
  std::vector<std::string> arguments;

  bool takes(const std::string &argument) const;
};

/// Everything the emitters of the contract share.
struct PlanInterface {
  PlanInterface(Program program, const CodeGenOptions &options)
      : program(std::move(program)), options(options) {}

  Program program;
  const CodeGenOptions &options;
  std::vector<PhaseCode> inspectPhases, updatePhases;
  PhaseCode executePhase;
  /// The body of the static check function; none when there is nothing to
  /// check.
  std::vector<LoopNode> checks;
  /// The same for arrays on the GPU, and the types that it needs.
  std::vector<LoopNode> gpuChecks;
  std::vector<LoopStruct> gpuCheckTypes;
  /// What `_execute` returns where conditions on parameters that it alone uses
  /// do not hold.
  std::vector<LoopNode> executeConditions;
  std::vector<OverlapCheck> executeChecks, dropInChecks;
  PlanFunction check, gpuCheck, inspect, update, execute;
  /// Integer arguments kept in the plan by value.
  std::vector<std::string> frozen;

  /// The plan's scalars that overlap checks and lengths of arrays use.
  std::set<std::string> checkedScalars;

  /// What usesValue has found of workspaces: isl takes long to derive a length,
  /// and each scalar asks for all. The program is final by then.
  mutable std::map<std::string, std::set<std::string>> lengthWords;

  bool isCuda() const { return options.target == Target::Cuda; }
  /// Whether `_inspect` and `_update` run on the GPU, on device arrays.
  bool inspectsOnGpu() const { return isCuda() && program.inspectsOnGpu; }
  /// Whether \p function takes device arrays and a stream.
  bool takesStream(const PlanFunction &function) const {
    return isCuda() &&
           (&function == &execute || (inspectsOnGpu() && &function != &check));
  }
  /// Whether \p code uses \p name, also for the size of what is allocated for
  /// it.
  bool usesValue(const PhaseCode &code, const std::string &name) const;
  /// Whether `_update`, `_execute` or a check uses the plan's scalar \p name.
  bool keeps(const std::string &name) const;
  /// Whether the plan has \p array, Array::onGpu, for the executor's kernels.
  bool keepsOnGpu(const Array &array) const {
    return isCuda() && executePhase.names.count(array.name) != 0;
  }
  /// Whether `_execute` works in memory of the plan, which two executions
  /// cannot have at once.
  bool isForOneExecution() const;
  /// Those of `frozen` that are fields of the plan: a function uses or compares
  /// them.
  std::vector<std::string> heldArguments() const;
  bool hasUpdate() const { return !updatePhases.empty(); }
  std::string planType() const { return program.function.name + "_plan"; }
  const SourceFunction::Argument *findArgument(const std::string &name) const;
  const Array *findArray(const std::string &name) const;
  /// The caller's arrays that `_execute` uses, "A->col" among them, with the
  /// argument of each, in the order of the arguments.
  std::vector<std::pair<const Array *, std::string>> executeArrays() const;
};

/// \p value with what inspectors count read from the plan: `8 * plan->c_count`.
LoopExpr fromPlan(const Program &program, const LoopExpr &value);

/// Whether the recipe and the target agree on where loops run and arrays lie.
llvm::Error checkTarget(const PlanInterface &model);

/// Lowers all phases and finds what each function needs.
llvm::Expected<PlanInterface> planInterfaceOf(const Program &program,
                                              const CodeGenOptions &options);

/// The same of \p program with its source as the target has it.
llvm::Expected<PlanInterface> targetInterfaceOf(const Program &program,
                                                const CodeGenOptions &options);

/// Statements that define fill_limit: from the bytes of the caller's arrays
/// that the inspector reads.
llvm::Expected<std::vector<LoopNode>> fillLimit(const PlanInterface &model);

} // namespace sparsec

#endif // SPARSEC_PLANAPI_PLANINTERFACE_H
