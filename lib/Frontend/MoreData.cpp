//===- MoreData.cpp - what a walk has found to be data --------------------===//

#include "MoreData.h"

namespace sparsec {

/// Puts positions in place of the pointers that \p found has. Those that have
/// none in one array are noted in \p data. Whether there was one.
static bool replacePointers(const SteeredByData &found, PlainForms &forms,
                            ObjectNames &names, std::set<std::string> &data,
                            Diagnoser &diagnoser) {
  bool isReplaced = false;
  for (const auto &[pointer, where] : found.pointers) {
    const std::string name = names.ofVariable(pointer).name;
    data.insert(withoutPosition(name));
    if (!forms.replace(pointer))
      continue;
    isReplaced = true;
    diagnoser.warn(where.getBegin(),
                   "where '" + pointer->getName() +
                       "' points is found only as the loops run: steps "
                       "keep the order of what uses it");
    diagnoser.note(
        where.getBegin(),
        "it is known where each iteration moves it by one amount or by a row; "
        "rows that may have gaps follow each other by a fact: #pragma sparsec "
        "rule(forall i: 0 <= i && i < n - 1 => end[i] == begin[i + 1])");
  }
  return isReplaced;
}

void addFound(const SteeredByData &found, PlainForms &forms, ObjectNames &names,
              FoundData &data, Diagnoser &diagnoser) {
  const size_t before = data.objects.size() + data.expressions.size();
  data.objects.insert(found.objects.begin(), found.objects.end());
  data.expressions.insert(found.expressions.begin(), found.expressions.end());
  const bool isReplaced =
      replacePointers(found, forms, names, data.objects, diagnoser);
  if (!isReplaced && data.objects.size() + data.expressions.size() == before)
    data.objects.insert(noMoreData);
}

} // namespace sparsec
