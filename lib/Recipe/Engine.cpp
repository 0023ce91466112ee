//===- Engine.cpp - runs a recipe -----------------------------------------===//

#include "Engine.h"

#include "Fingerprint.h"
#include "Sandbox.h"

#include "sparsec/Analysis/JoinedPhases.h"
#include "sparsec/Analysis/KeptArrays.h"
#include "sparsec/Poly/WorkLimit.h"
#include "sparsec/Recipe/Commands.h"
#include "sparsec/Support/JsonDiagnostics.h"
#include "sparsec/Support/Memory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/SHA256.h"

namespace sparsec::recipe {

/// What a step costs of the instruction budget: the default one is enough for
/// 500 steps.
static constexpr uint64_t stepWork = 400000;
static constexpr uint64_t commandWork = 1000;
/// The most operations of isl for all steps together: a minute.
static constexpr unsigned long recipeOperations = 4 * poly::stepOperations;

/// Whether the steps together have used up what isl may do.
bool Engine::isOverLimit() const {
  return limitOfSteps && limitOfSteps->isReached();
}

Engine::Engine(const Program &input, const RecipeOptions &options)
    : options(options), program(input),
      diagnostics(options.diagnostics ? *options.diagnostics : llvm::errs()),
      limits(options.memoryLimit, options.instructionLimit),
      result{input, {}, {}, {}, {}, {}, {}} {}

Engine &Engine::of(lua_State *state) {
  return **static_cast<Engine **>(lua_getextraspace(state));
}

llvm::raw_ostream &Engine::printed() const {
  return options.printed ? *options.printed : llvm::outs();
}

void Engine::warn(SourcePlace place, const llvm::Twine &message) {
  diagnostics.report(SourceDiagnostics::Severity::Warning, place, message);
}

void Engine::finishStep(const Call &call, const std::string &text,
                        const StepReport &report) {
  result.steps.push_back(text);
  if (options.afterStep)
    options.afterStep({result.steps.size(),
                       call.name,
                       text,
                       program,
                       {diagnostics.bufferName(call.place.buffer),
                        diagnostics.bufferText(call.place.buffer),
                        call.place.line, call.place.column},
                       call.spec != nullptr,
                       report});
}

std::optional<SourcePlace> Engine::placeInSource(const SourceSpan &span) {
  const SourceFunction &function = program.function;
  if (!span.isKnown())
    return std::nullopt;
  if (!sourceBuffer)
    sourceBuffer = diagnostics.addBuffer(function.file, function.fileText);
  auto [line, column] = function.lineAndColumn(span.begin);
  return SourcePlace{sourceBuffer, line, column,
                     unsigned(span.end - span.begin)};
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

/// Runs the command; what it throws of C++ becomes an error. Lua's own
/// exceptions are not std::exception and pass through.
static llvm::Expected<int> callCommand(Command command, Call &call) {
  try {
    return command(call);
  } catch (const isl::exception &failure) {
    return llvm::make_error<InternalError>(std::string("isl: ") +
                                           failure.what());
  } catch (const std::bad_alloc &) {
    outOfMemory();
  } catch (const std::exception &failure) {
    return llvm::make_error<InternalError>(failure.what());
  }
}

/// Name, place and step in front of and below what a command reported.
static Failure describeFailure(Call &call, llvm::Error error,
                               const std::string &arguments) {
  Failure failure = toFailure(std::move(error));
  const bool isElsewhere =
      failure.place && failure.place->buffer != call.place.buffer;
  if (isElsewhere)
    failure.notes.push_back({call.place, "", "taken in here"});
  if (!failure.place)
    failure.place = call.place;
  // Whatever the step says: isl did not answer it.
  if (call.engine.isOverLimit())
    failure.message = "too many steps: all up to this one take more than " +
                      std::to_string(recipeOperations / 1000000) +
                      " million operations on sets, the limit of a recipe; "
                      "apply fewer, or to fewer loops";
  if (call.spec || failure.isTooComplex)
    failure.message = call.name + ": " + failure.message;
  if (call.spec) {
    std::string step = call.name + "(" + arguments + ")";
    size_t number = call.engine.result.steps.size() + 1;
    failure.notes.insert(
        failure.notes.begin(),
        {std::nullopt, "", "in step " + std::to_string(number) + ": " + step});
  }
  for (Note &caller : call.engine.callers(call.state))
    failure.notes.push_back(std::move(caller));
  return failure;
}

int Engine::dispatch(lua_State *state) {
  Engine &engine = Engine::of(state);
  auto command =
      reinterpret_cast<Command>(lua_touserdata(state, lua_upvalueindex(1)));
  auto *spec = static_cast<const TransformSpec *>(
      lua_touserdata(state, lua_upvalueindex(3)));
  engine.limits.charge(state, spec ? stepWork : commandWork);

  Call call{engine, state, lua_tostring(state, lua_upvalueindex(2)), {}, spec};
  bool isField = call.name.empty();
  std::string token = isField && lua_type(state, 2) == LUA_TSTRING
                          ? lua_tostring(state, 2)
                          : call.name;
  call.place = engine.callPlace(state, token).value_or(SourcePlace{});
  std::string arguments = isField ? "" : argumentText(state, 1);
  luaL_checkstack(state, 20, "too many values");

  engine.limits.pauseClock();
  llvm::Expected<int> results = callCommand(command, call);
  engine.limits.resumeClock();
  if (results)
    return *results;
  Failure failure = describeFailure(call, results.takeError(), arguments);
  engine.failures.push_back(std::move(failure));
  pushFailure(state, engine.failures.size() - 1);
  return lua_error(state);
}

void Engine::pushCommand(const std::string &name, Command command,
                         const TransformSpec *spec) {
  lua_State *state = lua.get();
  lua_pushlightuserdata(state, reinterpret_cast<void *>(command));
  lua_pushstring(state, name.c_str());
  lua_pushlightuserdata(state, const_cast<TransformSpec *>(spec));
  lua_pushcclosure(state, dispatch, 3);
}

void Engine::addCommand(const std::string &name, Command command,
                        const TransformSpec *spec) {
  assert((spec || llvm::any_of(recipeCommands(),
                               [&](const CommandHelp &known) {
                                 return known.name == name;
                               })) &&
         "a command that -help=commands does not have");
  pushCommand(name, command, spec);
  lua_setglobal(lua.get(), name.c_str());
  commands.push_back(name);
}

//===----------------------------------------------------------------------===//
// Set-up
//===----------------------------------------------------------------------===//

/// Words that parameters accept (`strided`) become globals of that value.
void Engine::setWords(lua_State *state) {
  for (const TransformSpec *spec : allTransforms())
    for (const ParameterSpec &parameter : spec->parameters) {
      llvm::SmallVector<llvm::StringRef> words;
      parameter.words.split(words, '|', -1, /*KeepEmpty=*/false);
      for (llvm::StringRef word : words) {
        if (lua_getglobal(state, word.str().c_str()) == LUA_TNIL) {
          lua_pushlstring(state, word.data(), word.size());
          lua_setglobal(state, word.str().c_str());
        }
        lua_pop(state, 1);
      }
    }
}

void Engine::setUp(lua_State *state) {
  openSandbox(state, limits);
  addTransformCommands(*this);
  addInspectionCommands(*this);
  addFactCommands(*this);
  addCompositionCommands(*this);
  addMatrixCommands(*this);
  setWords(state);
  std::vector<std::string> statements = statementNames(program);
  if (!statements.empty()) {
    handles.push(state, statements.front());
    lua_setglobal(state, "s");
  }
  // Reading an unknown global is an error; statement names are handles.
  lua_pushglobaltable(state);
  lua_createtable(state, 0, 2);
  lua_pushcfunction(state, unknownGlobal);
  lua_setfield(state, -2, "__index");
  lua_pushliteral(state, "globals");
  lua_setfield(state, -2, "__metatable");
  lua_setmetatable(state, -2);
  lua_pop(state, 1);
}

/// All of the run, inside one protected call.
int Engine::body(lua_State *state) {
  Engine &engine = Engine::of(state);
  engine.setUp(state);
  llvm::Expected<int> results = engine.runFile(state, engine.options.file);
  if (results)
    return 0;
  Failure failure = toFailure(results.takeError());
  engine.failures.push_back(std::move(failure));
  pushFailure(state, engine.failures.size() - 1);
  return lua_error(state);
}

llvm::Expected<RecipeResult> Engine::run() {
  lua.reset(lua_newstate(&Limits::allocate, &limits));
  if (!lua)
    return llvm::createStringError(std::errc::not_enough_memory,
                                   "no memory for a Lua state");
  lua_State *state = lua.get();
  *static_cast<Engine **>(lua_getextraspace(state)) = this;
  lua_pushcfunction(state, handleError);
  lua_pushcfunction(state, body);
  limits.install(state);
  limitOfSteps.emplace(program.context.ctx(), recipeOperations);
  int status = lua_pcall(state, 0, 0, 1);
  limitOfSteps.reset();
  if (status != LUA_OK)
    return reportFailure(failureOf(state, status));
  for (const auto &[name, value] : options.settings)
    if (!usedSettings.count(name)) {
      std::vector<std::string> declared;
      for (const Tunable &tunable : result.tunables)
        declared.push_back(tunable.name);
      return reportFailure({"-set " + name + "=" + value +
                                ": the recipe declares no param '" + name +
                                "'; it declares: " + joined(declared) +
                                didYouMean(name, declared),
                            std::nullopt,
                            {}});
    }
  warnUnusedTunables();
  setHash();
  finishProgram();
  warnOfLostRequests();
  std::vector<CodeWarning> warnings;
  auto collect = [&](CodeWarning warning) {
    warnings.push_back(std::move(warning));
  };
  if (options.emit)
    if (llvm::Error error = emit(result, collect))
      return reportFailure(blame(std::move(error)));
  warnOfCode(std::move(warnings));
  return std::move(result);
}

/// What \p program executes, of the sizes and arrays those of \p source only.
static Program executed(Program program, const Program &source) {
  program.phases = {program.executePhase()};
  std::map<std::string, Statement> statements;
  for (const std::string &name : program.executePhase().tree.statements())
    statements.emplace(name, program.statement(name));
  program.statements = std::move(statements);
  program.parameters = source.parameters;
  program.context = source.context;
  std::map<std::string, Array> arrays;
  for (const auto &[name, array] : program.arrays)
    if (source.arrays.count(name))
      arrays.emplace(name, array);
  program.arrays = std::move(arrays);
  return program;
}

void Engine::finishProgram() {
  const Program source = withKeptArraysOnly(result.program);
  result.program = withJoinedPhases(withKeptArraysOnly(program));
  if (result.change != RecipeResult::Change::Some ||
      fingerprint(source) != fingerprint(executed(result.program, source)))
    return;
  result.change = fingerprint(source) == fingerprint(result.program)
                      ? RecipeResult::Change::Undone
                      : RecipeResult::Change::Unused;
}

/// Where the call of `param` in \p line declares \p name; null where several
/// may.
static const Token *declarationOf(const RecipeSource &source, unsigned line,
                                  const std::string &name) {
  const std::vector<const Token *> calls = source.callsOf(line, "param");
  for (const Token *call : calls) {
    const std::vector<const Token *> words = source.literalArguments(*call);
    if (!words.empty() && words[0] && words[0]->plainString() == name)
      return call;
  }
  return calls.size() == 1 ? calls[0] : nullptr;
}

void Engine::warnUnusedTunables() {
  for (const TunableUse &use : tunableUses) {
    const RecipeSource *source = sourceOf(use.place.buffer);
    const Token *call =
        source ? declarationOf(*source, use.place.line, use.name) : nullptr;
    std::string variable = call ? source->assignedName(*call) : "?";
    if (variable == "?" ||
        (!variable.empty() && source->occurrences(variable) > 1))
      continue;
    warn(use.place, "param '" + use.name + "' is never used");
  }
}

void Engine::setHash() {
  llvm::SHA256 hash;
  for (const auto &source : sources)
    hash.update(source->original());
  for (const Tunable &tunable : result.tunables)
    hash.update(tunable.name + "=" +
                tunable.text.value_or(std::to_string(tunable.value)));
  hash.update(readData);
  result.hash = llvm::toHex(hash.final(), /*LowerCase=*/true).substr(0, 16);
}

/// Where a note points: for programs also what the text names by its place
/// alone.
static std::optional<SourcePlace> placeOfNote(Engine &engine,
                                              const Note &note) {
  if (note.place || note.where.empty() || !usesJsonDiagnostics())
    return note.place;
  return engine.placeInSource(note.span);
}

llvm::Error Engine::reportFailure(const Failure &failure) {
  using Severity = SourceDiagnostics::Severity;
  // What the whole recipe is about is shown where it begins.
  const auto place = failure.place ? failure.place : recipePlace();
  if (place)
    diagnostics.report(Severity::Error, *place, failure.message);
  else
    diagnostics.report(Severity::Error, options.file, failure.message);
  for (const PlacedError &other : failure.others)
    diagnostics.report(Severity::Error, other.place, other.message);
  for (const Note &note : failure.notes) {
    if (const auto at = placeOfNote(*this, note))
      diagnostics.report(Severity::Note, *at, note.text);
    else
      diagnostics.report(Severity::Note, note.where, note.text);
  }
  if (failure.remedies && options.wantsRemedies)
    for (const std::string &remedy : failure.remedies())
      diagnostics.report(Severity::Note,
                         failure.place && !usesJsonDiagnostics()
                             ? diagnostics.text(*failure.place)
                             : "",
                         "remedy: " + remedy);
  const size_t count = 1 + failure.others.size();
  const std::string summary = std::to_string(count) +
                              (count == 1 ? " error in " : " errors in ") +
                              options.file;
  if (failure.isInternal)
    return llvm::make_error<InternalError>(summary);
  return llvm::createStringError(llvm::inconvertibleErrorCode(), summary);
}

} // namespace sparsec::recipe

namespace sparsec {

std::string DoneStep::Place::text() const {
  return (file + ":" + llvm::Twine(line) + ":" + llvm::Twine(column)).str();
}

llvm::Expected<RecipeResult> runRecipe(const Program &input,
                                       const RecipeOptions &options) {
  return recipe::Engine(input, options).run();
}

} // namespace sparsec
