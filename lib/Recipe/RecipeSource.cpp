//===- RecipeSource.cpp - the text of a recipe and its tokens -------------===//

#include "RecipeSource.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include <algorithm>

namespace sparsec::recipe {
namespace {

/// One pass over the text.
class Tokenizer {
public:
  explicit Tokenizer(llvm::StringRef text) : text(text) {}

  std::vector<Token> run() {
    while (at < text.size())
      step();
    return std::move(tokens);
  }

private:
  void step() {
    if (text[at] == '\n') {
      ++line;
      lineStart = ++at;
    } else if (llvm::isSpace(text[at])) {
      ++at;
    } else if (text.substr(at).starts_with("--")) {
      skipComment();
    } else {
      token();
    }
  }

  void token() {
    char first = text[at];
    if (llvm::isAlpha(first) || first == '_')
      take(Token::Kind::Name, nameEnd());
    else if (llvm::isDigit(first))
      take(Token::Kind::Number, nameEnd());
    else if (first == '"' || first == '\'')
      take(Token::Kind::String, quotedEnd(first));
    else if (size_t end = longBracketEnd(at))
      take(Token::Kind::String, end);
    else
      take(Token::Kind::Symbol, at + 1);
  }

  size_t nameEnd() const {
    size_t end = at;
    while (end < text.size() && (llvm::isAlnum(text[end]) || text[end] == '_'))
      ++end;
    return end;
  }

  size_t quotedEnd(char quote) const {
    size_t end = at + 1;
    while (end < text.size() && text[end] != quote && text[end] != '\n')
      end += text[end] == '\\' ? 2 : 1;
    return std::min(end + 1, text.size());
  }

  /// End of `[==[ … ]==]` at \p start; 0 when there is none.
  size_t longBracketEnd(size_t start) const {
    llvm::StringRef rest = text.substr(start);
    if (!rest.consume_front("["))
      return 0;
    size_t level = rest.take_while([](char c) { return c == '='; }).size();
    if (!rest.substr(level).starts_with("["))
      return 0;
    std::string close = "]" + std::string(level, '=') + "]";
    size_t found = text.find(close, start);
    return found == llvm::StringRef::npos ? text.size() : found + close.size();
  }

  void skipComment() {
    size_t end = longBracketEnd(at + 2);
    if (!end)
      end = std::min(text.find('\n', at), text.size());
    advance(end);
  }

  void take(Token::Kind kind, size_t end) {
    tokens.push_back({kind, text.slice(at, end).str(), line,
                      unsigned(at - lineStart) + 1, at});
    advance(end);
  }

  void advance(size_t end) {
    for (; at < end; ++at)
      if (text[at] == '\n') {
        ++line;
        lineStart = at + 1;
      }
  }

  llvm::StringRef text;
  size_t at = 0, lineStart = 0;
  unsigned line = 1;
  std::vector<Token> tokens;
};

/// The Lua text of \p text: a byte order mark becomes spaces, and calls of
/// \p commands spelt with `-` get their `_`.
std::string toLua(const std::string &text, const std::vector<Token> &tokens,
                  const std::vector<std::string> &commands) {
  std::string result = text;
  if (llvm::StringRef(result).starts_with("\xEF\xBB\xBF"))
    result.replace(0, 3, "   ");
  for (const Token &token : tokens) {
    if (token.kind != Token::Kind::Name)
      continue;
    for (const std::string &command : commands) {
      std::string hyphened = command;
      std::replace(hyphened.begin(), hyphened.end(), '_', '-');
      if (hyphened == command ||
          text.compare(token.offset, hyphened.size(), hyphened) != 0)
        continue;
      llvm::StringRef rest =
          llvm::StringRef(text).drop_front(token.offset + hyphened.size());
      if (rest.ltrim(" \t").starts_with("("))
        result.replace(token.offset, command.size(), command);
    }
  }
  return result;
}

} // namespace

std::vector<Token> tokenize(llvm::StringRef text) {
  return Tokenizer(text).run();
}

RecipeSource::RecipeSource(std::string path, std::string original,
                           unsigned buffer,
                           const std::vector<std::string> &commands)
    : file(std::move(path)), text(std::move(original)), bufferNumber(buffer) {
  luaText = toLua(text, tokenize(text), commands);
  words = tokenize(luaText);
}

llvm::Expected<std::string> RecipeSource::readText(const std::string &path) {
  auto cannotRead = [&](const llvm::Twine &why) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "cannot read recipe '" + path + "': " + why);
  };
  llvm::sys::fs::file_status status;
  if (std::error_code failure = llvm::sys::fs::status(path, status))
    return cannotRead(failure.message());
  if (llvm::sys::fs::is_directory(status))
    return cannotRead("it is a directory");
  // A pipe may keep its reader waiting for ever.
  if (!llvm::sys::fs::is_regular_file(status))
    return cannotRead("it is not a regular file");
  auto contents = llvm::MemoryBuffer::getFile(path);
  if (!contents)
    return cannotRead(contents.getError().message());
  llvm::StringRef text = (*contents)->getBuffer();
  if (text.starts_with("\x1bLua"))
    return cannotRead("it is a compiled Lua chunk; recipes are text");
  return text.str();
}

