//===- LuaErrors.cpp - errors of the Lua language itself ------------------===//
///
/// \file
/// Places of running code, and what becomes of Lua's own errors: a syntax
/// error, an unknown name, a limit, `error("…")`.
///
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "LuaPlaces.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Regex.h"

namespace sparsec::recipe {

//===----------------------------------------------------------------------===//
// Places
//===----------------------------------------------------------------------===//

const RecipeSource *Engine::sourceOf(unsigned buffer) const {
  for (const auto &source : sources)
    if (source->buffer() == buffer)
      return source.get();
  return nullptr;
}

const RecipeSource *Engine::sourceOf(llvm::StringRef path) const {
  for (const auto &source : sources)
    if (source->path() == path)
      return source.get();
  return nullptr;
}

std::optional<SourcePlace> Engine::placeOf(lua_State *state, int level,
                                           llvm::StringRef name) const {
  lua_Debug activation;
  for (; lua_getstack(state, level, &activation); ++level) {
    lua_getinfo(state, "Sl", &activation);
    if (activation.currentline <= 0 || activation.source[0] != '@')
      continue;
    const RecipeSource *source =
        sourceOf(llvm::StringRef(activation.source + 1));
    if (!source)
      continue;
    unsigned line = unsigned(activation.currentline);
    return SourcePlace{source->buffer(), line, source->columnOf(line, name)};
  }
  return std::nullopt;
}

/// The name by which the Lua function at \p level was called, "" for a chunk.
static std::string functionName(lua_State *state, int level) {
  lua_Debug activation;
  if (!lua_getstack(state, level, &activation))
    return "";
  lua_getinfo(state, "Sn", &activation);
  bool isNamedLua =
      activation.what == llvm::StringRef("Lua") && activation.name != nullptr;
  return isNamedLua ? activation.name : "";
}

std::string Engine::enclosingFunction(lua_State *state) const {
  return functionName(state, 1);
}

std::vector<Note> Engine::callers(lua_State *state) const {
  constexpr size_t maximum = 5;
  std::vector<Note> notes;
  lua_Debug activation;
  for (int level = 1;
       lua_getstack(state, level, &activation) && notes.size() < maximum;
       ++level) {
    std::string name = functionName(state, level);
    if (name.empty())
      continue;
    if (auto place = placeOf(state, level + 1, name))
      notes.push_back({place, "", "in function '" + name + "', called here"});
  }
  return notes;
}

//===----------------------------------------------------------------------===//
// Unknown names
//===----------------------------------------------------------------------===//

/// Why \p name, which is no Lua variable, might have been written.
static std::string explainName(const Engine &engine, const std::string &name,
                               bool inFact) {
  const Program &program = engine.program;
  if (inFact)
    return "; known and assume take strings: known(\"" + name + " == 0\")";
  bool isLoop = false;
  for (const std::string &statement : statementNames(program)) {
    std::vector<std::string> loops = loopNames(program, statement);
    isLoop |= std::find(loops.begin(), loops.end(), name) != loops.end();
  }
  if (isLoop)
    return "; loops are named by strings: \"" + name + "\"";
  if (program.arrays.count(name) || program.findParameter(name))
    return "; the kernel's parameters and arrays are named by strings: \"" +
           name + "\"";
  if (name == "io" || name == "os" || name == "package" || name == "debug" ||
      name == "coroutine" || name == "load" || name == "loadfile" ||
      name == "dofile" || name == "require" || name == "collectgarbage")
    return "; recipes cannot reach files, processes or the Lua runtime (use(…) "
           "takes in another recipe)";
  return "";
}

/// What became of the statement \p name, if there was one.
std::optional<Failure> Engine::staleName(lua_State *state,
                                         const std::string &name) {
  if (!handles.wasConsumed(name))
    return std::nullopt;
  Failure failure = toFailure(handles.resolve(name, program).takeError());
  failure.place = placeOf(state, 1, name);
  return failure;
}

/// __index of the globals.
int Engine::unknownGlobal(lua_State *state) {
  Engine &engine = Engine::of(state);
  if (lua_type(state, 2) != LUA_TSTRING)
    return 0;
  std::string name = lua_tostring(state, 2);
  if (engine.program.statements.count(name)) {
    engine.handles.push(state, name);
    return 1;
  }
  if (std::optional<Failure> stale = engine.staleName(state, name)) {
    engine.failures.push_back(std::move(*stale));
    pushFailure(state, engine.failures.size() - 1);
    return lua_error(state);
  }
  Failure failure;
  failure.place = engine.placeOf(state, 1, name);
  const RecipeSource *source =
      failure.place ? engine.sourceOf(failure.place->buffer) : nullptr;
  unsigned line = failure.place ? failure.place->line : 0;
  bool isCall = source && source->isCalled(line, name);
  bool inFact =
      source && !isCall &&
      (source->isCalled(line, "known") || source->isCalled(line, "assume"));
  std::string why = explainName(engine, name, inFact);
  if (why.empty())
    why = didYouMean(name, engine.commandNames());
  failure.message =
      (isCall ? "no command '" : "unknown name '") + name + "'" + why;
  failure.notes = engine.callers(state);
  engine.failures.push_back(std::move(failure));
  pushFailure(state, engine.failures.size() - 1);
  return lua_error(state);
}

//===----------------------------------------------------------------------===//
// Lua's messages
//===----------------------------------------------------------------------===//

/// The name in quotes at the end of "attempt to call a nil value (local 'x')"
/// or "unexpected symbol near 'x'".
static std::string quotedName(llvm::StringRef message) {
  llvm::StringRef tail = message.rsplit("'").first;
  return message.contains('\'') ? tail.rsplit("'").second.str() : "";
}

llvm::StringRef withoutPlace(llvm::StringRef message, unsigned &line) {
  llvm::SmallVector<llvm::StringRef> parts;
  if (!llvm::Regex("^[^\n]*:([0-9]+): ").match(message, &parts))
    return message;
  // The first such prefix, not a later one.
  size_t end = 0;
  for (size_t colon = message.find(':'); colon != llvm::StringRef::npos;
       colon = message.find(':', colon + 1)) {
    llvm::StringRef digits =
        message.substr(colon + 1).take_while(llvm::isDigit);
    end = colon + 1 + digits.size();
    if (!digits.empty() && message.substr(end).starts_with(": ") &&
        !digits.getAsInteger(10, line))
      return message.substr(end + 2);
  }
  return message;
}

std::optional<SourcePlace> Engine::limitPlace() const {
  const RecipeSource *source = sourceOf(llvm::StringRef(limits.refusedFile()));
  if (!source)
    return std::nullopt;
  unsigned line = limits.refusedLine();
  return SourcePlace{source->buffer(), line, source->columnOf(line, "")};
}

/// The message handler: makes a Failure of whatever was thrown, while the
/// stack still tells where.
int Engine::handleError(lua_State *state) {
  Engine &engine = Engine::of(state);
  if (failureAt(state, 1))
    return 1;
  Failure failure;
  std::string token;
  if (engine.limits.isExhausted()) {
    failure.message = engine.limits.reason();
  } else {
    size_t length = 0;
    const char *text = luaL_tolstring(state, 1, &length);
    unsigned line = 0;
    failure.message = withoutPlace({text, length}, line).str();
    token = quotedName(failure.message);
  }
  failure.place = engine.limits.isExhausted() ? engine.limitPlace()
                                              : engine.placeOf(state, 1, token);
  failure.notes = engine.callers(state);
  engine.failures.push_back(std::move(failure));
  if (engine.limits.isExhausted())
    return 1;
  pushFailure(state, engine.failures.size() - 1);
  return 1;
}

Failure Engine::failureOf(lua_State *state, int status) {
  if (std::optional<size_t> index = failureAt(state, -1))
    return failures[*index];
  if (limits.isExhausted() && !failures.empty())
    return failures.back();
  if (status != LUA_ERRMEM)
    return {"error while handling an error", std::nullopt, {}};
  Failure failure;
  failure.message = "the recipe takes more than " +
                    std::to_string(options.memoryLimit >> 20) +
                    " MB of Lua memory";
  failure.place = limitPlace();
  return failure;
}

/// A syntax error: Lua gives file:line and the token it stopped at.
static llvm::Error syntaxError(const RecipeSource &source,
                               llvm::StringRef message) {
  unsigned line = 1;
  llvm::StringRef text = withoutPlace(message, line);
  std::string token = quotedName(text);
  SourcePlace place{source.buffer(), line, source.columnOf(line, token)};
  for (const Token &word : source.tokens())
    if (word.line == line && word.text == token) {
      place.column = word.column;
      break;
    }
  return llvm::make_error<CommandError>(("syntax error: " + text).str(),
                                        std::vector<Note>(), place);
}

namespace {
/// A file on the stack of running ones; leaves it on Lua errors too. The clock
/// runs while its code does.
class RunningFile {
public:
  RunningFile(Engine &engine, const std::string &path) : engine(engine) {
    engine.running.push_back(path);
    engine.limits.resumeClock();
  }
  ~RunningFile() {
    engine.limits.pauseClock();
    engine.running.pop_back();
  }

private:
  Engine &engine;
};
} // namespace

llvm::Expected<int> Engine::runFile(lua_State *state, const std::string &path) {
  llvm::Expected<std::string> text = RecipeSource::readText(path);
  if (!text)
    return text.takeError();
  unsigned buffer = diagnostics.addBuffer(path, *text);
  sources.push_back(
      std::make_unique<RecipeSource>(path, *text, buffer, commands));
  const RecipeSource &source = *sources.back();
  result.files.push_back(path);
  int base = lua_gettop(state);
  if (luaL_loadbufferx(state, source.chunk().data(), source.chunk().size(),
                       ("@" + path).c_str(), "t") != LUA_OK) {
    if (lua_type(state, -1) != LUA_TSTRING)
      lua_error(state);
    return syntaxError(source, lua_tostring(state, -1));
  }
  RunningFile mark(*this, path);
  lua_call(state, 0, LUA_MULTRET);
  return lua_gettop(state) - base;
}

} // namespace sparsec::recipe
