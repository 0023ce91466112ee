//===- StepIdioms.h - steps that make sense together ------------*- C++ -*-===//
///
/// \file
/// Some transformations are hardly ever legal on their own: a kernel needs all
/// of its loops mapped, a loop of four iterations is there after `tile` only.
/// An idiom is a list of steps that prepares for one and applies it, at a place
/// where it may work. Its steps are drawn one by one, each from the program
/// that the one before has made; nothing says that they are legal.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_STRESS_STEPIDIOMS_H
#define SPARSEC_LIB_STRESS_STEPIDIOMS_H

#include "sparsec/Stress/Inputs.h"
#include "sparsec/Stress/LoopTraits.h"
#include "sparsec/Stress/Random.h"

#include <functional>
#include <string>
#include <vector>

namespace sparsec::stress {

/// The text of a step for the program as it is then; "" where there is none.
using Later = std::function<std::string(const Program &)>;

/// Where an idiom is to work, and what it draws from.
struct Place {
  const Program &program;
  std::string statement;
  const std::vector<LoopTraits> &loops; ///< around it, outermost first
  Random &random;
  std::function<std::string()> freshName;
  /// Values that may be taken for known.
  const Inputs *known = nullptr;
};

/// Steps for \p transform; empty when it has no idiom or nothing to do there.
std::vector<Later> idiomFor(const std::string &transform, const Place &place);
/// Steps that map the outermost loop at \p place that can be to a GPU.
std::vector<Later> mapToGpu(const Place &place);
/// Arrays with elements at places of a permutation that an inspector makes.
std::vector<std::string> permutedArrays(const Program &program,
                                        const std::string &statement);

/// Arrays of the caller with elements in rows, and the pointers to these.
std::vector<std::pair<std::string, std::string>>
arraysInRows(const Program &program);
/// Loops over rows and entries as one, whose threads add up runs of a row.
std::vector<Later> sharedEntries(const Place &place);
/// What `specialize` may take for known: "\"p\", 3".
std::string knownValues(const Place &place);
/// Levels of a loop with dependences (`sparse_partition`) on a GPU.
std::vector<Later> gpuLevels(const Place &place);

} // namespace sparsec::stress

#endif // SPARSEC_LIB_STRESS_STEPIDIOMS_H
