//===- FileOutput.cpp - whole files or none -------------------------------===//

#include "sparsec/Support/FileOutput.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <filesystem>

namespace sparsec {
namespace {

llvm::Error cannotWrite(llvm::StringRef path, std::error_code reason) {
  return llvm::createStringError(reason, "cannot write '" + path +
                                             "': " + reason.message());
}

/// Devices, pipes and standard output: nothing to rename.
llvm::Error writeDirectly(llvm::StringRef path, llvm::StringRef contents) {
  std::error_code failure;
  llvm::raw_fd_ostream out(path, failure, llvm::sys::fs::CD_OpenExisting);
  if (!failure) {
    out << contents;
    out.flush();
    failure = out.error();
    out.clear_error();
  }
  return failure ? cannotWrite(path, failure) : llvm::Error::success();
}

llvm::Error writeStandardOutput(llvm::StringRef contents) {
  llvm::raw_fd_ostream &out = llvm::outs();
  out << contents;
  out.flush();
  if (std::error_code failure = out.error()) {
    out.clear_error();
    return cannotWrite("standard output", failure);
  }
  return llvm::Error::success();
}

llvm::Error replaceFile(llvm::StringRef path, llvm::StringRef contents) {
  auto temporary = llvm::sys::fs::TempFile::create(path + ".%%%%%%%%.tmp");
  if (!temporary)
    return cannotWrite(path, llvm::errorToErrorCode(temporary.takeError()));
  llvm::raw_fd_ostream out(temporary->FD, /*shouldClose=*/false);
  out << contents;
  out.flush();
  if (std::error_code failure = out.error()) {
    out.clear_error();
    llvm::consumeError(temporary->discard());
    return cannotWrite(path, failure);
  }
  if (llvm::Error failure = temporary->keep(path))
    return cannotWrite(path, llvm::errorToErrorCode(std::move(failure)));
  return llvm::Error::success();
}

/// Where the file goes that \p path, which does not exist, stands for: the
/// target of a link that has none yet.
llvm::Expected<std::string> targetOf(llvm::StringRef path) {
  std::filesystem::path target = path.str();
  for (int links = 0; links < 40; ++links) {
    std::error_code failure;
    const auto next = std::filesystem::read_symlink(target, failure);
    if (failure) // no link
      return target.string();
    target = target.parent_path() / next;
  }
  return cannotWrite(
      path, std::make_error_code(std::errc::too_many_symbolic_link_levels));
}

} // namespace

llvm::Error writeFile(llvm::StringRef path, llvm::StringRef contents) {
  if (path == "-")
    return writeStandardOutput(contents);
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(path, status)) {
    llvm::Expected<std::string> target = targetOf(path);
    return target ? replaceFile(*target, contents) : target.takeError();
  }
  if (llvm::sys::fs::is_directory(status))
    return cannotWrite(path, std::make_error_code(std::errc::is_a_directory));
  if (!llvm::sys::fs::is_regular_file(status))
    return writeDirectly(path, contents);
  if (std::error_code failure =
          llvm::sys::fs::access(path, llvm::sys::fs::AccessMode::Write))
    return cannotWrite(path, failure);
  // A link keeps pointing to the file it points to.
  llvm::SmallString<128> real;
  if (std::error_code failure = llvm::sys::fs::real_path(path, real))
    return cannotWrite(path, failure);
  return replaceFile(real, contents);
}

std::string overwrittenInput(llvm::StringRef output,
                             const std::vector<std::string> &inputs) {
  for (const std::string &input : inputs)
    if (llvm::sys::fs::equivalent(output, input))
      return input;
  return "";
}

llvm::Error appendFile(const std::string &path, const std::string &text) {
  std::error_code status;
  llvm::raw_fd_ostream out(path, status, llvm::sys::fs::OF_Append);
  if (!status) {
    out << text;
    out.close();
    status = out.error();
    out.clear_error();
  }
  if (!status)
    return llvm::Error::success();
  return llvm::createStringError(status, "cannot write '%s'", path.c_str());
}

} // namespace sparsec
