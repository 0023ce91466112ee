//===- FactParser.cpp - facts from pragma and known() text ----------------===//
///
/// \file
/// `FACT; FACT; …`, each one of
///
///     csr(n, m, index, col, a…)     csr_base1(n, m, index, col, a…)
///     monotonic(p[, strict])        range(p, lower, upper)
///     injective(p)                  permutation(p[, n])
///     inverse(p, q)                 sorted(col, index[, strict])
///     unique(col, index)            row_length(index) <= M
///     has_diagonal(col, index)      symmetric_pattern(col, index)
///     triangular(col, index, lower|upper[, strict])
///     extent(x, m…)                 noalias(x, y…)
///     rule(forall i, j: condition => condition)
///     assume_finite                 index[0] = 0
///     0 < n && n <= m               (an affine condition on parameters)
///
//===----------------------------------------------------------------------===//

#include "sparsec/IR/FactParser.h"

#include "FactBuilder.h"
#include "RuleRanges.h"

#include "sparsec/IR/FactHelp.h"

#include "llvm/ADT/STLExtras.h"

#include <limits>

namespace sparsec::facts {
namespace {

struct FactKind {
  FactHelp help;
  size_t least, most; ///< arguments
  llvm::Error (FactBuilder::*build)();
};

constexpr size_t any = std::numeric_limits<size_t>::max();

const FactKind factKinds[] = {
    {{"csr", "(n, m, index, col, a)",
      "compressed rows; ? for an unknown m or no values"},
     4,
     any,
     &FactBuilder::csr},
    {{"csr_base1", "(n, m, index, col, a)",
      "the same, positions and columns count from 1"},
     4,
     any,
     &FactBuilder::csr},
    {{"monotonic", "(p[, strict])", "p[i] <= p[i + 1], or <"},
     1,
     2,
     &FactBuilder::monotonic},
    {{"range", "(p, lower, upper)",
      "lower <= p[i] < upper; ? leaves an end open"},
     3,
     3,
     &FactBuilder::range},
    {{"injective", "(p)", "no value occurs twice"},
     1,
     1,
     &FactBuilder::injective},
    {{"permutation", "(p[, n])", "every value from 0 to n - 1 occurs once"},
     1,
     2,
     &FactBuilder::permutation},
    {{"inverse", "(p, q)", "p[q[i]] == i for every element of q"},
     2,
     2,
     &FactBuilder::inverse},
    {{"sorted", "(col, index[, strict])", "columns rise within a row"},
     2,
     3,
     &FactBuilder::sorted},
    {{"unique", "(col, index)", "no column occurs twice in a row"},
     2,
     2,
     &FactBuilder::unique},
    {{"row_length", "(index) <= M", "no row is longer than M"},
     1,
     2,
     &FactBuilder::rowLength},
    {{"has_diagonal", "(col, index)", "every row i has an entry in column i"},
     2,
     2,
     &FactBuilder::hasDiagonal},
    {{"symmetric_pattern", "(col, index)",
      "entry (i, j) exists when (j, i) does"},
     2,
     2,
     &FactBuilder::symmetricPattern},
    {{"triangular", "(col, index, lower|upper[, strict])",
      "col[j] <= i in row i, or >=; with strict < or >"},
     3,
     4,
     &FactBuilder::triangular},
    {{"extent", "(x, m)", "x has m elements, one size for each dimension"},
     2,
     any,
     &FactBuilder::extent},
    {{"noalias", "(x, y)", "the arrays do not overlap"},
     1,
     any,
     &FactBuilder::noAlias},
    {{"rule", "(forall i: condition => condition)",
      "what the premise implies, for all values"},
     1,
     1,
     &FactBuilder::rule},
    {{"assume_finite", "", "no floating argument holds Inf or NaN"},
     0,
     0,
     &FactBuilder::assumeFinite},
};

std::vector<std::string> kindNames() {
  std::vector<std::string> names;
  for (const FactKind &kind : factKinds)
    names.push_back(kind.help.name.str());
  return names;
}

/// A fact as it is written, before its words mean anything.
struct Form {
  const FactKind *kind = nullptr; ///< null for a condition
  std::vector<Tokens> arguments;
  Tokens tail; ///< behind the closing parenthesis
};

llvm::Error wrongUse(const FactKind &kind, Tokens where,
                     const llvm::Twine &why) {
  return error(where, kind.help.name + ": " + why + "; write " +
                          kind.help.name + kind.help.usage);
}

/// Where the bracket at \p open closes; the number of tokens where it does not.
size_t closingOf(Tokens tokens, size_t open) {
  size_t depth = 0;
  for (size_t at = open; at < tokens.size(); ++at) {
    depth += tokens[at].is("(");
    if (tokens[at].is(")") && --depth == 0)
      return at;
  }
  return tokens.size();
}

/// Takes \p tokens apart, whose first word is not the name of an array if
/// \p isArray is false.
llvm::Expected<Form> formOf(Tokens tokens, bool isArray) {
  const bool isWord = tokens[0].kind == Token::Kind::Name && !isArray;
  const FactKind *found = llvm::find_if(factKinds, [&](const FactKind &known) {
    return isWord && tokens[0].is(known.help.name);
  });
  if (found == std::end(factKinds))
    return Form{};
  Form form{found, {}, tokens.drop_front()};
  if (tokens.size() > 1 && tokens[1].is("(")) {
    const size_t close = closingOf(tokens, 1);
    if (close == tokens.size())
      return wrongUse(*found, tokens[1], "missing ')'");
    llvm::Expected<std::vector<Tokens>> parts = splitAt(
        tokens.slice(2, close - 2), form.kind->help.name == "rule" ? ";" : ",");
    if (!parts)
      return parts.takeError();
    form.arguments = std::move(*parts);
    form.tail = tokens.drop_front(close + 1);
  }
  if (!form.tail.empty() && found->help.name != "row_length")
    return wrongUse(*found, form.tail,
                    "unexpected '" + spelling(form.tail) + "'");
  const size_t count = form.arguments.size();
  if (count < found->least || count > found->most)
    return wrongUse(*found, {}, llvm::Twine(count) + " arguments given");
  return form;
}

llvm::Error unknownFact(const Token &word) {
  return error(word, "unknown fact '" + word.text + "'" +
                         whatExists(word.text, "facts", kindNames()));
}

/// What is wrong with one fact of a program that is not known.
llvm::Error checkForm(Tokens tokens) {
  llvm::Expected<Form> form = formOf(tokens, /*isArray=*/false);
  if (!form)
    return placedIn(tokens, form.takeError());
  if (form->kind || llvm::any_of(tokens, isRelation))
    return llvm::Error::success();
  if (tokens[0].kind == Token::Kind::Name && tokens.size() > 1 &&
      tokens[1].is("("))
    return unknownFact(tokens[0]);
  return error(tokens,
               "'" + spelling(tokens) + "' is neither a fact nor a comparison");
}

} // namespace

llvm::Error FactBuilder::add(Tokens tokens) {
  return placedIn(tokens, addOne(tokens));
}

llvm::Error FactBuilder::addOne(Tokens tokens) {
  text = spelling(tokens);
  const bool isWord = tokens[0].kind == Token::Kind::Name;
  const bool isArray = isWord && program.arrays.count(tokens[0].text) != 0;
  llvm::Expected<Form> form = formOf(tokens, isArray);
  if (!form)
    return form.takeError();
  if (!form->kind && isWord && !isArray && tokens.size() > 1 &&
      tokens[1].is("("))
    return unknownFact(tokens[0]);
  if (!form->kind)
    return condition(tokens);
  kind = form->kind->help.name.str();
  usage = form->kind->help.usage.str();
  arguments = std::move(form->arguments);
  tail = form->tail;
  return (this->*form->kind->build)();
}

/// `array[at] = value` is a Boundary, the rest a Condition. Conditions on
/// parameters alone go to the context as well.
llvm::Error FactBuilder::condition(Tokens tokens) {
  ValueParser parser(program, program.calls);
  const Token *equals = llvm::find_if(
      tokens, [](const Token &t) { return t.is("=") || t.is("=="); });
  size_t split = equals - tokens.begin();
  if (split < tokens.size()) {
    llvm::Expected<std::optional<UninterpretedCall>> call =
        parser.singleCall(tokens.take_front(split));
    if (!call)
      return call.takeError();
    llvm::Expected<isl::pw_aff> right =
        parser.value(tokens.drop_front(split + 1));
    if (*call && right && (*call)->arguments.size() == 1) {
      Fact result = fact(Fact::Kind::Boundary, {(*call)->function});
      result.at = (*call)->arguments[0];
      result.upper = *right;
      push(std::move(result));
      return llvm::Error::success();
    }
    llvm::consumeError(right.takeError());
  }
  llvm::Expected<isl::set> holds = parser.condition(tokens);
  if (!holds)
    return holds.takeError();
  return addCondition(*holds);
}

llvm::Error FactBuilder::addCondition(const isl::set &holds) {
  Fact result = fact(Fact::Kind::Condition, {});
  result.condition = holds;
  if (result.condition->is_empty())
    return error("'" + text + "' can never hold");
  bool onParameters = true;
  isl::set known = program.context; // of facts behind a wrong one, too
  for (const auto &[name, call] : program.calls)
    if (poly::involvesParam(*result.condition, name)) {
      onParameters = false;
      result.arrays.push_back(call.function);
    }
  if (onParameters)
    known = known.intersect(*result.condition);
  if (known.is_empty())
    return error("'" + text + "' contradicts what is already known");
  program.context = known;
  push(std::move(result));
  return llvm::Error::success();
}

} // namespace sparsec::facts

