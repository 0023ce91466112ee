//===- LintArguments.cpp - what a call cannot be given --------------------===//

#include "LintArguments.h"

#include "ArgumentReader.h"

#include "sparsec/IR/FactParser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec::recipe {
namespace {

using Kind = ParameterSpec::Kind;
using Tokens = ArgumentLinter::Tokens;

bool isSymbol(const Token &token, llvm::StringRef text) {
  return token.kind == Token::Kind::Symbol && token.text == text;
}

bool isTable(Tokens value) { return isSymbol(value.front(), "{"); }

/// `NAME = ..` in a table.
bool isNamed(Tokens element) {
  return element.size() > 2 && element[0].kind == Token::Kind::Name &&
         isSymbol(element[1], "=") && !isSymbol(element[2], "=");
}

/// Whether \p value is just what stands there: no table of named arguments in a
/// variable, and not the values, of any number, of a call.
bool isFixed(Tokens value) {
  return isTable(value) ||
         (value.size() == 1 && value.front().kind != Token::Kind::Name);
}

bool takesString(Kind kind) {
  return kind != Kind::Flag && kind != Kind::Numbers && kind != Kind::Count &&
         kind != Kind::Counts && kind != Kind::Integer &&
         kind != Kind::Integers;
}

bool takesNumber(Kind kind) {
  return kind == Kind::Statement || kind == Kind::Numbers ||
         kind == Kind::Count || kind == Kind::Counts || kind == Kind::Integer ||
         kind == Kind::Integers || kind == Kind::Sizes || kind == Kind::Text ||
         kind == Kind::Texts;
}

std::string listsThem(const TransformSpec &spec) {
  return ("; -help=transform:" + spec.name + " lists them").str();
}

} // namespace

void ArgumentLinter::error(const Token &token,
                           const llvm::Twine &message) const {
  report(source.placeWithin(token, 0, token.text.size()), message);
}

void ArgumentLinter::checkStep(const TransformSpec &spec,
                               const Token &name) const {
  const auto arguments = source.argumentsOf(name);
  if (!arguments)
    return;
  llvm::ArrayRef<Tokens> positional = *arguments;
  Given named;
  for (Tokens argument : positional)
    if (isTable(argument))
      checkNamed(spec, argument, named);
  const bool mayHaveMore = !positional.empty() && !isFixed(positional.back());
  if (!named.empty())
    positional = positional.drop_back();
  for (size_t at = 0; at < positional.size(); ++at)
    if (at < spec.parameters.size())
      checkValue(spec.parameters[at], positional[at]);
  checkCount(spec, name, positional, named, mayHaveMore);
}

void ArgumentLinter::checkCount(const TransformSpec &spec, const Token &name,
                                llvm::ArrayRef<Tokens> positional,
                                const Given &named, bool mayHaveMore) const {
  const size_t most = spec.parameters.size();
  if (positional.size() > most &&
      (positional.size() > most + 1 || !mayHaveMore))
    error(positional[most].front(), spec.name + " takes at most " +
                                        llvm::Twine(most) + " arguments" +
                                        listsThem(spec));
  // A name that is wrong may stand for one that is missing.
  const bool isMisspelt = llvm::any_of(named, [&](const std::string &name) {
    return llvm::none_of(spec.parameters, [&](const ParameterSpec &parameter) {
      return parameter.name == name;
    });
  });
  if (mayHaveMore || isMisspelt)
    return;
  for (size_t at = positional.size(); at < most; ++at) {
    const ParameterSpec &parameter = spec.parameters[at];
    if (parameter.optional || named.count(parameter.name.str()))
      continue;
    error(name, spec.name + ": '" + parameter.name + "' is missing (" +
                    parameter.help + ")");
    return;
  }
}

void ArgumentLinter::checkNamed(const TransformSpec &spec, Tokens table,
                                Given &named) const {
  std::vector<std::string> known;
  for (const ParameterSpec &parameter : spec.parameters)
    known.push_back(parameter.name.str());
  for (Tokens element :
       source.elementsOf(table).value_or(std::vector<Tokens>())) {
    if (!isNamed(element))
      continue;
    const std::string &name = element[0].text;
    named.insert(name);
    const auto found = llvm::find(known, name);
    if (found == known.end())
      error(element[0], spec.name + " has no parameter '" + name + "'" +
                            didYouMean(name, known) + listsThem(spec));
    else
      checkValue(spec.parameters[found - known.begin()], element.drop_front(2));
  }
}

