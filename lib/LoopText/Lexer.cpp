//===- Lexer.cpp - words of the text of loops -----------------------------===//

#include "Lexer.h"

#include "sparsec/IR/Operators.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace sparsec::looptext {
namespace {

using Kind = Token::Kind;

bool isNameStart(char c) { return llvm::isAlpha(c) || c == '_'; }
bool isNameCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Length of the name at the start of \p text, members included.
size_t nameLength(llvm::StringRef text) {
  size_t length = 0;
  while (true) {
    while (length < text.size() && isNameCharacter(text[length]))
      ++length;
    llvm::StringRef rest = text.drop_front(length);
    size_t dots = rest.starts_with("->") ? 2 : rest.starts_with(".") ? 1 : 0;
    if (dots == 0 || rest.size() <= dots || !isNameStart(rest[dots]))
      return length;
    length += dots;
  }
}

/// Length of the number at the start of \p text: digits, letters and points,
/// and signs of exponents.
size_t numberLength(llvm::StringRef text) {
  const bool isHex = text.starts_with_insensitive("0x");
  const llvm::StringRef exponents = isHex ? "pP" : "eE";
  size_t length = 0;
  while (length < text.size()) {
    const char c = text[length];
    const bool isSign = (c == '+' || c == '-') && length > 0 &&
                        exponents.contains(text[length - 1]);
    if (!isNameCharacter(c) && c != '.' && !isSign)
      break;
    ++length;
  }
  return length;
}

/// What is not spelled in letters: operators, updates, and what C has besides.
constexpr llvm::StringRef symbols[] = {
#define OPERATOR(NAME, SPELLING, OPERANDS, PRECEDENCE, LEAST) SPELLING,
#define UPDATE(NAME, SPELLING, OPERATOR, FUNCTION, JOIN, IDENTITY,             \
               REAL_IDENTITY, COMBINER, CLAUSE, STEM, TIES)                    \
  SPELLING,
#include "sparsec/IR/Operators.def"
    "(", ")", "[", "]", "{",  "}",  ",",  ";",
    ":", "?", "@", ".", "++", "--", "->",
};

/// Length of the longest symbol that \p text starts with.
size_t symbolLength(llvm::StringRef text) {
  size_t length = 0;
  for (llvm::StringRef symbol : symbols)
    if (text.starts_with(symbol))
      length = std::max(length, symbol.size());
  return length;
}

/// "min=", and "fmax=" with any suffix.
bool isUpdate(llvm::StringRef text) {
  return updateNamed(text) != Update::None;
}

Token malformed(const char *why, size_t length) {
  return {Kind::Malformed, why, 0, length};
}

/// What stands between \p text's first character and the next one like it.
Token quoted(llvm::StringRef text, Kind kind) {
  std::string content;
  for (size_t at = 1; at < text.size() && text[at] != '\n'; ++at) {
    if (text[at] == text[0])
      return {kind, content, 0, at + 1};
    const bool isEscaped = text[at] == '\\' && at + 1 < text.size();
    if (isEscaped)
      ++at;
    content += isEscaped && text[at] == 'n' ? '\n' : text[at];
  }
  return malformed(kind == Kind::String ? "missing '\"'" : "missing '`'", 1);
}

Token next(llvm::StringRef text) {
  if (isNameStart(text[0])) {
    const size_t length = nameLength(text);
    if (isUpdate(text.take_front(length + 1)))
      return {Kind::Update, text.take_front(length + 1).str(), 0, length + 1};
    return {Kind::Name, text.take_front(length).str(), 0, length};
  }
  const bool isFraction =
      text[0] == '.' && text.size() > 1 && llvm::isDigit(text[1]);
  if (llvm::isDigit(text[0]) || isFraction) {
    const size_t length = numberLength(text);
    return {Kind::Number, text.take_front(length).str(), 0, length};
  }
  if (text[0] == '"')
    return quoted(text, Kind::String);
  if (text[0] == '`')
    return quoted(text, Kind::Quoted);
  if (size_t length = symbolLength(text))
    return {Kind::Symbol, text.take_front(length).str(), 0, length};
  return malformed("a character that the text of loops has no use for", 1);
}

std::string between(char quote, const std::string &text) {
  std::string result(1, quote);
  for (char c : text) {
    if (c == quote || c == '\\' || c == '\n')
      result += '\\';
    result += c == '\n' ? 'n' : c;
  }
  return result + quote;
}

bool isOne(const std::string &text, Kind kind) {
  if (text.empty() || llvm::isSpace(text[0]))
    return false;
  Token token = next(text);
  return token.kind == kind && token.length == text.size();
}

} // namespace

std::vector<Token> tokenize(llvm::StringRef text) {
  std::vector<Token> tokens;
  size_t at = 0;
  while (at < text.size()) {
    llvm::StringRef rest = text.drop_front(at);
    if (llvm::isSpace(rest[0])) {
      ++at;
      continue;
    }
    if (rest.starts_with("//")) {
      at += std::min(rest.find('\n'), rest.size());
      continue;
    }
    Token token = next(rest);
    token.offset = at;
    at += token.length;
    const bool isLast = token.kind == Kind::Malformed;
    tokens.push_back(std::move(token));
    if (isLast)
      return tokens;
  }
  tokens.push_back({Kind::End, "", at, 0});
  return tokens;
}

std::string nameText(const std::string &name) {
  static const llvm::StringRef words[] = {
      "for",      "if",       "else",  "while",   "action",   "call",
      "check",    "return",   "break", "label",   "before",   "after",
      "where",    "continue", "team",  "barrier", "parallel", "scope",
      "prologue", "phase",    "param", "array",   "fact",     "assume",
      "option",   "align"};
  const bool isPlain =
      isOne(name, Kind::Name) && !llvm::is_contained(words, name);
  return isPlain ? name : between('`', name);
}

std::string valueText(const std::string &text) {
  long number = 0;
  const bool isInteger = !llvm::StringRef(text).getAsInteger(10, number) &&
                         std::to_string(number) == text;
  return isInteger || isOne(text, Kind::Name) ? text : stringText(text);
}

std::string stringText(const std::string &text) { return between('"', text); }

bool isNumber(const std::string &text) { return isOne(text, Kind::Number); }

} // namespace sparsec::looptext
