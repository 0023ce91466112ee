//===- TextEdits.h - replacements in the main file --------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_TEXTEDITS_H
#define SPARSEC_LIB_FRONTEND_TEXTEDITS_H

#include <map>
#include <string>

namespace sparsec {

/// Replacements of byte ranges of one text; none of two overlap.
class TextEdits {
public:
  void replace(size_t begin, size_t end, const std::string &text) {
    edits[begin] = {end, text};
  }

  /// `[begin, end)` of \p source with what was replaced in it.
  std::string apply(const std::string &source, size_t begin, size_t end) const {
    std::string result;
    for (auto at = edits.lower_bound(begin);
         at != edits.end() && at->first < end; ++at) {
      const auto &[stop, text] = at->second;
      result += source.substr(begin, at->first - begin) + text;
      begin = stop;
    }
    return result + source.substr(begin, end > begin ? end - begin : 0);
  }

private:
  /// Where => up to where, and what stands there instead.
  std::map<size_t, std::pair<size_t, std::string>> edits;
};

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_TEXTEDITS_H
