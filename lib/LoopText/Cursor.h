//===- Cursor.h - a place in the tokens of a text ---------------*- C++ -*-===//
///
/// \file
/// After the first error all tokens are gone, and reading goes on to the end of
/// each list at once: whoever reads need not look for errors but in the end.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_LOOPTEXT_CURSOR_H
#define SPARSEC_LIB_LOOPTEXT_CURSOR_H

#include "Lexer.h"

#include "llvm/ADT/Twine.h"

#include <optional>

namespace sparsec::looptext {

class Cursor {
public:
  struct Error {
    size_t offset, length;
    std::string message;
  };

  explicit Cursor(llvm::StringRef text);

  const Token &peek(size_t ahead = 0) const;
  const Token &previous() const { return tokens[at ? at - 1 : 0]; }
  Token next();
  bool isAtEnd() const { return peek().kind == Token::Kind::End; }
  /// Whether the next token is \p word.
  bool is(llvm::StringRef word) const { return peek().is(word); }
  /// Takes \p word if it is next.
  bool take(llvm::StringRef word);
  /// Takes \p word, or fails.
  void expect(llvm::StringRef word);
  /// A name, of what \p what says; in backquotes or not.
  std::string name(const char *what);
  std::string string(const char *what);
  long integer(const char *what);

  /// Something is wrong with the next token, or with \p token.
  void fail(const llvm::Twine &message) { failAt(peek(), message); }
  void failAt(const Token &token, const llvm::Twine &message);
  const std::optional<Error> &error() const { return failure; }

  /// Counts what is inside of what; false, and an error, where it is too deep
  /// for the stack.
  bool enter();
  void leave() { --depth; }

private:
  std::vector<Token> tokens;
  size_t at = 0;
  unsigned depth = 0;
  std::optional<Error> failure;
};

} // namespace sparsec::looptext

#endif // SPARSEC_LIB_LOOPTEXT_CURSOR_H
