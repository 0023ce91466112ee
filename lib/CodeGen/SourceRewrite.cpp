//===- SourceRewrite.cpp - edits of the user's C text ---------------------===//

#include "sparsec/CodeGen/SourceRewrite.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cassert>

namespace sparsec {
namespace {

constexpr size_t columnLimit = 80;

/// The end of the comment or literal that starts at \p at; \p at when none
/// does.
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

/// The position of `name` as a whole word of code in \p text from \p from on.
size_t findWord(llvm::StringRef text, llvm::StringRef name, size_t from = 0) {
  for (size_t at = from; at < text.size();) {
    size_t next = skipOpaque(text, at);
    if (next != at) {
      at = next;
      continue;
    }
    if (!isWordCharacter(text[at])) {
      ++at;
      continue;
    }
    llvm::StringRef word = text.substr(at).take_while(isWordCharacter);
    if (word == name)
      return at;
    at += word.size();
  }
  return llvm::StringRef::npos;
}

/// The position of the function's own name: the first one that a parenthesis
/// follows.
size_t findFunctionName(const SourceFunction &function) {
  llvm::StringRef text = function.definition;
  size_t at = findWord(text, function.name);
  while (at != llvm::StringRef::npos &&
         !text.substr(at + function.name.size()).ltrim().starts_with("("))
    at = findWord(text, function.name, at + 1);
  assert(at != llvm::StringRef::npos && "the definition lacks its name");
  return at;
}

/// The position of the body's opening brace.
size_t findBody(const SourceFunction &function) {
  llvm::StringRef text = function.definition;
  for (size_t at = findFunctionName(function); at < text.size();) {
    size_t next = skipOpaque(text, at);
    if (next == at && text[at] == '{')
      return at;
    at = next == at ? at + 1 : next;
  }
  assert(false && "the definition has no body");
  return 0;
}

bool isSparsecPragma(llvm::StringRef line) {
  line = line.ltrim();
  if (!line.consume_front("#"))
    return false;
  line = line.ltrim();
  if (!line.consume_front("pragma") || !line.starts_with(" "))
    return false;
  line = line.ltrim();
  return line.consume_front("sparsec") &&
         (line.empty() || !isWordCharacter(line.front()));
}

} // namespace

std::string withoutSparsecPragmas(const std::string &text) {
  std::string result;
  bool dropping = false;
  for (llvm::StringRef rest = text; !rest.empty();) {
    size_t end = rest.find('\n');
    llvm::StringRef line =
        rest.take_front(end == llvm::StringRef::npos ? rest.size() : end + 1);
    rest = rest.drop_front(line.size());
    dropping = dropping || isSparsecPragma(line);
    if (!dropping)
      result += line.str();
    dropping = dropping && line.rtrim().ends_with("\\");
  }
  return result;
}

/// \p signature on one line, wrapped again; unchanged when it has comments or
/// directives, whose lines matter.
static std::string rewrapped(const std::string &signature) {
  llvm::StringRef text = signature;
  if (text.contains("//") || text.contains("/*") || text.contains('#'))
    return signature;
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(text, words, " \t\r\n");
  return wrapLine(llvm::join(words, " "));
}

std::string signatureText(const SourceFunction &function) {
  llvm::StringRef text = function.definition;
  return rewrapped(text.take_front(findBody(function)).trim().str() + " {");
}

std::string originalCopy(const SourceFunction &function,
                         const std::string &name) {
  llvm::StringRef text = function.definition;
  size_t at = findFunctionName(function), body = findBody(function);
  llvm::StringRef before = text.take_front(at).ltrim();
  before.consume_front("extern ");
  std::string signature = function.isStatic ? "" : "static ";
  signature += before.str() + name;
  signature += text.slice(at + function.name.size(), body).rtrim().str() + " {";
  std::string unused;
  std::set<std::string> used = identifiersOf(text.drop_front(body).str());
  for (const SourceFunction::Argument &argument : function.arguments)
    if (!used.count(argument.name))
      unused += "\n  (void)" + argument.name + ";";
  return rewrapped(signature) + unused +
         text.drop_front(body + 1).rtrim().str() + "\n";
}

std::string replaceFunction(const SourceFunction &function,
                            const std::string &replacement) {
  llvm::StringRef text = function.fileText;
  llvm::StringRef before = text.take_front(function.begin);
  llvm::StringRef after = text.drop_front(function.end);
  std::string head = withoutSparsecPragmas(before.str());
  if (!head.empty() && !llvm::StringRef(head).ends_with("\n\n"))
    head += "\n";
  return head + llvm::StringRef(replacement).rtrim().str() +
         withoutSparsecPragmas(after.str());
}

std::set<std::string> identifiersOf(const std::string &code) {
  llvm::StringRef text = code;
  std::set<std::string> names;
  for (size_t at = 0; at < text.size();) {
    size_t next = skipOpaque(text, at);
    if (next != at) {
      at = next;
      continue;
    }
    if (!isWordCharacter(text[at])) {
      ++at;
      continue;
    }
    llvm::StringRef word = text.substr(at).take_while(isWordCharacter);
    llvm::StringRef before = text.take_front(at).rtrim();
    bool isMember = before.ends_with("->") || before.ends_with(".");
    if (!isMember && !llvm::isDigit(word.front()))
      names.insert(word.str());
    at += word.size();
  }
  return names;
}

/// The column under which what follows position \p end of \p line continues:
/// one behind the innermost open bracket; \p outer when none is open.
static size_t continuationColumn(llvm::StringRef line, size_t end,
                                 size_t outer) {
  llvm::SmallVector<size_t> open;
  for (size_t at = 0; at < end;) {
    size_t next = skipOpaque(line, at);
    if (next != at) {
      at = next;
      continue;
    }
    if (line[at] == '(')
      open.push_back(at + 1);
    if (line[at] == ')' && !open.empty())
      open.pop_back();
    ++at;
  }
  return open.empty() ? outer : open.back();
}

/// Where to break \p line: behind the last comma (or else operator) that leaves
/// at most 80 columns; npos when there is none.
static size_t breakPosition(llvm::StringRef line) {
  size_t comma = llvm::StringRef::npos, other = llvm::StringRef::npos;
  size_t indent = line.size() - line.ltrim().size();
  for (size_t at = indent; at < line.size() && at <= columnLimit;) {
    size_t next = skipOpaque(line, at);
    if (next != at) {
      at = next;
      continue;
    }
    llvm::StringRef rest = line.substr(at);
    // The last `&&` of a condition goes before any comma inside it.
    if (rest.starts_with("&& ") && line.ltrim().starts_with("if ("))
      return at + 2;
    if (rest.starts_with(", ") && at + 1 <= columnLimit)
      comma = at + 1;
    bool isBreak = rest.starts_with("= ") || rest.starts_with("&& ") ||
                   rest.starts_with("|| ");
    if (isBreak && at + 2 <= columnLimit)
      other = rest.find(' ') + at;
    ++at;
  }
  return comma != llvm::StringRef::npos ? comma : other;
}

/// A line that is one long string literal, as several; else the line.
static std::string splitLiteral(const std::string &line) {
  llvm::StringRef text = line;
  size_t indent = text.size() - text.ltrim().size();
  size_t space = text.take_front(columnLimit - 1).rfind(' ');
  bool isLiteral = text.ltrim().starts_with("\"") && text.size() > columnLimit;
  if (!isLiteral || space == llvm::StringRef::npos || space <= indent)
    return line;
  std::string rest =
      std::string(indent, ' ') + "\"" + text.drop_front(space + 1).str();
  return text.take_front(space + 1).str() + "\"\n" + splitLiteral(rest);
}

/// wrapLine; \p outer is the column of what continues outside all brackets.
static std::string wrapFrom(const std::string &line, size_t outer) {
  if (line.size() <= columnLimit)
    return line;
  size_t at = breakPosition(line);
  if (at == llvm::StringRef::npos)
    return splitLiteral(line);
  llvm::StringRef text = line;
  size_t column = continuationColumn(text, at, outer);
  std::string rest =
      std::string(column, ' ') + text.drop_front(at).ltrim().str();
  std::string first = text.take_front(at).rtrim().str();
  bool progress = rest.size() < line.size();
  return first + "\n" + (progress ? wrapFrom(rest, column) : rest);
}

/// The position behind ` =` outside all brackets of \p line; npos if none.
static size_t assignmentIn(llvm::StringRef line) {
  int depth = 0;
  for (size_t at = 0; at < line.size();) {
    size_t next = skipOpaque(line, at);
    if (next != at) {
      at = next;
      continue;
    }
    depth += line[at] == '(' ? 1 : line[at] == ')' ? -1 : 0;
    if (depth == 0 && line.substr(at).starts_with(" = "))
      return at + 2;
    ++at;
  }
  return llvm::StringRef::npos;
}

/// The first `(` that is code; npos if none.
static size_t firstBracket(llvm::StringRef line) {
  for (size_t at = 0; at < line.size();) {
    size_t next = skipOpaque(line, at);
    if (next == at && line[at] == '(')
      return at;
    at = next == at ? at + 1 : next;
  }
  return llvm::StringRef::npos;
}

/// \p line broken at \p at, the rest four columns deeper.
static std::string brokenAt(llvm::StringRef line, size_t at) {
  size_t indent = line.size() - line.ltrim().size();
  std::string rest =
      std::string(indent + 4, ' ') + line.drop_front(at).ltrim().str();
  return line.take_front(at).rtrim().str() + "\n" + wrapFrom(rest, indent + 8);
}

/// Breaks at commas, or behind `=` where that takes no more lines, or behind
/// the first bracket where that takes fewer.
std::string wrapLine(const std::string &line) {
  llvm::StringRef text = line;
  size_t indent = text.size() - text.ltrim().size();
  std::string best = wrapFrom(line, indent + 4);
  size_t assignment = assignmentIn(text), bracket = firstBracket(text);
  if (line.size() <= columnLimit || assignment == llvm::StringRef::npos)
    return best;
  auto linesOf = [](llvm::StringRef broken) { return broken.count('\n'); };
  std::string behind = brokenAt(text, assignment);
  if (linesOf(behind) <= linesOf(best))
    best = behind;
  if (bracket != llvm::StringRef::npos && bracket < columnLimit) {
    std::string deep = brokenAt(text, bracket + 1);
    if (linesOf(deep) < linesOf(best))
      best = deep;
  }
  return best;
}

std::string indented(unsigned indent, const std::string &line) {
  return wrapLine(std::string(2 * indent, ' ') + line) + "\n";
}

} // namespace sparsec
