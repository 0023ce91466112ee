//===- Comments.cpp - comments of 80 columns ------------------------------===//

#include "sparsec/Target/C/Comments.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

namespace sparsec {

std::string filled(const std::string &mark, const std::string &text,
                   const std::string &continuation) {
  std::string result, line = mark;
  llvm::SmallVector<llvm::StringRef> words;
  llvm::StringRef(text).split(words, ' ');
  for (llvm::StringRef word : words) {
    bool isFirst = line == mark || line == mark + continuation;
    if (!isFirst && line.size() + 1 + word.size() > 80) {
      result += llvm::StringRef(line).rtrim().str() + "\n";
      line = mark + continuation;
    }
    line += " " + word.str();
  }
  return result + llvm::StringRef(line).rtrim().str() + "\n";
}

/// Whether a compiler takes \p line, of a comment, and the next one for one:
/// `\` continues it, and so does its trigraph.
static bool isContinued(llvm::StringRef line) {
  line = line.rtrim();
  return line.ends_with("\\") || line.ends_with("?\?/");
}

std::string commentLine(const std::string &text) {
  // Compilers warn of bytes that are no letters and of texts that change the
  // direction.
  std::string clean;
  for (char c : text)
    clean += llvm::isPrint(c) ? c : llvm::isSpace(c) ? ' ' : '_';
  size_t indent = clean.size() - llvm::StringRef(clean).ltrim().size();
  std::string lines = filled("//" + std::string(indent, ' '),
                             llvm::StringRef(clean).trim().str(), "    ");
  std::string result;
  for (char c : lines) {
    if (c == '\n' && isContinued(result))
      result += '.';
    result += c;
  }
  return result;
}

} // namespace sparsec
