//===- FactBuilder.h - the kinds of facts, one by one -----------*- C++ -*-===//
///
/// \file
/// The upper half of the fact parser: what the arguments of each kind mean.
/// Private to lib/IR.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_IR_FACTBUILDER_H
#define SPARSEC_LIB_IR_FACTBUILDER_H

#include "FactParserTokens.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsec::facts {

/// Collects the facts of one text into a copy of the program.
class FactBuilder {
public:
  FactBuilder(Program &program, Fact::Origin origin, std::string location)
      : program(program), origin(origin), location(std::move(location)) {}

  llvm::Error add(Tokens tokens);

  llvm::Error csr();
  llvm::Error monotonic();
  llvm::Error range();
  llvm::Error injective();
  llvm::Error permutation();
  llvm::Error inverse();
  llvm::Error sorted();
  llvm::Error unique();
  llvm::Error rowLength();
  llvm::Error hasDiagonal();
  llvm::Error symmetricPattern();
  llvm::Error triangular();
  llvm::Error extent();
  bool isProductOfValues(size_t pos);
  llvm::Error noAlias();
  llvm::Error rule();
  llvm::Error assumeFinite();

private:
  enum class Element { Any, Integer };

  llvm::Error addOne(Tokens tokens);
  /// What is wrong and how the kind is written, on \p where or, where that is
  /// not given, on the whole fact.
  llvm::Error usageError(const llvm::Twine &why) const;
  llvm::Error usageError(Tokens where, const llvm::Twine &why) const;
  /// As above, where the \p failure of a part is.
  llvm::Error usageError(llvm::Error failure) const;
  llvm::Expected<std::string> array(size_t position, Element element);
  llvm::Expected<isl::pw_aff> value(size_t position);
  /// Nothing for `?`.
  llvm::Expected<std::optional<isl::pw_aff>> valueOrUnknown(size_t position);
  /// Whether the argument at \p position is there and is the word \p word.
  llvm::Expected<bool> optionalWord(size_t position, llvm::StringRef word);
  llvm::Error onArrays(Fact::Kind kind, Element element);
  llvm::Error condition(Tokens tokens);

  void push(Fact fact);
  Fact fact(Fact::Kind kind, std::vector<std::string> arrays) const;
  void addRange(const std::string &array, std::optional<isl::pw_aff> lower,
                std::optional<isl::pw_aff> upper);
  std::vector<std::string> membersOf(const std::string &structures) const;
  /// Where the array's length is known already, both have to be equal.
  llvm::Error addExtent(const std::string &array, unsigned dim,
                        isl::pw_aff extent);
  /// `[n, index(n)] -> { : }` holds.
  llvm::Error addCondition(const isl::set &holds);
  isl::pw_aff constant(long value) const;

  Program &program;
  Fact::Origin origin;
  std::string location;
  std::string text;
  std::string kind, usage;
  std::vector<Tokens> arguments;
  /// Tokens behind the closing parenthesis, `<= M`.
  Tokens tail;
};

} // namespace sparsec::facts

#endif // SPARSEC_LIB_IR_FACTBUILDER_H
