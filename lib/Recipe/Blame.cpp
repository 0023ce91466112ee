//===- Blame.cpp - the step after which there is no code ------------------===//

#include "Engine.h"

namespace sparsec::recipe {

/// The most operations of isl to make code of all that the steps made.
static constexpr unsigned long codeOperations = 4 * poly::stepOperations;

/// Makes the code of \p made, within a limit on what it asks of isl.
llvm::Error Engine::emit(const RecipeResult &made, const WarningSink &warn) {
  llvm::Expected<bool> done = poly::tryWithin(
      program.context.ctx(), codeOperations, [&]() -> llvm::Expected<bool> {
        if (llvm::Error error = options.emit(made, warn))
          return error;
        return true;
      });
  return done.takeError();
}

/// The last step that put the culprit into the program; absent if the source
/// has it.
std::optional<size_t> Engine::stepThatMade(const CulpritError::Test &isIn) {
  if (!isIn(program))
    return std::nullopt;
  for (size_t at = applied.size(); at-- > 0;)
    if (!isIn(applied[at].before))
      return at;
  return std::nullopt;
}

bool Engine::hasCode(const Program &tried) {
  if (!options.emit)
    return true;
  RecipeResult made = result;
  made.program = tried;
  llvm::Error error = emit(made, nullptr);
  bool isMade = !error;
  llvm::consumeError(std::move(error));
  return isMade;
}

/// The last step before which there was code; absent if there never was.
std::optional<size_t> Engine::stepWithoutCode() {
  for (size_t at = applied.size(); at-- > 0;)
    if (hasCode(applied[at].before))
      return at;
  return std::nullopt;
}

/// Puts \p failure at the step \p at of those that were applied.
void Engine::placeAt(size_t at, Failure &failure) {
  const AppliedStep &step = applied[at];
  failure.place = step.place;
  failure.message = step.name + ": " + failure.message;
  failure.notes.push_back(
      {std::nullopt, "",
       "in step " + std::to_string(step.number) + ": " + step.text});
  const Program &after =
      at + 1 < applied.size() ? applied[at + 1].before : program;
  for (Note &note : statementNotes(after, step.statement))
    failure.notes.push_back(std::move(note));
}

/// The name of the kernel in the C source.
std::optional<SourcePlace> Engine::kernelPlace() {
  const SourceFunction &function = program.function;
  if (function.fileText.empty())
    return std::nullopt;
  const size_t name = function.begin + function.nameOffset;
  return placeInSource({name, name + function.nameLength});
}

/// Where the recipe begins, once it was read.
std::optional<SourcePlace> Engine::recipePlace() const {
  if (sources.empty())
    return std::nullopt;
  return SourcePlace{sources.front()->buffer()};
}

/// Orders that have no code are allowed between steps, so what is wrong shows
/// only at the end: the culprit is the last step before which there was code,
/// unless the error knows a better one.
Failure Engine::blame(llvm::Error error) {
  std::optional<size_t> maker;
  error = llvm::handleErrors(
      std::move(error),
      [&](std::unique_ptr<CulpritError> culprit) -> llvm::Error {
        maker = stepThatMade(culprit->isIn);
        return llvm::Error(std::move(culprit));
      });
  Failure failure = toFailure(std::move(error));
  if (maker) {
    placeAt(*maker, failure);
    return failure;
  }
  if (failure.isTooComplex && !applied.empty()) {
    // To look for a step before which it was simpler would take as long again.
    failure.message = "no code can be made after this step: " + failure.message;
    placeAt(applied.size() - 1, failure);
    return failure;
  }
  if (std::optional<size_t> at = stepWithoutCode()) {
    failure.message =
        "from this step on no code can be made: " + failure.message;
    placeAt(*at, failure);
    return failure;
  }
  // No step is to blame: the source's own loops.
  if (!failure.place)
    failure.place = kernelPlace();
  if (!failure.isBeyondIsl)
    return failure;
  failure.message =
      "no code can be made of the loops as they are: isl cannot bound them; "
      "write their conditions apart";
  for (const auto &entry : program.statements)
    for (Note &note : statementNotes(program, entry.first))
      failure.notes.push_back(std::move(note));
  return failure;
}

} // namespace sparsec::recipe
