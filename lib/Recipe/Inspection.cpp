//===- Inspection.cpp - commands that look and do not touch ---------------===//
///
/// \file
/// print, loops, statements, dependences, is_parallel, assert_loops.
///
//===----------------------------------------------------------------------===//

#include "Engine.h"

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Analysis/Dependences.h"
#include "sparsec/Poly/WorkLimit.h"

namespace sparsec::recipe {
namespace {

//===----------------------------------------------------------------------===//
// Lists that print as their elements
//===----------------------------------------------------------------------===//

constexpr const char *listType = "sparsec.list";

int listToText(lua_State *state) {
  luaL_Buffer buffer;
  luaL_checktype(state, 1, LUA_TTABLE);
  lua_getmetatable(state, 1);
  lua_getfield(state, -1, "separator");
  const char *separator = lua_tostring(state, -1);
  luaL_buffinit(state, &buffer);
  for (lua_Integer at = 1; at <= lua_Integer(lua_rawlen(state, 1)); ++at) {
    if (at > 1)
      luaL_addstring(&buffer, separator);
    lua_rawgeti(state, 1, at);
    luaL_tolstring(state, -1, nullptr);
    lua_remove(state, -2);
    luaL_addvalue(&buffer);
  }
  luaL_pushresult(&buffer);
  return 1;
}

/// Gives the table on top of the stack its `tostring`.
void makeList(lua_State *state, const char *separator) {
  if (luaL_newmetatable(state, (std::string(listType) + separator).c_str())) {
    lua_pushcfunction(state, listToText);
    lua_setfield(state, -2, "__tostring");
    lua_pushstring(state, separator);
    lua_setfield(state, -2, "separator");
  }
  lua_setmetatable(state, -2);
}

void pushTexts(lua_State *state, const std::vector<std::string> &texts,
               const char *separator) {
  lua_createtable(state, int(texts.size()), 0);
  for (size_t at = 0; at < texts.size(); ++at) {
    lua_pushlstring(state, texts[at].data(), texts[at].size());
    lua_rawseti(state, -2, lua_Integer(at) + 1);
  }
  makeList(state, separator);
}

/// The statement of an optional first argument; the only one if left out.
llvm::Expected<std::string> optionalStatement(Call &call) {
  if (!lua_isnoneornil(call.state, 1))
    return statementAt(call.state, 1);
  std::vector<std::string> names = statementNames(call.engine.program);
  if (names.size() == 1)
    return names.front();
  return commandError(call.name +
                      ": which statement? there are: " + joined(names));
}

//===----------------------------------------------------------------------===//
// Commands
//===----------------------------------------------------------------------===//

/// print(): the program. print(…): values, as Lua's.
llvm::Expected<int> print(Call &call) {
  std::string line;
  int count = lua_gettop(call.state);
  for (int at = 1; at <= count; ++at) {
    size_t length = 0;
    const char *text = luaL_tolstring(call.state, at, &length);
    line += (at > 1 ? "\t" : "") + std::string(text, length);
    lua_pop(call.state, 1);
  }
  if (count == 0)
    line = printLoops(call.engine.program, true);
  else
    line += "\n";
  call.engine.limits.charge(call.state, line.size());
  call.engine.printed() << line;
  return 0;
}

llvm::Expected<int> loops(Call &call) {
  auto statement = optionalStatement(call);
  if (!statement)
    return statement.takeError();
  pushTexts(call.state, loopNames(call.engine.program, *statement), ", ");
  return 1;
}

llvm::Expected<int> statements(Call &call) {
  std::vector<std::string> names = statementNames(call.engine.program);
  lua_createtable(call.state, int(names.size()), 0);
  for (size_t at = 0; at < names.size(); ++at) {
    call.engine.handles.push(call.state, names[at]);
    lua_rawseti(call.state, -2, lua_Integer(at) + 1);
  }
  makeList(call.state, ", ");
  return 1;
}

/// dependences(s): those with s at one end; dependences(): all.
llvm::Expected<int> dependences(Call &call) {
  const Program &program = call.engine.program;
  std::string only;
  if (!lua_isnoneornil(call.state, 1)) {
    auto statement = statementAt(call.state, 1);
    if (!statement)
      return statement.takeError();
    only = *statement;
  }
  std::vector<std::string> lines;
  for (const Phase &phase : program.phases)
    for (const MayDependence &dependence : mayDependences(program, phase))
      if (only.empty() || dependence.source == only || dependence.sink == only)
        lines.push_back(describe(dependence, program));
  pushTexts(call.state, lines, "\n");
  return 1;
}

/// is_parallel(s, "i"): whether, and if not why.
llvm::Expected<int> isParallel(Call &call) {
  auto statement = statementAt(call.state, 1);
  if (!statement)
    return statement.takeError();
  const char *loop = lua_tostring(call.state, 2);
  std::vector<std::string> names = loopNames(call.engine.program, *statement);
  if (!loop || std::find(names.begin(), names.end(), loop) == names.end())
    return commandError("is_parallel: the second argument is a loop around " +
                            *statement + ": " + joined(names),
                        statementNotes(call.engine.program, *statement));
  std::string why = whyNotParallel(call.engine.program, *statement, loop);
  lua_pushboolean(call.state, why.empty());
  lua_pushlstring(call.state, why.data(), why.size());
  return 2;
}

/// assert_loops{"i", "k"} or assert_loops(s, {"i", "k"}).
llvm::Expected<int> assertLoops(Call &call) {
  lua_State *state = call.state;
  if (lua_gettop(state) == 1 && lua_istable(state, 1)) {
    lua_pushnil(state);
    lua_insert(state, 1);
  }
  auto statement = optionalStatement(call);
  if (!statement)
    return statement.takeError();
  if (!lua_istable(state, 2))
    return commandError("assert_loops takes a list of loop names: "
                        "assert_loops(s, {\"i\", \"k\"})");
  std::vector<std::string> wanted;
  for (lua_Integer at = 1; at <= lua_Integer(lua_rawlen(state, 2)); ++at) {
    lua_rawgeti(state, 2, at);
    const char *name = lua_tostring(state, -1);
    wanted.push_back(name ? name : luaL_typename(state, -1));
    lua_pop(state, 1);
  }
  std::vector<std::string> actual = loopNames(call.engine.program, *statement);
  if (wanted != actual)
    return commandError("assert_loops: the loops around " + *statement +
                            " are: " + joined(actual) +
                            "; not: " + joined(wanted),
                        statementNotes(call.engine.program, *statement));
  return 0;
}

/// \p command with a limit on what it asks of isl, as a step has.
template <Command command>
llvm::Expected<int> limited(Call &call) {
  return poly::tryWithin(call.engine.program.context.ctx(),
                         poly::stepOperations, [&] { return command(call); });
}

/// \p command, refused with more than \p most arguments: a filter that is none
/// is not to be passed over.
template <Command command, int most>
llvm::Expected<int> taking(Call &call) {
  const int count = lua_gettop(call.state);
  if (count <= most)
    return command(call);
  return commandError(call.name + ": takes " +
                      (most == 0 ? "no" : "at most " + std::to_string(most)) +
                      (most == 1 ? " argument, not " : " arguments, not ") +
                      std::to_string(count));
}

} // namespace

void addInspectionCommands(Engine &engine) {
  engine.addCommand("print", limited<print>);
  engine.addCommand("loops", taking<loops, 1>);
  engine.addCommand("statements", taking<statements, 0>);
  engine.addCommand("dependences", taking<limited<dependences>, 1>);
  engine.addCommand("is_parallel", taking<limited<isParallel>, 2>);
  engine.addCommand("assert_loops", taking<assertLoops, 2>);
}

} // namespace sparsec::recipe
