//===- main.cpp - sparsec-permanent ---------------------------------------===//
///
/// \file
/// A Matrix Market file => a plan with its cost => the permanent. See
/// docs/permanent.md.
///
//===----------------------------------------------------------------------===//

#include "Options.h"
#include "Report.h"

#include "sparsec/Permanent/Team.h"
#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Support/Memory.h"

#include "llvm/Support/raw_ostream.h"

#include <chrono>

namespace sparsec::permanent {
namespace {

using Clock = std::chrono::steady_clock;

double secondsSince(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

llvm::Expected<Matrix> load(const Options &options) {
  llvm::Expected<bench::MarketMatrix> file =
      bench::readMatrixMarket(options.file, bench::MarketFields::AlsoComplex);
  if (!file)
    return file.takeError();
  return toMatrix(*file, options.arithmetic, options.bits);
}

llvm::Expected<Value> runWithProgress(const Plan &plan, bool always) {
  ProgressLine line(always);
  return plan.run(line.listener());
}

/// A part that is done while others are not is no failure.
llvm::Error unlessPartDone(llvm::Error failure) {
  return llvm::handleErrors(
      std::move(failure),
      [](std::unique_ptr<llvm::StringError> error) -> llvm::Error {
        if (error->convertToErrorCode() !=
            std::make_error_code(std::errc::operation_in_progress))
          return llvm::Error(std::move(error));
        llvm::errs() << "note: " << error->getMessage() << "\n";
        return llvm::Error::success();
      });
}

llvm::Error run(Options options) {
  Timing timing;
  std::vector<std::string> notes;
  options.resources.note = [&](const std::string &text) {
    llvm::errs() << "note: " << text << "\n";
    notes.push_back(text);
  };
  Clock::time_point start = Clock::now();
  llvm::Expected<Matrix> matrix = load(options);
  if (!matrix)
    return matrix.takeError();
  llvm::Expected<Plan> plan = Plan::make(*matrix, options.resources);
  if (!plan)
    return plan.takeError();
  timing.plan = secondsSince(start);
  if (!options.json)
    printPlan(*plan, timing.plan);
  if (options.planOnly) {
    if (options.json)
      printJson(*plan, nullptr, timing, notes);
    return llvm::Error::success();
  }
  start = Clock::now();
  llvm::Expected<Value> value = runWithProgress(*plan, options.progress);
  if (!value)
    return unlessPartDone(value.takeError());
  timing.run = secondsSince(start);
  if (options.json)
    printJson(*plan, &*value, timing, notes);
  else
    printValue(*plan, *value, timing);
  return llvm::Error::success();
}

/// The exit status of a rank that waits for work.
int serve(const Options &options) {
  Team &team = *options.resources.team;
  try {
    serveTeam(options.resources);
    return ExitOk;
  } catch (const Refused &refused) {
    llvm::errs() << "error: rank " << team.rank() << ": " << refused.reason
                 << "\n";
  }
  team.abort();
  return ExitUserError; // never
}

/// The exit status of the only or first program.
int lead(const Options &options) {
  Team *team = options.resources.team;
  llvm::Error failure = run(options);
  const int status = failure ? ExitUserError : ExitOk;
  if (failure)
    llvm::errs() << "error: " << llvm::toString(std::move(failure)) << "\n";
  if (team && team->isBusy)
    team->abort();
  if (team)
    dismissTeam(*team);
  return status;
}

} // namespace
} // namespace sparsec::permanent

int main(int argc, char **argv) {
  using namespace sparsec::permanent;
  sparsec::exitWhenOutOfMemory("sparsec-permanent");
  std::unique_ptr<Team> team = joinTeam();
  const bool isFirst = !team || team->rank() == 0;
  ParsedOptions parsed = parseOptions(argc, argv, team.get());
  if (parsed.exitStatus)
    return isFirst ? *parsed.exitStatus : sparsec::ExitOk;
  return isFirst ? lead(parsed.options) : serve(parsed.options);
}
