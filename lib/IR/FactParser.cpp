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

#include "FactParserTokens.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using namespace facts;

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
  llvm::Error noAlias();
  llvm::Error rule();
  llvm::Error assumeFinite();

private:
  enum class Element { Any, Integer };

  llvm::Error usageError(const llvm::Twine &why) const;
  llvm::Error expectCount(size_t least, size_t most) const;
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
  void addExtent(const std::string &array, unsigned dim, isl::pw_aff extent);
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

struct FactKind {
  llvm::StringRef name, usage;
  llvm::Error (FactBuilder::*build)();
};

constexpr const char *pairUsage = "(col, index)";

const FactKind factKinds[] = {
    {"csr", "(n, m, index, col, a)", &FactBuilder::csr},
    {"csr_base1", "(n, m, index, col, a)", &FactBuilder::csr},
    {"monotonic", "(p[, strict])", &FactBuilder::monotonic},
    {"range", "(p, lower, upper)", &FactBuilder::range},
    {"injective", "(p)", &FactBuilder::injective},
    {"permutation", "(p[, n])", &FactBuilder::permutation},
    {"inverse", "(p, q)", &FactBuilder::inverse},
    {"sorted", "(col, index[, strict])", &FactBuilder::sorted},
    {"unique", pairUsage, &FactBuilder::unique},
    {"row_length", "(index) <= M", &FactBuilder::rowLength},
    {"has_diagonal", pairUsage, &FactBuilder::hasDiagonal},
    {"symmetric_pattern", pairUsage, &FactBuilder::symmetricPattern},
    {"triangular", "(col, index, lower|upper[, strict])",
     &FactBuilder::triangular},
    {"extent", "(x, m)", &FactBuilder::extent},
    {"noalias", "(x, y)", &FactBuilder::noAlias},
    {"rule", "(forall i: condition => condition)", &FactBuilder::rule},
    {"assume_finite", "", &FactBuilder::assumeFinite},
};

std::vector<std::string> kindNames() {
  std::vector<std::string> names;
  for (const FactKind &kind : factKinds)
    names.push_back(kind.name.str());
  return names;
}

bool sameValue(const std::optional<isl::pw_aff> &a,
               const std::optional<isl::pw_aff> &b) {
  if (!a || !b)
    return !a && !b;
  return a->plain_is_equal(*b);
}

bool sameFact(const Fact &a, const Fact &b) {
  bool sameCondition = a.condition && b.condition
                           ? a.condition->is_equal(*b.condition)
                           : !a.condition && !b.condition;
  bool sameRule = a.kind != Fact::Kind::Rule || a.text == b.text;
  return a.kind == b.kind && a.arrays == b.arrays && a.strict == b.strict &&
         a.which == b.which && sameValue(a.lower, b.lower) &&
         sameValue(a.upper, b.upper) && sameValue(a.at, b.at) &&
         sameCondition && sameRule;
}

llvm::Error FactBuilder::add(Tokens tokens) {
  text = spelling(tokens);
  bool isWord = tokens[0].kind == Token::Kind::Name;
  const FactKind *found = llvm::find_if(factKinds, [&](const FactKind &known) {
    return isWord && tokens[0].is(known.name);
  });
  bool isFact = found != std::end(factKinds);
  bool applied = tokens.size() > 1 && tokens[1].is("(");
  bool isArray = isWord && program.arrays.count(tokens[0].text) != 0;
  if (!isFact && isWord && applied && !isArray)
    return error("unknown fact '" + tokens[0].text + "'" +
                 whatExists(tokens[0].text, "facts", kindNames()));
  if (!isFact || isArray)
    return condition(tokens);
  kind = found->name.str();
  usage = found->usage.str();
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
      return usageError("missing ')'");
    llvm::Expected<std::vector<Tokens>> parts =
        splitAt(tokens.slice(2, close - 2), kind == "rule" ? ";" : ",");
    if (!parts)
      return parts.takeError();
    arguments = std::move(*parts);
    tail = tokens.drop_front(close + 1);
  }
  if (!tail.empty() && kind != "row_length")
    return usageError("unexpected '" + spelling(tail) + "'");
  return (this->*found->build)();
}

