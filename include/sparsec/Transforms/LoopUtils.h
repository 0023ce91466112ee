//===- LoopUtils.h - what the loop transformations share --------*- C++ -*-===//
///
/// \file
/// Finding, checking and rewriting loops of a program's schedule trees. Every
/// function works on the loop *node* around a statement, so an edit holds for
/// all statements below it, in any phase.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_TRANSFORMS_LOOPUTILS_H
#define SPARSEC_TRANSFORMS_LOOPUTILS_H

#include "sparsec/Transforms/Transform.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// A step that has changed nothing yet.
StepResult startStep(const Program &program);

/// "i, k": names of the loops around \p statement, outermost first.
std::string loopsText(const Program &program, const std::string &statement);

/// A statement of \p phase that writes \p array; empty when none does.
std::string writerIn(const Program &program, const Phase &phase,
                     const std::string &array);
/// The same of the execution: what it writes, the inspector can neither copy
/// nor read as indices.
std::string executedWriter(const Program &program, const std::string &array);

/// Nodes from a tree's root to a leaf: loops, sequences, the leaf.
using TreePath = std::vector<ScheduleTree *>;
/// The path in \p program's own tree; empty when no phase has \p statement.
TreePath pathTo(Program &program, const std::string &statement);

/// The loop \p loop around \p statement, for editing \p program, or an error
/// that lists the loops there are.
llvm::Expected<ScheduleTree *> editLoop(Program &program,
                                        const std::string &statement,
                                        const std::string &loop);
/// The same for reading.
llvm::Expected<const ScheduleTree *> requireLoop(const Program &program,
                                                 const std::string &statement,
                                                 const std::string &loop);

/// Lets the bounds of loops come of conditions without calls that \p
/// statement's constraints imply: `col(j) == i` is `k == i` for k = col(j).
void boundByConditions(Statement &statement);

/// What a recipe means by the name of \p loop for \p statement, `{ S[..] -> [v]
/// }`: the loop's value; where it runs down, through values of -i, i itself.
isl::pw_aff writtenValue(const ScheduleTree &loop, const Statement &statement);

/// The nodes from the outermost to the innermost of the loops \p names around
/// \p statement. Fails unless they are perfectly nested (nothing but loops in
/// between) and pairwise different.
llvm::Expected<TreePath> perfectChain(Program &program,
                                      const std::string &statement,
                                      const std::vector<std::string> &names);

/// Fails unless \p name may name a new loop around the statements of \p node:
/// a C identifier that no loop around or below \p node, array, parameter or
/// statement has.
llvm::Error checkNewLoopName(const Program &program, const ScheduleTree &node,
                             const std::string &name);
/// The default name of a loop made from \p loop: its letter doubled (`kk`),
/// lengthened until checkNewLoopName accepts it and it is none of \p taken.
std::string defaultLoopName(const Program &program, const ScheduleTree &loop,
                            const std::set<std::string> &taken = {});

/// Where the instances of a new statement come from.
struct Derivation {
  std::string oldStatement;
  isl::pw_multi_aff map; ///< `{ X[new] -> S[old] }`
};
/// After leaves of \p tree were renamed: gives each loop the values of the new
/// statements (pulled back through their maps) and drops those of statements
/// that are no longer below it. The maps must keep the arguments of the calls
/// that loop values mention.
void rebindValues(ScheduleTree &tree,
                  const std::map<std::string, Derivation> &derivations);
/// Adds to \p statement's table the calls of \p old that the loop values around
/// it mention; `pullBack` does not know of them. \p map as in rebindValues.
void keepScheduleCalls(const ScheduleTree &tree, const Statement &old,
                       const isl::pw_multi_aff &map, Statement &statement);

/// Puts the leaf \p made directly before the leaf \p statement below \p node.
void putBefore(ScheduleTree &node, const std::string &statement,
               const std::string &made);

} // namespace sparsec

#endif // SPARSEC_TRANSFORMS_LOOPUTILS_H
