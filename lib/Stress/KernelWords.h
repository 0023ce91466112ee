//===- KernelWords.h - identifiers in the text of kernels -------*- C++ -*-===//
#ifndef SPARSEC_LIB_STRESS_KERNELWORDS_H
#define SPARSEC_LIB_STRESS_KERNELWORDS_H

#include <cctype>
#include <functional>
#include <string>

namespace sparsec::stress {

inline bool isWordCharacter(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_';
}

/// Calls \p visit with the start and the text of every identifier and number.
inline void
forEachWord(const std::string &text,
            const std::function<void(size_t, const std::string &)> &visit) {
  for (size_t at = 0; at < text.size();) {
    if (!isWordCharacter(text[at])) {
      ++at;
      continue;
    }
    size_t end = at;
    while (end < text.size() && isWordCharacter(text[end]))
      ++end;
    visit(at, text.substr(at, end - at));
    at = end;
  }
}

} // namespace sparsec::stress

#endif // SPARSEC_LIB_STRESS_KERNELWORDS_H
