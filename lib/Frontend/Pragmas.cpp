//===- Pragmas.cpp - collects `#pragma sparsec` lines ---------------------===//
///
/// \file
/// A handler for `#pragma sparsec TEXT`, whose text goes to the fact parser
/// with macros expanded, and a callback that notices `#pragma omp`.
///
//===----------------------------------------------------------------------===//

#include "Pragmas.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"

#include "llvm/ADT/StringRef.h"

namespace sparsec {
namespace {

class SparsecPragmaHandler : public clang::PragmaHandler {
public:
  explicit SparsecPragmaHandler(PragmaList &list)
      : PragmaHandler("sparsec"), list(list) {}

  void HandlePragma(clang::Preprocessor &preprocessor,
                    clang::PragmaIntroducer introducer,
                    clang::Token &first) override {
    SparsecPragma pragma;
    pragma.hash = introducer.Loc;
    pragma.text = first.getLocation();
    clang::Token token;
    preprocessor.Lex(token);
    if (token.isNot(clang::tok::eod))
      pragma.text = token.getLocation();
    while (token.isNot(clang::tok::eod)) {
      if (token.hasLeadingSpace() && !pragma.fact.empty())
        pragma.fact += ' ';
      pragma.tokens.emplace_back(pragma.fact.size(), token.getLocation());
      pragma.fact += preprocessor.getSpelling(token);
      preprocessor.Lex(token);
    }
    pragma.end = token.getLocation();
    if (preprocessor.getSourceManager().isInMainFile(pragma.hash))
      list.facts.push_back(pragma);
  }

private:
  PragmaList &list;
};

class OpenMPNoticer : public clang::PPCallbacks {
public:
  OpenMPNoticer(const clang::SourceManager &sources, PragmaList &list)
      : sources(sources), list(list) {}

  void PragmaDirective(clang::SourceLocation hash,
                       clang::PragmaIntroducerKind) override {
    if (!sources.isInMainFile(hash))
      return;
    llvm::StringRef line(sources.getCharacterData(hash));
    line = line.take_until([](char c) { return c == '\n'; });
    line.consume_front("#");
    line = line.ltrim();
    line.consume_front("pragma");
    line = line.ltrim();
    if (line.consume_front("omp") && (line.empty() || !isalnum(line.front())))
      list.openMP.push_back(hash);
  }

private:
  const clang::SourceManager &sources;
  PragmaList &list;
};

} // namespace

clang::SourceRange SparsecPragma::range(size_t begin, size_t end) const {
  clang::SourceRange range(text);
  for (const auto &[offset, place] : tokens) {
    if (offset >= end)
      break;
    if (offset <= begin)
      range.setBegin(place);
    range.setEnd(place);
  }
  return range;
}

void collectPragmas(clang::Preprocessor &preprocessor, PragmaList &list) {
  // The preprocessor takes ownership of the handler.
  preprocessor.AddPragmaHandler(new SparsecPragmaHandler(list));
  preprocessor.addPPCallbacks(
      std::make_unique<OpenMPNoticer>(preprocessor.getSourceManager(), list));
}

} // namespace sparsec
