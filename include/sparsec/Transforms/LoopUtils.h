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
#include <string>
#include <vector>

namespace sparsec {

/// "i, k": names of the loops around \p statement, outermost first.
std::string loopsText(const Program &program, const std::string &statement);

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
/// lengthened until checkNewLoopName accepts it.
std::string defaultLoopName(const Program &program, const ScheduleTree &loop);

/// What the facts say about \p statement's calls: Program::callContext and
/// row lengths, `{ : index(i + 1) - index(i) <= M }`, in parameters only.
isl::set callFacts(const Program &program, const Statement &statement);
/// Instances of \p statement under everything known: `{ S[..] }`.
isl::set knownInstances(const Program &program, const std::string &statement);

/// Whether `0 <= value < bound` holds on all instances of \p statement;
/// \p value and \p bound are `{ S[..] -> [v] }`.
bool staysBelow(const Program &program, const std::string &statement,
                const isl::pw_aff &value, const isl::pw_aff &bound);

enum class Side { Lower, Upper };
/// The first (last) value of the loop \p loop around \p statement, given the
/// loops around it: `{ S[..] -> [bound] }`, constant in the loop itself. Fails
/// when there is none or when it is not one expression.
llvm::Expected<isl::pw_aff> loopBound(const Program &program,
                                      const std::string &statement,
                                      const std::string &loop, Side side);
/// loopBound for every statement below the loop: the least (greatest) of them.
/// Fails when they cannot be compared.
llvm::Expected<std::map<std::string, isl::pw_aff>>
commonBound(const Program &program, const std::string &statement,
            const std::string &loop, Side side);

/// Values of the loops of \p program around and including \p loop for
/// \p statement, as `{ S[..] -> tuple[values] }`. With \p includeLoop false
/// only those outside it.
isl::pw_multi_aff loopValues(const Program &program,
                             const std::string &statement,
                             const std::string &loop, bool includeLoop,
                             const std::string &tuple);

/// Where the instances of a new statement come from.
struct Derivation {
  std::string oldStatement;
  isl::pw_multi_aff map; ///< `{ X[new] -> S[old] }`
};
/// After leaves of \p tree were renamed: gives each loop the values of the new
/// statements (pulled back through their maps) and drops those of statements
/// that are no longer below it.
void rebindValues(ScheduleTree &tree,
                  const std::map<std::string, Derivation> &derivations);

} // namespace sparsec

#endif // SPARSEC_TRANSFORMS_LOOPUTILS_H