llvm::Error FactBuilder::usageError(const llvm::Twine &why) const {
  return error(kind + ": " + why + "; write " + kind + usage);
}

llvm::Error FactBuilder::expectCount(size_t least, size_t most) const {
  if (arguments.size() >= least && arguments.size() <= most)
    return llvm::Error::success();
  return usageError(llvm::Twine(arguments.size()) + " arguments given");
}

llvm::Expected<std::string> FactBuilder::array(size_t position,
                                               Element element) {
  Tokens tokens = arguments[position];
  if (tokens.size() != 1 || tokens[0].kind != Token::Kind::Name)
    return usageError("'" + spelling(tokens) + "' is not the name of an array");
  const std::string &name = tokens[0].text;
  auto found = program.arrays.find(name);
  if (found == program.arrays.end() || found->second.isScalar())
    return error(kind + ": no array '" + name + "'" +
                 whatExists(name, "arrays", arrayNames(program)));
  if (element == Element::Integer && !found->second.type.isInteger())
    return error(kind + ": '" + name + "' holds " +
                 found->second.type.spelling + ", not integers");
  return name;
}

llvm::Expected<isl::pw_aff> FactBuilder::value(size_t position) {
  llvm::Expected<isl::pw_aff> result =
      ValueParser(program, program.calls).value(arguments[position]);
  if (!result)
    return usageError(llvm::toString(result.takeError()));
  return result;
}

llvm::Expected<std::optional<isl::pw_aff>>
FactBuilder::valueOrUnknown(size_t position) {
  Tokens tokens = arguments[position];
  if (tokens.size() == 1 && tokens[0].is("?"))
    return std::nullopt;
  llvm::Expected<isl::pw_aff> result = value(position);
  if (!result)
    return result.takeError();
  return *result;
}

llvm::Expected<bool> FactBuilder::optionalWord(size_t position,
                                               llvm::StringRef word) {
  if (position >= arguments.size())
    return false;
  if (arguments[position].size() == 1 && arguments[position][0].is(word))
    return true;
  return usageError("'" + spelling(arguments[position]) +
                    "' given where only '" + word + "' can stand");
}

isl::pw_aff FactBuilder::constant(long value) const {
  return poly::constant(isl::space::unit(program.context.ctx()), value);
}

Fact FactBuilder::fact(Fact::Kind kind, std::vector<std::string> arrays) const {
  Fact result;
  result.kind = kind;
  result.origin = origin;
  result.arrays = std::move(arrays);
  result.text = text;
  result.location = location;
  return result;
}

void FactBuilder::push(Fact fact) {
  bool known = llvm::any_of(program.facts, [&](const Fact &existing) {
    return sameFact(existing, fact);
  });
  if (!known)
    program.facts.push_back(std::move(fact));
}

void FactBuilder::addRange(const std::string &array,
                           std::optional<isl::pw_aff> lower,
                           std::optional<isl::pw_aff> upper) {
  Fact range = fact(Fact::Kind::Range, {array});
  range.lower = std::move(lower);
  range.upper = std::move(upper);
  push(std::move(range));
}

void FactBuilder::addExtent(const std::string &array, unsigned dim,
                            isl::pw_aff extent) {
  Fact size = fact(Fact::Kind::Extent, {array});
  size.upper = extent;
  if (dim > 0)
    size.which = std::to_string(dim);
  push(std::move(size));
  program.arrays.at(array).extents[dim] = std::move(extent);
}

