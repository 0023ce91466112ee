//===- Measured.cpp - times of sparsec-bench in a report ------------------===//

#include "sparsec/Report/Measured.h"

#include "sparsec/Bench/Ranking.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FormatVariadic.h"

#include <map>
#include <set>
#include <tuple>

namespace sparsec {

using bench::Measured;
using bench::Row;
using bench::StoredResult;

static llvm::Error noResults(const std::string &what, const std::string &path,
                             const MeasuredFunction &function) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "%s; '%s -store %s' adds them", what.c_str(),
                                 function.benchCommand.c_str(), path.c_str());
}

/// Those of \p function, of each candidate the last one. The numbers of
/// matrices are those of their first results.
static std::vector<Measured> lastResults(llvm::ArrayRef<StoredResult> results,
                                         const MeasuredFunction &function) {
  std::map<std::string, size_t> matrices;
  std::map<std::tuple<size_t, int, std::string, std::string>, size_t> last;
  std::vector<Measured> rows;
  for (size_t k = 0; k < results.size(); ++k) {
    const Row &row = results[k].row;
    if (row.kernel != function.name)
      continue;
    const size_t matrix =
        matrices.try_emplace(row.matrix, matrices.size()).first->second;
    std::string params;
    for (const bench::ParamValue &param : row.params)
      params += param.name + "=" + param.value + "\n";
    const Measured one{k, matrix, row};
    const auto [place, isNew] = last.try_emplace(
        {matrix, row.timing.threads, row.recipe, params}, rows.size());
    if (isNew)
      rows.push_back(one);
    else
      rows[place->second] = one;
  }
  bench::rankRows(rows, 0);
  return rows;
}

/// Whether \p row is of a file called as \p recipe; with its folder, or all of
/// the path, where sparsec-bench was given several of one name. Older results
/// have no file's name, only that of the candidate, which begins with it.
static bool isOfRecipe(const Row &row, const std::string &recipe) {
  const std::string name = bench::shownName(recipe);
  if (!row.recipeFile.empty())
    return row.recipeFile == name ||
           row.recipeFile == bench::nameWithFolder(recipe) ||
           row.recipeFile == bench::shownPath(recipe);
  const llvm::StringRef candidate = row.recipe;
  return candidate == name || candidate.starts_with(name + " ");
}

static bool haveOneOriginal(const Row &a, const Row &b) {
  const bench::Sample &x = a.timing.original, &y = b.timing.original;
  return x.median == y.median && x.low == y.low && x.high == y.high;
}

/// Candidates that differ in params only, which no -tune has named, are told
/// apart by all of them.
static void nameApart(MeasuredGroup &group) {
  std::map<std::string, size_t> count;
  for (const MeasuredCandidate &one : group.candidates)
    ++count[one.row.recipe];
  for (MeasuredCandidate &one : group.candidates)
    if (count[one.row.recipe] > 1)
      for (const bench::ParamValue &param : one.row.params)
        one.row.recipe += " " + param.name + "=" + param.value;
}

static MeasuredGroup groupOf(llvm::ArrayRef<Measured> rows,
                             llvm::ArrayRef<StoredResult> results,
                             const MeasuredFunction &function) {
  MeasuredGroup group;
  for (const Measured &one : rows)
    group.candidates.push_back({one.row, results[one.candidate].date,
                                isOfRecipe(one.row, function.recipe),
                                !function.recipeHash.empty() &&
                                    one.row.recipeHash == function.recipeHash,
                                haveOneOriginal(one.row, rows.front().row)});
  nameApart(group);
  return group;
}

llvm::Expected<std::vector<MeasuredGroup>>
readMeasured(const std::string &path, const MeasuredFunction &function,
             bench::StoreWarning warn) {
  if (!llvm::sys::fs::exists(path))
    return noResults("there is no file '" + path + "'", path, function);
  llvm::Expected<std::vector<StoredResult>> results =
      bench::readResults(path, warn);
  if (!results)
    return results.takeError();
  const std::vector<Measured> rows = lastResults(*results, function);
  if (rows.empty()) {
    std::set<std::string> others;
    for (const StoredResult &result : *results)
      others.insert("'" + result.row.kernel + "'");
    return noResults(
        path + ": no results of '" + function.name + "'" +
            (others.empty() ? "" : ", only of " + llvm::join(others, ", ")),
        path, function);
  }
  std::vector<MeasuredGroup> groups;
  for (llvm::ArrayRef<Measured> rest = rows; !rest.empty();) {
    const llvm::ArrayRef<Measured> group = bench::comparable(rest);
    rest = rest.drop_front(group.size());
    groups.push_back(groupOf(group, *results, function));
  }
  return groups;
}

std::string memoryText(const Row &row, double seconds) {
  if (const std::optional<double> share = row.memoryShare(seconds))
    return *share > 1 ? ">100%" : llvm::formatv("{0:f0}%", 100 * *share).str();
  return row.isCached(seconds) ? "in caches" : "not measured";
}

static std::string megabytes(double bytes) {
  return llvm::formatv(bytes < 1e7 ? "{0:f2} MB" : "{0:f0} MB", 1e-6 * bytes)
      .str();
}

/// Whether a run of so many seconds needs less time than memory alone.
static bool isFasterThanMemory(const Row &row, double seconds) {
  return row.memorySeconds() > seconds;
}

/// What a run of so many seconds reaches, after "reaches".
static std::string reached(const Row &row, double seconds) {
  return isFasterThanMemory(row, seconds) ? "more than all"
                                          : memoryText(row, seconds);
}

/// What describeLimit() says of each: the fastest, what the report shows, and
/// the original.
static std::string sharesText(const MeasuredGroup &group) {
  const Row &first = group.first();
  const int threads = first.timing.threads;
  std::string text =
      first.recipe + " reaches " + reached(first, first.timing.execute.median) +
      llvm::formatv(" of the {0:f1} GB/s that memory gives {1} thread{2}",
                    1e-9 * first.memory.bytesPerSecond, threads,
                    threads == 1 ? "" : "s")
          .str();
  for (const MeasuredCandidate &one : group.candidates)
    if (one.isShown && &one.row != &first)
      text += "; " + one.row.recipe + ", which this page shows, " +
              reached(one.row, one.row.timing.execute.median);
  text += "; the original " + reached(first, first.timing.original.median);
  const bool isMore =
      isFasterThanMemory(first, first.timing.original.median) ||
      llvm::any_of(group.candidates, [&](const MeasuredCandidate &one) {
        return (one.isShown || &one.row == &first) &&
               isFasterThanMemory(one.row, one.row.timing.execute.median);
      });
  return text + (isMore ? ". More than all is possible where caches hold a "
                          "part of the arguments, or where fewer bytes than "
                          "theirs are needed."
                        : ".");
}

std::string describeLimit(const MeasuredGroup &group) {
  const Row &first = group.first();
  if (first.memorySeconds() <= 0)
    return "What memory gives was not measured with these results; "
           "sparsec-bench does that, without -reuse and with -seconds 0.01 or "
           "more.";
  if (first.bytes <= first.memory.cacheBytes)
    return "The arguments, " + megabytes(first.bytes) +
           ", fit into the caches, " + megabytes(first.memory.cacheBytes) +
           ": memory is no limit here, and only larger inputs show how far "
           "from it the loops are.";
  return sharesText(group);
}

std::string describeFastest(const MeasuredGroup &group) {
  std::vector<Measured> rows;
  for (const MeasuredCandidate &one : group.candidates)
    rows.push_back({0, 0, one.row});
  return rows.size() < 2 ? "" : bench::describeGroup(rows, 0) + ".";
}

} // namespace sparsec
