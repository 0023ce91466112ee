//===- Directives.cpp - directives in a part of a file --------------------===//

#include "Directives.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {

Directives directivesOf(llvm::StringRef text) {
  Directives result;
  bool defines = false, continues = false;
  int depth = 0;
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (llvm::StringRef line : lines) {
    llvm::StringRef word = line.ltrim();
    const bool starts = word.consume_front("#");
    word = word.ltrim().take_while(llvm::isAlpha);
    if (!continues && (!starts || word == "pragma"))
      continue;
    continues = line.rtrim().ends_with("\\");
    result.lines += line.str() + "\n";
    if (!starts)
      continue;
    defines |= word == "define" || word == "undef" || word == "include";
    depth += word.starts_with("if") ? 1 : word == "endif" ? -1 : 0;
    result.isCut |= depth < 0 || (depth == 0 && word.starts_with("el"));
  }
  result.isCut |= depth != 0;
  if (!defines)
    result.lines.clear();
  return result;
}

static bool isHint(llvm::StringRef line) {
  line = line.ltrim();
  if (!line.consume_front("#"))
    return false;
  line = line.ltrim();
  return line.consume_front("pragma") && !line.ltrim().starts_with("sparsec");
}

std::vector<std::pair<size_t, size_t>> hintLines(llvm::StringRef text) {
  std::vector<std::pair<size_t, size_t>> lines;
  bool continues = false;
  for (size_t begin = 0; begin < text.size();) {
    const size_t stop = text.find('\n', begin);
    const size_t end = stop == llvm::StringRef::npos ? text.size() : stop + 1;
    const llvm::StringRef line = text.slice(begin, end);
    const bool isOne = continues || isHint(line);
    if (isOne)
      lines.emplace_back(begin, end);
    continues = isOne && line.rtrim().ends_with("\\");
    begin = end;
  }
  return lines;
}

size_t hintsBefore(llvm::StringRef text) {
  size_t start = text.size();
  const std::vector<std::pair<size_t, size_t>> lines = hintLines(text);
  for (const auto &[begin, end] : llvm::reverse(lines)) {
    if (!text.slice(end, start).trim().empty())
      break;
    start = begin;
  }
  return start;
}

std::string blankedHints(llvm::StringRef text) {
  std::string result = text.str();
  for (const auto &[begin, end] : hintLines(text))
    for (size_t at = begin; at < end; ++at)
      if (!llvm::isSpace(result[at]))
        result[at] = ' ';
  return result;
}

} // namespace sparsec
