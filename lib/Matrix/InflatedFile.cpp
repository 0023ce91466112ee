//===- InflatedFile.cpp - a file as text, inflated where it is .gz --------===//

#include "sparsec/Matrix/MatrixMarket.h"

#include "sparsec/Support/Memory.h"

#include "llvm/Support/FileSystem.h"

#include <zlib.h>

#include <memory>

namespace sparsec::bench {

/// An error where \p path is no file that ends: a pipe may wait for ever.
static llvm::Error checkRegular(const std::string &path) {
  llvm::sys::fs::file_status status;
  std::error_code failure = llvm::sys::fs::status(path, status);
  if (!failure && !llvm::sys::fs::is_regular_file(status))
    failure = std::make_error_code(llvm::sys::fs::is_directory(status)
                                       ? std::errc::is_a_directory
                                       : std::errc::not_supported);
  if (!failure)
    return llvm::Error::success();
  if (failure == std::errc::not_supported)
    return llvm::createStringError(failure, "'%s' is not a regular file",
                                   path.c_str());
  return llvm::createStringError(failure, "cannot open '%s': %s", path.c_str(),
                                 failure.message().c_str());
}

llvm::Expected<std::string> readFile(const std::string &path) {
  if (llvm::Error failure = checkRegular(path))
    return failure;
  std::unique_ptr<gzFile_s, int (*)(gzFile)> file(gzopen(path.c_str(), "rb"),
                                                  gzclose);
  if (!file)
    return llvm::createStringError(
        std::error_code(errno, std::generic_category()), "cannot open '%s'",
        path.c_str());
  gzbuffer(file.get(), 1u << 18);
  std::string text;
  size_t length = 0;
  while (true) {
    constexpr size_t chunk = size_t{1} << 22;
    // Where it grows, the old text and the new one of twice its size are there.
    if (length + chunk > text.capacity())
      if (llvm::Error failure = checkMemory(
              2 * (length + chunk), "'" + llvm::Twine(path) + "', inflated,"))
        return failure;
    text.resize(length + chunk);
    int got = gzread(file.get(), text.data() + length, chunk);
    if (got > 0)
      length += got;
    if (got < static_cast<int>(chunk))
      break;
  }
  text.resize(length);
  // A cut-off gzip stream reads short and is only reported here.
  int status = Z_OK;
  const char *message = gzerror(file.get(), &status);
  if (status != Z_OK)
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(), "cannot read '%s': %s", path.c_str(),
        status == Z_BUF_ERROR ? "the compressed file is cut off" : message);
  return text;
}

} // namespace sparsec::bench
