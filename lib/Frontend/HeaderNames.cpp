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

/// With all that the headers offer, as g++ and nvcc have it.
constexpr const char *asCxxDoes = "#define _GNU_SOURCE 1\n";

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

/// The words of all that is read; clang adds those it knows without a header.
class WordCollector : public clang::ASTConsumer {
public:
  WordCollector(const clang::Preprocessor &preprocessor,
                std::set<std::string> &words)
      : preprocessor(preprocessor), words(words) {}

  void HandleTranslationUnit(clang::ASTContext &) override {
    for (const auto &entry : preprocessor.getIdentifierTable())
      words.insert(entry.getKey().str());
  }

private:
  const clang::Preprocessor &preprocessor;
  std::set<std::string> &words;
};

/// Runs a collector, which enters into \p into what it finds.
template <typename Collector, typename Result>
class CollectingAction : public clang::ASTFrontendAction {
public:
  explicit CollectingAction(Result &into) : into(into) {}

protected:
  std::unique_ptr<clang::ASTConsumer>
  CreateASTConsumer(clang::CompilerInstance &compiler,
                    llvm::StringRef) override {
    return std::make_unique<Collector>(compiler.getPreprocessor(), into);
  }

private:
  Result &into;
};

template <typename Collector, typename Result>
Result collect(const FrontendOptions &options, std::string text,
               const std::vector<std::string> &headers) {
  for (const std::string &header : headers)
    text += "#if __has_include(<" + header + ">)\n#include <" + header +
            ">\n#endif\n";
  FrontendOptions asked = options;
  asked.file = "sparsec-target-headers.c";
  Result result;
  clang::IgnoringDiagConsumer nobody;
  runClang(asked, text,
           std::make_unique<CollectingAction<Collector, Result>>(result),
           nobody);
  return result;
}

/// The answer of \p ask for \p options, asked once.
template <typename Result, typename Ask>
const Result &once(const FrontendOptions &options, Ask ask) {
  static std::mutex mutex;
  static std::map<std::vector<std::string>, Result> known;
  const std::lock_guard<std::mutex> lock(mutex);
  auto found = known.find(options.clangArguments);
  if (found == known.end())
    found = known.emplace(options.clangArguments, ask()).first;
  return found->second;
}

} // namespace

const HeaderNames &namesOfTargetHeaders(const FrontendOptions &options) {
  return once<HeaderNames>(options, [&] {
    return collect<NameCollector, HeaderNames>(options, "", headersOfTargets());
  });
}

const HeaderNames &namesOfCxxHeaders(const FrontendOptions &options) {
  struct NamesOfCxx {
    HeaderNames names;
  };
  return once<NamesOfCxx>(
             options,
             [&] {
               std::vector<std::string> headers = headersOfTargets();
               for (const char *header :
                    {"assert.h", "ctype.h", "errno.h", "locale.h", "math.h",
                     "pthread.h", "time.h", "wchar.h"})
                 headers.push_back(header);
               return NamesOfCxx{collect<NameCollector, HeaderNames>(
                   options, asCxxDoes, headers)};
             })
      .names;
}

const std::set<std::string> &
wordsOfTargetHeaders(const FrontendOptions &options) {
  using Words = std::set<std::string>;
  return once<Words>(options, [&] {
    std::vector<std::string> headers = headersOfTargets();
    headers.push_back("math.h"); // for INFINITY and NAN only
    return collect<WordCollector, Words>(options, asCxxDoes, headers);
  });
}

} // namespace sparsec
