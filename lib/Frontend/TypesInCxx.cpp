//===- TypesInCxx.cpp - types of C that C++ spells otherwise --------------===//
///
/// \file
/// CUDA's compiler knows `_Complex` in no kernel, and not all C++ compilers
/// know
/// `_Float16` and `__bf16`. In text that becomes C++ the words of the type, in
/// any order, become the name of a struct (the last column of Types.def):
///
///     const double _Complex *a   =>   const sparsec_complex *a
///     const _Float16 *b          =>   const sparsec_half *b
///
//===----------------------------------------------------------------------===//

#include "TypesInCxx.h"

#include "sparsec/IR/Type.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

/// C's types of one word.
constexpr const char *smallFloats[] = {"_Float16", "__bf16"};

std::string spelled(llvm::StringRef type) {
  return spellingIn(*ElementType::named(type), Language::Cxx);
}

bool isWordCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

bool isComplexWord(llvm::StringRef word, bool hasMacro) {
  return word == "_Complex" || (hasMacro && word == "complex");
}

/// Takes blanks and the word behind them off \p text.
llvm::StringRef takeNextWord(llvm::StringRef &text) {
  text = text.ltrim();
  llvm::StringRef word = text.take_while(isWordCharacter);
  text = text.drop_front(word.size());
  return word;
}

std::string inCxx(llvm::StringRef text, bool hasMacro) {
  std::string result;
  while (!text.empty()) {
    llvm::StringRef gap =
        text.take_until([](char c) { return isWordCharacter(c); });
    result += gap;
    text = text.drop_front(gap.size());
    llvm::StringRef word = text.take_while(isWordCharacter), rest = text;
    rest = rest.drop_front(word.size());
    llvm::StringRef behind = rest;
    llvm::StringRef next = takeNextWord(behind);
    const bool isType = (word == "double" && isComplexWord(next, hasMacro)) ||
                        (isComplexWord(word, hasMacro) && next == "double");
    const bool isSmall = llvm::is_contained(smallFloats, word);
    result += isType    ? spelled("double _Complex")
              : isSmall ? spelled(word)
                        : word.str();
    text = isType ? behind : rest;
  }
  return result;
}

/// C++ has no `restrict`: where generated code defines it is behind this text.
std::string withRestrictInCxx(llvm::StringRef text) {
  std::string result;
  while (!text.empty()) {
    const llvm::StringRef gap =
        text.take_until([](char c) { return isWordCharacter(c); });
    text = text.drop_front(gap.size());
    const llvm::StringRef word = text.take_while(isWordCharacter);
    text = text.drop_front(word.size());
    result += gap;
    result += word == "restrict" ? "__restrict__" : word;
  }
  return result;
}

} // namespace

void spellTypesInCxx(SourceForms &forms, bool hasMacro) {
  bool isLeft = false;
  auto spell = [&](std::string &text) {
    text = inCxx(text, hasMacro);
    isLeft |= llvm::StringRef(text).contains("_Complex");
  };
  DefinitionText &definition = forms.definition;
  for (std::string *text :
       {&definition.specifiers, &definition.parameters, &definition.body,
        &forms.directives, &forms.used.before, &forms.used.behind})
    spell(*text);
  for (std::string *text : {&forms.used.before, &forms.used.behind})
    *text = withRestrictInCxx(*text);
  for (Declarator &declarator : forms.declarators) {
    spell(declarator.text);
    spell(declarator.restrictText);
  }
  const auto namesIn = [](llvm::StringRef text) {
    std::set<std::string> names;
    for (const char *type : {"double _Complex", "_Float16", "__bf16"})
      if (text.contains(spelled(type)))
        names.insert(spelled(type));
    return names;
  };
  forms.runtimeNames = namesIn(forms.used.before);
  forms.runtimeNamesOfFunction = namesIn(definition.text(""));
  if (isLeft && forms.problem.empty())
    forms.problem = "CUDA output: a complex type is written in another way "
                    "than 'double _Complex'";
}

} // namespace sparsec
