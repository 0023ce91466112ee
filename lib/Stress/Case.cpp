//===- Case.cpp - one kernel with one composition -------------------------===//

#include "sparsec/Stress/Case.h"

namespace sparsec::stress {

/// Options in front of every recipe: room for padding, finite inputs, and what
/// the case allows.
static std::string preamble(const CaseRecord &record) {
  return std::string("max_fill(1000000)\nassume_finite()\n") +
         (record.allowsReassociation ? "allow_reassociation()\n" : "") +
         (record.inspectsOnGpu ? "inspector(\"cuda\")\n" : "");
}

unsigned CaseRecord::count(StepRecord::Fate fate) const {
  return unsigned(llvm::count_if(
      steps, [&](const StepRecord &step) { return step.fate == fate; }));
}

/// Whether \p step may change the order of roundings by itself: its text or its
/// format allows it, or that is what it is for.
static bool mayReorderSums(const Step &step) {
  const TransformSpec &spec = *findTransform(step.transform);
  const bool isFormat =
      llvm::any_of(spec.parameters, [](const ParameterSpec &parameter) {
        return parameter.name == reassociationOption.name;
      });
  return spec.mayChangeResults ||
         step.text.find(allowsRounding) != std::string::npos ||
         (isFormat &&
          step.text.find(forbidsReassociation) == std::string::npos);
}

bool CaseRecord::mayRound() const {
  return allowsReassociation ||
         llvm::any_of(steps, [](const StepRecord &record) {
           return record.fate == StepRecord::Fate::Accepted &&
                  mayReorderSums(record.step);
         });
}

std::string recipeText(const CaseRecord &record,
                       const std::vector<Step> &steps) {
  std::string text = preamble(record);
  for (const Step &step : steps)
    text += step.text + "\n";
  return text;
}

} // namespace sparsec::stress
