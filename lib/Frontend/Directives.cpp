//===- Directives.cpp - directives in a part of a file --------------------===//

#include "Directives.h"

#include "sparsec/Support/SourceText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {

namespace {

class CommentBlanker {
public:
  explicit CommentBlanker(llvm::StringRef text) : text(text) {}

  std::string run() {
    while (at < text.size()) {
      if (text[at] == '\n')
        startsLine = true, isDirective = isDirective && isContinued();
      else if (startsLine && !llvm::isSpace(text[at]))
        isDirective |= text[at] == '#', startsLine = false;
      const llvm::StringRef rest = text.substr(at);
      if (rest.starts_with("//"))
        skip(lineEnd(), 0);
      else if (rest.starts_with("/*"))
        skip(std::min(text.find("*/", at + 2), text.size() - 2) + 2, 0);
      else if (text[at] == '"' || text[at] == '\'')
        skip(literalEnd(), 1);
      else
        result += text[at++];
    }
    return std::move(result);
  }

private:
  bool isContinued() const {
    return text.take_front(at).rtrim("\r").ends_with("\\");
  }
  /// Of a line with those that backslashes join to it.
  size_t lineEnd() const {
    size_t end = at;
    do
      end = text.find('\n', end + 1);
    while (end != llvm::StringRef::npos &&
           text.take_front(end).rtrim("\r").ends_with("\\"));
    return std::min(end, text.size());
  }
  size_t literalEnd() const {
    size_t end = at + 1;
    while (end < text.size() && text[end] != text[at] && text[end] != '\n')
      end += text[end] == '\\' ? 2 : 1;
    if (end < text.size() && text[end] == '\n') // the ' of a word
      return end;
    return std::min(end + 1, text.size());
  }
  /// Blanks up to \p end, but for \p kept characters at both ends.
  void skip(size_t end, size_t kept) {
    for (const size_t begin = at; at < end; ++at) {
      const bool stays = isDirective || at < begin + kept || at + kept >= end ||
                         llvm::isSpace(text[at]);
      result += stays ? text[at] : ' ';
    }
  }

  llvm::StringRef text;
  std::string result;
  size_t at = 0;
  bool startsLine = true, isDirective = false;
};

} // namespace

std::string blankedComments(llvm::StringRef text) {
  return CommentBlanker(text).run();
}

Directives directivesOf(llvm::StringRef whole) {
  const std::string plain = blankedComments(whole);
  const llvm::StringRef text = plain;
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

/// Whether \p text has \p word.
static bool hasWord(llvm::StringRef text, llvm::StringRef word) {
  for (size_t at = text.find(word); at != llvm::StringRef::npos;
       at = text.find(word, at + 1)) {
    const llvm::StringRef behind = text.substr(at + word.size());
    if ((at == 0 || !isWordCharacter(text[at - 1])) &&
        (behind.empty() || !isWordCharacter(behind.front())))
      return true;
  }
  return false;
}

std::optional<std::vector<std::string>> macrosDefinedIn(llvm::StringRef whole) {
  const std::string plain = blankedComments(whole);
  const llvm::StringRef text = plain;
  std::vector<std::string> names;
  for (size_t begin = 0; begin < text.size();) {
    const size_t stop = text.find('\n', begin);
    llvm::StringRef line = text.slice(begin, stop).ltrim();
    const llvm::StringRef before = text.take_front(begin);
    begin = stop == llvm::StringRef::npos ? text.size() : stop + 1;
    if (!line.consume_front("#"))
      continue;
    line = line.ltrim();
    const llvm::StringRef word = line.take_while(llvm::isAlpha);
    if (word == "pragma")
      continue;
    const llvm::StringRef name =
        line.drop_front(word.size()).ltrim().take_while(isWordCharacter);
    if (word != "define" || name.empty() || hasWord(before, name))
      return std::nullopt;
    names.push_back(name.str());
  }
  return names;
}

static bool isHint(llvm::StringRef line) {
  line = line.ltrim();
  if (!line.consume_front("#"))
    return false;
  line = line.ltrim();
  return line.consume_front("pragma") && !line.ltrim().starts_with("sparsec");
}

std::vector<std::pair<size_t, size_t>> hintLines(llvm::StringRef whole) {
  const std::string plain = blankedComments(whole);
  const llvm::StringRef text = plain;
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

size_t gapBefore(llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  size_t start = text.size(), at = text.size() + 1;
  bool inComment = false, inDirective = false;
  for (size_t number = lines.size(); number-- > 0;) {
    const llvm::StringRef line = lines[number].trim();
    at -= lines[number].size() + 1;
    const bool isContinued =
        number > 0 && lines[number - 1].rtrim().ends_with("\\");
    if (inComment) {
      inComment = !line.contains("/*");
      if (!inComment && !line.starts_with("/*"))
        return start;
    } else if (isContinued) {
      inDirective = true;
    } else if (line.ends_with("*/") && !line.contains("/*")) {
      inComment = true;
    } else if (inDirective
                   ? !line.starts_with("#")
                   : !line.empty() && !line.starts_with("#") &&
                         !line.starts_with("//") && !line.starts_with("/*")) {
      return start;
    } else {
      inDirective = false;
    }
    if (!inComment && !inDirective)
      start = at;
  }
  return start;
}

std::string withoutHints(llvm::StringRef text) {
  std::string result;
  size_t at = 0;
  for (const auto &[begin, end] : hintLines(text)) {
    result += text.slice(at, begin).str();
    at = end;
  }
  return result + text.substr(at).str();
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
