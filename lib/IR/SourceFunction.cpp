//===- SourceFunction.cpp - places in the source --------------------------===//

#include "sparsec/IR/SourceFunction.h"

#include <algorithm>
#include <string_view>

namespace sparsec {

std::pair<unsigned, unsigned>
SourceFunction::lineAndColumn(size_t offset) const {
  std::string_view before =
      std::string_view(fileText).substr(0, std::min(offset, fileText.size()));
  auto lines = std::count(before.begin(), before.end(), '\n');
  size_t newline = before.rfind('\n');
  size_t start = newline == before.npos ? 0 : newline + 1;
  return {unsigned(lines) + 1, unsigned(before.size() - start) + 1};
}

std::string SourceFunction::location(const SourceSpan &span) const {
  if (!span.isKnown())
    return "";
  auto [line, column] = lineAndColumn(span.begin);
  return file + ":" + std::to_string(line) + ":" + std::to_string(column);
}

} // namespace sparsec