llvm::Error FactBuilder::csr() {
  if (llvm::Error failure = expectCount(4, arguments.size()))
    return failure;
  llvm::Expected<isl::pw_aff> rows = value(0);
  if (!rows)
    return rows.takeError();
  llvm::Expected<std::optional<isl::pw_aff>> columns = valueOrUnknown(1);
  if (!columns)
    return columns.takeError();
  llvm::Expected<std::string> index = array(2, Element::Integer);
  if (!index)
    return index.takeError();
  llvm::Expected<std::string> col = array(3, Element::Integer);
  if (!col)
    return col.takeError();
  std::vector<std::string> perEntry = {*col};
  for (size_t i = 4; i < arguments.size(); ++i) {
    if (arguments[i].size() == 1 && arguments[i][0].is("?"))
      continue;
    llvm::Expected<std::string> values = array(i, Element::Any);
    if (!values)
      return values.takeError();
    perEntry.push_back(*values);
  }
  isl::space space = isl::space::unit(program.context.ctx());
  isl::pw_aff base = constant(kind == "csr" ? 0 : 1);
  isl::pw_aff end =
      addCall(program.calls, UninterpretedCall{*index, {*rows}}, {}, space);
  Fact boundary = fact(Fact::Kind::Boundary, {*index});
  boundary.at = constant(0);
  boundary.upper = base;
  push(std::move(boundary));
  push(fact(Fact::Kind::Monotonic, {*index}));
  addRange(*index, base, end.add_constant(1));
  std::optional<isl::pw_aff> pastColumns;
  if (*columns)
    pastColumns = (*columns)->add(base);
  addRange(*col, base, pastColumns);
  addExtent(*index, 0, rows->add_constant(1));
  for (const std::string &entries : perEntry)
    addExtent(entries, 0, end.sub(base));
  return llvm::Error::success();
}

llvm::Error FactBuilder::monotonic() {
  if (llvm::Error failure = expectCount(1, 2))
    return failure;
  llvm::Expected<std::string> name = array(0, Element::Integer);
  if (!name)
    return name.takeError();
  llvm::Expected<bool> strict = optionalWord(1, "strict");
  if (!strict)
    return strict.takeError();
  Fact result = fact(Fact::Kind::Monotonic, {*name});
  result.strict = *strict;
  push(std::move(result));
  return llvm::Error::success();
}

llvm::Error FactBuilder::range() {
  if (llvm::Error failure = expectCount(3, 3))
    return failure;
  llvm::Expected<std::string> name = array(0, Element::Integer);
  if (!name)
    return name.takeError();
  llvm::Expected<std::optional<isl::pw_aff>> lower = valueOrUnknown(1);
  if (!lower)
    return lower.takeError();
  llvm::Expected<std::optional<isl::pw_aff>> upper = valueOrUnknown(2);
  if (!upper)
    return upper.takeError();
  addRange(*name, *lower, *upper);
  return llvm::Error::success();
}

llvm::Error FactBuilder::permutation() {
  if (llvm::Error failure = expectCount(1, 2))
    return failure;
  llvm::Expected<std::string> name = array(0, Element::Integer);
  if (!name)
    return name.takeError();
  std::optional<isl::pw_aff> size = program.arrays.at(*name).extents[0];
  if (arguments.size() == 2) {
    llvm::Expected<isl::pw_aff> given = value(1);
    if (!given)
      return given.takeError();
    size = *given;
  }
  if (!size)
    return usageError("the length of '" + *name + "' is not known");
  Fact result = fact(Fact::Kind::Permutation, {*name});
  result.upper = size;
  push(std::move(result));
  addRange(*name, constant(0), size);
  if (arguments.size() == 2)
    addExtent(*name, 0, *size);
  return llvm::Error::success();
}

/// All arguments are arrays with elements \p element.
llvm::Error FactBuilder::onArrays(Fact::Kind kind, Element element) {
  std::vector<std::string> names;
  for (size_t i = 0; i < arguments.size(); ++i) {
    llvm::Expected<std::string> name = array(i, element);
    if (!name)
      return name.takeError();
    names.push_back(*name);
  }
  push(fact(kind, std::move(names)));
  return llvm::Error::success();
}

