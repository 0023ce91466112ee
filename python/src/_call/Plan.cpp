//===- Plan.cpp - compiled functions and the plans they make --------------===//
///
/// \file
/// Calls run without Python's lock. A plan has one of its own, taken after that
/// is given up: nobody waits for one while holding the other.
///
//===----------------------------------------------------------------------===//

#include "Plan.h"

#include <atomic>
#include <dlfcn.h>
#include <mutex>
#include <pthread.h>

namespace nb = nanobind;

namespace sparsec::python {
namespace {

PyObject *errorClass = nullptr; ///< lives as long as the process

std::atomic<unsigned long> forks{0};
/// Threads of OpenMP live in this process: after a fork the child has a runtime
/// that waits for threads which it does not have.
std::atomic<bool> hasThreads{false};
std::atomic<bool> lostThreads{false};

void countFork() {
  ++forks;
  if (hasThreads)
    lostThreads = true;
}

void watchForks() {
  static std::once_flag once;
  std::call_once(once, [] { pthread_atfork(nullptr, nullptr, countFork); });
}

[[noreturn]] void fail(const std::string &text) {
  PyErr_SetString(errorClass, text.c_str());
  throw nb::python_error();
}

void checkProcess(const Library &library) {
  if (!library.isParallel)
    return;
  if (lostThreads)
    fail("this process is a fork of one that ran parallel loops, whose threads "
         "it does not have; start processes with multiprocessing's 'spawn' or "
         "'forkserver', or compile with openmp=False");
  hasThreads = true;
}

} // namespace

void setErrorClass(nb::object error) { errorClass = error.release().ptr(); }

Library::Library(const std::string &path, bool isParallel, bool isExclusive)
    : isParallel(isParallel), isExclusive(isExclusive),
      handle(dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL)) {
  watchForks();
  if (!handle)
    fail(std::string("the compiled code cannot be loaded: ") + dlerror());
}

/// Never unloaded: threads of its OpenMP runtime may still be in it.
Library::~Library() = default;

void *Library::symbol(const char *name) const {
  void *found = dlsym(handle, name);
  if (!found)
    fail(std::string("the compiled code has no function ") + name +
         "; remove the cache, sparsec.cache_folder(), and compile again");
  return found;
}

std::string Library::lastError(int status) const {
  using Text = const char *(*)();
  using Meaning = const char *(*)(int);
  if (auto text = reinterpret_cast<Text>(dlsym(handle, "sparsec_last_error")))
    if (*text())
      return text();
  if (auto meaning =
          reinterpret_cast<Meaning>(dlsym(handle, "sparsec_strerror")))
    return meaning(status);
  return "status " + std::to_string(status);
}

Function::Function(std::shared_ptr<Library> library, const std::string &name,
                   std::vector<Argument> arguments)
    : library(std::move(library)), arguments(std::move(arguments)),
      entry(reinterpret_cast<Entry>(this->library->symbol(name.c_str()))) {}

void Function::bind(BoundArguments &bound, nb::handle values,
                    nb::handle shapes) const {
  nb::list given = nb::borrow<nb::list>(values);
  nb::list lengths = nb::borrow<nb::list>(shapes);
  if (given.size() != arguments.size() || lengths.size() != arguments.size())
    fail("another number of arguments than the function takes");
  bound.reserve(arguments.size());
  for (size_t pos = 0; pos < arguments.size(); ++pos)
    bound.add(arguments[pos], given[pos], lengths[pos]);
  bound.checkOverlaps(arguments);
}

void Function::call(nb::handle values, nb::handle shapes) const {
  checkProcess(*library);
  BoundArguments bound;
  bind(bound, values, shapes);
  nb::gil_scoped_release free;
  entry(nullptr, bound.pointers());
}

Plan::Plan(std::shared_ptr<Library> library, const std::string &destroy)
    : library(std::move(library)), destroy(reinterpret_cast<Function::Entry>(
                                       this->library->symbol(destroy.c_str()))),
      madeIn(forks) {}

Plan::~Plan() {
  // A child leaves its parent's plans alone.
  if (plan && madeIn == forks)
    destroy(&plan, nullptr);
}

void Plan::run(const Function &function, const BoundArguments &bound,
               Role role) {
  const bool isAlone = role != Role::Execute || library->isExclusive;
  int status = 0;
  std::string text;
  bool isClosed = false, lacksValues = false;
  {
    nb::gil_scoped_release free;
    std::unique_lock<std::shared_mutex> alone(mutex, std::defer_lock);
    std::shared_lock<std::shared_mutex> together(mutex, std::defer_lock);
    isAlone ? alone.lock() : together.lock();
    isClosed = !plan && role != Role::Inspect;
    lacksValues = isWithoutValues && role == Role::Execute;
    if (!isClosed && !lacksValues)
      status = function.entry(&plan, bound.pointers());
    if (status)
      text = library->lastError(status);
    if (role == Role::Update && !isClosed)
      isWithoutValues = status != 0;
  }
  if (isClosed)
    fail("the plan is closed; make another with plan()");
  if (lacksValues)
    fail("the plan's last update failed: it has no values until an update "
         "succeeds");
  if (status)
    fail(text);
}

void Plan::inspect(const Function &function, nb::handle values,
                   nb::handle shapes) {
  if (plan)
    fail("the plan is inspected already");
  checkProcess(*library);
  BoundArguments bound;
  function.bind(bound, values, shapes);
  run(function, bound, Role::Inspect);
}

/// What a plan that is there is asked to do.
void Plan::use(const Function &function, nb::handle values, nb::handle shapes,
               Role role) {
  if (madeIn != forks)
    fail("the plan was made before this process was forked; make another here");
  checkProcess(*library);
  BoundArguments bound;
  function.bind(bound, values, shapes);
  run(function, bound, role);
}

void Plan::execute(const Function &function, nb::handle values,
                   nb::handle shapes) {
  use(function, values, shapes, Role::Execute);
}

void Plan::update(const Function &function, nb::handle values,
                  nb::handle shapes) {
  use(function, values, shapes, Role::Update);
}

void Plan::close() {
  if (madeIn != forks)
    return;
  nb::gil_scoped_release free;
  std::unique_lock<std::shared_mutex> alone(mutex);
  if (plan)
    destroy(&plan, nullptr);
  plan = nullptr;
}

} // namespace sparsec::python
