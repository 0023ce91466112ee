//===- LoopTraits.h - what a loop offers to random steps --------*- C++ -*-===//
#ifndef SPARSEC_STRESS_LOOPTRAITS_H
#define SPARSEC_STRESS_LOOPTRAITS_H

#include "sparsec/IR/Program.h"

#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sparsec::stress {

/// A loop around a statement, as far as it says which steps make sense there.
/// Whether they are legal is for the checker: nothing here asks it.
struct LoopTraits {
  std::string name;
  std::set<unsigned> iterators; ///< of the statement, that its value mentions
  bool holdsSequence = false;   ///< directly inside
  bool isInnermost = false;
  bool isAlone = false; ///< around this statement only
  bool hasPragma = false;
  bool isGuarded = false;     ///< bounds or index arrays' subscripts mention it
  bool isParametric = true;   ///< between functions of the parameters
  bool startsPlainly = false; ///< at a function of the parameters
  std::optional<long> trips;  ///< when constant
  /// Its bounds, `{ S[..] -> [value] }`, where they are one expression each.
  std::optional<isl::pw_aff> lower, upper;
  /// Loops outside that must stay there: they fix the subscript of an index
  /// array in the bounds of this one.
  std::set<std::string> binders;

  std::optional<long> start() const {
    return lower ? poly::constantValue(*lower) : std::nullopt;
  }
};

/// Whether \p value changes with iterator \p pos of \p where, in the arguments
/// of calls too.
bool movesWith(const Statement &where, const isl::pw_aff &value, unsigned pos);

/// The loops around \p statement, outermost first.
std::vector<LoopTraits> loopTraits(const Program &program,
                                   const std::string &statement);

} // namespace sparsec::stress

#endif // SPARSEC_STRESS_LOOPTRAITS_H