llvm::Error FactBuilder::injective() {
  if (llvm::Error failure = expectCount(1, 1))
    return failure;
  return onArrays(Fact::Kind::Injective, Element::Integer);
}

llvm::Error FactBuilder::inverse() {
  if (llvm::Error failure = expectCount(2, 2))
    return failure;
  return onArrays(Fact::Kind::Inverse, Element::Integer);
}

llvm::Error FactBuilder::unique() {
  if (llvm::Error failure = expectCount(2, 2))
    return failure;
  return onArrays(Fact::Kind::Unique, Element::Integer);
}

llvm::Error FactBuilder::hasDiagonal() {
  if (llvm::Error failure = expectCount(2, 2))
    return failure;
  return onArrays(Fact::Kind::HasDiagonal, Element::Integer);
}

llvm::Error FactBuilder::symmetricPattern() {
  if (llvm::Error failure = expectCount(2, 2))
    return failure;
  return onArrays(Fact::Kind::SymmetricPattern, Element::Integer);
}

llvm::Error FactBuilder::noAlias() {
  if (llvm::Error failure = expectCount(2, arguments.size()))
    return failure;
  return onArrays(Fact::Kind::NoAlias, Element::Any);
}

llvm::Error FactBuilder::sorted() {
  if (llvm::Error failure = expectCount(2, 3))
    return failure;
  llvm::Expected<bool> strict = optionalWord(2, "strict");
  if (!strict)
    return strict.takeError();
  arguments.resize(2);
  size_t before = program.facts.size();
  if (llvm::Error failure = onArrays(Fact::Kind::Sorted, Element::Integer))
    return failure;
  if (*strict && program.facts.size() > before)
    program.facts.back().strict = true;
  return llvm::Error::success();
}

llvm::Error FactBuilder::rowLength() {
  if (llvm::Error failure = expectCount(1, 2))
    return failure;
  llvm::Expected<std::string> name = array(0, Element::Integer);
  if (!name)
    return name.takeError();
  if (arguments.size() == 1) {
    if (tail.empty() || !(tail[0].is("<=") || tail[0].is("<")))
      return usageError("the bound is missing");
    arguments.push_back(tail.drop_front());
  } else if (!tail.empty()) {
    return usageError("unexpected '" + spelling(tail) + "'");
  }
  llvm::Expected<isl::pw_aff> bound = value(1);
  if (!bound)
    return bound.takeError();
  bool below = !tail.empty() && tail[0].is("<");
  Fact result = fact(Fact::Kind::RowLength, {*name});
  result.upper = below ? bound->add_constant(-1) : *bound;
  push(std::move(result));
  return llvm::Error::success();
}

llvm::Error FactBuilder::triangular() {
  if (llvm::Error failure = expectCount(3, 4))
    return failure;
  llvm::Expected<std::string> col = array(0, Element::Integer);
  if (!col)
    return col.takeError();
  llvm::Expected<std::string> index = array(1, Element::Integer);
  if (!index)
    return index.takeError();
  std::string which = spelling(arguments[2]);
  if (which != "lower" && which != "upper")
    return usageError("'" + which + "' is neither lower nor upper");
  llvm::Expected<bool> strict = optionalWord(3, "strict");
  if (!strict)
    return strict.takeError();
  Fact result = fact(Fact::Kind::Triangular, {*col, *index});
  result.which = which;
  result.strict = *strict;
  push(std::move(result));
  return llvm::Error::success();
}

