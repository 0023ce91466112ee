//===- MarketScanner.h - lines, words and numbers of a file -----*- C++ -*-===//
#ifndef SPARSEC_LIB_MATRIX_MARKETSCANNER_H
#define SPARSEC_LIB_MATRIX_MARKETSCANNER_H

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <charconv>
#include <string>
#include <type_traits>

namespace sparsec::bench {

/// A place in a Matrix Market file, which moves on.
class MarketScanner {
protected:
  MarketScanner(llvm::StringRef text, const std::string &name)
      : position(text.begin()), end(text.end()), name(name) {}

  const char *position, *end;
  const std::string &name;
  size_t lineNumber = 1;

  llvm::Error error(const std::string &message) const {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "%s:%zu: %s",
                                   name.c_str(), lineNumber, message.c_str());
  }

  static bool isBlank(char c) { return c == ' ' || c == '\t' || c == '\r'; }
  void skipBlanks() {
    while (position < end && isBlank(*position))
      ++position;
  }
  void skipLine() {
    while (position < end && *position != '\n')
      ++position;
  }

  /// Moves to the first item of the next line that is neither empty nor a
  /// comment; false at the end of the file.
  bool nextLine() {
    while (true) {
      skipBlanks();
      if (position == end)
        return false;
      if (*position == '%')
        skipLine();
      else if (*position != '\n')
        return true;
      if (position == end)
        return false;
      ++position;
      ++lineNumber;
    }
  }

  /// The next word of this line, for messages.
  std::string word() const {
    const char *stop = position;
    while (stop < end && !isBlank(*stop) && *stop != '\n')
      ++stop;
    return {position, stop};
  }
  bool atWordEnd() const {
    return position == end || isBlank(*position) || *position == '\n';
  }

  llvm::Error endOfLine() {
    skipBlanks();
    if (position == end)
      return llvm::Error::success();
    if (*position != '\n')
      return error("unexpected '" + word() + "' at the end of the line");
    ++position;
    ++lineNumber;
    return llvm::Error::success();
  }

  /// What \p text is that from_chars finds out of range; false where it is too
  /// large. What is too small is 0, or a number near it.
  template <typename Number>
  static bool isTiny(llvm::StringRef text, Number &value) {
    if constexpr (std::is_same_v<Number, double>) {
      llvm::APFloat read(llvm::APFloat::IEEEdouble());
      llvm::Expected<llvm::APFloat::opStatus> status =
          read.convertFromString(text, llvm::APFloat::rmNearestTiesToEven);
      if (status && read.isFinite()) {
        value = read.convertToDouble();
        return true;
      }
      llvm::consumeError(status.takeError());
    }
    return false;
  }

  template <typename Number>
  llvm::Error number(Number &value, const char *what) {
    skipBlanks();
    const char *start = position;
    if (end - position > 1 && position[0] == '+' && position[1] != '-')
      ++position;
    auto [stop, status] = std::from_chars(position, end, value);
    if (status == std::errc::result_out_of_range &&
        isTiny(llvm::StringRef(position, stop - position), value))
      status = std::errc();
    if (status == std::errc::result_out_of_range) {
      position = start;
      return error(std::string(what) + " '" + word() + "' is too large");
    }
    position = stop;
    if (status == std::errc() && atWordEnd())
      return llvm::Error::success();
    position = start;
    return error(
        std::string("expected ") + what +
        (word().empty() ? ", the line ends here" : ", found '" + word() + "'"));
  }
};

} // namespace sparsec::bench

#endif // SPARSEC_LIB_MATRIX_MARKETSCANNER_H
