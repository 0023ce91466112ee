//===- Fiber.cpp - an interpreted thread ----------------------------------===//

#include "Fiber.h"

#include <cstdint>
#include <utility>
#include <vector>

namespace sparsec {

/// Expressions and nests recurse; what is not touched takes no memory.
static constexpr size_t stackBytes = 256 * 1024;

/// Stacks of threads that have ended, for the next ones.
static std::vector<std::unique_ptr<char[]>> &spareStacks() {
  static std::vector<std::unique_ptr<char[]>> stacks;
  return stacks;
}

void Fiber::run() {
  try {
    body();
  } catch (const Abandoned &) {
  } catch (...) {
    failure = std::current_exception();
  }
  state = State::Done;
}

/// makecontext passes ints only.
void Fiber::enter(unsigned high, unsigned low) {
  auto *fiber = reinterpret_cast<Fiber *>((uintptr_t(high) << 32) | low);
  fiber->run();
  setcontext(&fiber->caller);
}

void Fiber::resume() {
  if (state == State::New) {
    state = State::Started;
    if (spareStacks().empty()) {
      stack.reset(new char[stackBytes]);
    } else {
      stack = std::move(spareStacks().back());
      spareStacks().pop_back();
    }
    getcontext(&own);
    own.uc_stack.ss_sp = stack.get();
    own.uc_stack.ss_size = stackBytes;
    own.uc_link = nullptr;
    const auto address = reinterpret_cast<uintptr_t>(this);
    makecontext(&own, reinterpret_cast<void (*)()>(&Fiber::enter), 2,
                unsigned(address >> 32), unsigned(address));
  }
  swapcontext(&caller, &own);
  if (state == State::Done && stack)
    spareStacks().push_back(std::move(stack));
  if (failure)
    std::rethrow_exception(std::exchange(failure, nullptr));
}

void Fiber::stop() {
  swapcontext(&own, &caller);
  if (isAbandoned)
    throw Abandoned();
}

Fiber::~Fiber() {
  if (state != State::Started)
    return;
  isAbandoned = true;
  try {
    resume();
  } catch (...) {
    // What it was about to say is of no interest any more.
  }
}

} // namespace sparsec
