//===- Limits.cpp - what a recipe may use up ------------------------------===//
///
/// \file
/// Three guards: the allocator refuses memory past the limit, a hook counts
/// instructions, and library functions that can run long inside one instruction
/// are charged for their worst case before they start (Sandbox.cpp). A clock
/// catches what is left: single instructions on very long strings.
///
//===----------------------------------------------------------------------===//

#include "Limits.h"

#include <lua.hpp>

#include <cstdlib>

namespace sparsec::recipe {

static constexpr int hookInterval = 1000;
static constexpr std::chrono::seconds luaTimeLimit{20};

static Limits &limitsOf(lua_State *state) {
  void *context = nullptr;
  lua_getallocf(state, &context);
  return *static_cast<Limits *>(context);
}

void *Limits::allocate(void *context, void *block, size_t oldSize,
                       size_t newSize) {
  Limits &limits = *static_cast<Limits *>(context);
  size_t held = block ? oldSize : 0; // otherwise oldSize is a type code
  if (newSize == 0) {
    std::free(block);
    limits.memoryUsed -= held;
    return nullptr;
  }
  if (newSize > held &&
      newSize - held > limits.memoryLimit - limits.memoryUsed) {
    limits.notePlace();
    return nullptr;
  }
  void *result = std::realloc(block, newSize);
  if (result)
    limits.memoryUsed = limits.memoryUsed - held + newSize;
  return result;
}

void Limits::notePlace() {
  lua_Debug activation;
  for (int level = 0; mainState && lua_getstack(mainState, level, &activation);
       ++level) {
    lua_getinfo(mainState, "Sl", &activation);
    if (activation.currentline <= 0)
      continue;
    lastFile = activation.source + 1; // after '@'
    lastLine = unsigned(activation.currentline);
    return;
  }
}

void Limits::install(lua_State *state) {
  mainState = state;
  resumeClock();
  lua_sethook(state, &Limits::countHook, LUA_MASKCOUNT, hookInterval);
}

void Limits::countHook(lua_State *state, lua_Debug *) {
  limitsOf(state).charge(state, hookInterval);
}

void Limits::charge(lua_State *state, uint64_t work) {
  if (isExhausted())
    raise(state);
  if (work > instructionLimit - instructionsUsed) {
    notePlace();
    exhaust(state, "the recipe takes more than " +
                       std::to_string(instructionLimit / 1000000) +
                       " million Lua instructions; is there a loop that does "
                       "not end?");
  }
  instructionsUsed += work;
  checkClock(state);
}

void Limits::checkMemory(lua_State *state, uint64_t bytes) {
  if (isExhausted())
    raise(state);
  if (bytes <= memoryLimit - memoryUsed)
    return;
  notePlace();
  exhaustMemory(state);
}

void Limits::checkClock(lua_State *state) {
  if (luaTime + (Clock::now() - resumed) > luaTimeLimit) {
    notePlace();
    exhaust(state, "the recipe spends more than " +
                       std::to_string(luaTimeLimit.count()) +
                       " seconds in Lua");
  }
}

void Limits::exhaustMemory(lua_State *state) {
  exhaust(state, "the recipe takes more than " +
                     std::to_string(memoryLimit >> 20) + " MB of Lua memory");
}

void Limits::exhaust(lua_State *state, std::string why) {
  exhaustedBy = std::move(why);
  lua_sethook(state, &Limits::countHook, LUA_MASKCOUNT, 1);
  raise(state);
}

void Limits::raise(lua_State *state) const {
  // A light value: an exhausted state may have no memory for a string.
  lua_pushlightuserdata(state, const_cast<Limits *>(this));
  lua_error(state);
}

void Limits::pauseClock() { luaTime += Clock::now() - resumed; }

void Limits::resumeClock() { resumed = Clock::now(); }

uint64_t saturatingProduct(uint64_t a, uint64_t b) {
  uint64_t product = 0;
  return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

uint64_t worstMatchSteps(const char *pattern, size_t patternLength,
                         size_t length) {
  uint64_t steps = saturatingProduct(length + 1, patternLength + 1);
  for (size_t at = 0; at < patternLength; ++at) {
    char c = pattern[at];
    if (c == '?')
      steps = saturatingProduct(steps, 2);
    else if (c == '*' || c == '+' || c == '-' || c == '%')
      steps = saturatingProduct(steps, c == '%' ? 1 : length + 1);
    bool scans = c == '%' && at + 1 < patternLength &&
                 (pattern[at + 1] == 'b' ||
                  (pattern[at + 1] >= '0' && pattern[at + 1] <= '9'));
    if (scans)
      steps = saturatingProduct(steps, length + 1);
  }
  return steps;
}

} // namespace sparsec::recipe
