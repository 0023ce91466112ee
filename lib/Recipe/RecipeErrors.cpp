//===- RecipeErrors.cpp - what went wrong, where, and what to do ----------===//

#include "RecipeErrors.h"

#include "Engine.h"

#include "sparsec/Poly/WorkLimit.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec::recipe {

char CommandError::ID = 0;

llvm::Error commandError(const llvm::Twine &message, std::vector<Note> notes) {
  return llvm::make_error<CommandError>(message.str(), std::move(notes));
}

Failure toFailure(llvm::Error error) {
  Failure failure;
  llvm::handleAllErrors(
      std::move(error),
      [&](const CommandError &described) {
        failure.message = described.message;
        failure.notes = described.notes;
        failure.place = described.place;
        failure.remedies = described.remedies;
        failure.others = described.others;
      },
      [&](const poly::TooComplex &) {
        failure.isTooComplex = true;
        failure.message =
            "too complex: this takes more than " +
            std::to_string(poly::stepOperations / 1000000) +
            " million operations on sets, the limit; tile or split fewer of "
            "the loops around one statement, distribute() statements to loops "
            "of their own, or take such steps after those that list iterations";
      },
      [&](const InternalError &internal) {
        failure.message = "internal error: " + internal.message();
        failure.isInternal = true;
      },
      [&](const llvm::ErrorInfoBase &other) {
        failure.message = other.message();
      });
  // "isl: isl_tab_pip.c:713: unbounded optimum", from tryIsl.
  llvm::StringRef text = failure.message;
  failure.isBeyondIsl = text.consume_front("isl: ");
  if (failure.isBeyondIsl)
    failure.message = "the sets of this step are beyond what isl can decide (" +
                      text.str() +
                      "), so it is refused; try the steps in another order";
  return failure;
}

std::string joined(const std::vector<std::string> &names) {
  return names.empty() ? "none" : llvm::join(names, ", ");
}

std::vector<std::string> loopNames(const Program &program,
                                   const std::string &statement) {
  std::vector<std::string> names;
  if (const Phase *phase = program.phaseOf(statement))
    for (const ScheduleTree *loop : phase->tree.loopsAround(statement))
      names.push_back(loop->name);
  return names;
}

std::string liveLoops(const Program &program, const std::string &statement) {
  return joined(loopNames(program, statement));
}

std::vector<std::string> statementNames(const Program &program) {
  std::vector<std::string> names = program.executePhase().tree.statements();
  for (size_t at = 0; at + 1 < program.phases.size(); ++at)
    for (const std::string &name : program.phases[at].tree.statements())
      names.push_back(name);
  return names;
}

std::vector<Note> statementNotes(const Program &program,
                                 const std::string &statement) {
  std::vector<Note> notes;
  auto found = program.statements.find(statement);
  if (found == program.statements.end())
    return notes;
  const Statement &info = found->second;
  if (!info.source.empty())
    notes.push_back({std::nullopt, info.location,
                     "statement " + statement + " is: " + info.source});
  notes.push_back({std::nullopt, "",
                   "the live loops around " + statement +
                       " are: " + liveLoops(program, statement)});
  return notes;
}

//===----------------------------------------------------------------------===//
// Failures as Lua values
//===----------------------------------------------------------------------===//

static constexpr const char *failureType = "sparsec.error";

static int failureToText(lua_State *state) {
  std::optional<size_t> index = failureAt(state, 1);
  luaL_argexpected(state, index.has_value(), 1, "error");
  Engine &engine = Engine::of(state);
  const Failure &failure = engine.failures[*index];
  std::string text =
      failure.place ? engine.diagnostics.text(*failure.place) + ": " : "";
  text += failure.message;
  lua_pushlstring(state, text.data(), text.size());
  return 1;
}

static int concatenateFailure(lua_State *state) {
  luaL_tolstring(state, 1, nullptr);
  luaL_tolstring(state, 2, nullptr);
  lua_concat(state, 2);
  return 1;
}

void pushFailure(lua_State *state, size_t index) {
  auto *value =
      static_cast<size_t *>(lua_newuserdatauv(state, sizeof(size_t), 0));
  *value = index;
  if (luaL_newmetatable(state, failureType)) {
    constexpr luaL_Reg methods[] = {{"__tostring", failureToText},
                                    {"__concat", concatenateFailure},
                                    {nullptr, nullptr}};
    luaL_setfuncs(state, methods, 0);
    lua_pushliteral(state, "error");
    lua_setfield(state, -2, "__metatable");
  }
  lua_setmetatable(state, -2);
}

std::optional<size_t> failureAt(lua_State *state, int position) {
  void *value = luaL_testudata(state, position, failureType);
  if (!value)
    return std::nullopt;
  return *static_cast<size_t *>(value);
}

} // namespace sparsec::recipe
