//===- Directives.cpp - directives in a part of a file --------------------===//

#include "Directives.h"

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

} // namespace sparsec
