//===- Format.cpp - layout of generated code ------------------------------===//

#include "sparsec/Frontend/Format.h"

#include "clang/Format/Format.h"
#include "clang/Tooling/Core/Replacement.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

namespace tooling = clang::tooling;

/// Whether \p change lies inside what sparsec wrote: clang-format goes on to
/// correct the indentation of lines that follow a range.
static bool isInside(const tooling::Replacement &change,
                     const GeneratedText &file) {
  size_t begin = change.getOffset(), end = begin + change.getLength();
  return llvm::any_of(file.generated, [&](const auto &range) {
    return range.first <= begin && end <= range.second;
  });
}

static tooling::Replacements layoutOf(const GeneratedText &file) {
  std::vector<tooling::Range> ranges;
  for (const auto &[begin, end] : file.generated)
    ranges.emplace_back(unsigned(begin), unsigned(end - begin));
  clang::format::FormatStyle style = clang::format::getLLVMStyle();
  tooling::Replacements inside;
  for (const tooling::Replacement &change :
       clang::format::reformat(style, file.text, ranges))
    if (isInside(change, file))
      llvm::cantFail(inside.add(change));
  return inside;
}

std::string formatGenerated(const GeneratedText &file) {
  return llvm::cantFail(
      tooling::applyAllReplacements(file.text, layoutOf(file)));
}

PlacedText formatPlaced(const GeneratedText &file) {
  const tooling::Replacements layout = layoutOf(file);
  PlacedText result{
      llvm::cantFail(tooling::applyAllReplacements(file.text, layout)),
      file.places};
  const llvm::StringRef text = result.text;
  for (CodePlace &place : result.places) {
    // A line's indentation is replaced: what counts is its first word.
    const size_t word = file.text.find_first_not_of(" \n", place.offset);
    const unsigned at = layout.getShiftedCodePosition(unsigned(word));
    place.offset = 1 + text.take_front(at).count('\n');
  }
  return result;
}

std::string formatGenerated(const std::string &code) {
  return formatGenerated(GeneratedText{code, {{0, code.size()}}});
}

} // namespace sparsec