bool RecipeSource::startsCall(size_t position) const {
  if (position + 1 >= words.size())
    return false;
  const Token &next = words[position + 1];
  return next.kind == Token::Kind::String || next.text == "(" ||
         next.text == "{";
}

const Token *RecipeSource::find(unsigned line, llvm::StringRef name) const {
  const Token *result = nullptr;
  for (size_t position = 0; position < words.size(); ++position) {
    const Token &token = words[position];
    if (token.line != line || token.kind != Token::Kind::Name ||
        token.text != name)
      continue;
    if (startsCall(position))
      return &token;
    if (!result)
      result = &token;
  }
  return result;
}

unsigned RecipeSource::columnOf(unsigned line, llvm::StringRef name) const {
  if (const Token *token = find(line, name))
    return token->column;
  for (const Token &token : words)
    if (token.line == line)
      return token.column;
  return 1;
}

bool RecipeSource::isCalled(unsigned line, llvm::StringRef name) const {
  const Token *token = find(line, name);
  return token && startsCall(token - words.data());
}

unsigned RecipeSource::occurrences(llvm::StringRef name) const {
  return std::count_if(words.begin(), words.end(), [&](const Token &token) {
    return token.kind == Token::Kind::Name && token.text == name;
  });
}

/// The name before \p equals that gets the value number \p place of a list: "",
/// where there are fewer, "?" for what is no plain name.
static std::string targetOf(llvm::ArrayRef<Token> words, size_t equals,
                            size_t place) {
  std::vector<std::string> names;
  bool isWhole = false;
  for (size_t at = equals;
       !isWhole && at > 0 && words[at - 1].kind == Token::Kind::Name; at -= 2) {
    names.insert(names.begin(), words[at - 1].text);
    if (at >= 2 && words[at - 2].text == ".")
      return "?"; // a field, which others may read
    isWhole = at < 2 || words[at - 2].text != ",";
  }
  if (!isWhole)
    return "?"; // an element, t[1], or none
  return place < names.size() ? names[place] : "";
}

std::string RecipeSource::assignedName(const Token &call) const {
  const size_t position = &call - words.data();
  if (position == 0)
    return "";
  const Token &before = words[position - 1];
  const bool startsStatement =
      before.line != call.line && before.kind != Token::Kind::Symbol;
  int open = 0;
  for (const Token &word : llvm::ArrayRef<Token>(words).take_front(position))
    open += int(word.text == "(" || word.text == "{") -
            int(word.text == ")" || word.text == "}");
  if (open > 0) // `{schedule = param(..)}` is a use
    return "?";
  if (startsStatement || before.text == ")" || before.text == ";")
    return "";
  if (before.text != "=" && before.text != ",")
    return "?";
  size_t place = 0, at = position;
  for (int closed = 0; at > 0; --at) {
    const Token &word = words[at - 1];
    closed += int(word.text == ")" || word.text == "}") -
              int(word.text == "(" || word.text == "{");
    if (closed == 0 && word.text == "=")
      return targetOf(words, at - 1, place);
    if (word.text == "return")
      return "?";
    place += closed == 0 && word.text == ",";
  }
  return "?";
}

} // namespace sparsec::recipe
