//===- Messages.cpp - what sparsec-bench says on stderr -------------------===//

#include "Messages.h"

#include "llvm/ADT/StringRef.h"

namespace sparsec::bench {

void say(Severity severity, const std::string &text) {
  const char *word = severity == Severity::Error     ? "error: "
                     : severity == Severity::Warning ? "warning: "
                                                     : "note: ";
  reportWithoutPlace(severity, word, text);
}

void sayAlone(Severity severity, const std::string &text) {
  const llvm::StringRef shown = llvm::StringRef(text).rtrim('\n');
  if (!shown.empty())
    reportWithoutPlace(severity, "", shown.str());
}

} // namespace sparsec::bench
