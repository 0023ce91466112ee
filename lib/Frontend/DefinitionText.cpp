//===- DefinitionText.cpp - the kernel's text, cut in pieces --------------===//

#include "DefinitionText.h"

#include "sparsec/Support/SourceText.h"

#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

bool isSparsecPragma(llvm::StringRef line) {
  line = line.ltrim();
  if (!line.consume_front("#"))
    return false;
  line = line.ltrim();
  if (!line.consume_front("pragma") || !line.starts_with(" "))
    return false;
  line = line.ltrim();
  return line.consume_front("sparsec") &&
         (line.empty() || !isWordCharacter(line.front()));
}

/// \p text with one blank for each gap between words.
std::string onOneLine(llvm::StringRef text) {
  std::string result;
  for (char c : text)
    if (!llvm::isSpace(c))
      result += c;
    else if (!llvm::StringRef(result).ends_with(" "))
      result += ' ';
  return result;
}

/// The head goes on one line, unless it has comments or directives, whose lines
/// matter.
void layOut(DefinitionText &definition) {
  const std::string all = definition.specifiers + definition.parameters;
  const llvm::StringRef head = all;
  if (!head.contains("//") && !head.contains("/*") && !head.contains('#')) {
    definition.specifiers = onOneLine(definition.specifiers);
    definition.parameters = onOneLine(definition.parameters);
  }
  definition.specifiers = llvm::StringRef(definition.specifiers).ltrim().str();
  llvm::StringRef parameters = definition.parameters;
  parameters = parameters.rtrim();
  const bool endsInComment =
      parameters.rsplit('\n').second.contains("//") ||
      (!parameters.contains('\n') && parameters.contains("//"));
  definition.parameters = parameters.str() + (endsInComment ? "\n" : "");
}

} // namespace

std::string pragmaLines(const FoundKernel &kernel) {
  const clang::SourceManager &sources =
      kernel.function->getASTContext().getSourceManager();
  const llvm::StringRef file = sources.getBufferData(sources.getMainFileID());
  std::string lines;
  for (const SparsecPragma &pragma : kernel.pragmas)
    lines += file.slice(sources.getFileOffset(pragma.hash),
                        sources.getFileOffset(pragma.end))
                 .rtrim()
                 .str() +
             "\n";
  return lines;
}

void dropPragmas(const FoundKernel &kernel, const clang::SourceManager &sources,
                 TextEdits &edits) {
  const llvm::StringRef text = sources.getBufferData(sources.getMainFileID());
  for (const SparsecPragma &pragma : kernel.pragmas) {
    const size_t hash = sources.getFileOffset(pragma.hash);
    const size_t next = text.find('\n', sources.getFileOffset(pragma.end));
    edits.replace(text.take_front(hash).rfind('\n') + 1,
                  next == text.npos ? text.size() : next + 1, "");
  }
  for (const LaidOut &part : kernel.layout)
    edits.replace(part.begin, part.end, part.text);
}

DefinitionText definitionText(const FoundKernel &kernel,
                              const clang::ASTContext &ast,
                              const TextEdits &edits) {
  const clang::SourceManager &sources = ast.getSourceManager();
  const clang::FunctionDecl *function = kernel.function;
  const std::string text = sources.getBufferData(sources.getMainFileID()).str();
  auto endOf = [&](clang::SourceLocation token) {
    return sources.getFileOffset(clang::Lexer::getLocForEndOfToken(
        token, 0, sources, ast.getLangOpts()));
  };
  const size_t begin = sources.getFileOffset(kernel.begin());
  const size_t name = sources.getFileOffset(kernel.name());
  const size_t nameEnd = endOf(kernel.name());
  const clang::SourceLocation brace = function->getBody()->getBeginLoc();
  DefinitionText definition;
  definition.specifiers = edits.apply(text, begin, name);
  definition.parameters =
      edits.apply(text, nameEnd, sources.getFileOffset(brace));
  definition.body =
      edits.apply(text, endOf(brace), endOf(function->getEndLoc()));
  const std::set<std::string> mentioned = identifiersOf(definition.body);
  for (const clang::ParmVarDecl *parameter : function->parameters())
    if (!mentioned.count(parameter->getNameAsString()))
      definition.unused.push_back(parameter->getNameAsString());
  layOut(definition);
  return definition;
}

std::string textAmidPragmas(const FoundKernel &kernel,
                            const clang::SourceManager &sources) {
  const size_t start = sources.getFileOffset(kernel.begin());
  const size_t first = kernel.pragmas.empty()
                           ? start
                           : sources.getFileOffset(kernel.pragmas.front().hash);
  if (first >= start)
    return "";
  TextEdits edits;
  dropPragmas(kernel, sources, edits);
  const llvm::StringRef file = sources.getBufferData(sources.getMainFileID());
  const size_t line = file.take_front(first).rfind('\n') + 1;
  std::string text = edits.apply(file.str(), line, start);
  return llvm::StringRef(text).trim().empty() ? "" : text;
}

std::string withoutSparsecPragmas(const std::string &text) {
  std::string result;
  bool dropping = false;
  for (llvm::StringRef rest = text; !rest.empty();) {
    size_t end = rest.find('\n');
    llvm::StringRef line =
        rest.take_front(end == llvm::StringRef::npos ? rest.size() : end + 1);
    rest = rest.drop_front(line.size());
    dropping = dropping || isSparsecPragma(line);
    if (!dropping)
      result += line.str();
    dropping = dropping && line.rtrim().ends_with("\\");
  }
  return result;
}

} // namespace sparsec
