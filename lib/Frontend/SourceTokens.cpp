//===- SourceTokens.cpp - the tokens of the main file ---------------------===//

#include "SourceTokens.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

namespace sparsec {

void eachToken(
    const clang::ASTContext &ast, size_t begin, size_t end,
    llvm::function_ref<bool(const clang::Token &token, size_t offset)> visit) {
  const clang::SourceManager &sources = ast.getSourceManager();
  const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
  clang::Lexer lexer(sources.getLocForStartOfFile(sources.getMainFileID()),
                     ast.getLangOpts(), text.begin(), text.begin() + begin,
                     text.end());
  clang::Token token;
  while (!lexer.LexFromRawLexer(token)) {
    const size_t offset = sources.getFileOffset(token.getLocation());
    if (offset >= end || !visit(token, offset))
      return;
  }
}

} // namespace sparsec
