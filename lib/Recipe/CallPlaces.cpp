//===- CallPlaces.cpp - which call of a line runs, and its arguments ------===//
///
/// \file
/// Lua knows the line of a call and not its column. Where a line has several
/// calls of one name, what they were given tells them apart: their strings and
/// numbers in the recipe's text are those of the running call.
///
//===----------------------------------------------------------------------===//

#include "Engine.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::recipe {

/// The length of the quotes or brackets around a string.
static size_t openingOf(llvm::StringRef literal) {
  if (!literal.starts_with("["))
    return 1;
  return 2 + literal.drop_front()
                 .take_while([](char c) { return c == '='; })
                 .size();
}

std::optional<llvm::StringRef> Token::plainString() const {
  const llvm::StringRef literal = text;
  const size_t quotes = kind == Kind::String ? openingOf(literal) : 0;
  if (quotes == 0 || literal.size() < 2 * quotes)
    return std::nullopt;
  llvm::StringRef inside = literal.drop_front(quotes).drop_back(quotes);
  if (quotes == 1)
    return inside.contains('\\') ? std::nullopt : std::optional(inside);
  // Lua skips the line's end behind the brackets, and changes "\r\n".
  if (inside.contains('\r'))
    return std::nullopt;
  inside.consume_front("\n");
  return inside;
}

std::vector<const Token *> RecipeSource::callsOf(unsigned line,
                                                 llvm::StringRef name) const {
  std::vector<const Token *> calls;
  for (size_t position = 0; position < words.size(); ++position)
    if (words[position].line == line &&
        words[position].kind == Token::Kind::Name &&
        words[position].text == name && startsCall(position))
      calls.push_back(&words[position]);
  return calls;
}

const Token *RecipeSource::tokenAt(unsigned line, unsigned column) const {
  const auto found = llvm::find_if(words, [&](const Token &token) {
    return token.line == line && token.column == column;
  });
  return found == words.end() ? nullptr : &*found;
}

static bool isOneOf(const Token &token, llvm::StringRef symbols) {
  return token.kind == Token::Kind::Symbol && symbols.contains(token.text);
}

/// What stands between the commas of the brackets that open at \p at and close
/// before \p end.
static std::optional<std::vector<RecipeSource::Tokens>>
partsOf(const Token *at, const Token *end) {
  std::vector<RecipeSource::Tokens> parts;
  size_t depth = 0;
  const Token *begin = at + 1;
  for (; at < end; ++at) {
    if (at->kind == Token::Kind::Name && at->text == "function")
      return std::nullopt;
    depth += isOneOf(*at, "({[");
    const bool ends = isOneOf(*at, ")}]") && --depth == 0;
    if (!ends && !(depth == 1 && isOneOf(*at, ",;")))
      continue;
    if (at > begin)
      parts.emplace_back(begin, at);
    begin = at + 1;
    if (ends)
      break;
  }
  return parts;
}

std::optional<std::vector<RecipeSource::Tokens>>
RecipeSource::argumentsOf(const Token &name) const {
  const Token *first = &name + 1, *end = words.data() + words.size();
  if (first == end)
    return std::nullopt;
  if (isOneOf(*first, "("))
    return partsOf(first, end);
  if (!isOneOf(*first, "{")) // f "x"
    return std::vector<Tokens>{Tokens(first, 1)};
  size_t depth = 0;
  const Token *last = first;
  for (; last < end; ++last) {
    depth += isOneOf(*last, "({[");
    if (isOneOf(*last, ")}]") && --depth == 0)
      break;
  }
  return std::vector<Tokens>{Tokens(first, std::min(last + 1, end))};
}

std::optional<std::vector<RecipeSource::Tokens>>
RecipeSource::elementsOf(Tokens table) const {
  return partsOf(table.begin(), table.end());
}

std::vector<const Token *>
RecipeSource::literalArguments(const Token &name) const {
  std::vector<const Token *> literals;
  for (Tokens argument :
       argumentsOf(name).value_or(std::vector<RecipeSource::Tokens>()))
    literals.push_back(argument.size() == 1 ? argument.data() : nullptr);
  return literals;
}

/// Whether \p literal, if it is one, may be the value at \p position.
static bool canBe(const Token *literal, lua_State *state, int position) {
  if (!literal)
    return true;
  if (literal->kind == Token::Kind::Number) {
    if (lua_type(state, position) != LUA_TNUMBER ||
        !lua_stringtonumber(state, literal->text.c_str()))
      return false;
    const bool isSame = lua_compare(state, position, -1, LUA_OPEQ);
    lua_pop(state, 1);
    return isSame;
  }
  if (literal->kind != Token::Kind::String)
    return true;
  if (lua_type(state, position) != LUA_TSTRING)
    return false;
  const std::optional<llvm::StringRef> text = literal->plainString();
  return !text || *text == lua_tostring(state, position);
}

/// Whether the call of \p name may be the one that \p state runs.
static bool mayRun(const RecipeSource &source, const Token &name,
                   lua_State *state) {
  if (!source.argumentsOf(name))
    return true;
  const std::vector<const Token *> arguments = source.literalArguments(name);
  // The last one may be a call, of any number of values.
  const size_t count = size_t(lua_gettop(state));
  const bool isOpen = !arguments.empty() && !arguments.back();
  if (isOpen ? arguments.size() > count + 1 : arguments.size() != count)
    return false;
  for (size_t at = 0; at < arguments.size(); ++at)
    if (!canBe(arguments[at], state, int(at) + 1))
      return false;
  return true;
}

std::optional<SourcePlace> Engine::callPlace(lua_State *state,
                                             llvm::StringRef name) const {
  std::optional<SourcePlace> place = placeOf(state, 1, name);
  const RecipeSource *source = place ? sourceOf(place->buffer) : nullptr;
  if (!source || !lua_checkstack(state, 1))
    return place;
  for (const Token *call : source->callsOf(place->line, name))
    if (mayRun(*source, *call, state)) {
      place->column = call->column;
      break;
    }
  return place;
}

SourcePlace RecipeSource::placeWithin(const Token &token, size_t offset,
                                      size_t length) const {
  const llvm::StringRef before = llvm::StringRef(token.text).take_front(offset);
  const size_t lines = before.count('\n');
  const size_t column =
      lines == 0 ? token.column + offset : offset - before.rfind('\n');
  return {bufferNumber, token.line + unsigned(lines), unsigned(column),
          unsigned(length)};
}

SourcePlace Engine::placeInArgument(const Call &call, int position,
                                    size_t begin, size_t end) const {
  const RecipeSource *source = sourceOf(call.place.buffer);
  const Token *name =
      source ? source->tokenAt(call.place.line, call.place.column) : nullptr;
  if (!name)
    return call.place;
  const std::vector<const Token *> arguments = source->literalArguments(*name);
  const Token *literal =
      size_t(position) <= arguments.size() ? arguments[position - 1] : nullptr;
  if (!literal || literal->kind != Token::Kind::String)
    return call.place;
  const std::optional<llvm::StringRef> text = literal->plainString();
  if (text && *text != lua_tostring(call.state, position))
    return call.place; // of another call
  if (!text || end > text->size())
    return source->placeWithin(*literal, 0, literal->text.size());
  const size_t quotes = text->data() - literal->text.data();
  return source->placeWithin(*literal, quotes + begin, end - begin);
}

} // namespace sparsec::recipe
