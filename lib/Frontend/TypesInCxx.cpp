//===- TypesInCxx.cpp - types of C that C++ spells otherwise --------------===//
///
/// \file
/// CUDA's compiler knows `_Complex` in no kernel, and not all C++ compilers
/// know `_Float16` and `__bf16`. In text that becomes C++ the words of the
/// type, in any order, become the name of a struct (the last column of
/// Types.def):
///
///     const double _Complex *a   =>   const sparsec_complex *a
///     const _Float16 *b          =>   const sparsec_half *b
///
/// So does a macro of the command line that stands for one of the latter,
/// -DNUMBER=_Float16, which nvcc may be given, too.
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

using Words = std::map<std::string, std::string>;

/// The type of 16 bits that the macro \p name of the command line stands for,
/// or that one that it stands for does; "" if there is none.
std::string smallFloatOf(const FileScope &file,
                         const clang::IdentifierInfo *name) {
  for (size_t left = 8; left > 0; --left) {
    if (llvm::is_contained(smallFloats, name->getName()))
      return name->getName().str();
    const clang::MacroInfo *macro = file.preprocessor.getMacroInfo(name);
    if (!macro || !macro->isObjectLike() || macro->getNumTokens() != 1 ||
        !file.ast.getSourceManager().isWrittenInCommandLineFile(
            macro->getDefinitionLoc()))
      return "";
    name = macro->getReplacementToken(0).getIdentifierInfo();
    if (!name)
      return "";
  }
  return "";
}

/// What C++ has in place of words of C that are types of 16 bits.
Words smallFloatsOf(const FileScope &file) {
  Words words;
  for (const char *type : smallFloats)
    words[type] = spelled(type);
  for (const auto &entry : file.preprocessor.macros())
    if (std::string type = smallFloatOf(file, entry.first); !type.empty())
      words[entry.first->getName().str()] = spelled(type);
  return words;
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

/// Whether the word behind \p gap is one of a directive, if the one before is.
bool entersDirective(llvm::StringRef gap, bool isInside) {
  for (size_t at = gap.find('\n'); at != gap.npos; at = gap.find('\n', at + 1))
    if (at == 0 || gap[at - 1] != '\\')
      isInside = gap.drop_front(at).ltrim().starts_with("#");
  return isInside;
}

/// \p text with \p words for those that are types of 16 bits; \p hasMacro:
/// whether `complex` is a macro.
std::string inCxx(llvm::StringRef text, bool hasMacro, const Words &words) {
  std::string result;
  bool isDirective = text.ltrim().starts_with("#");
  while (!text.empty()) {
    llvm::StringRef gap =
        text.take_until([](char c) { return isWordCharacter(c); });
    result += gap;
    isDirective = entersDirective(gap, isDirective);
    text = text.drop_front(gap.size());
    llvm::StringRef word = text.take_while(isWordCharacter), rest = text;
    rest = rest.drop_front(word.size());
    llvm::StringRef behind = rest;
    llvm::StringRef next = takeNextWord(behind);
    const bool isType = (word == "double" && isComplexWord(next, hasMacro)) ||
                        (isComplexWord(word, hasMacro) && next == "double");
    // `#ifndef NUMBER` is about the macro.
    const auto small = isDirective && !llvm::is_contained(smallFloats, word)
                           ? words.end()
                           : words.find(word.str());
    result += isType                 ? spelled("double _Complex")
              : small != words.end() ? small->second
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

void spellTypesInCxx(SourceForms &forms, const FileScope &file) {
  // A variable may have the name where <complex.h> is not included.
  const bool hasMacro = file.ast.Idents.get("complex").hasMacroDefinition();
  const Words words = smallFloatsOf(file);
  bool isLeft = false;
  auto spell = [&](std::string &text) {
    text = inCxx(text, hasMacro, words);
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
