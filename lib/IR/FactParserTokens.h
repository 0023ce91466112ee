//===- FactParserTokens.h - words and values in fact texts ------*- C++ -*-===//
///
/// \file
/// The lower half of the fact parser: tokens, affine values and conditions.
/// Private to lib/IR.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_IR_FACTPARSERTOKENS_H
#define SPARSEC_LIB_IR_FACTPARSERTOKENS_H

#include "sparsec/IR/Program.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsec::facts {

struct Token {
  enum class Kind { Name, Number, Symbol };
  Kind kind = Kind::Symbol;
  std::string text;
  /// Byte offset in the fact's text.
  size_t offset = 0;
  /// What of the text that was given says so; of a word that stands for others,
  /// which have offsets of their own, the word.
  size_t begin = 0, end = 0;

  bool is(llvm::StringRef symbol) const { return text == symbol; }
};
using Tokens = llvm::ArrayRef<Token>;

/// An error whose place is not known below the fact: `placedIn` sets it.
llvm::Error error(const llvm::Twine &message);
/// An error on \p where, which may be empty: then as above.
llvm::Error error(Tokens where, const llvm::Twine &message);
/// \p failure, on \p fact where it has no place.
llvm::Error placedIn(Tokens fact, llvm::Error failure);
/// What was taken of \p all when \p rest is left.
inline Tokens taken(Tokens all, Tokens rest) {
  return all.drop_back(rest.size());
}
/// "; did you mean 'x'? the KIND are: a, b, x" for an unknown \p name.
std::string whatExists(llvm::StringRef name, llvm::StringRef kind,
                       const std::vector<std::string> &existing);
std::vector<std::string> parameterNames(const Program &program);
std::vector<std::string> arrayNames(const Program &program);

/// Splits \p text; `A->col` is one name.
llvm::Expected<std::vector<Token>> tokenize(llvm::StringRef text);
/// Splits at \p separator outside all brackets. Empty input gives no parts.
llvm::Expected<std::vector<Tokens>> splitAt(Tokens tokens,
                                            llvm::StringRef separator);
std::string spelling(Tokens tokens);
/// `<=` and the like.
bool isRelation(const Token &token);

/// Recursive descent over affine expressions in parameters, \p variables and
/// calls of integer arrays, `index(n)` or `index[n]`, which are entered into
/// \p calls.
class ValueParser {
public:
  /// How `/` and `%` of negative numbers go. Facts: Down, without `/`.
  enum class Rounding { Down, TowardsZero };

  ValueParser(const Program &program, CallTable &calls,
              const std::vector<std::string> &variables = {},
              Rounding rounding = Rounding::Down);

  /// `{ [variables] -> [value] }`; without variables a value on parameters.
  llvm::Expected<isl::pw_aff> value(Tokens tokens);
  /// Comparisons, also chained (`0 <= lb < n`), joined by `&&` or `and`:
  /// `{ [variables] : condition }`.
  llvm::Expected<isl::set> condition(Tokens tokens);
  /// When \p tokens are one call and nothing else.
  llvm::Expected<std::optional<UninterpretedCall>> singleCall(Tokens tokens);

private:
  llvm::Expected<isl::pw_aff> sum(Tokens &rest);
  llvm::Expected<isl::pw_aff> product(Tokens &rest);
  llvm::Expected<isl::pw_aff> quotient(const isl::pw_aff &value,
                                       const isl::pw_aff &by,
                                       const Token &symbol) const;
  llvm::Expected<isl::pw_aff> primary(Tokens &rest);
  llvm::Expected<isl::pw_aff> name(Tokens &rest);
  llvm::Expected<UninterpretedCall> call(Tokens &rest);
  llvm::Expected<isl::set> chain(Tokens tokens);

  const Program &program;
  CallTable &calls;
  std::vector<std::string> variables;
  Rounding rounding;
  isl::space space;
};

} // namespace sparsec::facts

#endif // SPARSEC_LIB_IR_FACTPARSERTOKENS_H
