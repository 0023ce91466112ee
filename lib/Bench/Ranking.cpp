//===- Ranking.cpp - which candidate is the fastest -----------------------===//
#include "sparsec/Bench/Ranking.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>
#include <tuple>

namespace sparsec::bench {
namespace {

/// Names in a sentence; of many the first ones.
constexpr size_t mostNames = 4;

double gapOf(const Sample &best, const Sample &other) {
  return best.median > 0 ? other.median / best.median - 1 : 0;
}

double spreadOf(const Sample &best, const Sample &other) {
  return std::max(best.spread(), other.spread());
}

/// The sentence about \p group, of two rows at least.
std::string describeBest(llvm::ArrayRef<Measured> group, double runs) {
  const Sample best = group[0].row.timing.cost(runs),
               next = group[1].row.timing.cost(runs);
  std::vector<std::string> equals;
  Sample last;
  for (const Measured &other : llvm::drop_begin(group))
    if (!isDifferent(best, other.row.timing.cost(runs))) {
      equals.push_back(other.row.recipe);
      last = other.row.timing.cost(runs);
    }
  const std::string &name = group[0].row.recipe;
  const double gap = gapOf(best, next);
  if (equals.empty())
    return name + " is the fastest, " + group[1].row.recipe + " takes " +
           (gap < 1 ? percent(gap) + " longer"
                    : llvm::formatv("{0:f1} times as long", 1 + gap).str()) +
           " (spread " + percent(spreadOf(best, next)) + ")";
  const double apart = gapOf(best, last), spread = spreadOf(best, last);
  return "no difference measured between " + name + " and " + listOf(equals) +
         ": " + percent(apart) + " apart, spread " + percent(spread) +
         (apart > spread ? ", but their times overlap" : "");
}

} // namespace

llvm::ArrayRef<Measured> comparable(llvm::ArrayRef<Measured> rows) {
  return rows.take_while([&](const Measured &other) {
    return rows[0].input == other.input &&
           rows[0].row.gpu.has_value() == other.row.gpu.has_value() &&
           rows[0].row.timing.threads == other.row.timing.threads;
  });
}

std::string listOf(llvm::ArrayRef<std::string> names) {
  const llvm::ArrayRef<std::string> shown = names.take_front(mostNames);
  std::string text = llvm::join(shown, ", ");
  if (const size_t left = names.size() - shown.size(); left > 0)
    text += " and " + std::to_string(left) + (left == 1 ? " other" : " others");
  return text;
}

bool isDifferent(const Sample &best, const Sample &other) {
  return gapOf(best, other) > spreadOf(best, other) && other.low > best.high;
}

void rankRows(std::vector<Measured> &rows, double runs) {
  auto key = [&](const Measured &one) {
    const Timing &timing = one.row.timing;
    return std::make_tuple(one.input, one.row.gpu.has_value(), timing.threads,
                           timing.isDropped, timing.cost(runs).median);
  };
  llvm::stable_sort(rows, [&](const Measured &a, const Measured &b) {
    return key(a) < key(b);
  });
}

void compareToLibraries(std::vector<Measured> &rows) {
  std::map<size_t, double> best;
  for (const Measured &one : rows)
    if (one.row.gpu && one.row.gpu->isLibrary) {
      const double cold = one.row.timing.execute.median;
      auto [place, isFirst] = best.try_emplace(one.input, cold);
      if (!isFirst)
        place->second = std::min(place->second, cold);
    }
  for (Measured &one : rows)
    if (const double cold = one.row.timing.execute.median;
        one.row.gpu && cold > 0)
      if (auto place = best.find(one.input); place != best.end())
        one.row.gpu->ratio = place->second / cold;
}

std::string describeGroup(llvm::ArrayRef<Measured> group, double runs) {
  std::vector<std::string> dropped;
  for (const Measured &one : group)
    if (one.row.timing.isDropped)
      dropped.push_back(one.row.recipe);
  const llvm::ArrayRef<Measured> stayed = group.drop_back(dropped.size());
  // Times of few rounds, beside other candidates, are not compared.
  const std::string best =
      stayed.size() > 1 ? describeBest(stayed, runs)
      : stayed.size() == 1
          ? "only " + stayed[0].row.recipe + " was timed to the end"
          : std::string("none was timed to the end");
  return best + (dropped.empty() ? "" : "; dropped early: " + listOf(dropped));
}

std::string titleOf(const Row &row) {
  const int threads = row.timing.threads;
  std::string title = row.matrix.empty() ? row.kernel : row.matrix;
  if (row.gpu)
    title += ", GPU";
  // On a GPU they are the inspector's.
  if (!row.gpu || threads > 1)
    title += ", " + std::to_string(threads) +
             (threads == 1 ? " thread" : " threads");
  return title;
}

std::string describeRanking(llvm::ArrayRef<Measured> rows, double runs) {
  std::string text;
  while (!rows.empty()) {
    const llvm::ArrayRef<Measured> group = comparable(rows);
    rows = rows.drop_front(group.size());
    if (group.size() > 1)
      text += titleOf(group[0].row) + ": " + describeGroup(group, runs) + "\n";
  }
  return text;
}

} // namespace sparsec::bench
