//===- Plan.h - compiled functions and the plans they make ------*- C++ -*-===//
#ifndef SPARSEC_PYTHON_PLAN_H
#define SPARSEC_PYTHON_PLAN_H

#include "Arguments.h"

#include <memory>
#include <shared_mutex>

namespace sparsec::python {

/// A shared object of generated code.
class Library {
public:
  /// \p isParallel: whether it starts threads of OpenMP; \p isExclusive:
  /// whether a plan of it serves one execution at a time.
  Library(const std::string &path, bool isParallel, bool isExclusive);
  ~Library();
  Library(const Library &) = delete;
  Library &operator=(const Library &) = delete;

  void *symbol(const char *name) const;
  /// The last error's text, on this thread.
  std::string lastError(int status) const;

  const bool isParallel, isExclusive;

private:
  void *handle;
};

/// A function of a library: `int NAME(void **plan, void *const *arguments)`.
class Function {
public:
  Function(std::shared_ptr<Library> library, const std::string &name,
           std::vector<Argument> arguments);

  /// Without a plan: the source's function.
  void call(nanobind::handle values, nanobind::handle shapes) const;

  using Entry = int (*)(void **plan, void *const *arguments);
  /// Takes \p values, a sequence with one for each argument.
  void bind(BoundArguments &bound, nanobind::handle values,
            nanobind::handle shapes) const;

  const std::shared_ptr<Library> library;
  const std::vector<Argument> arguments;
  Entry entry;
};

/// One plan: made by inspect, then used by any thread until it is closed.
class Plan {
public:
  Plan(std::shared_ptr<Library> library, const std::string &destroy);
  ~Plan();
  Plan(const Plan &) = delete;
  Plan &operator=(const Plan &) = delete;

  void inspect(const Function &function, nanobind::handle values,
               nanobind::handle shapes);
  void execute(const Function &function, nanobind::handle values,
               nanobind::handle shapes);
  void update(const Function &function, nanobind::handle values,
              nanobind::handle shapes);
  void close();
  bool isOpen() const { return plan != nullptr; }

private:
  enum class Role { Inspect, Update, Execute };
  void use(const Function &function, nanobind::handle values,
           nanobind::handle shapes, Role role);
  void run(const Function &function, const BoundArguments &bound, Role role);

  std::shared_ptr<Library> library;
  Function::Entry destroy;
  void *plan = nullptr;
  /// An update failed: the plan holds no values.
  bool isWithoutValues = false;
  unsigned long madeIn; ///< the process, as it counts its forks
  std::shared_mutex mutex;
};

/// Raised for what generated code refuses.
void setErrorClass(nanobind::object error);

} // namespace sparsec::python

#endif // SPARSEC_PYTHON_PLAN_H
