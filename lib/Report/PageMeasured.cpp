//===- PageMeasured.cpp - how fast it is, as a page -----------------------===//

#include "PageWriter.h"

#include "HtmlText.h"

#include "sparsec/Bench/Ranking.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"

#include <algorithm>

namespace sparsec {

using bench::duration;
using bench::Row;
using bench::Sample;
using html::escaped;

/// A bar from 0 to the median, in it the part that memory alone takes, and a
/// line from low to high. The cells beside it have all of it as text.
static std::string barOf(const Sample &sample, double memory, double longest) {
  const double scale = longest > 0 ? 1000 / longest : 0,
               low = scale * sample.low, high = scale * sample.high,
               time = scale * sample.median,
               part = std::min(scale * memory, time);
  std::string svg = llvm::formatv("<svg class=\"bar\" aria-hidden=\"true\" "
                                  "viewBox=\"0 0 1000 20\" "
                                  "preserveAspectRatio=\"none\">"
                                  "<rect class=\"time\" width=\"{0:f1}\" "
                                  "height=\"20\"/>",
                                  time)
                        .str();
  if (part > 0)
    svg += llvm::formatv(
               "<rect class=\"must\" width=\"{0:f1}\" height=\"20\"/>", part)
               .str();
  return svg + llvm::formatv("<path class=\"spread\" d=\"M{0:f1} 10H{1:f1}"
                             "M{0:f1} 5v10M{1:f1} 5v10\"/></svg>",
                             low, high)
                   .str();
}

/// Time, its bar, and what of it memory alone takes.
static std::string timeCells(const Row &row, const Sample &sample,
                             double longest) {
  const bool isPart = row.memoryShare(sample.median).has_value();
  std::string text =
      "<td>" + barOf(sample, isPart ? row.memorySeconds() : 0, longest) +
      duration(sample.median) + ", from " + duration(sample.low) + " to " +
      duration(sample.high) + "</td><td>" + memoryText(row, sample.median);
  if (isPart)
    text += ", " + duration(row.memorySeconds());
  return text + "</td>";
}

static std::string paramsOf(const Row &row) {
  std::string text;
  for (const bench::ParamValue &param : row.params)
    text += (text.empty() ? "" : ", ") +
            ("<code>" + escaped(param.name) + " = " + escaped(param.value)) +
            "</code>";
  return !text.empty() ? text : row.recipeFile.empty() ? "not known" : "none";
}

static std::string remarksOf(const MeasuredCandidate &one) {
  std::vector<std::string> remarks;
  if (one.isShown)
    remarks.emplace_back("<strong>this recipe, as on this page</strong>");
  else if (one.isOfRecipe)
    remarks.emplace_back("<strong>this recipe</strong>, with other params or "
                         "another text");
  if (one.row.timing.isDropped)
    remarks.emplace_back("dropped early, after " +
                         html::counted(size_t(one.row.timing.rounds), "round"));
  if (!one.isBeside)
    remarks.emplace_back("not measured beside the first");
  return remarks.empty() ? "" : "<br>" + llvm::join(remarks, "; ");
}

static std::string rowOf(const MeasuredCandidate &one, double longest) {
  const Row &row = one.row;
  const bench::Timing &timing = row.timing;
  const double original = timing.original.median;
  const std::string &file =
      row.recipeFile.empty() ? row.recipe : row.recipeFile;
  return "<tr class=\"" +
         std::string(timing.isDropped ? "dropped"
                     : one.isShown    ? "shown"
                                      : "kept") +
         "\"><th scope=\"row\"><code>" + escaped(file) + "</code>" +
         remarksOf(one) + "</th><td>" + paramsOf(row) + "</td>" +
         timeCells(row, timing.execute, longest) + "<td>" +
         llvm::formatv("{0:f2}", timing.speedup()).str() + "</td><td>" +
         duration(timing.inspect.median) +
         llvm::formatv(", as {0:f1} runs of the original",
                       original > 0 ? timing.inspect.median / original : 0.0)
             .str() +
         "</td></tr>\n";
}

static std::string tableOf(const MeasuredGroup &group) {
  double longest = 0;
  for (const MeasuredCandidate &one : group.candidates)
    for (const Sample &sample :
         {one.row.timing.execute, one.row.timing.original})
      longest = std::max({longest, sample.median, sample.high});
  const std::string title = "Candidates on " + bench::titleOf(group.first());
  std::string page =
      "<div class=\"wide\"" + html::scrolled(title) +
      "><table class=\"speed\"><caption>" + escaped(title) +
      ": the fastest first, those dropped early last</caption><thead><tr><th "
      "scope=\"col\">Recipe</th>"
      "<th scope=\"col\">Params</th><th scope=\"col\">Time of one run</th>"
      "<th scope=\"col\">Of what memory gives</th><th scope=\"col\">Speedup"
      "</th><th scope=\"col\">Inspection, once</th></tr></thead><tbody>\n";
  for (const MeasuredCandidate &one : group.candidates)
    page += rowOf(one, longest);
  const Row &first = group.first();
  return page +
         "<tr class=\"original\"><th scope=\"row\">original</th><td>none"
         "</td>" +
         timeCells(first, first.timing.original, longest) +
         "<td>1.00</td><td>none</td></tr>\n</tbody></table></div>\n";
}

static std::string partOf(const MeasuredGroup &group) {
  const std::string fastest = describeFastest(group);
  const std::string date = group.candidates.front().date;
  return "<h3>" + escaped(bench::titleOf(group.first())) + "</h3>\n<p>" +
         escaped(describeLimit(group)) + "</p>\n" +
         (fastest.empty() ? "" : "<p>" + escaped(fastest) + "</p>\n") +
         (date.empty() ? ""
                       : "<p class=\"place\">The first was measured at " +
                             escaped(date) + ".</p>\n") +
         tableOf(group);
}

std::string PageWriter::measuredSection() const {
  if (report.measured.empty())
    return "";
  std::string page =
      "<section><h2 id=\"speed\">How fast it is</h2>\n<p>Each bar is the time "
      "of one run, the median; the line in it goes from the first quartile to "
      "the third or, of fewer than 11 rounds, from the least to the most. The "
      "strong part is the time that memory alone takes for "
      "all arguments, each once: a bar that is strong to its end is at the "
      "limit, unless caches hold a part, or the code needs fewer bytes.</p>\n";
  for (const MeasuredGroup &group : report.measured)
    page += partOf(group);
  return page + "</section>\n";
}

} // namespace sparsec
