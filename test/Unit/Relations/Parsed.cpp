//===- Parsed.cpp - programs from C files and texts -----------------------===//

#include "Parsed.h"

#include "sparsec/Frontend/Frontend.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

namespace sparsec::test {

static Session &session() {
  static Session one;
  return one;
}

/// The outermost loops of the execute phase.
std::vector<const ScheduleTree *> outermostLoops(const Program &program) {
  std::vector<const ScheduleTree *> loops;
  const ScheduleTree &tree = program.executePhase().tree;
  for (const std::string &name : tree.statements()) {
    auto around = tree.loopsAround(name);
    if (!around.empty() && (loops.empty() || loops.back() != around.front()))
      loops.push_back(around.front());
  }
  return loops;
}

std::optional<Program> parsedFile(const std::string &path) {
  llvm::Expected<Program> program = parseSource(session(), {path, "", {}});
  if (program)
    return std::move(*program);
  llvm::consumeError(program.takeError());
  return std::nullopt;
}

std::optional<Program> parsedText(const std::string &text) {
  llvm::SmallString<64> path;
  int descriptor = 0;
  if (llvm::sys::fs::createTemporaryFile("kernel", "c", descriptor, path))
    return std::nullopt;
  llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << text;
  auto remove = llvm::make_scope_exit([&] { llvm::sys::fs::remove(path); });
  return parsedFile(std::string(path));
}

} // namespace sparsec::test
