//===- Composition.cpp - tunables and recipes in recipes ------------------===//
///
/// \file
/// param and use.
///
//===----------------------------------------------------------------------===//

#include "Engine.h"
#include "UsedFiles.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::recipe {
namespace {

llvm::Expected<std::vector<long>> candidatesAt(lua_State *state, int position) {
  std::vector<long> candidates;
  if (lua_isnoneornil(state, position))
    return candidates;
  if (!lua_istable(state, position))
    return commandError("param: the candidates are a list of integers");
  for (lua_Integer at = 1; at <= lua_Integer(lua_rawlen(state, position));
       ++at) {
    int isInteger = 0;
    lua_rawgeti(state, position, at);
    candidates.push_back(long(lua_tointegerx(state, -1, &isInteger)));
    lua_pop(state, 1);
    if (!isInteger)
      return commandError("param: candidate " + llvm::Twine(at) +
                          " is not an integer");
  }
  return candidates;
}

/// The value that -set gives, if it does.
llvm::Error applySetting(Engine &engine, Tunable &tunable) {
  auto setting = engine.options.settings.find(tunable.name);
  if (setting == engine.options.settings.end())
    return llvm::Error::success();
  engine.usedSettings.insert(tunable.name);
  if (tunable.text) {
    tunable.text = setting->second;
    return llvm::Error::success();
  }
  if (llvm::StringRef(setting->second).getAsInteger(10, tunable.value))
    return commandError("-set " + tunable.name + "=" + setting->second +
                        ": the value of a param is an integer");
  return llvm::Error::success();
}

/// param("Ti", 32, {16, 32, 64}), param("Ti", 32) or param("matrix", "A.mtx").
llvm::Expected<int> param(Call &call) {
  lua_State *state = call.state;
  Engine &engine = call.engine;
  Tunable tunable;
  int isInteger = 0;
  if (lua_type(state, 1) == LUA_TSTRING)
    tunable.name = lua_tostring(state, 1);
  tunable.value = long(lua_tointegerx(state, 2, &isInteger));
  bool isText = lua_type(state, 2) == LUA_TSTRING && lua_gettop(state) == 2;
  if (isText)
    tunable.text = lua_tostring(state, 2);
  if (tunable.name.empty() || !(isInteger || isText) || lua_gettop(state) > 3)
    return commandError("param takes a name, an integer and a list of "
                        "candidates: param(\"Ti\", 32, {16, 32, 64}); or a "
                        "name and a string: param(\"matrix\", \"A.mtx\")");
  auto candidates = candidatesAt(state, 3);
  if (!candidates)
    return candidates.takeError();
  tunable.candidates = *candidates;
  if (llvm::Error error = applySetting(engine, tunable))
    return error;
  auto same = llvm::find_if(engine.result.tunables, [&](const Tunable &other) {
    return other.name == tunable.name;
  });
  if (same == engine.result.tunables.end()) {
    engine.result.tunables.push_back(tunable);
    engine.tunableUses.push_back({tunable.name, call.place});
  } else if (same->value != tunable.value || same->text != tunable.text) {
    return commandError("param '" + tunable.name +
                        "' was declared before with value " +
                        same->text.value_or(std::to_string(same->value)));
  }
  if (tunable.text)
    lua_pushstring(state, tunable.text->c_str());
  else
    lua_pushinteger(state, tunable.value);
  return 1;
}

/// use("lib/blocks.script"), relative to the recipe that says so.
llvm::Expected<int> use(Call &call) {
  Engine &engine = call.engine;
  if (lua_gettop(call.state) != 1 || lua_type(call.state, 1) != LUA_TSTRING)
    return commandError("use takes the path of a recipe: "
                        "use(\"lib/blocks.script\")");
  std::string name = lua_tostring(call.state, 1);
  llvm::Expected<std::string> path =
      usedFile(engine.options.file, engine.running.back(), name);
  if (!path)
    return path.takeError();
  for (const std::string &running : engine.running)
    if (realPath(running) == realPath(*path))
      return commandError("use: '" + name + "' is already being run");
  return engine.runFile(call.state, *path);
}

/// target(): "cuda" where the code is for a GPU, else "c".
llvm::Expected<int> target(Call &call) {
  if (lua_gettop(call.state) != 0)
    return commandError("target takes no arguments");
  lua_pushstring(call.state, call.engine.options.target.c_str());
  return 1;
}

} // namespace

void addCompositionCommands(Engine &engine) {
  engine.addCommand("param", param);
  engine.addCommand("use", use);
  engine.addCommand("target", target);
}

} // namespace sparsec::recipe
