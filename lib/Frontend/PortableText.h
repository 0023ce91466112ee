//===- PortableText.h - the file in words that targets take -----*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_PORTABLETEXT_H
#define SPARSEC_LIB_FRONTEND_PORTABLETEXT_H

#include "FileNames.h"
#include "Pragmas.h"

#include <map>
#include <optional>
#include <string>

namespace sparsec {

/// A file as it is translated, which says the same as the user's.
struct PortableText {
  std::string text;
  /// Names of parameters and locals that changed: `class` => `class_`.
  std::map<std::string, std::string> renamed;
};

/// The main file with other names for those parameters and locals of the
/// function, and of the functions that it calls, that are words of C, C++ or
/// CUDA, macros, or names that generated code uses; without digraphs and byte
/// order mark. Nothing when the file is like that already.
std::optional<PortableText> portableText(const FileScope &file,
                                         const TakenNames &taken,
                                         const PragmaList &pragmas);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_PORTABLETEXT_H
