//===- Bindings.cpp - transformations as commands -------------------------===//
///
/// \file
/// Every entry of the transformation table becomes a Lua function. A step is
/// transactional: arguments, then apply and the checker, and only then does the
/// engine's program change.
///
//===----------------------------------------------------------------------===//

#include "ArgumentReader.h"
#include "Fingerprint.h"
#include "Remedies.h"

#include "sparsec/IR/Visits.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace sparsec::recipe {
namespace {

/// Whether \p order was stated by the step behind \p before.
bool isStated(const Program &before, const FreeOrder &order) {
  return llvm::all_of(order.statements, [&](const std::string &name) {
    return before.statements.count(name) &&
           llvm::none_of(before.freeOrders, [&](const FreeOrder &known) {
             return llvm::is_contained(known.statements, name);
           });
  });
}

/// Takes down the free orders that \p next has and no program before.
void noteFreed(Engine &engine, Program &next) {
  for (const FreeOrder &order : next.freeOrders) {
    if (!isStated(engine.program, order))
      continue;
    const std::string &first = order.statements.front();
    engine.result.freed.push_back({order, next.phaseOf(first)->tree});
    if (engine.options.tellsVisits)
      tellVisits(next, order, engine.result.freed.size() - 1);
  }
}

void recordStep(Call &call, StepResult &step, const std::string &text,
                const std::string &statement) {
  Engine &engine = call.engine;
  for (const std::string &warning : step.warnings)
    engine.warn(call.place, call.name + ": " + warning);
  auto stateOf = [](const Program &program) {
    return fingerprint(program) + std::to_string(program.facts.size()) + " " +
           std::to_string(program.freeOrders.size());
  };
  bool changes = stateOf(engine.program) != stateOf(step.program);
  if (!changes && step.warnings.empty())
    engine.warn(call.place, call.name + ": this step has no effect");
  if (changes)
    engine.result.change = RecipeResult::Change::Some;
  engine.handles.recordStep(engine.program, step, text, call.place);
  engine.applied.push_back({engine.program, call.name, text, statement,
                            call.place, engine.result.steps.size() + 1});
  noteFreed(engine, step.program);
  engine.program = std::move(step.program);
}

/// Adds what the user needs to know of the statement to \p error.
llvm::Error withStatement(llvm::Error error, const Program &program,
                          const std::string &statement) {
  if (error.isA<InternalError>())
    return error;
  Failure failure = toFailure(std::move(error));
  for (Note &note : statementNotes(program, statement))
    failure.notes.push_back(std::move(note));
  return llvm::make_error<CommandError>(failure.message, failure.notes);
}

/// Both accesses and the loop between them, in the C source.
std::vector<Note> conflictNotes(Engine &engine, const Refusal &refusal) {
  std::vector<Note> notes;
  for (const RefusedAccess &access : refusal.accesses)
    notes.push_back({engine.placeInSource(access.span), "", access.text});
  if (auto place = engine.placeInSource(refusal.loopSpan))
    notes.push_back(
        {place, "",
         "they are in different iterations of loop '" + refusal.loop + "'"});
  return notes;
}

/// Whether what is known leaves \p statement no iteration.
bool neverRuns(const Program &program, const Statement &statement) {
  return statement.instances()
      .intersect_params(program.callContext(statement))
      .is_empty();
}

/// Why isl could not do a step: mostly a statement without iterations, whose
/// sets are empty where the step needs a point.
std::string beyondIsl(const Program &program, std::string message) {
  try {
    for (const auto &[name, statement] : program.statements)
      if (neverRuns(program, statement))
        return "statement " + name +
               " never runs: what is known leaves it no iteration, and this "
               "step cannot be taken with it; take the step before that one "
               "which leaves it none, or remove it from the source";
  } catch (const isl::exception &) {
  }
  return message;
}

/// The message for a step that was refused, and how to look for a remedy.
llvm::Error refusedStep(Call &call, llvm::Error error,
                        const Arguments &arguments) {
  const Program &program = call.engine.program;
  if (error.isA<InternalError>())
    return error;
  RefusedStep refused{program, call.spec, arguments, std::nullopt,
                      [&engine = call.engine](const Program &tried) {
                        return engine.hasCode(tried);
                      }};
  std::string statement = arguments.statement();
  for (const Engine::AppliedStep &step : llvm::reverse(call.engine.applied)) {
    if (!step.before.statements.count(statement))
      statement = call.engine.handles.originOf(statement);
    refused.earlier.push_back({step.number, step.text, step.before, statement});
  }
  std::vector<Note> notes;
  error = llvm::handleErrors(
      std::move(error), [&](std::unique_ptr<IllegalStep> step) -> llvm::Error {
        refused.refusal = step->refusal;
        notes = conflictNotes(call.engine, step->refusal);
        return llvm::Error(std::move(step));
      });
  Failure failure = toFailure(std::move(error));
  if (failure.isBeyondIsl)
    failure.message = beyondIsl(program, std::move(failure.message));
  for (Note &note : statementNotes(program, arguments.statement()))
    notes.push_back(std::move(note));
  auto described =
      std::make_unique<CommandError>(failure.message, std::move(notes));
  // Each remedy would be tried for as long as the step itself took.
  if (!failure.isTooComplex)
    described->remedies = [refused = std::move(refused)] {
      return remediesFor(refused);
    };
  return llvm::Error(std::move(described));
}

/// The statement that the first argument names, if it is a live one.
std::string firstStatement(Call &call) {
  if (lua_gettop(call.state) == 0)
    return "";
  llvm::Expected<std::string> statement = statementAt(call.state, 1);
  if (statement)
    return *statement;
  llvm::consumeError(statement.takeError());
  return "";
}

llvm::Expected<int> runTransform(Call &call) {
  Engine &engine = call.engine;
  std::string text = call.name + "(" + argumentText(call.state, 1) + ")";
  std::string statement = firstStatement(call);
  llvm::Expected<Arguments> arguments = ArgumentReader(call).read();
  if (!arguments)
    return withStatement(arguments.takeError(), engine.program, statement);
  StepReport report;
  llvm::Expected<StepResult> step =
      applyChecked(*call.spec, engine.program, *arguments,
                   engine.options.wantsReports ? &report : nullptr);
  if (!step)
    return refusedStep(call, step.takeError(), *arguments);
  std::string made = step->made.empty() ? arguments->statement()
                                        : step->made.front().statement;
  recordStep(call, *step, text, made);
  std::string function = engine.enclosingFunction(call.state);
  engine.finishStep(call, function.empty() ? text : function + ": " + text,
                    report);
  if (engine.program.statements.count(made))
    engine.handles.push(call.state, made, step->made);
  else
    lua_pushnil(call.state);
  return 1;
}

void appendValue(lua_State *state, int position, unsigned depth,
                 std::string &text);

/// `{"i", "k", outer = "kk"}`, keys in order.
void appendTable(lua_State *state, int position, unsigned depth,
                 std::string &text) {
  std::vector<std::string> parts;
  lua_Integer count = lua_Integer(lua_rawlen(state, position));
  for (lua_Integer at = 1; at <= std::min<lua_Integer>(count, 16); ++at) {
    lua_rawgeti(state, position, at);
    appendValue(state, lua_gettop(state), depth + 1, parts.emplace_back());
    lua_pop(state, 1);
  }
  size_t listed = parts.size();
  lua_pushnil(state);
  while (lua_next(state, position)) {
    if (lua_type(state, -2) == LUA_TSTRING && parts.size() < 32) {
      std::string part = std::string(lua_tostring(state, -2)) + " = ";
      appendValue(state, lua_gettop(state), depth + 1, part);
      parts.push_back(part);
    }
    lua_pop(state, 1);
  }
  std::sort(parts.begin() + long(listed), parts.end());
  text += "{" + llvm::join(parts, ", ") + "}";
}

void appendValue(lua_State *state, int position, unsigned depth,
                 std::string &text) {
  if (const Handle *handle = Engine::of(state).handles.at(state, position)) {
    text += handle->statement;
    return;
  }
  switch (lua_type(state, position)) {
  case LUA_TSTRING:
    text +=
        "\"" + std::string(lua_tostring(state, position)).substr(0, 80) + "\"";
    return;
  case LUA_TNUMBER:
    lua_pushvalue(state, position);
    text += lua_tostring(state, -1);
    lua_pop(state, 1);
    return;
  case LUA_TBOOLEAN:
    text += lua_toboolean(state, position) ? "true" : "false";
    return;
  case LUA_TTABLE:
    if (depth < 3)
      return appendTable(state, position, depth, text);
    [[fallthrough]];
  default:
    text += luaL_typename(state, position);
  }
}

} // namespace

std::string argumentText(lua_State *state, int first) {
  std::vector<std::string> parts;
  luaL_checkstack(state, 20, "too many values");
  for (int at = first, top = lua_gettop(state); at <= top && at < first + 16;
       ++at)
    appendValue(state, at, 0, parts.emplace_back());
  return llvm::join(parts, ", ");
}

void addTransformCommands(Engine &engine) {
  for (const TransformSpec *spec : allTransforms())
    engine.addCommand(spec->name.str(), runTransform, spec);
}

} // namespace sparsec::recipe
