//===- SourceRewrite.cpp - edits of the user's C text ---------------------===//

#include "sparsec/Target/C/SourceRewrite.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <cassert>

namespace sparsec {
namespace {

/// The position of the function's own name: the first one that a parenthesis
/// follows.
size_t findFunctionName(const SourceFunction &function) {
  llvm::StringRef text = function.definition;
  size_t at = findWord(text, function.name);
  while (at != llvm::StringRef::npos &&
         !text.substr(at + function.name.size()).ltrim().starts_with("("))
    at = findWord(text, function.name, at + 1);
  assert(at != llvm::StringRef::npos && "the definition lacks its name");
  return at;
}

/// The position of the body's opening brace.
size_t findBody(const SourceFunction &function) {
  llvm::StringRef text = function.definition;
  for (size_t at = findFunctionName(function); at < text.size();) {
    size_t next = skipOpaque(text, at);
    if (next == at && text[at] == '{')
      return at;
    at = next == at ? at + 1 : next;
  }
  assert(false && "the definition has no body");
  return 0;
}

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

/// The end of the directive that starts at \p at, continuation lines included.
size_t skipDirective(llvm::StringRef text, size_t at) {
  size_t end = text.find('\n', at);
  while (end != llvm::StringRef::npos && text[end - 1] == '\\')
    end = text.find('\n', end + 1);
  return std::min(end, text.size());
}

/// The end of the last declaration in \p head: pragmas after it are about what
/// follows \p head.
size_t endOfCode(llvm::StringRef head) {
  size_t end = 0;
  for (size_t at = 0; at < head.size();) {
    size_t next = skipOpaque(head, at);
    if (next == at && head[at] == '#')
      next = skipDirective(head, at);
    if (next == at && !llvm::isSpace(head[at]))
      end = at + 1;
    at = std::max(next, at + 1);
  }
  return end;
}

} // namespace

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

/// \p signature on one line; unchanged when it has comments or directives,
/// whose lines matter.
static std::string joined(const std::string &signature) {
  llvm::StringRef text = signature;
  if (text.contains("//") || text.contains("/*") || text.contains('#'))
    return signature;
  llvm::SmallVector<llvm::StringRef> words;
  llvm::SplitString(text, words, " \t\r\n");
  return llvm::join(words, " ");
}

std::string signatureText(const SourceFunction &function) {
  llvm::StringRef text = function.definition;
  return joined(text.take_front(findBody(function)).trim().str() + " {");
}

GeneratedText originalCopy(const SourceFunction &function,
                           const std::string &name) {
  llvm::StringRef text = function.definition;
  size_t at = findFunctionName(function), body = findBody(function);
  llvm::StringRef before = text.take_front(at).ltrim();
  before.consume_front("extern ");
  std::string signature = function.isStatic ? "" : "static ";
  signature += before.str() + name;
  signature += text.slice(at + function.name.size(), body).rtrim().str() + " {";
  std::string unused;
  std::set<std::string> used = identifiersOf(text.drop_front(body).str());
  for (const SourceFunction::Argument &argument : function.arguments)
    if (!used.count(argument.name))
      unused += "\n  (void)" + argument.name + ";";
  GeneratedText copy;
  copy.append(joined(signature) + unused);
  copy.appendSource(text.drop_front(body + 1).rtrim().str() + "\n");
  return copy;
}

GeneratedText replaceFunction(const FileParts &parts,
                              const GeneratedText &replacement) {
  llvm::StringRef before = parts.before;
  size_t own = endOfCode(before);
  std::string head = before.take_front(own).str() +
                     withoutSparsecPragmas(before.drop_front(own).str());
  if (!head.empty() && !llvm::StringRef(head).ends_with("\n\n"))
    head += "\n";
  GeneratedText file;
  // The facts about other functions stay; C compilers do not know them.
  const std::string all = head + parts.behind;
  if (withoutSparsecPragmas(all) != all)
    file.append("#pragma GCC diagnostic ignored \"-Wunknown-pragmas\"\n\n");
  file.appendSource(head);
  file.append(replacement);
  file.appendSource(parts.behind);
  return file;
}

} // namespace sparsec
