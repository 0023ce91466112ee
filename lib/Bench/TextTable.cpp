//===- TextTable.cpp - numbers and columns as text ------------------------===//
#include "TextTable.h"

#include "sparsec/Bench/Report.h"

#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>

namespace sparsec::bench {

std::string formatted(const char *format, double value) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format(format, value);
  return text;
}

std::string duration(double seconds) {
  if (seconds < 1e-3)
    return formatted("%.2f us", 1e6 * seconds);
  if (seconds < 1)
    return formatted("%.2f ms", 1e3 * seconds);
  return formatted("%.2f s", seconds);
}

std::string alignColumns(llvm::ArrayRef<std::vector<std::string>> lines,
                         size_t named) {
  std::vector<size_t> width(lines[0].size(), 0);
  for (const auto &line : lines)
    for (size_t c = 0; c < line.size(); ++c)
      width[c] = std::max(width[c], line[c].size());
  std::string text;
  for (const auto &line : lines) {
    std::string out;
    for (size_t c = 0; c < line.size(); ++c) {
      std::string padding(width[c] - line[c].size(), ' ');
      out +=
          (c ? "  " : "") + (c < named ? line[c] + padding : padding + line[c]);
    }
    text += llvm::StringRef(out).rtrim().str() + "\n";
  }
  return text;
}

std::string csvField(llvm::StringRef text) {
  if (text.find_first_of(",\"\n") == llvm::StringRef::npos)
    return text.str();
  std::string result = "\"";
  for (char c : text)
    result += c == '"' ? std::string("\"\"") : std::string(1, c);
  return result + "\"";
}

} // namespace sparsec::bench
