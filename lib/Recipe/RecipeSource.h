//===- RecipeSource.h - the text of a recipe and its tokens -----*- C++ -*-===//
///
/// \file
/// A recipe file: the text as the user wrote it, its tokens (to find the column
/// of a call, which Lua does not know), and the text that Lua gets, in which
/// `compact-and-pad(` has become `compact_and_pad(` at the same columns.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_RECIPE_RECIPESOURCE_H
#define SPARSEC_LIB_RECIPE_RECIPESOURCE_H

#include "sparsec/Support/Diagnostics.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsec::recipe {

struct Token {
  enum class Kind { Name, Number, String, Symbol };
  Kind kind;
  std::string text;
  unsigned line, column;
  size_t offset;

  /// What a string says: its text without quotes or brackets. Nothing where it
  /// has escapes, which are Lua's to read.
  std::optional<llvm::StringRef> plainString() const;
};

/// Splits Lua text into tokens, comments left out. Never fails: what Lua would
/// refuse becomes symbols.
std::vector<Token> tokenize(llvm::StringRef text);

class RecipeSource {
public:
  /// \p commands are the names that may be written with `-` for `_`.
  RecipeSource(std::string path, std::string text, unsigned buffer,
               const std::vector<std::string> &commands);

  /// Reads \p path; errors: unreadable, not a regular file, a binary chunk.
  static llvm::Expected<std::string> readText(const std::string &path);

  const std::string &path() const { return file; }
  const std::string &original() const { return text; }
  /// What Lua compiles.
  const std::string &chunk() const { return luaText; }
  unsigned buffer() const { return bufferNumber; }
  const std::vector<Token> &tokens() const { return words; }

  /// Column of the call of \p name on \p line; of the name without a call when
  /// there is none; else of the first token of the line.
  unsigned columnOf(unsigned line, llvm::StringRef name) const;
  /// The names of calls of \p name on \p line.
  std::vector<const Token *> callsOf(unsigned line, llvm::StringRef name) const;
  /// The token at a place; null when none begins there.
  const Token *tokenAt(unsigned line, unsigned column) const;
  using Tokens = llvm::ArrayRef<Token>;
  /// The arguments of the call whose name is \p name. Nothing where one has
  /// statements in it, of a function, which have commas of their own.
  std::optional<std::vector<Tokens>> argumentsOf(const Token &name) const;
  /// The elements between the brackets of \p table: `{1, k = 2}`.
  std::optional<std::vector<Tokens>> elementsOf(Tokens table) const;
  /// Of each argument the one token that it is, or null.
  std::vector<const Token *> literalArguments(const Token &name) const;
  /// \p length bytes, \p offset bytes into \p token.
  SourcePlace placeWithin(const Token &token, size_t offset,
                          size_t length) const;
  /// Whether \p name is called on \p line: followed by `(`, a string or `{`.
  bool isCalled(unsigned line, llvm::StringRef name) const;
  /// How often the name occurs in the file.
  unsigned occurrences(llvm::StringRef name) const;
  /// The name that the value of \p call, a name that is called, is assigned to,
  /// "" if it is dropped, "?" if it is used in another way.
  std::string assignedName(const Token &call) const;

private:
  const Token *find(unsigned line, llvm::StringRef name) const;
  bool startsCall(size_t position) const;

  std::string file, text, luaText;
  unsigned bufferNumber;
  std::vector<Token> words;
};

} // namespace sparsec::recipe

#endif // SPARSEC_LIB_RECIPE_RECIPESOURCE_H
