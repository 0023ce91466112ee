//===- StepTimes.cpp - where a run's time goes ----------------------------===//

#include "StepTimes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec {

void StepTimes::lap(const std::string &label) {
  const Clock::time_point now = Clock::now();
  const std::chrono::duration<double, std::milli> since = now - last;
  last = now;
  auto known =
      llvm::find_if(rows, [&](const Row &row) { return row.label == label; });
  if (known == rows.end())
    rows.push_back({label, since.count()});
  else
    known->milliseconds += since.count();
}

std::string StepTimes::table() const {
  double sum = 0;
  for (const Row &row : rows)
    sum += row.milliseconds;
  std::string text;
  llvm::raw_string_ostream out(text);
  auto line = [&](const std::string &label, double milliseconds) {
    out << llvm::format("%9.1f ms %5.1f %%  ", milliseconds,
                        sum > 0 ? 100 * milliseconds / sum : 0.0)
        << label << "\n";
  };
  for (const Row &row : rows)
    line(row.label, row.milliseconds);
  line("in all", sum);
  return text;
}

} // namespace sparsec
