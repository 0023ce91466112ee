//===- Batches.cpp - the candidates of a search ---------------------------===//
///
/// \file
/// A search hands over batch after batch. What it takes to make a driver's text
/// is isl's, one at a time; compilers run side by side. A candidate that fails
/// in any way is told to the search, which goes on.
///
//===----------------------------------------------------------------------===//

#include "Benchmark.h"
#include "InputSets.h"
#include "Messages.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ThreadPool.h"

namespace sparsec::bench {

/// Why a driver was not built, to be told by another thread.
struct Benchmark::BuildFailure {
  bool isTimedOut = false, isGeneratedCode = false;
  std::string text;

  static std::optional<BuildFailure> of(llvm::Error failure) {
    std::optional<BuildFailure> found;
    llvm::handleAllErrors(
        std::move(failure),
        [&](const BuildError &error) {
          found = {error.isTimedOut, error.file != "original.c", error.text};
        },
        [&](const llvm::ErrorInfoBase &error) {
          found = {false, false, error.message()};
        });
    return found;
  }
};

/// Fails where not the candidate's code is to blame, but the source, or what is
/// missing on this machine.
llvm::Error Benchmark::buildSeveral(llvm::ArrayRef<size_t> numbers) {
  built.resize(candidates.size());
  std::vector<size_t> missing;
  for (size_t number : numbers) {
    if (built[number])
      continue;
    llvm::Expected<Built> one = prepareOne(candidates[number]);
    if (!one)
      return one.takeError();
    built[number].emplace(std::move(*one));
    missing.push_back(number);
  }
  std::vector<std::optional<BuildFailure>> ended(missing.size());
  llvm::DefaultThreadPool pool(llvm::hardware_concurrency(options.jobs));
  for (size_t k = 0; k < missing.size(); ++k)
    pool.async([this, &ended, &missing, k] {
      const Built &one = *built[missing[k]];
      ended[k] =
          BuildFailure::of(buildDriver(one.folder, one.files, one.tools));
    });
  pool.wait();
  for (size_t k = 0; k < missing.size(); ++k) {
    if (!ended[k])
      continue;
    built[missing[k]].reset();
    if (!ended[k]->isTimedOut && !ended[k]->isGeneratedCode)
      return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s",
                                     ended[k]->text.c_str());
    failures.emplace(missing[k], ended[k]->isTimedOut ? tune::Outcome::TimedOut
                                                      : tune::Outcome::Unbuilt);
    if (ended[k]->isTimedOut)
      continue;
    say(Severity::Error,
        "internal error: generated code does not compile: " + ended[k]->text);
    results.worsen(Outcome::InternalError);
  }
  return llvm::Error::success();
}

llvm::Expected<std::pair<std::vector<tune::LoggedInput>, std::string>>
Benchmark::describeInputs() {
  std::vector<tune::LoggedInput> inputs;
  std::vector<std::string> data;
  llvm::Error failure = forEachInput([&](const Inputs &one) {
    for (int threads : options.threads)
      inputs.push_back({one.name, threads, one.features});
    keys.use(one);
    data.push_back(keys.dataHash());
    return llvm::Error::success();
  });
  if (failure)
    return failure;
  return std::pair(std::move(inputs), keys.ofSearch(data));
}

/// Those whose results on some input are not in -store, or not to be taken from
/// there.
llvm::Expected<std::vector<size_t>>
Benchmark::notStored(llvm::ArrayRef<size_t> numbers) {
  if (!options.reuse)
    return numbers.vec();
  std::vector<size_t> unknown;
  if (llvm::Error failure = forEachInput([&](const Inputs &one) {
        keys.use(one);
        for (size_t number : numbers)
          if (storedRows(candidates[number]).empty() &&
              !llvm::is_contained(unknown, number))
            unknown.push_back(number);
        return llvm::Error::success();
      }))
    return failure;
  return unknown;
}

llvm::Expected<std::vector<tune::Outcome>>
Benchmark::measure(llvm::ArrayRef<size_t> numbers) {
  if (!objects) {
    llvm::Expected<WorkFolder> made = WorkFolder::create("");
    if (!made)
      return made.takeError();
    objects.emplace(std::move(*made));
  }
  llvm::Expected<std::vector<size_t>> unknown = notStored(numbers);
  if (!unknown)
    return unknown.takeError();
  note(options, "compiling " + std::to_string(unknown->size()) +
                    (unknown->size() == 1 ? " candidate" : " candidates"));
  if (llvm::Error failure = buildSeveral(*unknown))
    return failure;
  if (llvm::Error failure =
          forEachInput([&](const Inputs &one) { return time(one, numbers); }))
    return failure;
  std::vector<tune::Outcome> ended;
  for (size_t number : numbers) {
    auto failed = failures.find(number);
    ended.push_back(failed == failures.end() ? tune::Outcome::Good
                                             : failed->second);
  }
  return ended;
}

llvm::Error Benchmark::measureFinals(llvm::ArrayRef<size_t> numbers) {
  if (llvm::Error failure = buildSeveral(numbers))
    return failure;
  std::vector<const Built *> finalists;
  std::vector<const Candidate *> named;
  for (size_t number : numbers)
    if (built[number]) {
      finalists.push_back(&*built[number]);
      named.push_back(&candidates[number]);
    }
  results.beginFinals(named);
  return forEachInput(
      [&](const Inputs &one) { return timeInTurns(finalists, one); });
}

void Benchmark::keepBuilt(llvm::ArrayRef<size_t> numbers) {
  for (size_t number = 0; number < built.size(); ++number)
    if (!llvm::is_contained(numbers, number))
      built[number].reset();
}

} // namespace sparsec::bench
