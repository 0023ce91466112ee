//===- Record.cpp - writes down what a check proves -----------------------===//

#include "Record.h"

#include "InstancePair.h"

#include "sparsec/Poly/WorkLimit.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

std::string textOf(const Fact &fact) {
  if (!fact.text.empty())
    return fact.text;
  const std::string array = fact.arrays.empty() ? "" : fact.arrays.front();
  auto in = [](const std::optional<isl::pw_aff> &bound) {
    return bound ? affineText(*bound, {}) : "";
  };
  switch (fact.kind) {
  case Fact::Kind::Range:
    return in(fact.lower) + " <= " + array + "[..] < " + in(fact.upper);
  case Fact::Kind::Extent:
    return "extent(" + array + ", " + in(fact.upper) + ")";
  case Fact::Kind::Boundary:
    return array + "[" + in(fact.at) + "] = " + in(fact.upper);
  case Fact::Kind::Monotonic:
    return array + " is monotonic";
  case Fact::Kind::Sorted:
    return array + " is sorted in each segment";
  case Fact::Kind::Unique:
    return array + " has no duplicates in a segment";
  case Fact::Kind::Injective:
  case Fact::Kind::Permutation:
    return array + " is injective";
  case Fact::Kind::Inverse:
    return array + " inverts " + fact.arrays.back();
  case Fact::Kind::Contents:
    return array + " has all rows of " + fact.arrays.back() + " with elements";
  default:
    return array;
  }
}

/// Facts that no question about two instances uses.
static bool isAboutMemory(const Fact &fact) {
  return fact.kind == Fact::Kind::Extent || fact.kind == Fact::Kind::NoAlias ||
         fact.kind == Fact::Kind::AssumeFinite ||
         fact.kind == Fact::Kind::Rounded;
}

Program without(const Program &program, const FactTexts &texts) {
  Program result = program;
  llvm::erase_if(result.facts, [&](const Fact &fact) {
    return !isAboutMemory(fact) && llvm::is_contained(texts, textOf(fact));
  });
  return result;
}

FactTexts
neededFacts(const Program &program,
            const std::function<bool(const FactTexts &leftOut)> &suffices) {
  FactTexts all;
  for (const Fact &fact : program.facts)
    if (!isAboutMemory(fact) && !llvm::is_contained(all, textOf(fact)))
      all.push_back(textOf(fact));
  if (all.empty() || suffices(all))
    return {};
  FactTexts needed, leftOut;
  for (const std::string &text : all) {
    leftOut.push_back(text);
    if (suffices(leftOut))
      continue;
    leftOut.pop_back();
    needed.push_back(text);
  }
  return needed;
}

FactTexts witnessesOf(const UninterpretedFunctionSolver &facts,
                      const isl::set &points) {
  const Program &program = facts.knowledge();
  return neededFacts(program, [&](const FactTexts &leftOut) {
    Program rest = without(program, leftOut);
    return proves(program.context.ctx(),
                  [&] { return facts.under(rest).provesEmpty(points); });
  });
}

Record::Record(StepReport *report, std::string name)
    : report(report), check{std::move(name), {}, 0, 0, {}, {}} {}

void Record::finish() {
  if (!report)
    return;
  for (const auto &[facts, points] : proved) {
    // A step is not refused for what its report takes.
    const poly::UncountedWork uncounted(points.ctx());
    std::vector<std::string> witnesses = witnessesOf(facts, points);
    ++(witnesses.empty() ? check.arithmetic : check.byFacts[witnesses]);
  }
  report->checks.push_back(std::move(check));
}

void Record::watch(UninterpretedFunctionSolver &facts) {
  if (report)
    facts.record = this;
}

void Record::note(const llvm::Twine &text) {
  if (report)
    check.notes.push_back(text.str());
}

void Record::relies(const std::function<FactTexts()> &facts) {
  if (report)
    check.needed = facts();
}

void Record::isProved(const UninterpretedFunctionSolver &facts,
                      const isl::set &points) {
  proved.emplace_back(facts, points);
  proved.back().first.record = nullptr;
}

} // namespace sparsec
