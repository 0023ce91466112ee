//===- GeneratedText.h - our text between the user's ------------*- C++ -*-===//
#ifndef SPARSEC_SUPPORT_GENERATEDTEXT_H
#define SPARSEC_SUPPORT_GENERATEDTEXT_H

#include <string>
#include <utility>
#include <vector>

namespace sparsec {

/// A file of which parts are copied from the user's source. Those stay as they
/// are, byte by byte; the others may be formatted.
struct GeneratedText {
  std::string text;
  /// `[begin, end)` of the parts that sparsec wrote, in order, not touching.
  std::vector<std::pair<size_t, size_t>> generated;

  /// Appends text that sparsec wrote.
  void append(const std::string &more) {
    bool touches = !generated.empty() && generated.back().second == text.size();
    if (!touches)
      generated.push_back({text.size(), text.size()});
    text += more;
    generated.back().second = text.size();
  }
  /// Appends text of the user's.
  void appendSource(const std::string &more) { text += more; }
  void append(const GeneratedText &more) {
    size_t copied = 0;
    for (const auto &[begin, end] : more.generated) {
      appendSource(more.text.substr(copied, begin - copied));
      append(more.text.substr(begin, end - begin));
      copied = end;
    }
    appendSource(more.text.substr(copied));
  }
};

} // namespace sparsec

#endif // SPARSEC_SUPPORT_GENERATEDTEXT_H
