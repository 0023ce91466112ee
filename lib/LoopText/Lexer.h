//===- Lexer.h - words of the text of loops ---------------------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOOPTEXT_LEXER_H
#define SPARSEC_LIB_LOOPTEXT_LEXER_H

#include "llvm/ADT/StringRef.h"

#include <string>
#include <vector>

namespace sparsec::looptext {

struct Token {
  enum class Kind {
    End,
    Name,     ///< an identifier, with its members: "A->col", "block.x"
    Quoted,   ///< any other name, between backquotes
    Number,   ///< as C writes it
    String,   ///< between double quotes
    Update,   ///< an identifier and `=`, without a blank: "min="
    Symbol,   ///< an operator or a bracket
    Malformed ///< text: what is wrong
  };
  Kind kind = Kind::End;
  std::string text; ///< without quotes
  size_t offset = 0, length = 0;

  bool isName() const { return kind == Kind::Name || kind == Kind::Quoted; }
  /// Whether it is the word, or the symbol, \p word.
  bool is(llvm::StringRef word) const {
    return (kind == Kind::Name || kind == Kind::Symbol) && text == word;
  }
};

/// The tokens of \p text, of which the last one is End, or Malformed.
std::vector<Token> tokenize(llvm::StringRef text);

/// \p name as the lexer reads it back: in backquotes unless it is a Name.
std::string nameText(const std::string &name);
/// \p text as the value of an attribute: a name or an integer as it is, else a
/// string.
std::string valueText(const std::string &text);
/// \p text between double quotes.
std::string stringText(const std::string &text);
/// Whether \p text is one Number.
bool isNumber(const std::string &text);

} // namespace sparsec::looptext

#endif // SPARSEC_LIB_LOOPTEXT_LEXER_H
