//===- Cursor.cpp - a place in the tokens of a text -----------------------===//

#include "Cursor.h"

namespace sparsec::looptext {

Cursor::Cursor(llvm::StringRef text) : tokens(tokenize(text)) {
  if (tokens[0].kind == Token::Kind::Malformed)
    fail(tokens[0].text);
}

const Token &Cursor::peek(size_t ahead) const {
  return tokens[std::min(at + ahead, tokens.size() - 1)];
}

Token Cursor::next() {
  Token token = peek();
  if (at + 1 < tokens.size())
    ++at;
  if (peek().kind == Token::Kind::Malformed)
    fail(peek().text);
  return token;
}

bool Cursor::take(llvm::StringRef word) {
  if (!is(word))
    return false;
  next();
  return true;
}

void Cursor::expect(llvm::StringRef word) {
  if (!take(word))
    fail("expected '" + word + "'");
}

std::string Cursor::name(const char *what) {
  if (!peek().isName()) {
    fail(llvm::Twine("expected ") + what);
    return "";
  }
  return next().text;
}

std::string Cursor::string(const char *what) {
  if (peek().kind != Token::Kind::String) {
    fail(llvm::Twine("expected ") + what + " between '\"'");
    return "";
  }
  return next().text;
}

long Cursor::integer(const char *what) {
  long value = 0;
  const bool isNegative = take("-");
  if (peek().kind != Token::Kind::Number ||
      llvm::StringRef((isNegative ? "-" : "") + peek().text)
          .getAsInteger(10, value)) {
    fail(llvm::Twine("expected ") + what);
    return 0;
  }
  next();
  return value;
}

void Cursor::failAt(const Token &token, const llvm::Twine &message) {
  if (!failure)
    failure = Error{token.offset, token.length, message.str()};
  // Only the end is left.
  tokens = {{Token::Kind::End, "", token.offset, 0}};
  at = 0;
}

bool Cursor::enter() {
  static constexpr unsigned deepest = 400;
  if (++depth < deepest)
    return true;
  fail("this is nested too deeply");
  return false;
}

} // namespace sparsec::looptext
