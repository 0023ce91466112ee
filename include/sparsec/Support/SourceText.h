//===- SourceText.h - words of C text ---------------------------*- C++ -*-===//
#ifndef SPARSEC_SUPPORT_SOURCETEXT_H
#define SPARSEC_SUPPORT_SOURCETEXT_H

#include "llvm/ADT/StringRef.h"

#include <set>
#include <string>

namespace sparsec {

/// Whether names and numbers may hold \p c.
bool isWordCharacter(char c);

/// The end of the comment or literal that starts at \p at; \p at when none
/// does.
size_t skipOpaque(llvm::StringRef text, size_t at);

/// The position of `name` as a whole word of code in \p text from \p from on.
size_t findWord(llvm::StringRef text, llvm::StringRef name, size_t from = 0);

/// \p code with the identifier \p name replaced by \p text.
std::string replaceWord(const std::string &code, const std::string &name,
                        const std::string &text);

/// The identifiers in C text; those in comments, in literals and after `.` and
/// `->` do not count.
std::set<std::string> identifiersOf(const std::string &code);

/// \p text as a literal of C; what cannot be printed is left out, but for ends
/// of lines.
std::string quoted(const std::string &text);

/// What macros would change: all words of C text, members included, less those
/// of `#include` and `#undef`; and those that a parenthesis follows.
struct ExpandedWords {
  std::set<std::string> all, called;
};
ExpandedWords expandedWords(const std::string &code);

} // namespace sparsec

#endif // SPARSEC_SUPPORT_SOURCETEXT_H
