//===- Source.cpp - fuzzes the C frontend ---------------------------------===//

#include "sparsec/Frontend/Frontend.h"
#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Support/FileOutput.h"

#include <cstdlib>
#include <string>
#include <unistd.h>

using namespace sparsec;

extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size) {
  static const std::string path =
      "/tmp/sparsec-fuzz-" + std::to_string(getpid()) + ".c";
  // clang includes what it is told to; there is nothing to learn from that.
  std::string text(data, size);
  if (text.find("include") != std::string::npos)
    return 0;
  llvm::cantFail(writeFile(path, text));
  Session session;
  llvm::Expected<Program> program = parseSource(session, {path, "", {}});
  if (program)
    return 0;
  llvm::Error error = program.takeError();
  if (error.isA<InternalError>())
    abort();
  llvm::consumeError(std::move(error));
  return 0;
}
