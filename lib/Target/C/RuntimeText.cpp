//===- RuntimeText.cpp - the parts of runtime/ that a text uses -----------===//
///
/// \file
/// Selects from what runtime/index_items.py knows of the runtime's headers.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Target/C/RuntimeText.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cassert>
#include <set>
#include <vector>

namespace sparsec {
namespace {

struct RuntimeHeader {
  llvm::StringRef name;                             ///< "buffer.h"
  std::vector<llvm::StringRef> includes;            ///< "memory.h"
  std::vector<llvm::StringRef> systemIncludes;      ///< lines
  std::vector<llvm::StringRef> conditionalIncludes; ///< with their conditions
};

/// A function, a type or a macro with its comment, under its guard.
struct RuntimeItem {
  llvm::StringRef header, text;
  std::vector<llvm::StringRef> defines, uses;
  /// What macros would change in it: its words, and those that a parenthesis
  /// follows.
  std::vector<llvm::StringRef> words, called;
};

struct Runtime {
  std::vector<RuntimeHeader> headers;
  std::vector<RuntimeItem> items;
};

const Runtime &theRuntime() {
  static const Runtime runtime = {
#include "RuntimeItems.inc"
  };
  return runtime;
}

/// The items that code with \p names needs, in the order of definition.
std::vector<const RuntimeItem *>
neededItems(const std::set<std::string> &names) {
  const std::vector<RuntimeItem> &items = theRuntime().items;
  std::set<llvm::StringRef> wanted(names.begin(), names.end());
  std::set<const RuntimeItem *> needed;
  for (bool changed = true; changed;) {
    changed = false;
    for (const RuntimeItem &item : items) {
      bool isWanted = llvm::any_of(item.defines, [&](llvm::StringRef name) {
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
    for (llvm::StringRef text : header.systemIncludes)
      plain.insert(text.str());
    for (llvm::StringRef text : header.conditionalIncludes)
      conditional.insert(text.str());
    for (llvm::StringRef included : header.includes)
      if (included != name)
        addSystemIncludes(included, plain, conditional);
  }
}

/// System headers that generated code needs for names of the C library and of
/// CUDA: nvcc includes CUDA's header by itself, other compilers do not.
void addLibraryIncludes(const std::set<std::string> &names,
                        std::set<std::string> &plain) {
  const char *const cuda = "cuda_runtime";
  static const std::pair<const char *, const char *> headers[] = {
      {"calloc", "stdlib"},    {"free", "stdlib"},     {"fprintf", "stdio"},
      {"memset", "string"},    {"memcpy", "string"},   {"memcmp", "string"},
      {"INT_MAX", "limits"},   {"LONG_MAX", "limits"}, {"LLONG_MAX", "limits"},
      {"LLONG_MIN", "limits"}, {"LONG_MIN", "limits"}, {"INT_MIN", "limits"},
      {"INFINITY", "math"},    {"NAN", "math"},        {"cudaStream_t", cuda}};
  for (const auto &[name, header] : headers)
    if (names.count(name))
      plain.insert("#include <" + std::string(header) + ".h>\n");
}

} // namespace

std::string runtimeFor(const std::set<std::string> &names, bool embed) {
  std::vector<const RuntimeItem *> items = neededItems(names);
  std::set<std::string> plain, conditional, ours;
  for (const RuntimeItem *item : items) {
    ours.insert("#include <sparsec/" + item->header.str() + ">\n");
    addSystemIncludes(item->header, plain, conditional);
  }
  if (!embed)
    plain.clear();
  addLibraryIncludes(names, plain);
  if (!embed)
    return llvm::join(plain, "") + "\n" + llvm::join(ours, "");
  std::string text = llvm::join(plain, "");
  for (const std::string &include : conditional)
    text += "\n" + include;
  for (const RuntimeItem *item : items)
    text += "\n" + item->text.str();
  return text;
}

PrintedNames wordsOfRuntime(const std::set<std::string> &names) {
  PrintedNames words;
  for (const RuntimeItem *item : neededItems(names)) {
    for (llvm::StringRef word : item->words)
      words.add(word);
    for (llvm::StringRef word : item->called)
      words.addCall(word);
  }
  return words;
}

std::string runtimeItem(const std::string &name) {
  for (const RuntimeItem &item : theRuntime().items)
    if (llvm::is_contained(item.defines, name))
      return item.text.str();
  assert(false && "no such runtime item");
  return "";
}

} // namespace sparsec