llvm::Error FactBuilder::extent() {
  if (llvm::Error failure = expectCount(2, arguments.size()))
    return failure;
  llvm::Expected<std::string> name = array(0, Element::Any);
  if (!name)
    return name.takeError();
  size_t dimensions = program.arrays.at(*name).extents.size();
  if (arguments.size() - 1 != dimensions)
    return error("extent: '" + *name + "' has " + llvm::Twine(dimensions) +
                 " dimensions, not " + llvm::Twine(arguments.size() - 1));
  for (size_t dim = 0; dim < dimensions; ++dim) {
    llvm::Expected<isl::pw_aff> size = value(dim + 1);
    if (!size)
      return size.takeError();
    addExtent(*name, dim, *size);
  }
  return llvm::Error::success();
}

/// `rule(forall i, j: premise => conclusion)`; `rule(forall i: conclusion)`.
llvm::Error FactBuilder::rule() {
  if (llvm::Error failure = expectCount(1, 1))
    return failure;
  Tokens tokens = arguments[0];
  const Token *colon =
      llvm::find_if(tokens, [](const Token &token) { return token.is(":"); });
  if (tokens.empty() || !tokens[0].is("forall") || colon == tokens.end())
    return usageError("'forall NAMES:' is missing");
  llvm::Expected<std::vector<Tokens>> names =
      splitAt(tokens.slice(1, colon - tokens.begin() - 1), ",");
  if (!names)
    return names.takeError();
  std::vector<std::string> variables;
  for (Tokens name : *names) {
    if (name.size() != 1 || name[0].kind != Token::Kind::Name ||
        program.findParameter(name[0].text))
      return usageError("'" + spelling(name) + "' is not a new name");
    variables.push_back(name[0].text);
  }
  llvm::Expected<std::vector<Tokens>> sides =
      splitAt(tokens.drop_front(colon - tokens.begin() + 1), "=>");
  if (!sides)
    return sides.takeError();
  if (sides->empty() || sides->size() > 2)
    return usageError("one '=>' is expected");
  CallTable calls;
  std::vector<std::string> functions;
  for (Tokens side : *sides) {
    llvm::Expected<isl::set> parsed =
        ValueParser(program, calls, variables).condition(side);
    if (!parsed)
      return usageError(llvm::toString(parsed.takeError()));
  }
  for (const auto &[name, call] : calls)
    if (!llvm::is_contained(functions, call.function))
      functions.push_back(call.function);
  push(fact(Fact::Kind::Rule, std::move(functions)));
  return llvm::Error::success();
}

llvm::Error FactBuilder::assumeFinite() {
  if (llvm::Error failure = expectCount(0, 0))
    return failure;
  program.assumeFinite = true;
  push(fact(Fact::Kind::AssumeFinite, {}));
  return llvm::Error::success();
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
  Fact result = fact(Fact::Kind::Condition, {});
  result.condition = *holds;
  if (result.condition->is_empty())
    return error("'" + text + "' can never hold");
  bool onParameters = true;
  for (const auto &[name, call] : program.calls)
    if (poly::involvesParam(*result.condition, name)) {
      onParameters = false;
      result.arrays.push_back(call.function);
    }
  if (onParameters)
    program.context = program.context.intersect(*result.condition);
  if (program.context.is_empty())
    return error("'" + text + "' contradicts what is already known");
  push(std::move(result));
  return llvm::Error::success();
}

} // namespace

llvm::Error addFacts(Program &program, const std::string &text,
                     Fact::Origin origin, const std::string &location) {
  assert(!program.context.is_null() && "the program needs a context");
  llvm::Expected<std::vector<Token>> tokens = tokenize(text);
  if (!tokens)
    return tokens.takeError();
  llvm::Expected<std::vector<Tokens>> parts = splitAt(*tokens, ";");
  if (!parts)
    return parts.takeError();
  if (parts->empty())
    return error("a fact is missing");
  Program result = program;
  FactBuilder builder(result, origin, location);
  for (Tokens part : *parts) {
    if (part.empty())
      continue;
    if (llvm::Error failure = builder.add(part))
      return failure;
  }
  program = std::move(result);
  return llvm::Error::success();
}

} // namespace sparsec