void ArgumentLinter::checkValue(const ParameterSpec &parameter,
                                Tokens value) const {
  if (value.size() == 1)
    return checkElement(parameter, value.front());
  if (!isTable(value))
    return;
  if (!isList(parameter.kind))
    return error(value.front(), "'" + parameter.name + "' must be " +
                                    describe(parameter.kind) + ", not a table");
  for (Tokens element :
       source.elementsOf(value).value_or(std::vector<Tokens>()))
    if (element.size() == 1)
      checkElement(parameter, element.front());
}

void ArgumentLinter::checkElement(const ParameterSpec &parameter,
                                  const Token &token) const {
  const bool isString = token.kind == Token::Kind::String,
             isNumber = token.kind == Token::Kind::Number;
  if (token.kind == Token::Kind::Name)
    return checkName(parameter, token);
  if ((isString && !takesString(parameter.kind)) ||
      (isNumber && !takesNumber(parameter.kind)))
    return error(token, "'" + parameter.name + "' must be " +
                            describe(parameter.kind) + ", not " + token.text);
  if (isString)
    checkWord(parameter, token);
}

/// A value, or a variable.
void ArgumentLinter::checkName(const ParameterSpec &parameter,
                               const Token &token) const {
  const Kind kind = parameter.kind;
  const std::string &name = token.text;
  const bool isFlag = name == "true" || name == "false";
  if (isFlag && kind != Kind::Flag)
    return error(token, "'" + parameter.name + "' must be " + describe(kind) +
                            ", not " + name);
  // Statements that earlier steps made are called as they are.
  const bool mayBeStatement = kind == Kind::Statement || kind == Kind::Texts;
  if (isFlag || name == "nil" || mayBeStatement || isDefined(name))
    return;
  const bool isWritten = takesString(kind);
  error(token, "unknown name '" + name + "'" +
                   (isWritten ? "; '" + parameter.name.str() +
                                    "' takes strings: \"" + name + "\""
                              : std::string()));
}

/// A string, where the parameter takes some words only.
void ArgumentLinter::checkWord(const ParameterSpec &parameter,
                               const Token &token) const {
  llvm::SmallVector<llvm::StringRef> words;
  parameter.words.split(words, '|', -1, /*KeepEmpty=*/false);
  const std::optional<llvm::StringRef> word = token.plainString();
  if (words.empty() || !word || llvm::is_contained(words, *word))
    return;
  std::vector<std::string> known;
  for (llvm::StringRef accepted : words)
    known.push_back(accepted.str());
  error(token, "'" + parameter.name +
                   "' is one of: " + llvm::join(known, ", ") + "; not '" +
                   *word + "'" + didYouMean(*word, known));
}

void ArgumentLinter::checkStatedFacts(const Token &name) const {
  for (Tokens argument :
       source.argumentsOf(name).value_or(std::vector<Tokens>())) {
    const Token &first = argument.front();
    const bool hasString = llvm::any_of(argument, [](const Token &token) {
      return token.kind == Token::Kind::String;
    });
    const bool compares = llvm::any_of(argument, [](const Token &token) {
      return isSymbol(token, "<") || isSymbol(token, ">") ||
             isSymbol(token, "=");
    });
    if (compares && !hasString)
      error(first, name.text + " takes strings: " + name.text +
                       "(\"lb == 0\"); Lua compares before " + name.text +
                       " sees it");
    const auto text = argument.size() == 1 ? first.plainString() : std::nullopt;
    if (!text)
      continue;
    const size_t quotes = text->data() - first.text.data();
    llvm::handleAllErrors(
        checkFacts(text->str()),
        [&](const FactError &wrong) {
          report(source.placeWithin(first, quotes + wrong.begin,
                                    wrong.end - wrong.begin),
                 wrong.message);
        },
        [&](const llvm::ErrorInfoBase &wrong) {
          error(first, wrong.message());
        });
  }
}

} // namespace sparsec::recipe
