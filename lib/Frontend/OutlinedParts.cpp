//===- OutlinedParts.cpp - what is left of a refused function -------------===//

#include "OutlinedParts.h"
#include "DefinitionText.h"

#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// Whether one of \p places is in `[begin, end)`.
static bool holdsError(size_t begin, size_t end,
                       const Diagnoser::Places &places) {
  return llvm::any_of(places, [&](const auto &error) {
    return error.first >= begin && error.first < end;
  });
}

std::vector<OutlinedLoops> findParts(const FoundKernel &kernel,
                                     Diagnoser &diagnoser) {
  std::vector<KeptLoops> kept;
  std::vector<OutlinedLoops> parts = outlineLoops(kernel, &kept);
  const clang::SourceManager &sources =
      kernel.function->getASTContext().getSourceManager();
  auto note = [&](size_t place, const std::string &text) {
    diagnoser.note(sources.getLocForStartOfFile(sources.getMainFileID())
                       .getLocWithOffset(int(place)),
                   text);
  };
  const Diagnoser::Places places = diagnoser.errorPlaces();
  for (const KeptLoops &loops : kept)
    if (!holdsError(loops.begin, loops.end, places))
      note(loops.begin, "these loops stay in '" +
                            kernel.function->getNameAsString() +
                            "': " + loops.why);
  if (parts.size() == 1 && parts.front().hasAllLoops)
    return parts;
  for (const OutlinedLoops &part : parts)
    if (part.setsMembers || !holdsError(part.begin, part.end, places))
      note(part.begin, "'-function=" + part.name + "' translates these loops");
  return parts;
}

std::optional<OutlinedLoops>
loopsNamed(llvm::StringRef name, const std::vector<FoundKernel> &functions,
           const FoundKernel *&caller) {
  for (const FoundKernel &kernel : functions)
    if (kernel.function->getName() == name)
      return std::nullopt;
  for (const FoundKernel &kernel : functions)
    if (name.starts_with(kernel.function->getName()))
      for (OutlinedLoops &loops : outlineLoops(kernel))
        if (loops.name == name) {
          caller = &kernel;
          return std::move(loops);
        }
  return std::nullopt;
}

void putInCaller(const OutlinedLoops &loops, SourceFunction &source) {
  FileParts &around = source.around;
  around.before = llvm::StringRef(around.before).rtrim().str() + "\n\n";
  around.behind = "\n\n" + loops.callerText + around.behind;
  const std::string all = around.before + around.behind;
  around.hasFacts = withoutSparsecPragmas(all) != all;
}

} // namespace sparsec
