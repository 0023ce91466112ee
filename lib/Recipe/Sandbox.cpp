//===- Sandbox.cpp - the Lua libraries that recipes see -------------------===//
///
/// \file
/// What is left out: everything that reaches files, processes or bytecode
/// (load, dofile, require, string.dump; io, os, package, debug are never
/// opened), coroutines, the garbage collector, random numbers.
///
/// What is wrapped: pcall and xpcall do not catch an exhausted limit;
/// setmetatable refuses finalizers, which Lua runs without the counting hook;
/// functions that loop in C are charged for the loop first.
///
//===----------------------------------------------------------------------===//

#include "Sandbox.h"

#include "Limits.h"

#include <lua.hpp>

#include <algorithm>

namespace sparsec::recipe {
namespace {

Limits &limitsOf(lua_State *state) {
  return *static_cast<Limits *>(lua_touserdata(state, lua_upvalueindex(1)));
}

/// Calls the library function that the wrapper replaced, with all arguments.
int callOriginal(lua_State *state) {
  lua_pushvalue(state, lua_upvalueindex(2));
  lua_insert(state, 1);
  lua_call(state, lua_gettop(state) - 1, LUA_MULTRET);
  return lua_gettop(state);
}

/// After a protected call: an exhausted state stays exhausted.
int finishProtected(lua_State *state, int status, int base) {
  Limits &limits = limitsOf(state);
  if (limits.isExhausted())
    limits.raise(state);
  if (status == LUA_ERRMEM)
    limits.exhaustMemory(state);
  lua_pushboolean(state, status == LUA_OK);
  lua_replace(state, base);
  return lua_gettop(state) - base + 1;
}

/// pcall(f, …)
int protectedCall(lua_State *state) {
  luaL_checkany(state, 1);
  lua_pushnil(state); // becomes the status
  lua_insert(state, 1);
  int status = lua_pcall(state, lua_gettop(state) - 2, LUA_MULTRET, 0);
  return finishProtected(state, status, 1);
}

/// The message handler of xpcall: the recipe's, but not for a limit, which the
/// counting hook raises: Lua runs handlers of such errors without the hook.
int callHandler(lua_State *state) {
  if (limitsOf(state).isExhausted())
    return 1;
  lua_pushvalue(state, lua_upvalueindex(2));
  lua_insert(state, 1);
  lua_call(state, lua_gettop(state) - 1, 1);
  return 1;
}

/// xpcall(f, handler, …)
int protectedCallWithHandler(lua_State *state) {
  luaL_checktype(state, 2, LUA_TFUNCTION);
  lua_pushlightuserdata(state, &limitsOf(state));
  lua_pushvalue(state, 2);
  lua_pushcclosure(state, callHandler, 2);
  lua_replace(state, 2);
  lua_pushvalue(state, 1);
  lua_insert(state, 3); // f below its arguments; slot 1 becomes the status
  int status = lua_pcall(state, lua_gettop(state) - 3, LUA_MULTRET, 2);
  lua_remove(state, 2);
  return finishProtected(state, status, 1);
}

/// setmetatable(table, metatable)
int setMetatable(lua_State *state) {
  if (lua_istable(state, 2)) {
    lua_pushliteral(state, "__gc");
    if (lua_rawget(state, 2) != LUA_TNIL)
      return luaL_error(state,
                        "finalizers (__gc) are not available in recipes");
    lua_pop(state, 1);
  }
  return callOriginal(state);
}

uint64_t textLength(lua_State *state, int position) {
  size_t length = 0;
  if (lua_type(state, position) == LUA_TSTRING)
    lua_tolstring(state, position, &length);
  return length;
}

/// string.rep(text, count, separator)
int repeatText(lua_State *state) {
  lua_Integer count = luaL_checkinteger(state, 2);
  if (count > 0) {
    uint64_t piece = textLength(state, 1) + textLength(state, 3);
    limitsOf(state).checkMemory(state,
                                saturatingProduct(uint64_t(count), piece));
    limitsOf(state).charge(state, uint64_t(count));
  }
  return callOriginal(state);
}

/// find, match, gmatch, gsub (text, pattern, …)
int matchText(lua_State *state) {
  size_t length = 0, patternLength = 0;
  luaL_checklstring(state, 1, &length);
  const char *pattern = luaL_checklstring(state, 2, &patternLength);
  limitsOf(state).charge(state,
                         worstMatchSteps(pattern, patternLength, length));
  return callOriginal(state);
}

/// concat, insert, remove, sort (table, …)
int walkTable(lua_State *state) {
  luaL_checktype(state, 1, LUA_TTABLE);
  if (luaL_getmetafield(state, 1, "__len") != LUA_TNIL)
    return luaL_error(state, "table functions take tables without __len");
  uint64_t length = lua_rawlen(state, 1);
  limitsOf(state).charge(state, saturatingProduct(length, 8));
  return callOriginal(state);
}

/// The number of integers in [first, last].
uint64_t rangeLength(lua_Integer first, lua_Integer last) {
  return last < first ? 0 : uint64_t(last) - uint64_t(first);
}

/// table.concat(table, separator, first, last)
int concatTable(lua_State *state) {
  limitsOf(state).charge(state, rangeLength(luaL_optinteger(state, 3, 1),
                                            luaL_optinteger(state, 4, 0)));
  return walkTable(state);
}

/// table.move(from, first, last, to, target)
int moveTable(lua_State *state) {
  limitsOf(state).charge(state, rangeLength(luaL_checkinteger(state, 2),
                                            luaL_checkinteger(state, 3)));
  return callOriginal(state);
}

struct Wrapper {
  const char *library, *name;
  lua_CFunction function;
};

constexpr Wrapper wrappers[] = {
    {"_G", "pcall", protectedCall},
    {"_G", "xpcall", protectedCallWithHandler},
    {"_G", "setmetatable", setMetatable},
    {"string", "rep", repeatText},
    {"string", "find", matchText},
    {"string", "match", matchText},
    {"string", "gmatch", matchText},
    {"string", "gsub", matchText},
    {"table", "concat", concatTable},
    {"table", "insert", walkTable},
    {"table", "remove", walkTable},
    {"table", "sort", walkTable},
    {"table", "move", moveTable},
};

struct Removed {
  const char *library, *name;
};

constexpr Removed removed[] = {
    {"_G", "load"},        {"_G", "loadfile"},       {"_G", "dofile"},
    {"_G", "require"},     {"_G", "collectgarbage"}, {"_G", "warn"},
    {"_G", "print"},       {"string", "dump"},       {"math", "random"},
    {"math", "randomseed"}};

void wrap(lua_State *state, const Wrapper &wrapper, Limits &limits) {
  lua_getglobal(state, wrapper.library);
  lua_pushlightuserdata(state, &limits);
  lua_getfield(state, -2, wrapper.name);
  lua_pushcclosure(state, wrapper.function, 2);
  lua_setfield(state, -2, wrapper.name);
  lua_pop(state, 1);
}

} // namespace

void openSandbox(lua_State *state, Limits &limits) {
  constexpr luaL_Reg libraries[] = {{LUA_GNAME, luaopen_base},
                                    {LUA_TABLIBNAME, luaopen_table},
                                    {LUA_STRLIBNAME, luaopen_string},
                                    {LUA_MATHLIBNAME, luaopen_math},
                                    {LUA_UTF8LIBNAME, luaopen_utf8}};
  for (const luaL_Reg &library : libraries) {
    luaL_requiref(state, library.name, library.func, 1);
    lua_pop(state, 1);
  }
  for (const Wrapper &wrapper : wrappers)
    wrap(state, wrapper, limits);
  for (const Removed &entry : removed) {
    lua_getglobal(state, entry.library);
    lua_pushnil(state);
    lua_setfield(state, -2, entry.name);
    lua_pop(state, 1);
  }
}

} // namespace sparsec::recipe
