//===- FactKinds.cpp - what each kind of fact says ------------------------===//
///
/// \file
/// One function per kind, from its arguments to elementary facts: `csr` is a
/// boundary, a monotone pointer array, two ranges and the extents.
///
//===----------------------------------------------------------------------===//

#include "FactBuilder.h"

#include "sparsec/IR/RowPointers.h"
#include "sparsec/IR/StructureMember.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::facts {

llvm::Error FactBuilder::csr() {
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
  if (llvm::Error failure = addExtent(*index, 0, rows->add_constant(1)))
    return failure;
  for (const std::string &entries : perEntry)
    if (llvm::Error failure = addExtent(entries, 0, end.sub(base)))
      return failure;
  return llvm::Error::success();
}

llvm::Error FactBuilder::monotonic() {
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
    return usageError(arguments[0],
                      "the length of '" + *name + "' is not known");
  Fact result = fact(Fact::Kind::Permutation, {*name});
  result.upper = size;
  push(std::move(result));
  addRange(*name, constant(0), size);
  return arguments.size() == 2 ? addExtent(*name, 0, *size)
                               : llvm::Error::success();
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
  return onArrays(Fact::Kind::Injective, Element::Integer);
}

llvm::Error FactBuilder::inverse() {
  return onArrays(Fact::Kind::Inverse, Element::Integer);
}

llvm::Error FactBuilder::unique() {
  return onArrays(Fact::Kind::Unique, Element::Integer);
}

llvm::Error FactBuilder::hasDiagonal() {
  return onArrays(Fact::Kind::HasDiagonal, Element::Integer);
}

llvm::Error FactBuilder::symmetricPattern() {
  return onArrays(Fact::Kind::SymmetricPattern, Element::Integer);
}

llvm::Error FactBuilder::noAlias() {
  llvm::Expected<std::string> first = array(0, Element::Any);
  if (!first)
    return first.takeError();
  if (arguments.size() == 1 && !hasRowPointers(program, *first))
    return usageError(arguments[0], "'" + *first + "' is one array");
  return onArrays(Fact::Kind::NoAlias, Element::Any);
}

llvm::Error FactBuilder::sorted() {
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
  llvm::Expected<std::string> name = array(0, Element::Integer);
  if (!name)
    return name.takeError();
  if (arguments.size() == 1) {
    if (tail.empty() || !(tail[0].is("<=") || tail[0].is("<")))
      return usageError("the bound is missing");
    arguments.push_back(tail.drop_front());
  } else if (!tail.empty()) {
    return usageError(tail, "unexpected '" + spelling(tail) + "'");
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
  llvm::Expected<std::string> col = array(0, Element::Integer);
  if (!col)
    return col.takeError();
  llvm::Expected<std::string> index = array(1, Element::Integer);
  if (!index)
    return index.takeError();
  std::string which = spelling(arguments[2]);
  if (which != "lower" && which != "upper")
    return usageError(arguments[2],
                      "'" + which + "' is neither lower nor upper");
  llvm::Expected<bool> strict = optionalWord(3, "strict");
  if (!strict)
    return strict.takeError();
  Fact result = fact(Fact::Kind::Triangular, {*col, *index});
  result.which = which;
  result.strict = *strict;
  push(std::move(result));
  return llvm::Error::success();
}

/// The arrays that are members of \p structures.
std::vector<std::string>
FactBuilder::membersOf(const std::string &structures) const {
  std::vector<std::string> members;
  for (const auto &[name, array] : program.arrays)
    if (const auto member = structureMember(name))
      if (member->structures == structures)
        members.push_back(name);
  return members;
}

/// Whether argument \p pos is `n * m`, of values that vary.
bool FactBuilder::isProductOfValues(size_t pos) {
  llvm::Expected<std::vector<Tokens>> factors = splitAt(arguments[pos], "*");
  if (!factors) {
    llvm::consumeError(factors.takeError());
    return false;
  }
  size_t varying = 0;
  for (Tokens factor : *factors) {
    arguments.push_back(factor);
    llvm::Expected<isl::pw_aff> part = value(arguments.size() - 1);
    arguments.pop_back();
    if (!part) {
      llvm::consumeError(part.takeError());
      return false;
    }
    varying += !poly::constantValue(*part);
  }
  return varying > 1;
}

llvm::Error FactBuilder::extent() {
  const std::vector<std::string> members = membersOf(spelling(arguments[0]));
  if (arguments.size() == 2 && !members.empty()) {
    llvm::Expected<isl::pw_aff> size = value(1);
    if (!size)
      return size.takeError();
    for (const std::string &member : members)
      if (llvm::Error failure = addExtent(member, 0, *size))
        return failure;
    return llvm::Error::success();
  }
  llvm::Expected<std::string> name = array(0, Element::Any);
  if (!name)
    return name.takeError();
  size_t dimensions = program.arrays.at(*name).extents.size();
  if (arguments.size() - 1 != dimensions)
    return error(arguments[0],
                 "extent: '" + *name + "' has " + llvm::Twine(dimensions) +
                     " dimensions, not " + llvm::Twine(arguments.size() - 1));
  // Of a flat array, whose subscripts tell how long its rows are.
  if (dimensions == 1 && isProductOfValues(1))
    return llvm::Error::success();
  for (size_t dim = 0; dim < dimensions; ++dim) {
    llvm::Expected<isl::pw_aff> size = value(dim + 1);
    if (!size)
      return size.takeError();
    if (llvm::Error failure = addExtent(*name, dim, *size))
      return failure;
  }
  return llvm::Error::success();
}

/// `rule(forall i, j: premise => conclusion)`; `rule(forall i: conclusion)`.
llvm::Error FactBuilder::rule() {
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
      return usageError(name, "'" + spelling(name) + "' is not a new name");
    variables.push_back(name[0].text);
  }
  llvm::Expected<std::vector<Tokens>> sides =
      splitAt(tokens.drop_front(colon - tokens.begin() + 1), "=>");
  if (!sides)
    return sides.takeError();
  if (sides->empty() || sides->size() > 2)
    return usageError("one '=>' is expected");
  CallTable calls;
  std::vector<isl::set> sets;
  for (Tokens side : *sides) {
    llvm::Expected<isl::set> parsed =
        ValueParser(program, calls, variables).condition(side);
    if (!parsed)
      return usageError(parsed.takeError());
    // The names are for the run-time check.
    sets.push_back(poly::withDimNames(*parsed, variables));
  }
  if (sets.size() == 1)
    sets.insert(sets.begin(), isl::set::universe(sets.front().space()));
  std::vector<std::string> functions;
  for (const auto &[name, call] : calls)
    if (!llvm::is_contained(functions, call.function))
      functions.push_back(call.function);
  Fact made = fact(Fact::Kind::Rule, std::move(functions));
  made.rule = Fact::Rule{std::move(calls), sets[0], sets[1]};
  push(std::move(made));
  return llvm::Error::success();
}

llvm::Error FactBuilder::assumeFinite() {
  program.assumeFinite = true;
  push(fact(Fact::Kind::AssumeFinite, {}));
  return llvm::Error::success();
}

} // namespace sparsec::facts
