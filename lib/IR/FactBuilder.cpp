//===- FactBuilder.cpp - arguments of facts, and adding them --------------===//
///
/// \file
/// What the kinds of facts share: names and values as arguments, and facts
/// that are added once.
///
//===----------------------------------------------------------------------===//

#include "FactBuilder.h"

#include "sparsec/IR/FactParser.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::facts {

namespace {

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

} // namespace

llvm::Error FactBuilder::usageError(const llvm::Twine &why) const {
  return usageError(Tokens(), why);
}

llvm::Error FactBuilder::usageError(Tokens where,
                                    const llvm::Twine &why) const {
  return error(where, kind + ": " + why + "; write " + kind + usage);
}

llvm::Error FactBuilder::usageError(llvm::Error failure) const {
  return llvm::handleErrors(
      std::move(failure), [&](const FactError &wrong) -> llvm::Error {
        return llvm::make_error<FactError>(kind + ": " + wrong.message +
                                               "; write " + kind + usage,
                                           wrong.begin, wrong.end);
      });
}

llvm::Expected<std::string> FactBuilder::array(size_t position,
                                               Element element) {
  Tokens tokens = arguments[position];
  if (tokens.size() != 1 || tokens[0].kind != Token::Kind::Name)
    return usageError(tokens,
                      "'" + spelling(tokens) + "' is not the name of an array");
  const std::string &name = tokens[0].text;
  auto found = program.arrays.find(name);
  if (found == program.arrays.end() || found->second.isScalar())
    return error(tokens, kind + ": no array '" + name + "'" +
                             whatExists(name, "arrays", arrayNames(program)));
  if (element == Element::Integer && !found->second.type.isInteger())
    return error(tokens, kind + ": '" + name + "' holds " +
                             found->second.type.spelling + ", not integers");
  return name;
}

llvm::Expected<isl::pw_aff> FactBuilder::value(size_t position) {
  llvm::Expected<isl::pw_aff> result =
      ValueParser(program, program.calls).value(arguments[position]);
  if (!result)
    return usageError(result.takeError());
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
  return usageError(arguments[position], "'" + spelling(arguments[position]) +
                                             "' given where only '" + word +
                                             "' can stand");
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

llvm::Error FactBuilder::addExtent(const std::string &array, unsigned dim,
                                   isl::pw_aff extent) {
  Fact size = fact(Fact::Kind::Extent, {array});
  size.upper = extent;
  if (dim > 0)
    size.which = std::to_string(dim);
  push(std::move(size));
  std::optional<isl::pw_aff> &known = program.arrays.at(array).extents[dim];
  const std::optional<isl::pw_aff> before = known;
  known = extent;
  // Two facts give one length: they have to agree.
  if (!before || before->plain_is_equal(extent))
    return llvm::Error::success();
  return addCondition(before->eq_set(extent));
}

} // namespace sparsec::facts
