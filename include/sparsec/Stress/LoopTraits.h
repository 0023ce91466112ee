//===- LoopTraits.h - what a loop offers to random steps --------*- C++ -*-===//
#ifndef SPARSEC_STRESS_LOOPTRAITS_H
#define SPARSEC_STRESS_LOOPTRAITS_H

#include "sparsec/IR/Program.h"

#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sparsec::stress {

/// A value that takes isl some time: found when it is asked for first. Copies
/// share it.
template <typename Value>
class Late {
public:
  Late() = default;
  explicit Late(std::function<Value()> find)
      : state(std::make_shared<State>(State{std::move(find), {}})) {}

  const Value &operator()() const {
    if (!state->value)
      state->value = state->find();
    return *state->value;
  }

private:
  struct State {
    std::function<Value()> find;
    std::optional<Value> value;
  };
  std::shared_ptr<State> state;
};

/// A loop around a statement, as far as it says which steps make sense there.
/// Whether they are legal is for the checker: nothing here asks it.
struct LoopTraits {
  std::string name;
  std::set<unsigned> iterators; ///< of the statement, that its value mentions
  bool holdsSequence = false;   ///< directly inside
  bool isInnermost = false;
  bool isAlone = false; ///< around this statement only
  bool hasPragma = false;
  bool isGuarded = false;   ///< bounds or index arrays' subscripts mention it
  bool isParametric = true; ///< between functions of the parameters
  Late<bool> startsPlainly; ///< at a function of the parameters
  Late<std::optional<long>> trips; ///< when constant
  /// Its bounds, `{ S[..] -> [value] }`, where they are one expression each.
  Late<std::optional<isl::pw_aff>> lower, upper;
  /// Loops outside that must stay there: they fix the subscript of an index
  /// array in the bounds of this one.
  Late<std::set<std::string>> binders;

  std::optional<long> start() const {
    return lower() ? poly::constantValue(*lower()) : std::nullopt;
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
