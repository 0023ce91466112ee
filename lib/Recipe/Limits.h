//===- Limits.h - what a recipe may use up ----------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_RECIPE_LIMITS_H
#define SPARSEC_LIB_RECIPE_LIMITS_H

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

struct lua_State;
struct lua_Debug;

namespace sparsec::recipe {

/// Memory and instruction budget of one Lua state. Once a limit is hit the
/// state is *exhausted*: every further instruction fails, in pcall and in
/// close handlers too.
class Limits {
public:
  Limits(size_t memoryLimit, unsigned millionInstructions)
      : memoryLimit(memoryLimit),
        instructionLimit(uint64_t(millionInstructions) * 1000000) {}

  /// For lua_newstate; its context is the Limits object.
  static void *allocate(void *context, void *block, size_t oldSize,
                        size_t newSize);
  /// Starts counting instructions.
  void install(lua_State *state);

  /// Accounts for work that Lua's hook does not see, as instructions; raises a
  /// Lua error when that is too much.
  void charge(lua_State *state, uint64_t work);
  /// Raises the memory error when \p bytes more cannot be had.
  void checkMemory(lua_State *state, uint64_t bytes);

  bool isExhausted() const { return !exhaustedBy.empty(); }
  /// Which limit was hit, as a sentence.
  const std::string &reason() const { return exhaustedBy; }
  /// Marks the memory limit as hit, after a failed allocation.
  void exhaustMemory(lua_State *state);
  /// Raises the error of an exhausted state. Never returns.
  void raise(lua_State *state) const;

  /// The file and line that asked for the last block that was refused, or that
  /// hit another limit; Lua reports no place for memory errors.
  const std::string &refusedFile() const { return lastFile; }
  unsigned refusedLine() const { return lastLine; }

  /// Time spent in commands does not count as time spent in Lua.
  void pauseClock();
  void resumeClock();

private:
  static void countHook(lua_State *state, lua_Debug *activation);
  void exhaust(lua_State *state, std::string why);
  void checkClock(lua_State *state);
  void notePlace();

  size_t memoryLimit, memoryUsed = 0;
  uint64_t instructionLimit, instructionsUsed = 0;
  std::string exhaustedBy, lastFile;
  unsigned lastLine = 0;
  lua_State *mainState = nullptr;
  using Clock = std::chrono::steady_clock;
  Clock::time_point resumed = Clock::now();
  Clock::duration luaTime{};
};

/// Upper bound of the steps that Lua's matcher takes for \p pattern on a
/// subject of \p length characters: each repetition may start and end anywhere.
uint64_t worstMatchSteps(const char *pattern, size_t patternLength,
                         size_t length);

/// a * b without wrap-around.
uint64_t saturatingProduct(uint64_t a, uint64_t b);

} // namespace sparsec::recipe

#endif // SPARSEC_LIB_RECIPE_LIMITS_H
