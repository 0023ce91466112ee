//===- Composition.cpp - fuzzes kernels with lists of steps ---------------===//
///
/// \file
/// Bytes are the choices of RandomKernel and StepMaker (Blocks.h) in place of
/// random ones. What is accepted has to be C without warnings, what is refused
/// says where and is no internal error.
///
//===----------------------------------------------------------------------===//

#include "Blocks.h"
#include "Features.h"
#include "ResourceDir.h"

#include "sparsec/Frontend/Frontend.h"
#include "sparsec/PlanApi/Emit.h"
#include "sparsec/Recipe/Recipe.h"
#include "sparsec/Stress/Inputs.h"
#include "sparsec/Stress/Kernel.h"
#include "sparsec/Stress/StepMaker.h"
#include "sparsec/Support/Diagnostics.h"
#include "sparsec/Support/FileOutput.h"

#include "clang/Frontend/FrontendActions.h"
#include "clang/Tooling/Tooling.h"

#include "llvm/Support/Regex.h"

#include <algorithm>
#include <cstdlib>
#include <unistd.h>

using namespace sparsec;
using sparsec::fuzz::saw;

namespace {

using Bytes = std::vector<uint8_t>;

const std::string &stem() {
  static const std::string path =
      "/tmp/sparsec-fuzz-" + std::to_string(getpid());
  return path;
}

/// Whether clang takes \p code of \p kernel, in C without a warning; CUDA over
/// the headers of the emulation.
bool compiles(const std::string &code, const stress::Kernel &kernel,
              bool isCuda) {
  std::vector<std::string> flags = {"-resource-dir", findResourceDir()};
  if (isCuda)
    flags.insert(flags.end(), {"-std=c++20", "-w", "-I", SPARSEC_EMULATION});
  else
    flags.insert(flags.end(),
                 {"-std=c11", "-Wall", "-Wextra", "-Werror", "-fopenmp"});
  // The original loops, which compare `unsigned` with `int`, are in there.
  if (kernel.isUnsigned)
    flags.push_back("-Wno-sign-compare");
  return clang::tooling::runToolOnCodeWithArgs(
      std::make_unique<clang::SyntaxOnlyAction>(), code, flags,
      isCuda ? "generated.cpp" : "generated.c");
}

/// One input: a kernel, and the steps that were accepted so far.
class Composition {
public:
  explicit Composition(const Bytes &choices)
      : random(choices), kernel(stress::makeKernel(random, "")) {
    recipe = "max_fill(1000000)\nassume_finite()\n";
    if (random.chance(67))
      recipe += "allow_reassociation()\n";
    onGpu = random.chance(15);
  }

  void run(const std::vector<Bytes> &steps);

private:
  [[noreturn]] void fail(const std::string &what, const std::string &text);
  /// The program after \p text; none when it is refused, as it should be.
  std::optional<RecipeResult> apply(const Program &program,
                                    const std::string &text, bool emits);
  /// Draws a step from \p choices for \p program and applies it.
  void takeStep(Program &program, stress::StepMaker &maker,
                const Bytes &choices);
  /// Maps to the GPU what steps have left; as far as that is accepted.
  void mapAll(Program &program, stress::StepMaker &maker);
  void use(Program &program, stress::StepMaker &maker,
           const stress::Step &step);
  void emit(const Program &source);

