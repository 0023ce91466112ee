//===- Plot.cpp - the table as a drawing ----------------------------------===//
#include "Plot.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace sparsec::bench {
namespace {

/// In pixels; names are to the left of the bars, times to the right.
constexpr int lineHeight = 22, barHeight = 14, barWidth = 480, timeWidth = 110,
              margin = 12;
/// Of a letter, about, at the size of the style below.
constexpr double letterWidth = 7.2;

constexpr llvm::StringLiteral style =
    "<style>text{font:12px sans-serif;fill:#222}.head{font-weight:bold}"
    ".bar{fill:#4477aa}.original{fill:#999}.dropped{fill:#bbccdd}"
    ".spread{stroke:#222;stroke-width:1.5;fill:none}</style>\n";

/// As the text of an element.
std::string escaped(const std::string &text) {
  std::string result;
  llvm::raw_string_ostream out(result);
  llvm::printHTMLEscaped(llvm::json::fixUTF8(text), out);
  return result;
}

/// One bar.
struct Bar {
  std::string name, style;
  Sample seconds;
};

/// \p sample of one run, \p runs times.
Sample times(const Sample &sample, double runs) {
  return {sample.median * runs, sample.low * runs, sample.high * runs};
}

class Plotter {
public:
  Plotter(llvm::ArrayRef<Measured> rows, double runs) : runs(runs) {
    size_t longest = 0;
    for (const Measured &one : rows) {
      longest = std::max(longest, one.row.recipe.size());
      isAnyDropped |= one.row.timing.isDropped;
    }
    longest = std::max(longest, llvm::StringRef("original").size());
    left = margin + int(letterWidth * double(longest));
  }

  void draw(llvm::ArrayRef<Measured> group);
  std::string file() const;

private:
  std::vector<Bar> barsOf(llvm::ArrayRef<Measured> group) const;
  void draw(const Bar &bar, double scale);

  double runs;
  int left = 0, top = margin;
  bool isAnyDropped = false;
  std::string body;
};

std::vector<Bar> Plotter::barsOf(llvm::ArrayRef<Measured> group) const {
  std::vector<Bar> bars;
  for (const Measured &one : group)
    bars.push_back({one.row.recipe,
                    one.row.timing.isDropped ? "bar dropped" : "bar",
                    one.row.timing.cost(runs)});
  // Beside a GPU's the bar of the host's original leaves nothing to see.
  if (!group[0].row.gpu)
    bars.push_back({"original", "bar original",
                    times(group[0].row.timing.original, runs > 0 ? runs : 1)});
  return bars;
}

void Plotter::draw(const Bar &bar, double scale) {
  const int middle = top + lineHeight / 2, text = middle + 4;
  auto at = [&](double seconds) { return left + 8 + scale * seconds; };
  const Sample &seconds = bar.seconds;
  const std::string name = escaped(bar.name),
                    about = duration(seconds.median) + ", from " +
                            duration(seconds.low) + " to " +
                            duration(seconds.high);
  body += llvm::formatv("<g><title>{0}: {1}</title>\n"
                        "<text x=\"{2}\" y=\"{3}\" text-anchor=\"end\">{0}"
                        "</text>\n",
                        name, about, left, text)
              .str();
  body += llvm::formatv("<rect class=\"{0}\" x=\"{1}\" y=\"{2}\" "
                        "width=\"{3:f1}\" height=\"{4}\"/>\n",
                        bar.style, left + 8, middle - barHeight / 2,
                        scale * seconds.median, barHeight)
              .str();
  body += llvm::formatv("<path class=\"spread\" d=\"M{0:f1} {2}H{1:f1}"
                        "M{0:f1} {3}v8M{1:f1} {3}v8\"/>\n",
                        at(seconds.low), at(seconds.high), middle, middle - 4)
              .str();
  body += llvm::formatv("<text x=\"{0:f1}\" y=\"{1}\">{2}</text></g>\n",
                        at(std::max(seconds.high, seconds.median)) + 6, text,
                        duration(seconds.median))
              .str();
  top += lineHeight;
}

void Plotter::draw(llvm::ArrayRef<Measured> group) {
  const Row &first = group[0].row;
  body +=
      llvm::formatv("<text class=\"head\" x=\"{0}\" y=\"{1}\">{2}</text>\n",
                    margin, top + 15,
                    escaped((first.matrix.empty() ? "" : first.kernel + ", ") +
                            titleOf(first)))
          .str();
  top += lineHeight;
  const std::vector<Bar> bars = barsOf(group);
  double longest = 0;
  for (const Bar &bar : bars)
    longest = std::max({longest, bar.seconds.median, bar.seconds.high});
  for (const Bar &bar : bars)
    draw(bar, longest > 0 ? barWidth / longest : 0);
  top += lineHeight / 2;
}

std::string Plotter::file() const {
  const std::string what =
      runs > 0
          ? llvm::formatv("One inspection and {0:f0} executions", runs).str()
          : std::string("One execution");
  const std::string about =
      what +
      ": medians, and lines from quartile to quartile (of "
      "fewer than 11 rounds from the least to the most)" +
      (isAnyDropped ? "; pale: dropped early" : "");
  const int text = 2 * margin + int(letterWidth * double(about.size()));
  const int width = std::max(left + 8 + barWidth + timeWidth, text),
            height = top + margin;
  return llvm::formatv("<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" "
                       "aria-label=\"{0}\" width=\"{1}\" height=\"{2}\" "
                       "viewBox=\"0 0 {1} {2}\">\n{3}"
                       "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n",
                       about, width, height, style)
             .str() +
         body +
         llvm::formatv("<text x=\"{0}\" y=\"{1}\">{2}</text>\n</svg>\n", margin,
                       top + 4, about)
             .str();
}

} // namespace

std::string plotOf(llvm::ArrayRef<Measured> rows, double runs) {
  Plotter plotter(rows, runs);
  while (!rows.empty()) {
    const llvm::ArrayRef<Measured> group = comparable(rows);
    plotter.draw(group);
    rows = rows.drop_front(group.size());
  }
  return plotter.file();
}

} // namespace sparsec::bench
