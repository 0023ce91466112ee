//===- GrayKernel.cpp - the kernel that sparsec makes of a matrix ---------===//

#include "GrayKernel.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SHA1.h"
#include "llvm/Support/raw_ostream.h"
#include "llvm/TargetParser/Host.h"

#include <cstdlib>
#include <dlfcn.h>
#include <unistd.h>

namespace sparsec::permanent {
namespace {

namespace fs = llvm::sys::fs;
namespace path = llvm::sys::path;
using Words = std::vector<std::string>;

llvm::Error fail(const llvm::Twine &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), message);
}

std::string join(const std::string &folder, const llvm::Twine &name) {
  llvm::SmallString<256> result(folder);
  path::append(result, name);
  return result.str().str();
}

std::string contents(const std::string &file) {
  auto buffer = llvm::MemoryBuffer::getFile(file);
  return buffer ? (*buffer)->getBuffer().str() : std::string();
}

std::string environment(const char *name) {
  const char *value = std::getenv(name);
  return value ? value : "";
}

/// bin/ of the installation or build that this program is part of.
std::string programFolder() {
  static int here;
  return path::parent_path(fs::getMainExecutable(nullptr, &here)).str();
}

/// $SPARSEC, the one beside this program, or that of PATH.
std::string sparsecProgram() {
  std::string given = environment("SPARSEC");
  if (!given.empty())
    return fs::can_execute(given) ? given : "";
  std::string beside = join(programFolder(), "sparsec");
  if (fs::can_execute(beside))
    return beside;
  auto found = llvm::sys::findProgramByName("sparsec");
  return found ? *found : "";
}

/// The recipes are where \p sparsec is installed.
std::string recipeFile(const std::string &sparsec, const llvm::Twine &name) {
  llvm::SmallString<256> real(sparsec);
  fs::real_path(sparsec, real);
  return join(path::parent_path(real).str(),
              "../share/sparsec/recipes/permanent/" + name);
}

/// All digits that make the doubles again.
std::string marketText(const DoubleRows &matrix) {
  std::string text;
  llvm::raw_string_ostream out(text);
  out << "%%MatrixMarket matrix coordinate real general\n"
      << matrix.size() << " " << matrix.size() << " " << matrix.a.size()
      << "\n";
  for (int row = 0; row < matrix.size(); ++row)
    for (int e = matrix.index[row]; e < matrix.index[row + 1]; ++e)
      out << row + 1 << " " << matrix.col[e] + 1 << " "
          << llvm::format("%.17g", matrix.a[e]) << "\n";
  return text;
}

/// The commands that make a library in a folder with A.mtx.
struct Build {
  std::string sparsec, recipe, source, driver;
  Words derive, compile;
};

llvm::Expected<Build> buildFor(const GrayLayout &layout) {
  const bool isGpu = !layout.architecture.empty();
  const std::string sparsec = sparsecProgram();
  Build build{sparsec,
              recipeFile(sparsec, "range.script"),
              recipeFile(sparsec, "permanent-range.c"),
              recipeFile(sparsec, isGpu ? "range-on-gpu.cu" : "range-on-cpu.c"),
              {},
              {}};
  if (build.sparsec.empty())
    return fail("cannot find sparsec, beside this program or in PATH; SPARSEC "
                "may name it");
  for (const std::string &file : {build.recipe, build.source, build.driver})
    if (!fs::exists(file))
      return fail("cannot find '" + file + "'");
  std::string compiler = compilerFor(isGpu);
  if (compiler.empty())
    return fail(isGpu ? "cannot find nvcc; NVCC may name it"
                      : "cannot find cc; CC may name it");
  const std::string kernel = isGpu ? "kernel.cu" : "kernel.c";
  build.derive = {build.sparsec, build.source,
                  "-recipe",     build.recipe,
                  "-set",        "matrix=A.mtx",
                  "-set",        "lanes=" + std::to_string(layout.lanes),
                  "-set",        "digits=" + std::to_string(layout.digits),
                  "-set",        "precision=" + layout.precision,
                  "-o",          kernel};
  build.compile = {compiler, "-O3", "-I.", "-shared", "-o", "kernel.so"};
  if (isGpu)
    build.compile.insert(build.compile.end(), {"-Xcompiler", "-fPIC",
                                               "-arch=" + layout.architecture});
  else
    build.compile.insert(build.compile.end(),
                         {"-fPIC", "-fopenmp", "-march=native"});
  build.compile.push_back(build.driver);
  return build;
}

/// Names everything that a library depends on.
std::string hashOf(const Build &build, const std::string &matrix) {
  llvm::SHA1 hash;
  hash.update(matrix);
  for (const Words &command : {build.derive, build.compile})
    hash.update(llvm::join(command, "\n"));
  for (const std::string &file : {build.recipe, build.source, build.driver})
    hash.update(contents(file));
  fs::file_status status;
  if (!fs::status(build.sparsec, status))
    hash.update(
        std::to_string(status.getSize()) + " " +
        std::to_string(
            status.getLastModificationTime().time_since_epoch().count()));
  hash.update(llvm::sys::getHostCPUName());
  return llvm::toHex(hash.final(), /*LowerCase=*/true).substr(0, 24);
}

