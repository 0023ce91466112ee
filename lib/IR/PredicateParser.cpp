//===- PredicateParser.cpp - conditions on loops in recipes ---------------===//
///
/// \file
/// What joins comparisons; these are the fact parser's (FactParserTokens.cpp):
///
///     either    := both ('||' both)*
///     both      := one ('&&' one)*
///     one       := '!' one | '(' either ')' | chain
///
//===----------------------------------------------------------------------===//

#include "sparsec/IR/PredicateParser.h"

#include "FactParserTokens.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace facts {
namespace {

class PredicateParser {
public:
  explicit PredicateParser(ValueParser &values) : values(values) {}

  llvm::Expected<isl::set> either(Tokens tokens) {
    return joined(tokens, "||", &PredicateParser::both, &isl::set::unite);
  }

private:
  using Parse = llvm::Expected<isl::set> (PredicateParser::*)(Tokens);
  using Join = isl::set (isl::set::*)(isl::set) const;

  llvm::Expected<isl::set> joined(Tokens tokens, llvm::StringRef symbol,
                                  Parse parse, Join join) {
    llvm::Expected<std::vector<Tokens>> parts = splitAt(tokens, symbol);
    if (!parts)
      return parts.takeError();
    std::optional<isl::set> result;
    for (Tokens part : *parts) {
      llvm::Expected<isl::set> one = (this->*parse)(part);
      if (!one)
        return one;
      result = result ? ((*result).*join)(*one) : *one;
    }
    if (!result)
      return error("a condition is missing");
    return *result;
  }

  llvm::Expected<isl::set> both(Tokens tokens) {
    return joined(tokens, "&&", &PredicateParser::one, &isl::set::intersect);
  }

  llvm::Expected<isl::set> one(Tokens tokens) {
    if (tokens.empty())
      return error("a condition is missing");
    if (tokens[0].is("!")) {
      llvm::Expected<isl::set> inner = one(tokens.drop_front());
      if (!inner)
        return inner;
      return isl::set::universe(inner->space()).subtract(*inner);
    }
    if (isEnclosed(tokens))
      return either(tokens.drop_front().drop_back());
    return values.condition(tokens);
  }

  /// Whether the first token's parenthesis closes at the last one.
  static bool isEnclosed(Tokens tokens) {
    if (!tokens.front().is("(") || !tokens.back().is(")"))
      return false;
    int depth = 0;
    for (const Token &token : tokens.drop_back()) {
      depth += token.is("(") ? 1 : token.is(")") ? -1 : 0;
      if (depth == 0)
        return false;
    }
    return true;
  }

  ValueParser &values;
};

} // namespace
} // namespace facts

/// What \p parse makes of \p text: a value, and the calls that it asks.
template <class Parse>
static auto parsed(const Program &program,
                   const std::vector<std::string> &loops,
                   const std::string &text, CallTable &calls, Parse parse)
    -> decltype(parse(std::declval<facts::ValueParser &>(), facts::Tokens())) {
  llvm::Expected<std::vector<facts::Token>> tokens = facts::tokenize(text);
  if (!tokens)
    return tokens.takeError();
  facts::ValueParser values(program, calls, loops,
                            facts::ValueParser::Rounding::TowardsZero);
  return parse(values, *tokens);
}

llvm::Expected<Predicate> parsePredicate(const Program &program,
                                         const std::vector<std::string> &loops,
                                         const std::string &text) {
  CallTable calls;
  llvm::Expected<isl::set> holds =
      parsed(program, loops, text, calls,
             [](facts::ValueParser &values, facts::Tokens tokens) {
               return facts::PredicateParser(values).either(tokens);
             });
  if (!holds)
    return holds.takeError();
  return Predicate{holds->coalesce(), std::move(calls)};
}

llvm::Expected<LoopValue> parseLoopValue(const Program &program,
                                         const std::vector<std::string> &loops,
                                         const std::string &text) {
  CallTable calls;
  llvm::Expected<isl::pw_aff> value =
      parsed(program, loops, text, calls,
             [](facts::ValueParser &values, facts::Tokens tokens) {
               return values.value(tokens);
             });
  if (!value)
    return value.takeError();
  return LoopValue{*value, std::move(calls)};
}

} // namespace sparsec
