//===- ResourceDir.cpp - where clang's own headers are --------------------===//
///
/// \file
/// clang looks for <stddef.h> and the like relative to its executable, which
/// sparsec's is not. The folder is searched once per process.
///
//===----------------------------------------------------------------------===//

#include "ResourceDir.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"

#include <optional>

namespace sparsec {
namespace {

bool isResourceDir(llvm::StringRef folder) {
  llvm::SmallString<128> header(folder);
  llvm::sys::path::append(header, "include", "stddef.h");
  return llvm::sys::fs::exists(header);
}

/// PREFIX/LIBRARIES/clang/19 for an executable PREFIX/bin/sparsec.
std::string besideExecutable(llvm::StringRef libraries) {
  static int anchor;
  llvm::SmallString<128> folder(
      llvm::sys::fs::getMainExecutable(nullptr, &anchor));
  llvm::sys::path::remove_filename(folder);
  llvm::sys::path::append(folder, "..", libraries, "clang", "19");
  return std::string(folder);
}

/// The first line that `clang-19 -print-resource-dir` prints.
std::string askClang() {
  llvm::ErrorOr<std::string> clang = llvm::sys::findProgramByName("clang-19");
  if (!clang)
    return "";
  llvm::SmallString<128> output;
  if (llvm::sys::fs::createTemporaryFile("sparsec-resource", "txt", output))
    return "";
  llvm::FileRemover remover(output);
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), output.str(),
                                                llvm::StringRef()};
  llvm::StringRef arguments[] = {*clang, "-print-resource-dir"};
  if (llvm::sys::ExecuteAndWait(*clang, arguments, std::nullopt, redirects, 10))
    return "";
  auto text = llvm::MemoryBuffer::getFile(output);
  return text ? (*text)->getBuffer().trim().str() : "";
}

std::string search() {
  // What a package brings along goes first: the machine may have another clang.
  for (const std::string &folder :
       {besideExecutable(SPARSEC_LIBRARY_FOLDER "/sparsec"),
        std::string(SPARSEC_CLANG_RESOURCE_DIR), besideExecutable("lib")})
    if (!folder.empty() && isResourceDir(folder))
      return folder;
  std::string asked = askClang();
  return isResourceDir(asked) ? asked : "";
}

} // namespace

std::string findResourceDir() {
  static const std::string found = search();
  return found;
}

} // namespace sparsec