namespace sparsec {

using namespace facts;

std::vector<FactHelp> factHelp() {
  std::vector<FactHelp> all;
  for (const FactKind &kind : factKinds)
    all.push_back(kind.help);
  return all;
}

/// \p tokens with those that are in \p meanings as what they stand for.
static llvm::Expected<std::vector<Token>>
meaningOf(const std::vector<Token> &tokens,
          const std::map<std::string, std::string> &meanings) {
  std::vector<Token> result;
  size_t shift = 0; // of offsets, which tell where there are spaces
  for (Token token : tokens) {
    const size_t length = token.text.size();
    token.offset += shift;
    const auto meaning = meanings.find(token.text);
    if (token.kind != Token::Kind::Name || meaning == meanings.end()) {
      result.push_back(token);
      continue;
    }
    llvm::Expected<std::vector<Token>> inner = tokenize(meaning->second);
    if (!inner)
      return inner;
    const size_t begin = token.offset, isSum = inner->size() > 1;
    if (isSum)
      result.push_back(
          {Token::Kind::Symbol, "(", begin, token.begin, token.end});
    for (Token &part : *inner) {
      part.offset += begin + isSum;
      part.begin = token.begin;
      part.end = token.end;
      result.push_back(part);
    }
    const size_t end = begin + isSum + meaning->second.size();
    if (isSum)
      result.push_back({Token::Kind::Symbol, ")", end, token.begin, token.end});
    shift += end + isSum - (begin + length);
  }
  return result;
}

llvm::Error addFacts(Program &program, const std::string &text,
                     Fact::Origin origin, const std::string &location,
                     const std::map<std::string, std::string> &meanings) {
  assert(!program.context.is_null() && "the program needs a context");
  llvm::Expected<std::vector<Token>> tokens = tokenize(text);
  if (tokens)
    tokens = meaningOf(*tokens, meanings);
  if (!tokens)
    return tokens.takeError();
  llvm::Expected<std::vector<Tokens>> parts = splitAt(*tokens, ";");
  if (!parts)
    return parts.takeError();
  if (parts->empty())
    return llvm::make_error<FactError>("a fact is missing", 0, text.size());
  Program result = program;
  FactBuilder builder(result, origin, location);
  llvm::Error wrong = llvm::Error::success();
  for (Tokens part : *parts)
    if (!part.empty())
      wrong = llvm::joinErrors(std::move(wrong), builder.add(part));
  if (wrong)
    return wrong;
  addRuleRanges(result);
  program = std::move(result);
  return llvm::Error::success();
}

llvm::Error checkFacts(const std::string &text) {
  llvm::Expected<std::vector<Token>> tokens = tokenize(text);
  if (!tokens)
    return tokens.takeError();
  llvm::Expected<std::vector<Tokens>> parts = splitAt(*tokens, ";");
  if (!parts)
    return parts.takeError();
  llvm::Error wrong = llvm::Error::success();
  for (Tokens part : *parts)
    if (!part.empty())
      wrong = llvm::joinErrors(std::move(wrong), checkForm(part));
  return wrong;
}

void assumeUnchecked(Program &program) {
  for (Fact &fact : program.facts)
    if (fact.origin == Fact::Origin::Declared)
      fact.origin = Fact::Origin::Assumed;
}

std::vector<std::string> namesInFacts(const std::string &text) {
  std::vector<std::string> names;
  llvm::Expected<std::vector<Token>> tokens = tokenize(text);
  if (!tokens) {
    llvm::consumeError(tokens.takeError());
    return names;
  }
  for (const Token &token : *tokens)
    if (token.kind == Token::Kind::Name)
      names.push_back(token.text);
  return names;
}

} // namespace sparsec
