//===- Lint.cpp - what is wrong with a recipe before it runs --------------===//
///
/// \file
/// Reads the tokens of a recipe; Lua itself says whether they are a program,
/// and which functions it has.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Recipe/Lint.h"

#include "LuaPlaces.h"
#include "RecipeSource.h"
#include "Sandbox.h"

#include "Limits.h"

#include "sparsec/Recipe/Commands.h"
#include "sparsec/Recipe/Recipe.h"
#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Transforms/Transform.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <lua.hpp>

#include <memory>
#include <set>

namespace sparsec::recipe {
namespace {

using Severity = SourceDiagnostics::Severity;

std::vector<std::string> allCommands() {
  std::vector<std::string> names;
  for (const TransformSpec *spec : allTransforms())
    names.push_back(spec->name.str());
  for (const CommandHelp &command : recipeCommands())
    names.push_back(command.name.str());
  return names;
}

bool isKeyword(llvm::StringRef word) {
  static const llvm::StringSet<> keywords = {
      "and",      "break",  "do",   "else", "elseif", "end",  "false", "for",
      "function", "goto",   "if",   "in",   "local",  "nil",  "not",   "or",
      "repeat",   "return", "then", "true", "until",  "while"};
  return keywords.contains(word);
}

/// A Lua state with the libraries of recipes.
class Libraries {
public:
  Libraries() : state(lua_newstate(&Limits::allocate, &limits), lua_close) {
    if (!state)
      return;
    lua_pushcfunction(state.get(), open);
    lua_pushlightuserdata(state.get(), &limits);
    if (lua_pcall(state.get(), 1, 0, 0) != LUA_OK)
      state.reset();
  }

  bool isOpen() const { return state != nullptr; }

  bool has(const std::string &global) const {
    const bool found = lua_getglobal(state.get(), global.c_str()) != LUA_TNIL;
    lua_pop(state.get(), 1);
    return found;
  }

  /// What keeps \p source from being a program, with its line; "" if nothing.
  std::string syntaxError(const RecipeSource &source, unsigned &line) const {
    const std::string name = "@" + source.path();
    const int status =
        luaL_loadbufferx(state.get(), source.chunk().data(),
                         source.chunk().size(), name.c_str(), "t");
    std::string text;
    if (status != LUA_OK) {
      const char *message = lua_tostring(state.get(), -1);
      text = withoutPlace(message ? message : "it cannot be read", line).str();
    }
    lua_pop(state.get(), 1);
    return text;
  }

private:
  static int open(lua_State *state) {
    openSandbox(state, *static_cast<Limits *>(lua_touserdata(state, 1)));
    return 0;
  }

  Limits limits{RecipeOptions().memoryLimit, RecipeOptions().instructionLimit};
  std::unique_ptr<lua_State, void (*)(lua_State *)> state;
};

class Linter {
public:
  Linter(const RecipeSource &source, const Libraries &libraries,
         SourceDiagnostics &diagnostics)
      : tokens(source.tokens()), source(source), libraries(libraries),
        diagnostics(diagnostics), commands(allCommands()) {}

  unsigned run() {
    findNames();
    for (size_t at = 0; at < tokens.size(); ++at)
      if (isCall(at))
        checkCall(at);
    return errors;
  }

private:
  bool isName(size_t at) const {
    return at < tokens.size() && tokens[at].kind == Token::Kind::Name;
  }
  bool is(size_t at, llvm::StringRef text) const {
    return at < tokens.size() && tokens[at].text == text &&
           tokens[at].kind != Token::Kind::String;
  }
  /// `=`, not `==`.
  bool isAssigned(size_t at) const { return is(at, "=") && !is(at + 1, "="); }

  void error(const Token &token, const llvm::Twine &message) {
    ++errors;
    diagnostics.report(Severity::Error,
                       {source.buffer(), token.line, token.column,
                        unsigned(token.text.size())},
                       message);
  }

  /// Names that the file gives to anything, wherever that is seen: rather too
  /// many than too few. But `NAME =` and `NAME,` right inside brackets are a
  /// field, a parameter or a value, which define nothing that can be called.
  void findNames() {
    std::vector<char> open; // brackets, and 'b' for a block of statements
    for (size_t at = 0; at < tokens.size(); ++at) {
      usesOthers |= isName(at) && tokens[at].text == "use";
      const bool isStatement = open.empty() || open.back() == 'b';
      if (isStatement && isName(at) && (isAssigned(at + 1) || is(at + 1, ",")))
        named.insert(tokens[at].text);
      if (is(at, "local") || is(at, "for"))
        addList(at + 1);
      if (is(at, "function"))
        for (size_t name = at + 1; name < tokens.size() && !is(name, ")");
             ++name)
          named.insert(tokens[name].text);
      follow(at, open);
    }
  }

  /// `a, b <const>, c`, on however many lines.
  void addList(size_t at) {
    while (isName(at) && !isKeyword(tokens[at].text)) {
      named.insert(tokens[at].text);
      at += is(at + 1, "<") ? 4 : 1;
      if (!is(at, ","))
        return;
      ++at;
    }
  }

