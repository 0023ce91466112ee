//===- RuntimeText.cpp - the parts of runtime/ that a text uses -----------===//
///
/// \file
/// A runtime header is a list of paragraphs; each one is an item: a function, a
/// type or a macro with its comment. `NAME_impl.h` is a template that NAME.h
/// includes once per index type; its items are instantiated here by text.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Target/C/RuntimeText.h"
#include "sparsec/IR/TakenNames.h"
#include "sparsec/Target/C/SourceRewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cassert>
#include <optional>
#include <set>
#include <vector>

namespace sparsec {
namespace {

struct HeaderText {
  llvm::StringRef name, text;
};

const HeaderText headerTexts[] = {
#include "RuntimeHeaders.inc"
};

struct RuntimeItem {
  std::string header; ///< "memory.h"
  std::string text;
  std::string guard;
  std::set<std::string> defines, uses;
};

struct RuntimeHeader {
  std::string name;
  std::vector<std::string> includes;       ///< "sparsec/memory.h"
  std::vector<std::string> systemIncludes; ///< whole paragraphs or lines
};

struct Runtime {
  std::vector<RuntimeHeader> headers;
  std::vector<RuntimeItem> items;
};

/// Takes what precedes the next word, and the word, off \p text; an empty word
/// at the end.
std::pair<llvm::StringRef, llvm::StringRef> takeWord(llvm::StringRef &text) {
  llvm::StringRef gap = text.take_until(isWordCharacter);
  text = text.drop_front(gap.size());
  llvm::StringRef word = text.take_while(isWordCharacter);
  text = text.drop_front(word.size());
  return {gap, word};
}

/// Every identifier of \p text with our prefix, in order, comments included.
std::vector<std::string> ourNames(llvm::StringRef text) {
  std::vector<std::string> names;
  while (!text.empty()) {
    llvm::StringRef word = takeWord(text).second;
    if (word.starts_with("sparsec_") || word.starts_with("SPARSEC_"))
      names.push_back(word.str());
  }
  return names;
}

std::string withoutComments(llvm::StringRef text) {
  std::string result;
  llvm::SmallVector<llvm::StringRef> lines;
  text.split(lines, '\n');
  for (llvm::StringRef line : lines)
    result += line.split("//").first.str() + "\n";
  return result;
}

/// `static inline sparsec_view sparsec_view_of(`: the name before the bracket.
std::optional<std::string> definedFunction(llvm::StringRef code) {
  while (!code.empty()) {
    llvm::StringRef word = takeWord(code).second;
    if (word.starts_with("sparsec_") && code.ltrim().starts_with("("))
      return word.str();
  }
  return std::nullopt;
}

/// The name that a function or struct item defines: the first one of ours; for
/// an enum all its enumerators, too.
std::set<std::string> definedNames(const std::string &code) {
  std::vector<std::string> names = ourNames(code);
  llvm::erase_if(names, [](const std::string &name) {
    return name == "SPARSEC_SHARED" ||
           llvm::StringRef(name).starts_with("SPARSEC_HAS_");
  });
  if (code.find("#define SPARSEC_SHARED") != std::string::npos)
    return {"SPARSEC_SHARED"};
  if (llvm::StringRef(code).contains("enum "))
    return {names.begin(), names.end()};
  if (names.empty())
    return {};
  bool isType = llvm::StringRef(code).contains("typedef ");
  bool isMacro = llvm::StringRef(code).ltrim().starts_with("#define");
  if (!isType && !isMacro)
    return {definedFunction(code).value_or(names.front())};
  return {names.front()};
}

RuntimeItem makeItem(const std::string &header, const std::string &text) {
  RuntimeItem item;
  item.header = header;
  item.text = text;
  std::string code = withoutComments(text);
  item.defines = definedNames(code);
  assert(!item.defines.empty() && "a runtime item that defines nothing");
  for (const std::string &name : ourNames(code))
    if (!item.defines.count(name))
      item.uses.insert(name);
  item.guard = runtimeGuard(*item.defines.begin());
  return item;
}

/// `SPARSEC_INDEX` becomes \p type, `SPARSEC_INDEX_NAME(f)` becomes f_suffix.
std::string instantiate(llvm::StringRef text, const std::string &type,
                        const std::string &limit, const std::string &suffix) {
  std::string result;
  while (!text.empty()) {
    auto [gap, word] = takeWord(text);
    result += gap;
    if (word == "SPARSEC_INDEX_NAME" && text.consume_front("(")) {
      result += takeWord(text).second.str() + suffix;
      text.consume_front(")");
      continue;
    }
    result += word == "SPARSEC_INDEX"       ? type
              : word == "SPARSEC_INDEX_MAX" ? limit
                                            : word.str();
  }
  return result;
}

bool isSystemInclude(llvm::StringRef paragraph) {
  return paragraph.starts_with("#") && paragraph.contains("#include <");
}

void addInclude(RuntimeHeader &header, llvm::StringRef paragraph) {
  if (paragraph.starts_with("#ifdef")) {
    header.systemIncludes.push_back(paragraph.str() + "\n");
    return;
  }
  llvm::SmallVector<llvm::StringRef> lines;
  paragraph.split(lines, '\n');
  for (llvm::StringRef line : lines)
    header.systemIncludes.push_back(line.str() + "\n");
}

/// Files one paragraph of \p file under \p header.
void addParagraph(Runtime &runtime, RuntimeHeader &header, llvm::StringRef file,
                  llvm::StringRef paragraph) {
  if (isSystemInclude(paragraph))
    return addInclude(header, paragraph);
  std::string text = paragraph.str();
  bool isInclude = paragraph.contains("#include \"sparsec/");
  llvm::SmallVector<llvm::StringRef> lines;
  paragraph.split(lines, '\n');
  for (llvm::StringRef line : lines)
    if (line.consume_front("#include \"sparsec/") && !line.contains("_impl"))
      header.includes.push_back(
          line.take_until([](char c) { return c == '"'; }).str());
  bool isGuard = paragraph.starts_with("#ifndef SPARSEC_RUNTIME_") ||
                 paragraph.starts_with("#endif // SPARSEC_RUNTIME_");
  if (isInclude || isGuard || paragraph.starts_with("//==="))
    return;
  if (!file.contains("_impl")) {
    runtime.items.push_back(makeItem(header.name, text + "\n"));
    return;
  }
  runtime.items.push_back(makeItem(
      header.name, instantiate(text + "\n", "int", "INT_MAX", "_int")));
  runtime.items.push_back(
      makeItem(header.name,
               instantiate(text + "\n", "long long", "LLONG_MAX", "_long")));
}

Runtime readRuntime() {
  Runtime runtime;
  for (const HeaderText &source : headerTexts) {
    bool isTemplate = source.name.contains("_impl");
    if (!isTemplate) {
      runtime.headers.emplace_back();
      runtime.headers.back().name = source.name.str();
    }
    llvm::SmallVector<llvm::StringRef> paragraphs;
    source.text.split(paragraphs, "\n\n", -1, false);
    for (llvm::StringRef paragraph : paragraphs)
      addParagraph(runtime, runtime.headers.back(), source.name,
                   paragraph.trim("\n"));
  }
  return runtime;
}

const Runtime &theRuntime() {
  static const Runtime runtime = readRuntime();
  return runtime;
}

/// The items that \p code needs, in the order of definition.
std::vector<const RuntimeItem *> neededItems(const std::string &code) {
  const std::vector<RuntimeItem> &items = theRuntime().items;
  std::set<std::string> wanted;
  for (const std::string &name : ourNames(code))
    wanted.insert(name);
  std::set<const RuntimeItem *> needed;
  for (bool changed = true; changed;) {
    changed = false;
    for (const RuntimeItem &item : items) {
      bool isWanted = llvm::any_of(item.defines, [&](const std::string &name) {
        return wanted.count(name) != 0;
      });
      if (!isWanted || !needed.insert(&item).second)
        continue;
      wanted.insert(item.uses.begin(), item.uses.end());
      changed = true;
    }
  }
  std::vector<const RuntimeItem *> result;
  for (const RuntimeItem &item : items)
    if (needed.count(&item))
      result.push_back(&item);
  return result;
}

/// Adds the system includes of header \p name and of those it includes.
void addSystemIncludes(llvm::StringRef name, std::set<std::string> &plain,
                       std::set<std::string> &conditional) {
  for (const RuntimeHeader &header : theRuntime().headers) {
    if (header.name != name)
      continue;
    for (const std::string &text : header.systemIncludes)
      (llvm::StringRef(text).starts_with("#ifdef") ? conditional : plain)
          .insert(text);
    for (const std::string &included : header.includes)
      if (included != name)
        addSystemIncludes(included, plain, conditional);
  }
}

/// System headers that generated code needs for names of the C library and of
/// CUDA: nvcc includes CUDA's header by itself, other compilers do not.
void addLibraryIncludes(const std::string &code, std::set<std::string> &plain) {
  const char *const cuda = "cuda_runtime";
  static const std::pair<const char *, const char *> headers[] = {
      {"calloc", "stdlib"},    {"free", "stdlib"},     {"fprintf", "stdio"},
      {"memset", "string"},    {"memcpy", "string"},   {"memcmp", "string"},
      {"INT_MAX", "limits"},   {"LONG_MAX", "limits"}, {"LLONG_MAX", "limits"},
      {"LLONG_MIN", "limits"}, {"LONG_MIN", "limits"}, {"INT_MIN", "limits"},
      {"INFINITY", "math"},    {"NAN", "math"},        {"cudaStream_t", cuda}};
  const std::set<std::string> names = identifiersOf(code);
  for (const auto &[name, header] : headers)
    if (names.count(name))
      plain.insert("#include <" + std::string(header) + ".h>\n");
}

std::string guarded(const RuntimeItem &item) {
  bool hasGuard =
      llvm::StringRef(item.text).starts_with("#ifndef SPARSEC_HAS_");
  if (hasGuard)
    return item.text;
  return "#ifndef " + item.guard + "\n#define " + item.guard + "\n" +
         item.text + "#endif\n";
}

} // namespace

std::string runtimeFor(const std::string &code, bool embed) {
  std::vector<const RuntimeItem *> items = neededItems(code);
  std::set<std::string> plain, conditional, ours;
  for (const RuntimeItem *item : items) {
    ours.insert("#include <sparsec/" + item->header + ">\n");
    addSystemIncludes(item->header, plain, conditional);
  }
  if (!embed)
    plain.clear();
  addLibraryIncludes(code, plain);
  if (!embed)
    return llvm::join(plain, "") + "\n" + llvm::join(ours, "");
  std::string text = llvm::join(plain, "");
  for (const std::string &include : conditional)
    text += "\n" + include;
  for (const RuntimeItem *item : items)
    text += "\n" + guarded(*item);
  return text;
}

std::string runtimeItem(const std::string &name) {
  for (const RuntimeItem &item : theRuntime().items)
    if (item.defines.count(name))
      return guarded(item);
  assert(false && "no such runtime item");
  return "";
}

} // namespace sparsec
