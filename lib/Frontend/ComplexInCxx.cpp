//===- ComplexInCxx.cpp - complex types in C++ ----------------------------===//
///
/// \file
/// CUDA's compiler knows `_Complex` in no kernel. In text that becomes C++ the
/// words of the type, in any order, become the name of a struct:
///
///     const double _Complex *a   =>   const sparsec_complex *a
///
//===----------------------------------------------------------------------===//

#include "ComplexInCxx.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

/// The type in C++.
const char *const spelling = "sparsec_complex";

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
    result += isType ? spelling : word.str();
    text = isType ? behind : rest;
  }
  return result;
}

} // namespace

void spellComplexInCxx(SourceForms &forms, bool hasMacro) {
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
  for (Declarator &declarator : forms.declarators) {
    spell(declarator.text);
    spell(declarator.restrictText);
  }
  const auto namesIn = [](llvm::StringRef text) {
    return text.contains(spelling) ? std::set<std::string>{spelling}
                                   : std::set<std::string>();
  };
  forms.runtimeNames = namesIn(forms.used.before);
  forms.runtimeNamesOfFunction = namesIn(definition.text(""));
  if (isLeft && forms.problem.empty())
    forms.problem = "CUDA output: a complex type is written in another way "
                    "than 'double _Complex'";
}

} // namespace sparsec
