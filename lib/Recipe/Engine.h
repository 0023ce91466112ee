//===- Engine.h - the state of one recipe run -------------------*- C++ -*-===//
///
/// \file
/// An Engine owns the Lua state, the program as transformed so far, and what
/// the messages need: sources, steps, handles. Commands are plain functions of
/// a Call that return the number of Lua results or an llvm::Error; `dispatch`
/// turns that into a Lua error with its place, so that no C++ exception crosses
/// a Lua frame.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_RECIPE_ENGINE_H
#define SPARSEC_LIB_RECIPE_ENGINE_H

#include "Handles.h"
#include "Limits.h"
#include "RecipeErrors.h"
#include "RecipeSource.h"

#include "sparsec/IR/Culprit.h"
#include "sparsec/Poly/WorkLimit.h"
#include "sparsec/Recipe/Recipe.h"
#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Transforms/Transform.h"

#include <lua.hpp>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sparsec::recipe {

class Engine;

/// One call of a command from the recipe.
struct Call {
  Engine &engine;
  lua_State *state;
  /// As registered: "tile".
  std::string name;
  /// Of the name in the recipe.
  SourcePlace place;
  /// The transformation behind it; null for built-in functions.
  const TransformSpec *spec = nullptr;
};

using Command = llvm::Expected<int> (*)(Call &);

class Engine {
public:
  Engine(const Program &input, const RecipeOptions &options);

  llvm::Expected<RecipeResult> run();

  /// Makes \p command a global function; for transformations with \p spec.
  void addCommand(const std::string &name, Command command,
                  const TransformSpec *spec = nullptr);
  /// Pushes \p command as a Lua function.
  void pushCommand(const std::string &name, Command command,
                   const TransformSpec *spec = nullptr);
  /// Loads and calls \p path; its results are left on the stack.
  llvm::Expected<int> runFile(lua_State *state, const std::string &path);

  /// The place of the innermost Lua line from \p level on, at \p name there.
  std::optional<SourcePlace> placeOf(lua_State *state, int level,
                                     llvm::StringRef name) const;
  /// As above, of the call of \p name that \p state runs: of several on the
  /// line the first whose literals are what it was given.
  std::optional<SourcePlace> callPlace(lua_State *state,
                                       llvm::StringRef name) const;
  /// Bytes \p begin .. \p end of the string that is argument \p position, from
  /// 1, of \p call, where the recipe has it as a literal; else the literal, or
  /// the call.
  SourcePlace placeInArgument(const Call &call, int position, size_t begin,
                              size_t end) const;
  /// The name of the recipe's own function that is running, "" if none.
  std::string enclosingFunction(lua_State *state) const;
  const RecipeSource *sourceOf(unsigned buffer) const;
  const RecipeSource *sourceOf(llvm::StringRef path) const;
  /// \p span in the C source; nothing when it is not known.
  std::optional<SourcePlace> placeInSource(const SourceSpan &span);
  /// "called from here" for the frames outside the innermost one.
  std::vector<Note> callers(lua_State *state) const;

  /// Writes the step \p text of \p call down and tells who follows the steps.
  void finishStep(const Call &call, const std::string &text,
                  const StepReport &report);
  bool isOverLimit() const;
  /// Whether RecipeOptions::emit makes code of \p tried.
  bool hasCode(const Program &tried);
  void warn(SourcePlace place, const llvm::Twine &message);
  llvm::raw_ostream &printed() const;
  /// Names of all commands, for suggestions.
  const std::vector<std::string> &commandNames() const { return commands; }

  static Engine &of(lua_State *state);

  const RecipeOptions &options;
  Program program;
  SourceDiagnostics diagnostics;
  Limits limits;
  HandleTable handles;
  /// Errors raised so far; a Lua error value refers to one by number.
  std::vector<Failure> failures;
  RecipeResult result;
  /// Hash of the matrices that were read, for the output's.
  std::string readData;
  std::set<std::string> usedSettings;
  /// Files being run, the outermost first, to notice cycles.
  std::vector<std::string> running;
  /// What each step found and where it stands, to blame one later.
  struct AppliedStep {
    Program before;
    std::string name, text, statement;
    SourcePlace place;
    size_t number; ///< in RecipeResult::steps, from 1
  };
  std::vector<AppliedStep> applied;

private:
  struct StateDeleter {
    void operator()(lua_State *state) const { lua_close(state); }
  };

  static int dispatch(lua_State *state);
  static int handleError(lua_State *state);
  static int unknownGlobal(lua_State *state);
  std::optional<Failure> staleName(lua_State *state, const std::string &name);
  static int body(lua_State *state);
  void setUp(lua_State *state);
  void setWords(lua_State *state);
  void checkSettings();
  /// The program that the steps leave, and whether it is another one.
  void finishProgram();
  void warnUnusedTunables();
  void warnOfCode(std::vector<CodeWarning> warnings);
  /// Warns of marks that a later step took away.
  void warnOfLostRequests();
  void setHash();
  /// Where a limit was hit.
  std::optional<SourcePlace> limitPlace() const;
  Failure failureOf(lua_State *state, int status);
  llvm::Error emit(const RecipeResult &made, const WarningSink &warn);
  /// \p error of `options.emit`, at the step that is to blame.
  Failure blame(llvm::Error error);
  std::optional<size_t> stepThatMade(const CulpritError::Test &isIn);
  std::optional<size_t> stepWithoutCode();
  void placeAt(size_t at, Failure &failure);
  std::optional<SourcePlace> kernelPlace();
  std::optional<SourcePlace> recipePlace() const;
  llvm::Error reportFailure(const Failure &failure);

  std::vector<std::string> commands;
  std::vector<std::unique_ptr<RecipeSource>> sources;
  unsigned sourceBuffer = 0; ///< of the C file, once a message shows it
  struct TunableUse {
    std::string name;
    SourcePlace place;
  };
  std::unique_ptr<lua_State, StateDeleter> lua;
  /// Of all steps together, while they are taken.
  std::optional<poly::WorkLimit> limitOfSteps;

public:
  std::vector<TunableUse> tunableUses;
};

/// The groups of commands, one file each.
void addTransformCommands(Engine &engine);   // Bindings.cpp
void addInspectionCommands(Engine &engine);  // Inspection.cpp
void addFactCommands(Engine &engine);        // Facts.cpp
void addCompositionCommands(Engine &engine); // Composition.cpp
void addMatrixCommands(Engine &engine);      // Matrices.cpp

/// The arguments of a call as the recipe wrote them: `S0, "k", {outer = "kk"}`.
std::string argumentText(lua_State *state, int first);

} // namespace sparsec::recipe

#endif // SPARSEC_LIB_RECIPE_ENGINE_H
