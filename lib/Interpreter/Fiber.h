//===- Fiber.h - an interpreted thread --------------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_INTERPRETER_FIBER_H
#define SPARSEC_LIB_INTERPRETER_FIBER_H

#include <exception>
#include <functional>
#include <memory>
#include <ucontext.h>

namespace sparsec {

/// Runs a function on a stack of its own, which can stop in the middle: threads
/// of a kernel stop where they wait for others, however deep in their loops
/// they are. Only one runs at a time.
class Fiber {
public:
  explicit Fiber(std::function<void()> body) : body(std::move(body)) {}
  /// Unwinds what has stopped.
  ~Fiber();
  Fiber(const Fiber &) = delete;
  Fiber &operator=(const Fiber &) = delete;

  /// Goes on until it stops or ends; throws what the function throws.
  void resume();
  /// Called in the function: stops.
  void stop();
  bool isDone() const { return state == State::Done; }

private:
  enum class State { New, Started, Done };
  /// Thrown by stop() in a function that is not to go on.
  struct Abandoned {};

  static void enter(unsigned high, unsigned low);
  void run();

  std::function<void()> body;
  std::unique_ptr<char[]> stack;
  ucontext_t own{}, caller{};
  std::exception_ptr failure;
  State state = State::New;
  bool isAbandoned = false;
};

} // namespace sparsec

#endif // SPARSEC_LIB_INTERPRETER_FIBER_H
