//===- Handles.h - statements as Lua values ---------------------*- C++ -*-===//
///
/// \file
/// Commands return a handle to what they made: `local x = compact(…)`. A handle
/// stands for its default statement; `x.executor` is a handle to the statement
/// of that role, `x.name` the name. A handle whose statement a later step
/// replaced is stale, and its error names that step.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_RECIPE_HANDLES_H
#define SPARSEC_LIB_RECIPE_HANDLES_H

#include "RecipeErrors.h"

#include "sparsec/IR/Step.h"

#include <map>
#include <string>
#include <vector>

struct lua_State;

namespace sparsec::recipe {

struct Handle {
  std::string statement;
  /// How often the name had been consumed when the handle was made.
  unsigned generation = 0;
  std::vector<MadeStatement> made;
};

/// All handles of a run, and which statements have been consumed by what.
class HandleTable {
public:
  /// Records which statements of \p before are gone after \p step.
  void recordStep(const Program &before, const StepResult &step,
                  const std::string &stepText, SourcePlace place);

  /// The live statement behind \p handle, or the stale-handle error.
  llvm::Expected<std::string> resolve(const Handle &handle,
                                      const Program &program) const;
  /// The live statement \p name, or an error that says what became of it.
  llvm::Expected<std::string> resolve(const std::string &name,
                                      const Program &program) const;

  /// Whether there was a statement \p name that is gone.
  bool wasConsumed(const std::string &name) const {
    return consumed.count(name) != 0;
  }

  /// The consumed statement that became \p name among others; "" for none.
  std::string originOf(const std::string &name) const;

  /// Makes a Lua value.
  void push(lua_State *state, const std::string &statement,
            std::vector<MadeStatement> made = {});
  /// The handle at stack \p position; null when it is something else.
  const Handle *at(lua_State *state, int position) const;

private:
  struct Consumption {
    unsigned count = 0;
    std::string step;
    SourcePlace place;
    std::vector<std::string> replacedBy;
  };

  llvm::Error staleError(const std::string &name) const;

  std::vector<Handle> handles;
  std::map<std::string, Consumption> consumed;
};

/// The statement at stack \p position: a handle, a name or a number in textual
/// order.
llvm::Expected<std::string> statementAt(lua_State *state, int position);

} // namespace sparsec::recipe

#endif // SPARSEC_LIB_RECIPE_HANDLES_H
