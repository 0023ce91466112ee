//===- Recipe.cpp - fuzzes recipes ----------------------------------------===//
///
/// \file
/// The recipe of one CSR kernel, with small limits so that no input takes long.
///
//===----------------------------------------------------------------------===//

#include "Features.h"

#include "sparsec/Frontend/Frontend.h"
#include "sparsec/PlanApi/Emit.h"
#include "sparsec/Recipe/Recipe.h"
#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Support/FileOutput.h"

#include <cstdlib>
#include <string>
#include <unistd.h>

using namespace sparsec;

static const char *const kernel =
    "#pragma sparsec csr(n, m, index, col, a)\n"
    "void kernel(int n, int m, const int *index, const int *col,\n"
    "            const double *a, const double *x, double *y) {\n"
    "  for (int i = 0; i < n; i++)\n"
    "    for (int j = index[i]; j < index[i + 1]; j++)\n"
    "      y[i] += a[j] * x[col[j]];\n"
    "}\n";

static void endIfInternal(llvm::Error error) {
  if (error.isA<InternalError>())
    abort();
  llvm::consumeError(std::move(error));
}

extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size) {
  static const std::string stem =
      "/tmp/sparsec-fuzz-" + std::to_string(getpid());
  static Session session;
  static const Program program = [] {
    llvm::cantFail(writeFile(stem + ".c", kernel));
    return llvm::cantFail(parseSource(session, {stem + ".c", "", {}}));
  }();
  RecipeOptions options;
  options.file = stem + ".script";
  options.instructionLimit = 4;
  options.memoryLimit = size_t{16} << 20;
  std::string messages;
  llvm::raw_string_ostream out(messages);
  options.printed = &llvm::nulls();
  options.diagnostics = &out;
  llvm::cantFail(writeFile(options.file, {data, size}));
  llvm::Expected<RecipeResult> result = runRecipe(program, options);
  fuzz::saw(fuzz::firstMessage(messages));
  if (!result) {
    endIfInternal(result.takeError());
    return 0;
  }
  llvm::Expected<GeneratedText> text = emitC(result->program, {});
  if (!text)
    endIfInternal(text.takeError());
  return 0;
}
