//===- Attempts.cpp - the refused step, tried on other programs -----------===//

#include "Attempts.h"

#include "FactCandidates.h"

#include "sparsec/Poly/WorkLimit.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace sparsec::recipe {

/// Attempts for one refusal: each may take as long as the step itself.
static constexpr unsigned attemptLimit = 40;

bool Attempts::isExhausted() const {
  return attempts >= attemptLimit || steps.left == 0 || code.left == 0;
}

template <typename Body>
auto Attempts::within(Budget &budget, Body body) -> decltype(body()) {
  const unsigned long most = std::min(budget.left, budget.once);
  if (most == 0)
    return std::nullopt;
  const poly::WorkLimit limit(refused.program.context.ctx(), most);
  llvm::Expected<decltype(body())> result = poly::tryIsl(
      [&]() -> llvm::Expected<decltype(body())> { return body(); });
  const unsigned long left = limit.left();
  budget.left -= most - left;
  if (result && left > 0)
    return std::move(*result);
  llvm::consumeError(result.takeError());
  return std::nullopt;
}

/// Whether \p name is a word of \p text.
static bool isWordOf(llvm::StringRef text, llvm::StringRef name) {
  auto isOfWord = [](char letter) {
    return llvm::isAlnum(letter) || letter == '_';
  };
  for (size_t at = text.find(name); at != llvm::StringRef::npos;
       at = text.find(name, at + 1)) {
    const llvm::StringRef before = text.take_front(at),
                          after = text.drop_front(at + name.size());
    if ((before.empty() || !isOfWord(before.back())) &&
        (after.empty() || !isOfWord(after.front())))
      return true;
  }
  return false;
}

std::vector<std::string>
Attempts::unspoken(std::vector<std::string> loops) const {
  using Kind = ParameterSpec::Kind;
  for (const ParameterSpec &parameter : refused.spec->parameters) {
    if (!refused.arguments.has(parameter.name) ||
        (parameter.kind != Kind::Text && parameter.kind != Kind::Texts))
      continue;
    const std::vector<std::string> texts =
        parameter.kind == Kind::Text
            ? std::vector{refused.arguments.text(parameter.name)}
            : refused.arguments.texts(parameter.name);
    llvm::erase_if(loops, [&](const std::string &loop) {
      // A name alone stands for the loop, not for its value.
      return llvm::any_of(texts, [&](const std::string &text) {
        return text != loop && isWordOf(text, loop);
      });
    });
  }
  return loops;
}

/// What \p spec makes of \p program, if it is accepted.
std::optional<Program> Attempts::resultOf(const TransformSpec &spec,
                                          const Program &program,
                                          const Arguments &arguments) {
  return within(steps, [&]() -> std::optional<Program> {
    llvm::Expected<StepResult> step = applyChecked(spec, program, arguments);
    if (step)
      return std::move(step->program);
    llvm::consumeError(step.takeError());
    return std::nullopt;
  });
}

bool Attempts::isLegalElsewhere(const TransformSpec &spec,
                                const Program &program,
                                const Arguments &arguments) {
  std::swap(steps, earlier);
  const bool isLegal =
      steps.left > 0 && resultOf(spec, program, arguments).has_value();
  std::swap(steps, earlier);
  return isLegal;
}

/// Whether \p program has the statements, loops and arrays that \p arguments
/// name, as the reader of a recipe would ask.
static bool areThere(const TransformSpec &spec, const Program &program,
                     const Arguments &arguments) {
  using Kind = ParameterSpec::Kind;
  const Phase *phase = program.phaseOf(arguments.statement());
  for (const ParameterSpec &parameter : spec.parameters) {
    if (!arguments.has(parameter.name))
      continue;
    const bool isList =
        parameter.kind == Kind::Loops || parameter.kind == Kind::Arrays;
    const std::vector<std::string> names =
        isList ? arguments.texts(parameter.name)
        : parameter.kind == Kind::Statement || parameter.kind == Kind::Loop ||
                parameter.kind == Kind::Array
            ? std::vector{arguments.text(parameter.name)}
            : std::vector<std::string>();
    for (const std::string &name : names) {
      const bool isThere =
          parameter.kind == Kind::Statement
              ? program.statements.count(name) != 0
          : parameter.kind == Kind::Array || parameter.kind == Kind::Arrays
              ? program.arrays.count(name) != 0
              : phase && phase->tree.findLoop(arguments.statement(), name);
      if (!isThere)
        return false;
    }
  }
  return true;
}

/// The nearest of the last few steps before which this one is legal: what they
/// do to the loops may be more than its relations follow.
std::vector<std::string> Attempts::takenEarlier(const std::string &statement) {
  constexpr size_t fewSteps = 3;
  for (const RefusedStep::Earlier &step :
       llvm::ArrayRef(refused.earlier).take_front(fewSteps)) {
    if (!step.before.statements.count(step.statement))
      continue;
    Arguments then = refused.arguments;
    then.set("statement", step.statement);
    const std::string of =
        step.statement == statement ? "" : ", of " + step.statement + ",";
    if (areThere(*refused.spec, step.before, then) &&
        isLegalElsewhere(*refused.spec, step.before, then))
      return {"take this step" + of + " before step " +
              std::to_string(step.number) + ", '" + step.text.str() + "'"};
  }
  return {};
}

std::vector<std::string> Attempts::inWaves(const std::string &statement) {
  if (refused.spec->name != "parallel" || !refused.refusal)
    return {};
  Arguments waves;
  waves.set("statement", statement);
  waves.set("loop", refused.arguments.text("loop"));
  if (!isLegalElsewhere(*findTransform("sparse_wavefront"), refused.program,
                        waves))
    return {};
  return {"write 'sparse_wavefront(" + statement + ", \"" +
          refused.arguments.text("loop") +
          "\")' instead: what does not depend on each other runs at the same "
          "time"};
}

std::vector<std::string> Attempts::elsewhere(const std::string &statement) {
  std::vector<std::string> found = takenEarlier(statement);
  return found.empty() ? inWaves(statement) : found;
}

bool Attempts::isAccepted(const Program &program, const Arguments &arguments) {
  if (isExhausted())
    return false;
  ++attempts;
  std::optional<Program> after = resultOf(*refused.spec, program, arguments);
  return after && isCodeAsBefore(*after);
}

/// Whether \p after, the result of an attempt, has code, if the recipe had come
/// to that before: else later steps may be to make it.
bool Attempts::isCodeAsBefore(const Program &after) {
  // Nothing where that would take too long.
  auto hasCode = [&](const Program &program) {
    return within(code,
                  [&] { return std::optional(refused.hasCode(program)); });
  };
  if (hadCode == false)
    return true;
  std::optional<bool> isMade = hasCode(after);
  if (!isMade || *isMade)
    return isMade.has_value();
  if (!hadCode)
    hadCode = hasCode(refused.program);
  return hadCode == false;
}

std::optional<Program> Attempts::with(const Program &program,
                                      const std::string &fact) {
  return within(steps, [&] { return withFact(program, fact); });
}

} // namespace sparsec::recipe
