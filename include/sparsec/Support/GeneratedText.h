//===- GeneratedText.h - our text between the user's ------------*- C++ -*-===//
#ifndef SPARSEC_SUPPORT_GENERATEDTEXT_H
#define SPARSEC_SUPPORT_GENERATEDTEXT_H

#include <string>
#include <utility>
#include <vector>

namespace sparsec {

/// Where a loop or a statement of a program stands in text.
struct CodePlace {
  size_t offset = 0; ///< of the first character, or a line's from 1
  /// The loop of the schedule tree, "" for a statement.
  std::string loop;
  /// The statement, or those in the loop.
  std::vector<std::string> statements;
};

/// Text with the places in it.
struct PlacedText {
  std::string text;
  std::vector<CodePlace> places;

  PlacedText &operator+=(const std::string &more) {
    text += more;
    return *this;
  }
  PlacedText &operator+=(const PlacedText &more) {
    for (CodePlace place : more.places) {
      place.offset += text.size();
      places.push_back(std::move(place));
    }
    text += more.text;
    return *this;
  }
};

/// A file of which parts are copied from the user's source. Those stay as they
/// are, byte by byte; the others may be formatted.
struct GeneratedText {
  std::string text;
  /// `[begin, end)` of the parts that sparsec wrote, in order, not touching.
  std::vector<std::pair<size_t, size_t>> generated;
  std::vector<CodePlace> places = {};

  /// Appends text that sparsec wrote.
  void append(const std::string &more) {
    bool touches = !generated.empty() && generated.back().second == text.size();
    if (!touches)
      generated.push_back({text.size(), text.size()});
    text += more;
    generated.back().second = text.size();
  }
  void append(const PlacedText &more) {
    const size_t begin = text.size();
    append(more.text);
    addPlaces(more.places, begin);
  }
  /// Appends text of the user's.
  void appendSource(const std::string &more) { text += more; }
  void append(const GeneratedText &more) {
    const size_t before = text.size();
    size_t copied = 0;
    for (const auto &[begin, end] : more.generated) {
      appendSource(more.text.substr(copied, begin - copied));
      append(more.text.substr(begin, end - begin));
      copied = end;
    }
    appendSource(more.text.substr(copied));
    addPlaces(more.places, before);
  }

private:
  void addPlaces(const std::vector<CodePlace> &more, size_t begin) {
    for (CodePlace place : more) {
      place.offset += begin;
      places.push_back(std::move(place));
    }
  }
};

} // namespace sparsec

#endif // SPARSEC_SUPPORT_GENERATEDTEXT_H
