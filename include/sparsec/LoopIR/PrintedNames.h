//===- PrintedNames.h - the words that printed text is made of --*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_PRINTEDNAMES_H
#define SPARSEC_LOOPIR_PRINTEDNAMES_H

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <set>
#include <string>

namespace sparsec {

/// Noted by printers as they print, so that nobody reads their text to learn
/// what it needs of the runtime or what macros of a file would change in it.
struct PrintedNames {
  std::set<std::string> all;
  std::set<std::string> called; ///< of them, those that a parenthesis follows

  void add(llvm::StringRef name) { all.insert(name.str()); }
  /// A function; for one with arguments of a template, "f<32>", the template.
  void addCall(llvm::StringRef name) {
    addWords(name);
    called.insert(name.split('<').first.str());
  }
  /// The parts of a path, "A->col", of a type, "sparsec_entry<double>", or of a
  /// directive, "omp parallel".
  void addWords(llvm::StringRef parts) {
    const auto isPart = [](char c) { return llvm::isAlnum(c) || c == '_'; };
    while (!parts.empty()) {
      parts = parts.drop_until(isPart);
      const llvm::StringRef part = parts.take_while(isPart);
      parts = parts.drop_front(part.size());
      if (!part.empty() && !llvm::isDigit(part.front()))
        add(part);
    }
  }
  void merge(PrintedNames other) {
    all.merge(other.all);
    called.merge(other.called);
  }
};

} // namespace sparsec

#endif // SPARSEC_LOOPIR_PRINTEDNAMES_H
