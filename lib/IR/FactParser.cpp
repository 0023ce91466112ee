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

namespace sparsec::facts {
namespace {

struct FactKind {
  FactHelp help;
  llvm::Error (FactBuilder::*build)();
};

const FactKind factKinds[] = {
    {{"csr", "(n, m, index, col, a)",
      "compressed rows; ? for an unknown m or no values"},
     &FactBuilder::csr},
    {{"csr_base1", "(n, m, index, col, a)",
      "the same, positions and columns count from 1"},
     &FactBuilder::csr},
    {{"monotonic", "(p[, strict])", "p[i] <= p[i + 1], or <"},
     &FactBuilder::monotonic},
    {{"range", "(p, lower, upper)",
      "lower <= p[i] < upper; ? leaves an end open"},
     &FactBuilder::range},
    {{"injective", "(p)", "no value occurs twice"}, &FactBuilder::injective},
    {{"permutation", "(p[, n])", "every value from 0 to n - 1 occurs once"},
     &FactBuilder::permutation},
    {{"inverse", "(p, q)", "p[q[i]] == i for every element of q"},
     &FactBuilder::inverse},
    {{"sorted", "(col, index[, strict])", "columns rise within a row"},
     &FactBuilder::sorted},
    {{"unique", "(col, index)", "no column occurs twice in a row"},
     &FactBuilder::unique},
    {{"row_length", "(index) <= M", "no row is longer than M"},
     &FactBuilder::rowLength},
    {{"has_diagonal", "(col, index)", "every row i has an entry in column i"},
     &FactBuilder::hasDiagonal},
    {{"symmetric_pattern", "(col, index)",
      "entry (i, j) exists when (j, i) does"},
     &FactBuilder::symmetricPattern},
    {{"triangular", "(col, index, lower|upper[, strict])",
      "col[j] <= i in row i, or >=; with strict < or >"},
     &FactBuilder::triangular},
    {{"extent", "(x, m)", "x has m elements, one size for each dimension"},
     &FactBuilder::extent},
    {{"noalias", "(x, y)", "the arrays do not overlap"}, &FactBuilder::noAlias},
    {{"rule", "(forall i: condition => condition)",
      "what the premise implies, for all values"},
     &FactBuilder::rule},
    {{"assume_finite", "", "no floating argument holds Inf or NaN"},
     &FactBuilder::assumeFinite},
};

std::vector<std::string> kindNames() {
  std::vector<std::string> names;
  for (const FactKind &kind : factKinds)
    names.push_back(kind.help.name.str());
  return names;
}

} // namespace

llvm::Error FactBuilder::add(Tokens tokens) {
  return placedIn(tokens, addOne(tokens));
}

llvm::Error FactBuilder::addOne(Tokens tokens) {
  text = spelling(tokens);
  bool isWord = tokens[0].kind == Token::Kind::Name;
  const FactKind *found = llvm::find_if(factKinds, [&](const FactKind &known) {
    return isWord && tokens[0].is(known.help.name);
  });
  bool isFact = found != std::end(factKinds);
  bool applied = tokens.size() > 1 && tokens[1].is("(");
  bool isArray = isWord && program.arrays.count(tokens[0].text) != 0;
  if (!isFact && isWord && applied && !isArray)
    return error(tokens[0],
                 "unknown fact '" + tokens[0].text + "'" +
                     whatExists(tokens[0].text, "facts", kindNames()));
  if (!isFact || isArray)
    return condition(tokens);
  kind = found->help.name.str();
  usage = found->help.usage.str();
  arguments.clear();
  tail = tokens.drop_front();
  if (applied) {
    size_t close = 1;
    for (int depth = 0; close < tokens.size(); ++close) {
      depth += tokens[close].is("(") ? 1 : tokens[close].is(")") ? -1 : 0;
      if (depth == 0)
        break;
    }
    if (close == tokens.size())
      return usageError(tokens[1], "missing ')'");
    llvm::Expected<std::vector<Tokens>> parts =
        splitAt(tokens.slice(2, close - 2), kind == "rule" ? ";" : ",");
    if (!parts)
      return parts.takeError();
    arguments = std::move(*parts);
    tail = tokens.drop_front(close + 1);
  }
  if (!tail.empty() && kind != "row_length")
    return usageError(tail, "unexpected '" + spelling(tail) + "'");
  return (this->*found->build)();
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
