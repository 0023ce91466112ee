//===- FactParserTokens.cpp - words and values in fact texts --------------===//
///
/// \file
/// Tokens, affine values and conditions of facts:
///
///     condition := chain (('&&' | 'and') chain)*
///     chain     := value (relation value)+
///     value     := product (('+' | '-') product)*
///     product   := primary (('*' | '/' | '%') primary)*     one side constant
///     primary   := NUMBER | '-' primary | '(' value ')' | NAME
///                | NAME '(' values ')' | NAME '[' value ']'…
///
/// In facts `%` is the mathematical remainder, 0 <= a % c < c, and there is no
/// `/`; in conditions of recipes both are C's.
///
//===----------------------------------------------------------------------===//

#include "FactParserTokens.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace sparsec::facts {
namespace {

bool isNameStart(char c) { return llvm::isAlpha(c) || c == '_'; }
bool isNameChar(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Length of the name at the start of \p text, members included.
size_t nameLength(llvm::StringRef text) {
  size_t length = 0;
  while (true) {
    while (length < text.size() && isNameChar(text[length]))
      ++length;
    llvm::StringRef rest = text.drop_front(length);
    size_t arrow = rest.starts_with("[].")  ? 3
                   : rest.starts_with("->") ? 2
                   : rest.starts_with(".")  ? 1
                                            : 0;
    if (arrow == 0 || rest.size() <= arrow || !isNameStart(rest[arrow]))
      return length;
    length += arrow;
  }
}

Token nextToken(llvm::StringRef text) {
  if (isNameStart(text[0]))
    return {Token::Kind::Name, text.take_front(nameLength(text)).str()};
  if (llvm::isDigit(text[0]))
    return {Token::Kind::Number, text.take_while(isNameChar).str()};
  for (llvm::StringRef two : {"<=", ">=", "==", "!=", "&&", "||", "=>"})
    if (text.starts_with(two))
      return {Token::Kind::Symbol, two.str()};
  const size_t foreign =
      text.take_until([](char c) { return llvm::isASCII(c); }).size();
  return {Token::Kind::Symbol,
          text.take_front(std::max<size_t>(foreign, 1)).str()};
}

isl::set compare(const isl::pw_aff &a, llvm::StringRef relation,
                 const isl::pw_aff &b) {
  if (relation == "<")
    return a.lt_set(b);
  if (relation == "<=")
    return a.le_set(b);
  if (relation == ">")
    return a.gt_set(b);
  if (relation == ">=")
    return a.ge_set(b);
  if (relation == "!=")
    return a.lt_set(b).unite(a.gt_set(b));
  return a.eq_set(b);
}

} // namespace

bool isRelation(const Token &token) {
  static const llvm::StringRef relations[] = {
      "<=", ">=", "==", "!=", "<", ">", "="};
  return token.kind == Token::Kind::Symbol &&
         llvm::is_contained(relations, token.text);
}

llvm::Expected<std::vector<Token>> tokenize(llvm::StringRef text) {
  std::vector<Token> tokens;
  for (size_t at = 0; at < text.size();) {
    if (llvm::isSpace(text[at])) {
      ++at;
      continue;
    }
    Token token = nextToken(text.drop_front(at));
    token.offset = token.begin = at;
    at += token.text.size();
    token.end = at;
    bool known = token.kind != Token::Kind::Symbol ||
                 (token.text.size() == 2 && llvm::isASCII(token.text[0])) ||
                 llvm::StringRef("()[],;+-*/%<>=!?:").contains(token.text[0]);
    if (!known)
      return error(token, "unexpected '" + token.text + "' in '" + text + "'");
    tokens.push_back(std::move(token));
  }
  return tokens;
}

llvm::Expected<std::vector<Tokens>> splitAt(Tokens tokens,
                                            llvm::StringRef separator) {
  std::vector<Tokens> parts;
  std::vector<size_t> open;
  size_t begin = 0;
  for (size_t i = 0; i < tokens.size(); ++i) {
    if (tokens[i].is("(") || tokens[i].is("["))
      open.push_back(i);
    if (tokens[i].is(")") || tokens[i].is("]")) {
      if (open.empty())
        return error(tokens[i], "unmatched '" + tokens[i].text + "' in '" +
                                    spelling(tokens) + "'");
      open.pop_back();
    }
    if (!open.empty() || !tokens[i].is(separator))
      continue;
    parts.push_back(tokens.slice(begin, i - begin));
    begin = i + 1;
  }
  if (!open.empty())
    return error(tokens[open.back()],
                 "missing ')' in '" + spelling(tokens) + "'");
  if (!tokens.empty())
    parts.push_back(tokens.drop_front(begin));
  return parts;
}

std::string spelling(Tokens tokens) {
  std::string text;
  for (size_t i = 0; i < tokens.size(); ++i) {
    size_t end = i == 0 ? tokens[i].offset
                        : tokens[i - 1].offset + tokens[i - 1].text.size();
    text += (tokens[i].offset > end ? " " : "") + tokens[i].text;
  }
  return text;
}

ValueParser::ValueParser(const Program &program, CallTable &calls,
                         const std::vector<std::string> &variables,
                         Rounding rounding)
    : program(program), calls(calls), variables(variables), rounding(rounding),
      space(isl::space::unit(program.context.ctx())) {
  if (!variables.empty())
    space = poly::tupleSpace(program.context.ctx(), "", variables.size());
}

llvm::Expected<isl::pw_aff> ValueParser::value(Tokens tokens) {
  Tokens rest = tokens;
  llvm::Expected<isl::pw_aff> result = sum(rest);
  if (result && !rest.empty())
    return error(rest[0],
                 "unexpected '" + rest[0].text + "' in '" + spelling(tokens) +
                     "'; an affine expression of parameters is expected");
  return result;
}

llvm::Expected<isl::pw_aff> ValueParser::sum(Tokens &rest) {
  llvm::Expected<isl::pw_aff> left = product(rest);
  while (left && !rest.empty() && (rest[0].is("+") || rest[0].is("-"))) {
    bool negative = rest[0].is("-");
    rest = rest.drop_front();
    llvm::Expected<isl::pw_aff> right = product(rest);
    if (!right)
      return right;
    left = negative ? left->sub(*right) : left->add(*right);
  }
  return left;
}

llvm::Expected<isl::pw_aff> ValueParser::product(Tokens &rest) {
  const Tokens all = rest;
  llvm::Expected<isl::pw_aff> left = primary(rest);
  while (left && !rest.empty() &&
         (rest[0].is("*") || rest[0].is("/") || rest[0].is("%"))) {
    Token symbol = rest[0];
    rest = rest.drop_front();
    llvm::Expected<isl::pw_aff> right = primary(rest);
    if (!right)
      return right;
    if (!symbol.is("*")) {
      left = quotient(*left, *right, symbol);
      continue;
    }
    if (!poly::constantValue(*right) && !poly::constantValue(*left))
      return error(taken(all, rest),
                   "a product of two parameters is not affine");
    left = left->mul(*right);
  }
  return left;
}

/// `value / by` or `value % by`.
llvm::Expected<isl::pw_aff> ValueParser::quotient(const isl::pw_aff &value,
                                                  const isl::pw_aff &by,
                                                  const Token &symbol) const {
  std::optional<long> divisor = poly::constantValue(by);
  bool towardsZero = rounding == Rounding::TowardsZero;
  if (symbol.is("/") && !towardsZero)
    return error(symbol, "'/' is not for facts");
  if (!divisor || *divisor <= 0)
    return error(symbol, "'" + symbol.text +
                             "' needs a positive constant on its right");
  if (!towardsZero)
    return poly::modulo(value, *divisor);
  return symbol.is("/") ? value.tdiv_q(by) : value.tdiv_r(by);
}

llvm::Expected<isl::pw_aff> ValueParser::primary(Tokens &rest) {
  if (rest.empty())
    return error("an expression is missing");
  const Token &token = rest[0];
  if (token.kind == Token::Kind::Name)
    return name(rest);
  rest = rest.drop_front();
  if (token.kind == Token::Kind::Number) {
    long number = 0;
    if (llvm::StringRef(token.text).getAsInteger(10, number))
      return error(token, "'" + token.text + "' is not a decimal integer");
    return poly::constant(space, number);
  }
  if (token.is("-")) {
    llvm::Expected<isl::pw_aff> operand = primary(rest);
    if (!operand)
      return operand;
    return operand->neg();
  }
  if (!token.is("("))
    return error(token,
                 "unexpected '" + token.text +
                     "'; an affine expression of parameters is expected");
  llvm::Expected<isl::pw_aff> inner = sum(rest);
  if (!inner)
    return inner;
  if (rest.empty() || !rest[0].is(")"))
    return error(token, "missing ')'");
  rest = rest.drop_front();
  return inner;
}

llvm::Expected<isl::pw_aff> ValueParser::name(Tokens &rest) {
  const std::string &text = rest[0].text;
  auto variable = llvm::find(variables, text);
  if (variable != variables.end()) {
    rest = rest.drop_front();
    return poly::dimension(space, variable - variables.begin());
  }
  if (program.findParameter(text)) {
    rest = rest.drop_front();
    return poly::parameter(space, text);
  }
  bool isArray = program.arrays.count(text) != 0;
  bool applied = rest.size() > 1 && (rest[1].is("(") || rest[1].is("["));
  if (isArray && !applied)
    return error(rest[0], "array '" + text +
                              "' needs a subscript here, as in '" + text +
                              "[0]'");
  if (!isArray && !applied)
    return error(rest[0],
                 "unknown name '" + text + "'" +
                     whatExists(text, "parameters", parameterNames(program)));
  llvm::Expected<UninterpretedCall> applied_ = call(rest);
  if (!applied_)
    return applied_.takeError();
  return addCall(calls, *applied_, variables, space);
}

llvm::Expected<UninterpretedCall> ValueParser::call(Tokens &rest) {
  const Tokens all = rest;
  const std::string &function = all[0].text;
  auto array = program.arrays.find(function);
  if (array == program.arrays.end())
    return error(all[0],
                 "unknown array '" + function + "'" +
                     whatExists(function, "arrays", arrayNames(program)));
  if (!array->second.type.isInteger())
    return error(all[0], "'" + function + "' is not an integer array");
  UninterpretedCall result{function, {}};
  rest = rest.drop_front();
  while (!rest.empty() && (rest[0].is("(") || rest[0].is("["))) {
    bool round = rest[0].is("(");
    do {
      rest = rest.drop_front();
      llvm::Expected<isl::pw_aff> argument = sum(rest);
      if (!argument)
        return argument.takeError();
      result.arguments.push_back(*argument);
    } while (round && !rest.empty() && rest[0].is(","));
    if (rest.empty() || !rest[0].is(round ? ")" : "]"))
      return error(taken(all, rest),
                   "missing '" + llvm::Twine(round ? ")" : "]") + "'");
    rest = rest.drop_front();
    if (round)
      break;
  }
  size_t dimensions = array->second.extents.size();
  if (result.arguments.size() != dimensions)
    return error(taken(all, rest), "'" + function + "' has " +
                                       llvm::Twine(dimensions) +
                                       " subscripts, not " +
                                       llvm::Twine(result.arguments.size()));
  return result;
}

llvm::Expected<std::optional<UninterpretedCall>>
ValueParser::singleCall(Tokens tokens) {
  if (tokens.size() < 4 || !program.arrays.count(tokens[0].text) ||
      !(tokens[1].is("(") || tokens[1].is("[")))
    return std::nullopt;
  Tokens rest = tokens;
  llvm::Expected<UninterpretedCall> result = call(rest);
  if (!result)
    return result.takeError();
  if (!rest.empty())
    return std::nullopt;
  return std::move(*result);
}

llvm::Expected<isl::set> ValueParser::chain(Tokens tokens) {
  std::vector<size_t> relations;
  for (size_t i = 0; i < tokens.size(); ++i)
    if (isRelation(tokens[i]))
      relations.push_back(i);
  if (relations.empty())
    return error(tokens, "'" + spelling(tokens) +
                             "' is neither a fact nor a comparison");
  isl::set result = space.universe_set();
  size_t begin = 0;
  std::optional<isl::pw_aff> left;
  for (size_t r = 0; r <= relations.size(); ++r) {
    size_t end = r < relations.size() ? relations[r] : tokens.size();
    llvm::Expected<isl::pw_aff> right = value(tokens.slice(begin, end - begin));
    if (!right)
      return right.takeError();
    if (left)
      result = result.intersect(
          compare(*left, tokens[relations[r - 1]].text, *right));
    left = *right;
    begin = end + 1;
  }
  return result;
}

llvm::Expected<isl::set> ValueParser::condition(Tokens tokens) {
  std::vector<Token> unified(tokens.begin(), tokens.end());
  for (Token &token : unified)
    if (token.kind == Token::Kind::Name && token.is("and")) {
      token.kind = Token::Kind::Symbol;
      token.text = "&&";
    }
  llvm::Expected<std::vector<Tokens>> parts = splitAt(unified, "&&");
  if (!parts)
    return parts.takeError();
  isl::set result = space.universe_set();
  for (Tokens part : *parts) {
    llvm::Expected<isl::set> one = chain(part);
    if (!one)
      return one;
    result = result.intersect(*one);
  }
  return result;
}

} // namespace sparsec::facts
