//===- SourceRewrite.cpp - what stands in place of the user's C text ------===//

#include "sparsec/Target/C/SourceRewrite.h"

#include "llvm/ADT/StringRef.h"

namespace sparsec {

std::string signatureText(const SourceFunction &function) {
  const DefinitionText &definition = function.definition;
  return definition.specifiers + function.name + definition.parameters;
}

bool isRenamed(const SourceFunction &function) {
  return !function.sourceName.empty() && function.sourceName != function.name;
}

GeneratedText originalCopy(const SourceFunction &function,
                           const std::string &name) {
  const DefinitionText &definition = function.definition;
  llvm::StringRef specifiers = definition.specifiers;
  specifiers.consume_front("extern ");
  std::string head = (function.isStatic ? "" : "static ") + specifiers.str() +
                     name + definition.parameters + " {";
  for (const std::string &argument : definition.unused)
    head += "\n  (void)" + argument + ";";
  GeneratedText copy;
  copy.append(head);
  copy.appendSource(llvm::StringRef(definition.body).rtrim().str() + "\n");
  return copy;
}

GeneratedText replaceFunction(const FileParts &parts,
                              const GeneratedText &replacement) {
  std::string head = parts.before;
  if (!head.empty() && !llvm::StringRef(head).ends_with("\n\n"))
    head += "\n";
  GeneratedText file;
  // C compilers do not know the facts.
  if (parts.hasFacts)
    file.append("#pragma GCC diagnostic ignored \"-Wunknown-pragmas\"\n\n");
  file.appendSource(head);
  file.append(replacement);
  file.appendSource(parts.behind);
  return file;
}

} // namespace sparsec
