//===- HeaderNames.cpp - what the system's headers define -----------------===//

#include "HeaderNames.h"

#include "ClangRun.h"

#include "sparsec/IR/TakenNames.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Preprocessor.h"

#include <map>
#include <mutex>
#include <vector>

namespace sparsec {
namespace {

class NameCollector : public clang::ASTConsumer {
public:
  NameCollector(const clang::Preprocessor &preprocessor, HeaderNames &names)
      : preprocessor(preprocessor), names(names) {}

  void HandleTranslationUnit(clang::ASTContext &ast) override {
    for (const auto &entry : preprocessor.macros()) {
      const clang::MacroInfo *macro = preprocessor.getMacroInfo(entry.first);
      if (macro && macro->isObjectLike())
        names.macros.insert(entry.first->getName().str());
    }
    for (const clang::Decl *declaration : ast.getTranslationUnitDecl()->decls())
      if (const auto *named = llvm::dyn_cast<clang::NamedDecl>(declaration))
        if (!llvm::isa<clang::TagDecl>(named) && named->getIdentifier())
          names.declared.insert(named->getNameAsString());
  }

private:
  const clang::Preprocessor &preprocessor;
  HeaderNames &names;
};

class CollectingAction : public clang::ASTFrontendAction {
public:
  explicit CollectingAction(HeaderNames &names) : names(names) {}

protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &compiler,
                    llvm::StringRef) override {
    return std::make_unique<NameCollector>(compiler.getPreprocessor(), names);
  }

private:
  HeaderNames &names;
};

HeaderNames collect(const FrontendOptions &options) {
  std::string text;
  for (const std::string &header : headersOfTargets())
    text += "#if __has_include(<" + header + ">)\n#include <" + header +
            ">\n#endif\n";
  FrontendOptions asked = options;
  asked.file = "sparsec-target-headers.c";
  HeaderNames names;
  clang::IgnoringDiagConsumer nobody;
  runClang(asked, text, std::make_unique<CollectingAction>(names), nobody);
  return names;
}

} // namespace

const HeaderNames &namesOfTargetHeaders(const FrontendOptions &options) {
  static std::mutex mutex;
  static std::map<std::vector<std::string>, HeaderNames> known;
  const std::lock_guard<std::mutex> lock(mutex);
  auto found = known.find(options.clangArguments);
  if (found == known.end())
    found = known.emplace(options.clangArguments, collect(options)).first;
  return found->second;
}

} // namespace sparsec