  stress::Random random;
  stress::Kernel kernel;
  bool onGpu = false;
  SourceForms forms;
  std::string recipe;
  std::string last; ///< the step before, or the class of the kernel
  std::string emitted;
};

void Composition::fail(const std::string &what, const std::string &text) {
  llvm::errs() << what << ": " << text << "\n--- kernel\n"
               << kernel.text("k") << "--- recipe\n"
               << recipe << "---\n";
  abort();
}

std::optional<RecipeResult> Composition::apply(const Program &program,
                                               const std::string &text,
                                               bool emits) {
  static const llvm::Regex place("\\.(script|c):[0-9]+:[0-9]+: error: ");
  // What has no code from the start on is no step's doing.
  static const llvm::Regex file("\\.script: error: ");
  std::string messages;
  llvm::raw_string_ostream out(messages);
  RecipeOptions options;
  options.file = stem() + ".script";
  options.printed = options.diagnostics = &out;
  options.target = onGpu ? "cuda" : "c";
  options.wantsRemedies = false;
  if (emits)
    options.emit = [&](const RecipeResult &result,
                       const WarningSink &) -> llvm::Error {
      CodeGenOptions how;
      how.target = onGpu ? Target::Cuda : Target::C;
      how.forms = forms;
      auto code = emitC(result.program, how);
      if (!code)
        return code.takeError();
      emitted = code->text;
      return llvm::Error::success();
    };
  llvm::cantFail(writeFile(options.file, text));
  llvm::Expected<RecipeResult> result = runRecipe(program, options);
  if (result)
    return std::move(*result);
  llvm::Error error = result.takeError();
  const bool isInternal = error.isA<InternalError>();
  messages += llvm::toString(std::move(error));
  if (isInternal)
    fail("internal error", text + messages);
  if (!place.match(messages) && !(emits && file.match(messages)))
    fail("refusal without a place", text + messages);
  saw(fuzz::firstMessage(messages));
  return std::nullopt;
}

void Composition::use(Program &program, stress::StepMaker &maker,
                      const stress::Step &step) {
  std::optional<RecipeResult> next = apply(program, step.text + "\n", false);
  saw(last + " " + step.transform + (next ? "" : " refused"));
  if (!next)
    return maker.refused();
  maker.accepted(program, next->program, step.transform);
  recipe += step.text + "\n";
  last = step.transform;
  program = next->program;
}

void Composition::takeStep(Program &program, stress::StepMaker &maker,
                           const Bytes &choices) {
  random = stress::Random(choices);
  stress::Step step =
      random.chance(95) ? maker.draw(program) : maker.drawWrong(program);
  if (!step.text.empty())
    use(program, maker, step);
}

void Composition::mapAll(Program &program, stress::StepMaker &maker) {
  constexpr int most = 8;
  for (int tries = 0; tries < most; ++tries) {
    std::optional<stress::Step> step = maker.drawMapping(program);
    if (!step)
      return;
    use(program, maker, *step);
  }
}

/// The whole recipe once more, as a user runs it.
void Composition::emit(const Program &source) {
  if (apply(source, recipe, /*emits=*/true) &&
      !compiles(emitted, kernel, onGpu))
    fail("does not compile", emitted);
}

void Composition::run(const std::vector<Bytes> &steps) {
  const std::string file = stem() + ".c";
  llvm::cantFail(writeFile(file, kernel.text("k")));
  Session session;
  llvm::Expected<Program> source = parseSource(session, {file, "", {}}, &forms);
  if (!source) {
    llvm::Error error = source.takeError();
    if (error.isA<InternalError>())
      fail("internal error", llvm::toString(std::move(error)));
    llvm::consumeError(std::move(error));
    return;
  }
  std::optional<RecipeResult> now = apply(*source, recipe, false);
  if (!now)
    return;
  // What is known of values is that of the first small input.
  const stress::Inputs known = stress::makeInputs(kernel, random, false)[3];
  stress::StepMaker maker(random, {.onGpu = onGpu}, known);
  Program program = now->program;
  last = kernel.className;
  for (const Bytes &choices : steps)
    takeStep(program, maker, choices);
  if (onGpu)
    mapAll(program, maker);
  emit(*source);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const char *data, size_t size) {
  const Bytes all(data, data + size);
  const size_t head = std::min(size, fuzz::kernelBytes);
  std::vector<Bytes> steps;
  for (size_t at = head; at < size && steps.size() < fuzz::mostSteps;
       at += fuzz::stepBytes)
    steps.emplace_back(all.begin() + at,
                       all.begin() + std::min(size, at + fuzz::stepBytes));
  Composition(Bytes(all.begin(), all.begin() + head)).run(steps);
  return 0;
}
