//===- LoopSplit.h - one loop into two by a condition -----------*- C++ -*-===//
///
/// \file
/// Index-set splitting, the engine of split, split_with_alignment and peel: a
/// loop and all statements below it become two loops one after the other, each
/// over one part of the instances.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_SUPPORT_LOOPSPLIT_H
#define SPARSEC_LIB_TRANSFORMS_SUPPORT_LOOPSPLIT_H

#include "sparsec/IR/Step.h"

#include "llvm/Support/Error.h"

#include <map>
#include <string>

namespace sparsec {

/// What goes where.
struct LoopSplit {
  std::string statement, loop;
  /// For every statement below the loop, `{ S[..] : in the first part }`; may
  /// mention the statement's calls.
  std::map<std::string, isl::set> first;
  /// Names of the parts, for new statements (`S_main`) and handles.
  std::string firstRole, secondRole;
};

/// The split of \p loop around \p statement into a main part with a multiple of
/// \p multiple iterations and the remainder. Fails when the loop's bounds are
/// not single expressions.
llvm::Expected<LoopSplit> alignedSplit(const Program &program,
                                       const std::string &statement,
                                       const std::string &loop, long multiple);

/// Fails where \p condition on loops compares one with a sum that has so large
/// a number that it may not fit: `e < index[i] + 2147483647` stands for no
/// limit, and would wrap around.
llvm::Error checkAddends(const isl::set &condition);

/// Whether every instance is in the first part.
bool isAllFirst(const Program &program, const LoopSplit &split);

/// The program with the loop split. Every statement S below it is replaced by
/// S_firstRole and S_secondRole, or by one of them when the other part is
/// empty. Fails when one part is empty for all statements.
llvm::Expected<StepResult> splitLoop(const Program &program,
                                     const LoopSplit &split);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_SUPPORT_LOOPSPLIT_H
