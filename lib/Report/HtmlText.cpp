//===- HtmlText.cpp - text inside HTML ------------------------------------===//

#include "HtmlText.h"

#include "llvm/Support/JSON.h"

namespace sparsec::html {

std::string escaped(llvm::StringRef text) {
  std::string result;
  for (char c : llvm::json::fixUTF8(text))
    switch (c) {
    case '&':
      result += "&amp;";
      break;
    case '<':
      result += "&lt;";
      break;
    case '>':
      result += "&gt;";
      break;
    case '"':
      result += "&quot;";
      break;
    default:
      const bool isControl = (static_cast<unsigned char>(c) < 0x20 &&
                              c != '\t' && c != '\n' && c != '\r') ||
                             c == 0x7f;
      result += isControl ? "\xef\xbf\xbd" : std::string(1, c);
    }
  return result;
}

std::string scrolled(llvm::StringRef name) {
  return " tabindex=\"0\" role=\"group\" aria-label=\"" + escaped(name) + "\"";
}

std::string counted(size_t count, llvm::StringRef thing) {
  return std::to_string(count) + " " + thing.str() + (count == 1 ? "" : "s");
}

} // namespace sparsec::html
