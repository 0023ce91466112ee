//===- MacroNames.cpp - the macros of a file ------------------------------===//
///
/// \file
/// Generated code stands where the function stood, behind the macros that are
/// defined there, and the copy of the function comes first in it, with the
/// directives of its body. So what counts are the macros where the function
/// begins and where it ends.
///
/// Headers that generated code includes are kept from them (macrosToHide in
/// IR/TakenNames.h). Generated code itself is not: macros that are its words,
/// such as `#define double float`, are refused.
///
//===----------------------------------------------------------------------===//

#include "MacroNames.h"

#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace sparsec {
namespace {

/// The definition of a macro before \p where, if it is a file's of the user's.
const clang::MacroInfo *userMacroAt(const FileScope &file,
                                    const clang::IdentifierInfo *name,
                                    clang::SourceLocation where) {
  const clang::SourceManager &sources = file.ast.getSourceManager();
  const clang::MacroDirective *last =
      file.preprocessor.getLocalMacroDirectiveHistory(name);
  if (!last)
    return nullptr;
  const clang::MacroDirective::DefInfo definition =
      last->findDirectiveAtLoc(where, sources);
  const clang::MacroInfo *macro =
      definition ? definition.getMacroInfo() : nullptr;
  if (!macro || definition.isUndefined() || macro->isBuiltinMacro())
    return nullptr;
  const clang::SourceLocation place = macro->getDefinitionLoc();
  const bool isPredefined =
      sources.isWrittenInBuiltinFile(place) || sources.isInSystemHeader(place);
  return isPredefined ? nullptr : macro;
}

/// The user's macro \p name in front of generated code; null if there is none.
struct UserMacro {
  const clang::MacroInfo *info = nullptr;
  bool isOfBody = false; ///< defined in the function
};

UserMacro userMacro(const FileScope &file, const clang::IdentifierInfo *name) {
  const clang::FunctionDecl *function = file.kernel.function;
  if (const auto *before = userMacroAt(file, name, file.kernel.begin()))
    return {before, false};
  return {userMacroAt(file, name, function->getEndLoc()), true};
}

/// Whether leaving out the keyword \p name changes no meaning.
bool isQualifier(llvm::StringRef name) {
  return name == "const" || name == "inline" || name == "register" ||
         name == "restrict";
}

/// `#define inline __inline__` and `#define restrict` leave the meaning alone.
bool isRespelling(llvm::StringRef name, const clang::MacroInfo &macro) {
  if (!macro.isObjectLike())
    return false;
  if (macro.getNumTokens() == 0)
    return isQualifier(name);
  const clang::IdentifierInfo *only =
      macro.getReplacementToken(0).getIdentifierInfo();
  return macro.getNumTokens() == 1 && only && only->getName().trim('_') == name;
}

/// Whether \p macro is a header's of the runtime, <sparsec/error.h>.
bool isOfRuntimeHeader(const FileScope &file, const clang::MacroInfo &macro) {
  const llvm::StringRef header =
      file.ast.getSourceManager().getFilename(macro.getDefinitionLoc());
  const llvm::StringRef folder = llvm::sys::path::parent_path(header);
  return llvm::sys::path::filename(folder) == "sparsec";
}

/// Whether the file declares what is pasted under the guard \p name.
bool guardsDeclared(const FileScope &file, llvm::StringRef name) {
  if (!name.consume_front("SPARSEC_HAS_"))
    return false;
  const auto known = [&](const std::string &guarded) {
    auto entry = file.ast.Idents.find(guarded);
    return entry != file.ast.Idents.end() &&
           (entry->second->hasMacroDefinition() ||
            !file.ast.getTranslationUnitDecl()
                 ->lookup(clang::DeclarationName(entry->second))
                 .empty());
  };
  return known("sparsec_" + name.lower()) || known(name.str());
}

/// What generated code uses that \p macro would change; "" for nothing.
std::string changedUse(const FileScope &file, llvm::StringRef name,
                       const clang::MacroInfo &macro) {
  const std::string use = wordOfTargets(name);
  if (kindOfWord(name) == WordKind::KeywordOfC)
    return isRespelling(name, macro) ? "" : use;
  if (name.starts_with("sparsec_") || name.starts_with("SPARSEC_")) {
    const bool isOurs = isSetting(name) || isOfRuntimeHeader(file, macro) ||
                        isPasted(file, name) || guardsDeclared(file, name);
    return isOurs ? "" : use;
  }
  // Headers define constants anew.
  const bool isConstant = llvm::none_of(name, llvm::isLower);
  if (isLanguageWord(name) || isConstant || name.starts_with("_"))
    return "";
  return use;
}

} // namespace

void addMacros(const FileScope &file, const Diagnoser &diagnoser,
               TakenNames &taken) {
  for (const std::string &name : file.headers.macros)
    taken.macros[name] = {};
  for (const auto &entry : file.preprocessor.macros()) {
    const clang::IdentifierInfo *name = entry.first;
    const clang::MacroDirective *history =
        file.preprocessor.getLocalMacroDirectiveHistory(name);
    const clang::MacroInfo *macro = history ? history->getMacroInfo() : nullptr;
    TakenNames::Macro &entered = taken.macros[name->getName().str()];
    entered.hasParameters = macro && macro->isFunctionLike();
    if (const clang::MacroInfo *own = userMacro(file, name).info) {
      entered.place = diagnoser.location(own->getDefinitionLoc());
      entered.hasParameters = own->isFunctionLike();
      entered.isGuard = own->isUsedForHeaderGuard();
      entered.isInHeaders =
          wordsOfTargetHeaders(file.options).count(name->getName().str()) != 0;
    }
  }
}

void checkMacros(const FileScope &file, Diagnoser &diagnoser) {
  for (const auto &entry : file.preprocessor.macros()) {
    const llvm::StringRef name = entry.first->getName();
    const UserMacro macro = userMacro(file, entry.first);
    if (!macro.info)
      continue;
    const std::string use = changedUse(file, name, *macro.info);
    if (!use.empty())
      diagnoser.error(macro.info->getDefinitionLoc(),
                      "the macro '" + name + "' is " + use,
                      "rename it, or write #undef " + name +
                          (macro.isOfBody ? " at the end of the function"
                                          : " before the function"));
  }
}

bool isPasted(const FileScope &file, llvm::StringRef name) {
  auto guard = file.ast.Idents.find(runtimeGuard(name));
  return guard != file.ast.Idents.end() && guard->second->hasMacroDefinition();
}

} // namespace sparsec
