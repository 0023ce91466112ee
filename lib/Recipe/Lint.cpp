//===- Lint.cpp - what is wrong with a recipe before it runs --------------===//
///
/// \file
/// Reads the tokens of a recipe; Lua itself says whether they are a program,
/// and which functions it has.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Recipe/Lint.h"

#include "LintArguments.h"
#include "LuaPlaces.h"
#include "RecipeSource.h"
#include "Sandbox.h"
#include "UsedFiles.h"

#include "Limits.h"

#include "sparsec/Recipe/Commands.h"
#include "sparsec/Recipe/Recipe.h"
#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Transforms/Transform.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"

#include <lua.hpp>

#include <map>
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

/// Words that parameters accept (`strided`), which are globals.
std::set<std::string> allWords() {
  std::set<std::string> all = {"s"};
  for (const TransformSpec *spec : allTransforms())
    for (const ParameterSpec &parameter : spec->parameters)
      for (llvm::StringRef word : llvm::split(parameter.words, '|'))
        all.insert(word.str());
  return all;
}

using Names = std::set<std::string>;

/// What the files of one run of -check have in common.
struct LintRun {
  std::string file; ///< that was asked for
  const Libraries &libraries;
  SourceDiagnostics &diagnostics;
  std::vector<std::unique_ptr<RecipeSource>> sources = {};
  std::vector<std::string> running = {};   ///< files that use each other
  std::map<std::string, Names> known = {}; ///< what files define, read once
  unsigned errors = 0;
  const std::vector<std::string> commands = allCommands();
  const std::set<std::string> words = allWords();
};

class Linter {
public:
  /// \p named are names of the file that uses this one.
  Linter(LintRun &run, const RecipeSource &source, Names named)
      : tokens(source.tokens()), source(source), files(run),
        arguments(
            source, [this](const std::string &name) { return isDefined(name); },
            [this](SourcePlace place, const llvm::Twine &message) {
              error(place, message);
            }),
        named(std::move(named)) {}

  /// The names that the file defines.
  Names run() {
    findNames();
    for (size_t at = 0; at < tokens.size(); ++at)
      if (isName(at) && tokens[at].text == "use" && isCall(at))
        takeIn(tokens[at]);
    for (size_t at = 0; at < tokens.size(); ++at)
      if (isCall(at))
        checkCall(at);
    return std::move(named);
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

  void error(SourcePlace place, const llvm::Twine &message) {
    ++files.errors;
    files.diagnostics.report(Severity::Error, place, message);
  }
  void error(const Token &token, const llvm::Twine &message) {
    error(source.placeWithin(token, 0, token.text.size()), message);
  }

  /// Whether \p name may be anything when the recipe runs.
  bool isDefined(const std::string &name) const {
    return usesOthers || named.count(name) || files.words.count(name) ||
           llvm::is_contained(files.commands, name) ||
           files.libraries.has(name);
  }

  void takeIn(const Token &use);

  /// Names that the file gives to anything, wherever that is seen: rather too
  /// many than too few. But `NAME =` and `NAME,` right inside brackets are a
  /// field, a parameter or a value, which define nothing that can be called.
  void findNames() {
    std::vector<char> open; // brackets, and 'b' for a block of statements
    for (size_t at = 0; at < tokens.size(); ++at) {
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
    if (const TransformSpec *spec = findTransform(name))
      return arguments.checkStep(*spec, tokens[at]);
    if (name == "known" || name == "assume")
      arguments.checkStatedFacts(tokens[at]);
    if (llvm::is_contained(files.commands, name) || files.libraries.has(name))
      return;
    const std::string hint = didYouMean(name, files.commands);
    // A recipe that it uses, and that is not known, may have defined others.
    if (hint.empty() && usesOthers)
      return;
    error(tokens[at], "there is no function '" + name + "'" + hint +
                          "; -help=transforms and -help=commands list them");
  }

  const std::vector<Token> &tokens;
  const RecipeSource &source;
  LintRun &files;
  ArgumentLinter arguments;
  Names named;
  bool usesOthers = false; ///< files that are not known before it runs
};

/// Looks at the file \p path, which may use \p named; the names that it
/// defines.
llvm::Expected<Names> lintFile(LintRun &run, const std::string &path,
                               Names named) {
  llvm::Expected<std::string> text = RecipeSource::readText(path);
  if (!text)
    return text.takeError();
  run.sources.push_back(std::make_unique<RecipeSource>(
      path, *text, run.diagnostics.addBuffer(path, *text), run.commands));
  const RecipeSource &source = *run.sources.back();
  unsigned line = 1;
  const std::string wrong = run.libraries.syntaxError(source, line);
  if (!wrong.empty()) {
    ++run.errors;
    run.diagnostics.report(Severity::Error,
                           {source.buffer(), line, source.columnOf(line, "")},
                           wrong);
    return Names();
  }
  run.running.push_back(path);
  Names defined = Linter(run, source, std::move(named)).run();
  run.running.pop_back();
  return defined;
}

/// The file that the call of \p use takes in, and its names.
void Linter::takeIn(const Token &use) {
  const std::vector<const Token *> literals = source.literalArguments(use);
  const std::optional<llvm::StringRef> name =
      literals.size() == 1 && literals[0] ? literals[0]->plainString()
                                          : std::nullopt;
  usesOthers |= !name;
  if (!name)
    return;
  llvm::Expected<std::string> path =
      usedFile(files.file, source.path(), name->str());
  if (!path) {
    usesOthers = true;
    return error(*literals[0], llvm::toString(path.takeError()));
  }
  const std::string real = realPath(*path);
  if (llvm::any_of(files.running, [&](const std::string &running) {
        return realPath(running) == real;
      }))
    return error(*literals[0], "use: '" + *name + "' is already being run");
  if (!files.known.count(real)) {
    llvm::Expected<Names> defined = lintFile(files, *path, named);
    if (!defined) {
      usesOthers = true;
      return error(*literals[0], llvm::toString(defined.takeError()));
    }
    files.known.emplace(real, std::move(*defined));
  }
  named.insert(files.known[real].begin(), files.known[real].end());
}

} // namespace
} // namespace sparsec::recipe

namespace sparsec {

llvm::Error lintRecipe(const std::string &file, llvm::raw_ostream &out) {
  using namespace recipe;
  SourceDiagnostics diagnostics(out);
  const Libraries libraries;
  if (!libraries.isOpen())
    return llvm::createStringError(std::errc::not_enough_memory,
                                   "no memory for a Lua state");
  LintRun run{.file = file, .libraries = libraries, .diagnostics = diagnostics};
  if (llvm::Expected<Names> defined = lintFile(run, file, {}); !defined)
    return defined.takeError();
  if (run.errors == 0)
    return llvm::Error::success();
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "%u error%s in %s", run.errors,
                                 run.errors == 1 ? "" : "s", file.c_str());
}

} // namespace sparsec
