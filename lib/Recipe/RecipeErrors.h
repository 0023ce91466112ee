//===- RecipeErrors.h - what went wrong, where, and what to do --*- C++ -*-===//
#ifndef SPARSEC_LIB_RECIPE_RECIPEERRORS_H
#define SPARSEC_LIB_RECIPE_RECIPEERRORS_H

#include "sparsec/IR/Program.h"
#include "sparsec/Support/Diagnostics.h"

#include <functional>
#include <optional>
#include <string>
#include <vector>

struct lua_State;

namespace sparsec::recipe {

/// A line below an error: at a place in a recipe, or after free text such as
/// "spmv.c:4:7".
struct Note {
  std::optional<SourcePlace> place;
  std::string where;
  std::string text;
};

/// What is wrong and where.
struct PlacedError {
  std::string message;
  SourcePlace place;
};

/// One error, ready to be printed. As a Lua value it is a small userdata with
/// the position in Engine::failures; `tostring` gives place and message.
struct Failure {
  std::string message;
  std::optional<SourcePlace> place;
  std::vector<Note> notes;
  std::vector<PlacedError> others = {}; ///< that are told with it, behind it
  bool isInternal = false;
  bool isBeyondIsl = false;  ///< isl gave up
  bool isTooComplex = false; ///< poly::TooComplex
  /// Finds what would help; asked for only when the failure is printed.
  std::function<std::vector<std::string>()> remedies = nullptr;
};

/// An error with notes that a command returns; with a place of its own when
/// that is not the place of the call.
class CommandError : public llvm::ErrorInfo<CommandError> {
public:
  static char ID;
  CommandError(std::string message, std::vector<Note> notes,
               std::optional<SourcePlace> place = std::nullopt)
      : message(std::move(message)), notes(std::move(notes)), place(place) {}
  void log(llvm::raw_ostream &out) const override { out << message; }
  std::error_code convertToErrorCode() const override {
    return llvm::inconvertibleErrorCode();
  }

  const std::string message;
  const std::vector<Note> notes;
  const std::optional<SourcePlace> place;
  std::function<std::vector<std::string>()> remedies; ///< may be null
  std::vector<PlacedError> others; ///< that are told with it, behind it
};

llvm::Error commandError(const llvm::Twine &message,
                         std::vector<Note> notes = {});

/// Message, notes and kind of \p error.
Failure toFailure(llvm::Error error);

/// What the user needs to know of \p statement: its source line and the loops
/// around it now.
std::vector<Note> statementNotes(const Program &program,
                                 const std::string &statement);

/// "i, kk, k" or "none".
std::string liveLoops(const Program &program, const std::string &statement);
std::vector<std::string> loopNames(const Program &program,
                                   const std::string &statement);
/// Statements of all phases in textual order, the execute phase's first.
std::vector<std::string> statementNames(const Program &program);
/// Joined by ", "; "none" if empty.
std::string joined(const std::vector<std::string> &names);

/// Pushes the error value of failure number \p index.
void pushFailure(lua_State *state, size_t index);
/// The number of the failure at stack \p position, if it is one.
std::optional<size_t> failureAt(lua_State *state, int position);

} // namespace sparsec::recipe

#endif // SPARSEC_LIB_RECIPE_RECIPEERRORS_H
