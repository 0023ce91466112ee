//===- TakenNames.cpp - names that nothing new may have -------------------===//

#include "sparsec/IR/TakenNames.h"

#include "sparsec/IR/Program.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

struct Row {
  WordKind kind;
  llvm::StringRef what;
  bool isForFunctions; ///< only
};

using Table = std::map<llvm::StringRef, Row>;

void enter(Table &table, const Row &row, llvm::StringRef words) {
  for (llvm::StringRef word : llvm::split(words, ' '))
    table.emplace(word, row);
}

const Table &table() {
  static const Table known = [] {
    Table made;
#define WORDS(KIND, WHAT, NAMES)                                               \
  enter(made, {WordKind::KIND, WHAT, false}, NAMES);
#define FUNCTIONS(KIND, WHAT, NAMES)                                           \
  enter(made, {WordKind::KIND, WHAT, true}, NAMES);
#include "TakenNames.def"
    return made;
  }();
  return known;
}

/// What the table says of \p name, of a function or of anything else.
std::string lookUp(llvm::StringRef name, bool isFunction) {
  auto found = table().find(name);
  bool isTaken =
      found != table().end() && (isFunction || !found->second.isForFunctions);
  return isTaken ? found->second.what.str() : "";
}

} // namespace

WordKind kindOfWord(llvm::StringRef name) {
  auto found = table().find(name);
  return found == table().end() ? WordKind::None : found->second.kind;
}

std::string wordOfTargets(llvm::StringRef name) {
  if (name.starts_with("sparsec_") || name.starts_with("SPARSEC_"))
    return "a name of sparsec's runtime";
  if (name.starts_with("__") ||
      (name.size() > 1 && name[0] == '_' && llvm::isUpper(name[1])))
    return "a name that C keeps for compilers and libraries";
  if (name.starts_with("cuda") && name.size() > 4 && llvm::isUpper(name[4]))
    return "a name that CUDA keeps for itself";
  // What compilers call for OpenMP's directives.
  if (name.starts_with("GOMP_"))
    return "a name that OpenMP's library keeps for itself";
  return lookUp(name, /*isFunction=*/false);
}

std::string functionOfTargets(llvm::StringRef name) {
  const std::string word = wordOfTargets(name);
  return word.empty() ? lookUp(name, /*isFunction=*/true) : word;
}

std::string runtimeGuard(llvm::StringRef name) {
  name.consume_front("sparsec_");
  return "SPARSEC_HAS_" + name.upper();
}

bool isSetting(llvm::StringRef name) {
  llvm::StringRef settings =
#define SETTINGS(NAMES) NAMES
#include "TakenNames.def"
      ;
  return llvm::is_contained(llvm::split(settings, ' '), name);
}

bool isLanguageWord(llvm::StringRef name) {
  const WordKind kind = kindOfWord(name);
  return kind == WordKind::KeywordOfCxx || kind == WordKind::Cuda ||
         isLanguageWordOfC(name);
}

bool isLanguageWordOfC(llvm::StringRef name) {
  const WordKind kind = kindOfWord(name);
  return kind == WordKind::KeywordOfC || kind == WordKind::KeywordOfNewC;
}

std::vector<std::string> headersOfTargets() {
  return {
#define HEADER(NAME) NAME,
#include "TakenNames.def"
  };
}

std::string TakenNames::useOfLocal(llvm::StringRef name) const {
  const std::string word = wordOfTargets(name);
  if (!word.empty())
    return word;
  if (macros.count(name.str()))
    return "a macro";
  if (declared.count(name.str()))
    return "declared in the source, outside of the function";
  return "";
}

std::string TakenNames::useOfFunction(llvm::StringRef name) const {
  const std::string local = useOfLocal(name), word = functionOfTargets(name);
  if (!local.empty())
    return local;
  if (!word.empty())
    return word;
  if (inHeaders.count(name.str()))
    return "declared in a header";
  if (mentioned.count(name.str()))
    return "a name that the source uses";
  return "";
}

/// Whether \p name is that of a function or a type that takes the place of the
/// source's function.
static bool isOfPlanApi(const SourceFunction &function, llvm::StringRef name) {
  if (!name.consume_front(function.name))
    return false;
  for (llvm::StringRef suffix : {"_plan", "_inspect", "_update", "_execute",
                                 "_destroy", "_check", "_original"})
    if (name == suffix)
      return true;
  return false;
}

std::string useOfLocal(const Program &program, llvm::StringRef name) {
  if (isOfPlanApi(program.function, name))
    return "a name that generated code uses itself";
  const TakenNames *known = program.function.names.get();
  return known ? known->useOfLocal(name) : wordOfTargets(name);
}

std::string useOfFunction(const Program &program, llvm::StringRef name) {
  const TakenNames *known = program.function.names.get();
  return known ? known->useOfFunction(name) : functionOfTargets(name);
}

std::string freeFunctionName(const Program &program, std::string wanted) {
  while (!useOfFunction(program, wanted).empty())
    wanted += "_";
  return wanted;
}

std::map<std::string, TakenNames::Macro> macrosAround(const Program &program) {
  std::map<std::string, TakenNames::Macro> around;
  if (const TakenNames *known = program.function.names.get())
    for (const auto &[name, macro] : known->macros) {
      // What sparsec pasted into the file before is as generated code has it.
      const bool isPasted = known->macros.count(runtimeGuard(name)) ||
                            llvm::StringRef(name).starts_with("SPARSEC_HAS_");
      if (!macro.place.empty() && !isPasted)
        around[name] = macro;
    }
  return around;
}

/// Whether a macro without parameters may be there to tell headers something:
/// names with an underscore are theirs.
static bool isForHeaders(llvm::StringRef name) {
  for (llvm::StringRef prefix : {"_", "CCCL_", "CUB_", "CUDA_", "THRUST_"})
    if (name.starts_with(prefix))
      return true;
  return name == "NDEBUG";
}

std::vector<std::string> macrosToHide(const Program &program, bool isCuda) {
  std::vector<std::string> hidden;
  for (const auto &[name, macro] : macrosAround(program)) {
    // Of the words of generated code those are left that headers define anew.
    const bool meetsHeaders = isCuda ? !macro.isGuard : macro.isInHeaders;
    const bool isForThem = !macro.hasParameters && isForHeaders(name);
    if (meetsHeaders && !isForThem && wordOfTargets(name).empty())
      hidden.push_back(name);
  }
  return hidden;
}

/// Whether \p c stands between words of a recipe's text.
static bool isBetween(char c) {
  return llvm::isASCII(c) && !llvm::isAlnum(c) && c != '_' && c != '$';
}

std::string inNamesOf(const Program &program, llvm::StringRef text) {
  const TakenNames *known = program.function.names.get();
  if (!known || known->renamed.empty())
    return text.str();
  std::string result;
  while (!text.empty()) {
    const llvm::StringRef word = text.take_until(isBetween);
    const bool isMember = llvm::StringRef(result).ends_with("->") ||
                          llvm::StringRef(result).ends_with(".");
    auto found =
        isMember ? known->renamed.end() : known->renamed.find(word.str());
    result += found == known->renamed.end() ? word.str() : found->second;
    text = text.drop_front(word.size());
    result += text.take_while(isBetween);
    text = text.drop_while(isBetween);
  }
  return result;
}

} // namespace sparsec
