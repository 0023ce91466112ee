//===- ParsedText.h - programs from C text ----------------------*- C++ -*-===//
#ifndef SPARSEC_TEST_UNIT_BENCH_PARSEDTEXT_H
#define SPARSEC_TEST_UNIT_BENCH_PARSEDTEXT_H

#include "sparsec/Frontend/Frontend.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/FileUtilities.h"
#include "llvm/Support/raw_ostream.h"

#include <string>

namespace sparsec::test {

/// The only function of \p source, from a file of its own: tests run side by
/// side.
template <typename Session>
Program parseText(Session &session, const std::string &source) {
  llvm::SmallString<128> path;
  int descriptor = 0;
  llvm::cantFail(llvm::errorCodeToError(
      llvm::sys::fs::createTemporaryFile("kernel", "c", descriptor, path)));
  llvm::FileRemover remover(path);
  llvm::raw_fd_ostream(descriptor, /*shouldClose=*/true) << source;
  FrontendOptions options;
  options.file = path.str().str();
  return llvm::cantFail(parseSource(session, options));
}

} // namespace sparsec::test

#endif // SPARSEC_TEST_UNIT_BENCH_PARSEDTEXT_H