  /// The text is a program: what opens is closed.
  void follow(size_t at, std::vector<char> &open) const {
    if (is(at, "(") || is(at, "{") || is(at, "["))
      open.push_back(tokens[at].text[0]);
    else if (is(at, "function") || is(at, "do") || is(at, "if") ||
             is(at, "repeat"))
      open.push_back('b');
    else if (!open.empty() && (is(at, ")") || is(at, "}") || is(at, "]") ||
                               is(at, "end") || is(at, "until")))
      open.pop_back();
  }

  bool isCall(size_t at) const {
    if (!isName(at) || isKeyword(tokens[at].text) || at + 1 >= tokens.size())
      return false;
    const bool isBehindDot = at > 0 && (is(at - 1, ".") || is(at - 1, ":"));
    const bool isDefined = at > 0 && is(at - 1, "function");
    return !isBehindDot && !isDefined &&
           (tokens[at + 1].kind == Token::Kind::String || is(at + 1, "(") ||
            is(at + 1, "{"));
  }

  void checkCall(size_t at) {
    const std::string &name = tokens[at].text;
    if (named.count(name))
      return;
    if (const TransformSpec *spec = findTransform(name)) {
      checkParameters(*spec, at + 1);
      return;
    }
    if (llvm::is_contained(commands, name) || libraries.has(name))
      return;
    const std::string hint = didYouMean(name, commands);
    // A recipe that it uses may have defined others.
    if (hint.empty() && usesOthers)
      return;
    error(tokens[at], "there is no function '" + name + "'" + hint +
                          "; -help=transforms and -help=commands list them");
  }

  /// The names in tables that are arguments: `{outer = "ii"}`, also of a call
  /// without parentheses.
  void checkParameters(const TransformSpec &spec, size_t at) {
    const llvm::StringRef arguments = is(at, "{") ? "{" : "({";
    std::string open;
    do {
      if (is(at, "(") || is(at, "{") || is(at, "["))
        open += tokens[at].text;
      else if (is(at, ")") || is(at, "}") || is(at, "]"))
        open.pop_back();
      else if (open == arguments && isName(at) && isAssigned(at + 1) &&
               (is(at - 1, "{") || is(at - 1, ",") || is(at - 1, ";")))
        checkParameter(spec, at);
    } while (!open.empty() && ++at < tokens.size());
  }

  void checkParameter(const TransformSpec &spec, size_t at) {
    const std::string &name = tokens[at].text;
    std::vector<std::string> known;
    for (const ParameterSpec &parameter : spec.parameters) {
      known.push_back(parameter.name.str());
      if (parameter.name == name) {
        checkWord(parameter, at + 2);
        return;
      }
    }
    error(tokens[at], spec.name + " has no parameter '" + name + "'" +
                          didYouMean(name, known) +
                          "; -help=transform:" + spec.name + " lists them");
  }

  /// A value that is one string, where the parameter takes some words only.
  void checkWord(const ParameterSpec &parameter, size_t at) {
    llvm::SmallVector<llvm::StringRef> words;
    parameter.words.split(words, '|', -1, /*KeepEmpty=*/false);
    if (words.empty() || at + 1 >= tokens.size() ||
        tokens[at].kind != Token::Kind::String ||
        !(is(at + 1, ",") || is(at + 1, "}")))
      return;
    const llvm::StringRef text = tokens[at].text;
    const bool isPlain = text.size() >= 2 && !text.contains('\\') &&
                         (text.front() == '"' || text.front() == '\'');
    if (!isPlain)
      return;
    const llvm::StringRef word = text.drop_front().drop_back();
    std::vector<std::string> known;
    for (llvm::StringRef accepted : words)
      known.push_back(accepted.str());
    if (!llvm::is_contained(known, word))
      error(tokens[at], "'" + parameter.name +
                            "' is one of: " + llvm::join(known, ", ") +
                            "; not '" + word + "'" + didYouMean(word, known));
  }

  const std::vector<Token> &tokens;
  const RecipeSource &source;
  const Libraries &libraries;
  SourceDiagnostics &diagnostics;
  const std::vector<std::string> commands;
  std::set<std::string> named;
  bool usesOthers = false;
  unsigned errors = 0;
};

} // namespace
} // namespace sparsec::recipe

namespace sparsec {

llvm::Error lintRecipe(const std::string &file, llvm::raw_ostream &out) {
  using namespace recipe;
  llvm::Expected<std::string> text = RecipeSource::readText(file);
  if (!text)
    return text.takeError();
  SourceDiagnostics diagnostics(out);
  const RecipeSource source(file, *text, diagnostics.addBuffer(file, *text),
                            allCommands());
  const Libraries libraries;
  if (!libraries.isOpen())
    return llvm::createStringError(std::errc::not_enough_memory,
                                   "no memory for a Lua state");
  unsigned line = 1, errors = 1;
  const std::string wrong = libraries.syntaxError(source, line);
  if (wrong.empty())
    errors = Linter(source, libraries, diagnostics).run();
  else
    diagnostics.report(SourceDiagnostics::Severity::Error,
                       {source.buffer(), line, source.columnOf(line, "")},
                       wrong);
  if (errors == 0)
    return llvm::Error::success();
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "%u error%s in %s", errors,
                                 errors == 1 ? "" : "s", file.c_str());
}

} // namespace sparsec
