//===- SourceText.cpp - words of C text -----------------------------------===//

#include "sparsec/Support/SourceText.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace sparsec {

size_t skipOpaque(llvm::StringRef text, size_t at) {
  if (text.substr(at).starts_with("//"))
    return std::min(text.find('\n', at), text.size());
  if (text.substr(at).starts_with("/*")) {
    size_t close = text.find("*/", at + 2);
    return close == llvm::StringRef::npos ? text.size() : close + 2;
  }
  char quote = text[at];
  if (quote != '"' && quote != '\'')
    return at;
  size_t end = at + 1;
  while (end < text.size() && text[end] != quote)
    end += text[end] == '\\' ? 2 : 1;
  return std::min(end + 1, text.size());
}

bool isWordCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

/// The next word of code in \p text, or number, from \p at on; empty at the
/// end.
static llvm::StringRef nextWord(llvm::StringRef text, size_t at) {
  while (at < text.size()) {
    size_t next = skipOpaque(text, at);
    if (next == at && isWordCharacter(text[at]))
      return text.substr(at).take_while(isWordCharacter);
    at = std::max(next, at + 1);
  }
  return text.drop_front(text.size());
}

/// Calls \p visit with the position of each word of code in \p text, from
/// \p from on, until it returns false.
static void eachWord(llvm::StringRef text, size_t from,
                     llvm::function_ref<bool(size_t, llvm::StringRef)> visit) {
  for (llvm::StringRef word = nextWord(text, from); !word.empty();
       word = nextWord(text, size_t(word.end() - text.begin())))
    if (!llvm::isDigit(word.front()) &&
        !visit(size_t(word.begin() - text.begin()), word))
      return;
}

size_t findWord(llvm::StringRef text, llvm::StringRef name, size_t from) {
  size_t found = llvm::StringRef::npos;
  eachWord(text, from, [&](size_t at, llvm::StringRef word) {
    if (word == name)
      found = at;
    return word != name;
  });
  return found;
}

std::string replaceWord(const std::string &code, const std::string &name,
                        const std::string &text) {
  std::string result = code;
  for (size_t at = findWord(result, name); at != llvm::StringRef::npos;
       at = findWord(result, name, at + text.size()))
    result.replace(at, name.size(), text);
  return result;
}

std::set<std::string> identifiersOf(const std::string &code) {
  llvm::StringRef text = code;
  std::set<std::string> names;
  eachWord(text, 0, [&](size_t at, llvm::StringRef word) {
    llvm::StringRef before = text.take_front(at).rtrim();
    bool isMember = before.ends_with("->") || before.ends_with(".");
    if (!isMember)
      names.insert(word.str());
    return true;
  });
  return names;
}

ExpandedWords expandedWords(const std::string &code) {
  ExpandedWords words;
  llvm::SmallVector<llvm::StringRef> lines;
  llvm::StringRef(code).split(lines, '\n');
  std::string text;
  for (llvm::StringRef line : lines)
    if (!line.starts_with("#include") && !line.starts_with("#undef"))
      text += line.str() + "\n";
  eachWord(text, 0, [&](size_t at, llvm::StringRef word) {
    words.all.insert(word.str());
    if (llvm::StringRef(text).substr(at + word.size()).ltrim().starts_with("("))
      words.called.insert(word.str());
    return true;
  });
  return words;
}

std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    // "??/" is a backslash to some compilers.
    const bool isTrigraph = c == '?' && result.back() == '?';
    if (c == '"' || c == '\\' || isTrigraph)
      result += '\\';
    if (c == '\n')
      result += "\\n";
    else if (llvm::isPrint(c))
      result += c;
  }
  return result + "\"";
}

} // namespace sparsec
