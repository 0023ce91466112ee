//===- CodeWarnings.cpp - what becomes of a recipe's requests -------------===//
///
/// \file
/// Warnings of the code generator, and of marks that a later step took away, at
/// the steps that they are about.
///
//===----------------------------------------------------------------------===//

#include "Engine.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::recipe {
namespace {

/// A loop of the executor by its name, and what it is asked to do.
using Request = std::pair<std::string, LoopRequest>;

std::set<Request> requestsIn(const Program &program) {
  std::set<Request> requests;
  program.executePhase().tree.walk([&](const ScheduleTree &node) {
    for (LoopRequest request : loopRequests)
      if (node.isLoop() && asks(node.marks, request))
        requests.emplace(node.name, request);
  });
  return requests;
}

/// Whether some loop has \p request in \p after and had not in \p before.
bool isMoved(const std::set<Request> &before, const std::set<Request> &after,
             LoopRequest request) {
  return llvm::any_of(after, [&](const Request &made) {
    return made.second == request && !before.count(made);
  });
}

} // namespace

void Engine::warnOfCode(std::vector<CodeWarning> warnings) {
  std::set<std::string> said;
  for (const CodeWarning &warning : warnings) {
    if (!said.insert(warning.message).second)
      continue;
    if (std::optional<size_t> at = stepThatMade(warning.isIn))
      warn(applied[*at].place,
           applied[*at].name + ": " + llvm::Twine(warning.message));
    else if (std::optional<SourcePlace> place = placeInSource(warning.span))
      warn(*place, warning.message);
    else
      diagnostics.report(SourceDiagnostics::Severity::Warning, options.file,
                         warning.message);
  }
}

void Engine::warnOfLostRequests() {
  std::vector<std::set<Request>> states;
  for (const AppliedStep &step : applied)
    states.push_back(requestsIn(step.before));
  states.push_back(requestsIn(program));
  for (size_t made = 0; made < applied.size(); ++made)
    for (const Request &request : states[made + 1]) {
      if (states[made].count(request))
        continue;
      size_t lost = made + 1;
      while (lost < applied.size() && states[lost + 1].count(request))
        ++lost;
      if (lost == applied.size() ||
          isMoved(states[lost], states[lost + 1], request.second))
        continue;
      warn(applied[made].place,
           applied[made].name + ": '" + commandOf(request.second) +
               "' of loop '" + request.first + "' has no effect: step " +
               llvm::Twine(applied[lost].number) + ", " + applied[lost].name +
               ", makes other loops of it; mark these");
    }
}

} // namespace sparsec::recipe
