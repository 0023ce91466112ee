//===- ClangRun.cpp - clang on a file or on a text ------------------------===//

#include "ClangRun.h"

#include "ResourceDir.h"

#include "clang/Tooling/Tooling.h"

#include "llvm/Support/FileSystem.h"
#include "llvm/Support/VirtualFileSystem.h"

namespace sparsec {
namespace {

std::vector<std::string> commandLine(const FrontendOptions &options) {
  std::vector<std::string> arguments = {"clang", "-fsyntax-only"};
  std::string resources = findResourceDir();
  if (!resources.empty())
    arguments.push_back("-resource-dir=" + resources);
  for (const std::string &argument : options.clangArguments)
    // OpenMP pragmas are ignored, not parsed.
    if (!llvm::StringRef(argument).starts_with("-fopenmp"))
      arguments.push_back(argument);
  arguments.push_back(options.file);
  return arguments;
}

/// The files of the system, with \p text in place of \p file.
llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>
withText(const std::string &file, const std::string &text) {
  llvm::SmallString<256> path(file);
  llvm::sys::fs::make_absolute(path);
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory =
      new llvm::vfs::InMemoryFileSystem();
  memory->addFile(path, 0, llvm::MemoryBuffer::getMemBufferCopy(text, file));
  llvm::IntrusiveRefCntPtr<llvm::vfs::OverlayFileSystem> files =
      new llvm::vfs::OverlayFileSystem(llvm::vfs::getRealFileSystem());
  files->pushOverlay(memory);
  return files;
}

} // namespace

bool runClang(const FrontendOptions &options,
              const std::optional<std::string> &text,
              std::unique_ptr<clang::FrontendAction> action,
              clang::DiagnosticConsumer &diagnostics) {
  llvm::IntrusiveRefCntPtr<clang::FileManager> files = new clang::FileManager(
      clang::FileSystemOptions(),
      text ? withText(options.file, *text) : llvm::vfs::getRealFileSystem());
  clang::tooling::ToolInvocation invocation(commandLine(options),
                                            std::move(action), files.get());
  invocation.setDiagnosticConsumer(&diagnostics);
  return invocation.run();
}

} // namespace sparsec
