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

bool CaseRecord::mayRound() const {
  return allowsReassociation ||
         llvm::any_of(steps, [](const StepRecord &record) {
           const Step &step = record.step;
           if (record.fate == StepRecord::Fate::Accepted &&
               step.text.find(allowsRounding) != std::string::npos)
             return true;
           bool isFormat =
               llvm::any_of(findTransform(step.transform)->parameters,
                            [](const ParameterSpec &parameter) {
                              return parameter.name == reassociationOption.name;
                            });
           return record.fate == StepRecord::Fate::Accepted && isFormat &&
                  step.text.find(forbidsReassociation) == std::string::npos;
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
