//===- LoopCoordinates.h - loops as a statement's iterators -----*- C++ -*-===//
#ifndef SPARSEC_LIB_TRANSFORMS_SUPPORT_LOOPCOORDINATES_H
#define SPARSEC_LIB_TRANSFORMS_SUPPORT_LOOPCOORDINATES_H

#include "sparsec/IR/Step.h"

#include <string>
#include <vector>

namespace sparsec {

/// Makes the outermost \p depth loops around each of \p statements its first
/// iterators, so that `Array::privateDepth` can name them: `S[i]` in loops
/// `ii = floor(i/4), i` becomes `S[ii, i]`, with the instance map
/// `{ S[ii,i] -> S[4*ii + i] }` added to \p result. Returns false, and changes
/// nothing, when that is not possible: loop values that use calls, or private
/// scalars (other than \p except) of which no first loops tell the owner, as
/// the iterators did. All statements that share such scalars get new iterators.
bool useLoopCoordinates(StepResult &result,
                        const std::vector<std::string> &statements,
                        unsigned depth, const std::string &except = "");

/// Whether the private scalars of \p statement, if it has any, belong to
/// iterations of loops around it: its first iterators are their values.
bool keepsOwners(const Program &program, const std::string &statement);

/// Adds the identity as instance map of a statement that has none yet.
void keepInstances(StepResult &result, const std::string &statement);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_SUPPORT_LOOPCOORDINATES_H
