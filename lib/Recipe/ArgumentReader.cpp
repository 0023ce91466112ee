//===- ArgumentReader.cpp - Lua values to Arguments -----------------------===//

#include "ArgumentReader.h"

#include "sparsec/IR/TakenNames.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <limits>
#include <set>

namespace sparsec::recipe {

using Kind = ParameterSpec::Kind;

bool isList(Kind kind) {
  switch (kind) {
  case Kind::Loops:
  case Kind::NewNames:
  case Kind::Counts:
  case Kind::Integers:
  case Kind::Numbers:
  case Kind::Sizes:
  case Kind::Arrays:
  case Kind::Texts:
    return true;
  default:
    return false;
  }
}

llvm::StringRef describe(Kind kind) {
  switch (kind) {
  case Kind::Statement:
    return "a statement";
  case Kind::Loop:
  case Kind::Loops:
    return "the name of a loop, such as \"i\"";
  case Kind::NewName:
  case Kind::NewNames:
    return "a new name, such as \"ii\"";
  case Kind::Count:
  case Kind::Counts:
    return "an integer of at least 1";
  case Kind::Integer:
  case Kind::Integers:
    return "an integer";
  case Kind::Numbers:
    return "a finite number, an integer below 2^53, a fraction or, for a "
           "complex number, {re, im}";
  case Kind::Sizes:
    return "an integer of at least 1 or the name of a parameter";
  case Kind::Array:
  case Kind::Arrays:
    return "the name of an array";
  case Kind::Text:
  case Kind::Texts:
    return "a string";
  case Kind::Flag:
    return "true or false";
  }
  return "";
}

namespace {

bool isNumber(Kind kind) {
  return kind == Kind::Count || kind == Kind::Counts || kind == Kind::Integer ||
         kind == Kind::Integers;
}

std::vector<std::string> namesOf(llvm::ArrayRef<ParameterSpec> parameters) {
  std::vector<std::string> names;
  for (const ParameterSpec &parameter : parameters)
    names.push_back(parameter.name.str());
  return names;
}

} // namespace

/// "tile(statement, loops, sizes [, level] [, method])".
std::string ArgumentReader::usage() const {
  std::string text = call.name + "(";
  bool first = true;
  for (const ParameterSpec &parameter : parameters) {
    std::string name = (first ? "" : ", ") + parameter.name.str();
    text += parameter.optional ? " [" + name + "]" : name;
    first = false;
  }
  return text + ")";
}

llvm::Error ArgumentReader::expected(const ParameterSpec &parameter,
                                     const llvm::Twine &what,
                                     int position) const {
  std::string found = luaL_typename(state, position);
  if (engine.handles.at(state, position))
    found = "a statement";
  else if (lua_type(state, position) == LUA_TNUMBER ||
           lua_type(state, position) == LUA_TSTRING) {
    lua_pushvalue(state, position);
    found += std::string(" ") + lua_tostring(state, -1);
    lua_pop(state, 1);
  }
  return commandError("'" + parameter.name + "' must be " + what + ", not " +
                      found);
}

llvm::Expected<Arguments> ArgumentReader::read() {
  int count = lua_gettop(state);
  bool hasNamed = count > 0 && isNamedTable(count);
  if (llvm::Error error = readPositional(count - (hasNamed ? 1 : 0)))
    return error;
  if (hasNamed)
    if (llvm::Error error = readNamed(count))
      return error;
  if (llvm::Error error = checkComplete())
    return error;
  return std::move(result);
}

/// A table with a string key.
bool ArgumentReader::isNamedTable(int position) const {
  if (lua_type(state, position) != LUA_TTABLE)
    return false;
  bool named = false;
  lua_pushnil(state);
  while (lua_next(state, position)) {
    lua_pop(state, 1);
    named |= lua_type(state, -1) == LUA_TSTRING;
  }
  return named;
}

llvm::Error ArgumentReader::readPositional(int count) {
  if (size_t(count) > parameters.size())
    return commandError("takes at most " + llvm::Twine(parameters.size()) +
                        " arguments, not " + llvm::Twine(count) +
                        "; usage: " + usage());
  for (int at = 0; at < count; ++at) {
    if (lua_isnil(state, at + 1) && parameters[at].optional)
      continue;
    if (llvm::Error error = readValue(parameters[at], at + 1))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error ArgumentReader::readNamed(int table) {
  std::vector<std::string> names = namesOf(parameters);
  // In the order of the specification: the statement is needed by the others.
  std::set<std::string> given;
  lua_pushnil(state);
  while (lua_next(state, table)) {
    lua_pop(state, 1);
    if (lua_type(state, -1) != LUA_TSTRING)
      return commandError(
          "a table of named arguments has no positions; usage: " + usage());
    given.insert(lua_tostring(state, -1));
  }
  for (const std::string &name : given)
    if (!llvm::is_contained(names, name))
      return commandError("has no parameter '" + name + "'" +
                          didYouMean(name, names) + "; usage: " + usage());
  for (const ParameterSpec &parameter : parameters) {
    if (!given.count(parameter.name.str()))
      continue;
    if (result.has(parameter.name))
      return commandError("'" + parameter.name + "' is given twice");
    lua_getfield(state, table, parameter.name.str().c_str());
    if (llvm::Error error = readValue(parameter, lua_gettop(state)))
      return error;
    lua_pop(state, 1);
  }
  return llvm::Error::success();
}

llvm::Error ArgumentReader::checkComplete() {
  for (const ParameterSpec &parameter : parameters)
    if (!parameter.optional && !result.has(parameter.name))
      return commandError("'" + parameter.name + "' is missing (" +
                          parameter.help + "); usage: " + usage());
  return llvm::Error::success();
}

llvm::Error ArgumentReader::readValue(const ParameterSpec &parameter,
                                      int position) {
  if (parameter.kind == Kind::Statement)
    return readStatement(parameter, position);
  if (parameter.kind == Kind::Flag) {
    if (!lua_isboolean(state, position))
      return expected(parameter, describe(parameter.kind), position);
    result.set(parameter.name, bool(lua_toboolean(state, position)));
    return llvm::Error::success();
  }
  if (parameter.kind == Kind::Numbers)
    return readNumbers(parameter, position);
  if (isList(parameter.kind))
    return readElements(parameter, position);
  if (isNumber(parameter.kind)) {
    auto value = readInteger(parameter, position);
    if (!value)
      return value.takeError();
    result.set(parameter.name, *value);
    return llvm::Error::success();
  }
  auto text = readText(parameter, position);
  if (!text)
    return text.takeError();
  result.set(parameter.name, std::move(*text));
  return llvm::Error::success();
}

llvm::Error ArgumentReader::readStatement(const ParameterSpec &parameter,
                                          int position) {
  llvm::Expected<std::string> statement = statementAt(state, position);
  if (!statement)
    return statement.takeError();
  result.set(parameter.name, std::move(*statement));
  return llvm::Error::success();
}

/// A list, or one element for it.
llvm::Error ArgumentReader::readElements(const ParameterSpec &parameter,
                                         int position) {
  std::vector<long> integers;
  std::vector<std::string> texts;
  bool isTable = lua_type(state, position) == LUA_TTABLE;
  lua_Unsigned count = isTable ? lua_rawlen(state, position) : 1;
  if (count == 0)
    return commandError("'" + parameter.name + "' is an empty list; expected " +
                        describe(parameter.kind));
  for (lua_Unsigned at = 1; at <= count; ++at) {
    if (isTable)
      lua_rawgeti(state, position, lua_Integer(at));
    else
      lua_pushvalue(state, position);
    int element = lua_gettop(state);
    if (isNumber(parameter.kind)) {
      auto value = readInteger(parameter, element);
      if (!value)
        return value.takeError();
      integers.push_back(*value);
    } else {
      auto text = readText(parameter, element);
      if (!text)
        return text.takeError();
      texts.push_back(std::move(*text));
    }
    lua_pop(state, 1);
  }
  if (isNumber(parameter.kind))
    result.set(parameter.name, std::move(integers));
  else
    result.set(parameter.name, std::move(texts));
  return llvm::Error::success();
}

/// The number on top of the stack.
std::optional<double> ArgumentReader::finiteNumber() const {
  constexpr double limit = 9007199254740992.0; // 2^53: no double between
  const double number = lua_tonumber(state, -1);
  const bool isExact = !lua_isinteger(state, -1) || std::fabs(number) < limit;
  if (lua_type(state, -1) != LUA_TNUMBER || !std::isfinite(number) || !isExact)
    return std::nullopt;
  return number;
}

/// The number, or the pair of numbers, on top of the stack.
std::optional<std::complex<double>> ArgumentReader::complexNumber() const {
  if (lua_type(state, -1) != LUA_TTABLE)
    return finiteNumber();
  double parts[2] = {0, 0};
  if (lua_rawlen(state, -1) != 2)
    return std::nullopt;
  for (int part : {0, 1}) {
    lua_rawgeti(state, -1, part + 1);
    const std::optional<double> number = finiteNumber();
    lua_pop(state, 1);
    if (!number)
      return std::nullopt;
    parts[part] = *number;
  }
  return std::complex<double>(parts[0], parts[1]);
}

/// A list, which may be empty, or one number for it.
llvm::Error ArgumentReader::readNumbers(const ParameterSpec &parameter,
                                        int position) {
  std::vector<std::complex<double>> numbers;
  bool isTable = lua_type(state, position) == LUA_TTABLE;
  lua_Unsigned count = isTable ? lua_rawlen(state, position) : 1;
  for (lua_Unsigned at = 1; at <= count; ++at) {
    if (isTable)
      lua_rawgeti(state, position, lua_Integer(at));
    else
      lua_pushvalue(state, position);
    const std::optional<std::complex<double>> number = complexNumber();
    if (!number)
      return expected(parameter, describe(parameter.kind), lua_gettop(state));
    numbers.push_back(*number);
    lua_pop(state, 1);
  }
  result.set(parameter.name, std::move(numbers));
  return llvm::Error::success();
}

llvm::Expected<long> ArgumentReader::readInteger(const ParameterSpec &parameter,
                                                 int position) {
  int isInteger = 0;
  lua_Integer value = lua_tointegerx(state, position, &isInteger);
  bool isCount =
      parameter.kind == Kind::Count || parameter.kind == Kind::Counts;
  constexpr lua_Integer limit = std::numeric_limits<int>::max();
  if (!isInteger || lua_type(state, position) != LUA_TNUMBER ||
      (isCount && value < 1))
    return expected(parameter, describe(parameter.kind), position);
  if (value > limit || value < -limit)
    return expected(parameter, "below 2^31", position);
  return long(value);
}

llvm::Expected<std::string>
ArgumentReader::readText(const ParameterSpec &parameter, int position) {
  int type = lua_type(state, position);
  // Lists of texts may name statements, as `also` and `before` do.
  if (parameter.kind == Kind::Texts && type == LUA_TUSERDATA)
    return statementAt(state, position);
  bool takesNumber = parameter.kind == Kind::Text ||
                     parameter.kind == Kind::Texts ||
                     parameter.kind == Kind::Sizes;
  if (type != LUA_TSTRING && !(takesNumber && type == LUA_TNUMBER)) {
    bool isLoop = parameter.kind == Kind::Loop || parameter.kind == Kind::Loops;
    std::string loops =
        isLoop ? "; the loops around " + result.statement() +
                     " are: " + liveLoops(engine.program, result.statement())
               : "";
    return commandError(llvm::toString(expected(
                            parameter, describe(parameter.kind), position)) +
                        loops);
  }
  // 4.0 is 4.
  int isInteger = 0;
  lua_Integer integer = lua_tointegerx(state, position, &isInteger);
  if (type == LUA_TNUMBER && !isInteger && parameter.kind == Kind::Sizes)
    return expected(parameter, describe(parameter.kind), position);
  if (type == LUA_TNUMBER && isInteger) {
    if (parameter.kind == Kind::Sizes && integer < 1)
      return expected(parameter, describe(parameter.kind), position);
    return std::to_string(integer);
  }
  size_t length = 0;
  lua_pushvalue(state, position);
  const char *data = lua_tolstring(state, -1, &length);
  std::string text(data, length);
  lua_pop(state, 1);
  const bool isNew =
      parameter.kind == Kind::NewName || parameter.kind == Kind::NewNames;
  if (!isNew)
    text = inNamesOf(engine.program, text);
  if (llvm::Error error = checkText(parameter, text))
    return error;
  return text;
}

} // namespace sparsec::recipe