/// Runs \p command in \p folder.
llvm::Error runIn(const std::string &folder, const Words &command) {
  // No way to give a folder to llvm::sys::ExecuteAndWait but a shell's.
  std::vector<llvm::StringRef> words = {"sh", "-c", R"(cd "$0" && exec "$@")",
                                        folder};
  words.insert(words.end(), command.begin(), command.end());
  std::string output = join(folder, "output.txt"), message;
  std::optional<llvm::StringRef> redirects[] = {llvm::StringRef(), output,
                                                output};
  if (llvm::sys::ExecuteAndWait("/bin/sh", words, std::nullopt, redirects, 0, 0,
                                &message) == 0)
    return llvm::Error::success();
  return fail("'" + llvm::join(command, " ") + "' failed:\n" +
              contents(output) + message);
}

llvm::Error makeIn(const std::string &folder, const Build &build,
                   const std::string &matrix, const std::string &library) {
  std::error_code error;
  llvm::raw_fd_ostream file(join(folder, "A.mtx"), error);
  file << matrix;
  file.close();
  if (error || file.has_error())
    return fail("cannot write '" + join(folder, "A.mtx") + "'");
  if (llvm::Error failed = runIn(folder, build.derive))
    return failed;
  if (llvm::Error failed = runIn(folder, build.compile))
    return failed;
  const std::string whole = library + "." + std::to_string(getpid());
  if (fs::copy_file(join(folder, "kernel.so"), whole) ||
      fs::rename(whole, library))
    return fail("cannot write '" + library + "'");
  return llvm::Error::success();
}

/// Makes \p library, which appears under its name when it is complete.
llvm::Error makeLibrary(const Build &build, const std::string &matrix,
                        const std::string &library) {
  llvm::SmallString<256> folder;
  if (std::error_code error =
          fs::createUniqueDirectory("sparsec-permanent", folder))
    return fail("cannot make a folder for a kernel: " + error.message());
  llvm::Error result = makeIn(folder.str().str(), build, matrix, library);
  fs::remove_directories(folder);
  return result;
}

} // namespace

std::string compilerFor(bool isGpu) {
  std::string name = environment(isGpu ? "NVCC" : "CC");
  if (name.empty())
    name = isGpu ? "nvcc" : "cc";
  auto found = llvm::sys::findProgramByName(name);
  if (found && fs::can_execute(*found))
    return *found;
  const char *usual = "/usr/local/cuda/bin/nvcc";
  return isGpu && fs::can_execute(usual) ? usual : "";
}

std::string defaultCache() {
  std::string given = environment("SPARSEC_CACHE");
  if (!given.empty())
    return given;
  given = environment("XDG_CACHE_HOME");
  if (!given.empty())
    return join(given, "sparsec");
  return join(environment("HOME"), ".cache/sparsec");
}

llvm::Expected<GrayKernel> GrayKernel::make(DoubleRows matrix,
                                            const GrayLayout &layout,
                                            const std::string &cache) {
  llvm::Expected<Build> build = buildFor(layout);
  if (!build)
    return build.takeError();
  const std::string text = marketText(matrix);
  GrayKernel kernel;
  kernel.name = hashOf(*build, text);
  kernel.matrix = std::move(matrix);
  kernel.layout = layout;
  const std::string library = join(cache, kernel.name + ".so");
  if (std::error_code error = fs::create_directories(cache))
    return fail("cannot make the folder '" + cache + "': " + error.message());
  if (!fs::exists(library))
    if (llvm::Error failed = makeLibrary(*build, text, library))
      return failed;
  void *loaded = dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (loaded)
    kernel.function =
        reinterpret_cast<Function>(dlsym(loaded, "permanent_slice_in_pairs"));
  if (!kernel.function)
    return fail("cannot load '" + library + "': " + dlerror());
  return kernel;
}

bool GrayKernel::isMade(const DoubleRows &matrix, const GrayLayout &layout,
                        const std::string &cache) {
  llvm::Expected<Build> build = buildFor(layout);
  if (!build) {
    llvm::consumeError(build.takeError());
    return false;
  }
  return fs::exists(join(cache, hashOf(*build, marketText(matrix)) + ".so"));
}

llvm::Expected<std::vector<double>> GrayKernel::run(int where, uint64_t first,
                                                    int groups) const {
  std::vector<double> sum(size_t(groups) << (layout.lanes + 1));
  const char *message = "";
  const int n = matrix.size();
  if (function(where, n, 1LL << (n - 1), static_cast<long long>(first), groups,
               1 << layout.lanes, 1LL << layout.digits, matrix.index.data(),
               matrix.col.data(), matrix.a.data(), sum.data(), &message))
    return fail(message);
  return sum;
}

} // namespace sparsec::permanent
