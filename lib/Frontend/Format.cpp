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

std::string formatGenerated(const GeneratedText &file) {
  std::vector<tooling::Range> ranges;
  for (const auto &[begin, end] : file.generated)
    ranges.emplace_back(unsigned(begin), unsigned(end - begin));
  clang::format::FormatStyle style = clang::format::getLLVMStyle();
  tooling::Replacements inside;
  for (const tooling::Replacement &change :
       clang::format::reformat(style, file.text, ranges))
    if (isInside(change, file))
      llvm::cantFail(inside.add(change));
  return llvm::cantFail(tooling::applyAllReplacements(file.text, inside));
}

std::string formatGenerated(const std::string &code) {
  return formatGenerated(GeneratedText{code, {{0, code.size()}}});
}

} // namespace sparsec
