//===- Peers.cpp - libraries beside the candidates ------------------------===//
#include "Peers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

namespace sparsec::bench {
namespace {

llvm::Error peerError(const std::string &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                 "-peer mkl: %s", message.c_str());
}

/// The file of \p library in \p folder, shared if there is a choice; "": none.
/// Packages for users have no name without a version.
std::string libraryIn(const std::string &folder, const std::string &library) {
  std::string shared, archive;
  std::error_code status;
  for (llvm::sys::fs::directory_iterator at(folder, status), end;
       !status && at != end; at.increment(status)) {
    const llvm::StringRef name = llvm::sys::path::filename(at->path());
    if (name == library + ".a")
      archive = at->path();
    else if (name == library + ".so" || name.starts_with(library + ".so."))
      shared = at->path();
  }
  return shared.empty() ? archive : shared;
}

/// What to link of \p folder for integers of so many bytes; empty: it is not
/// all there.
std::vector<std::string> librariesIn(const std::string &folder, int bytes) {
  const std::string interface =
      bytes == 8 ? "libmkl_intel_ilp64" : "libmkl_intel_lp64";
  std::vector<std::string> words = {"-Wl,--start-group"};
  for (const std::string &library :
       {interface, std::string("libmkl_gnu_thread"),
        std::string("libmkl_core")}) {
    words.push_back(libraryIn(folder, library));
    if (words.back().empty())
      return {};
  }
  for (const std::string &word :
       {std::string("-Wl,--end-group"), "-Wl,-rpath," + folder,
        std::string("-lpthread"), std::string("-ldl")})
    words.push_back(word);
  return words;
}

/// Looks below \p root for headers and libraries.
bool findBelow(const std::string &root, int bytes, PeerLibrary &peer) {
  for (const char *include : {"/include", "/include/mkl"})
    for (const char *folder : {"/lib", "/lib/intel64", "/lib/x86_64-linux-gnu"})
      if (llvm::sys::fs::exists(root + include + "/mkl_spblas.h"))
        if (auto libraries = librariesIn(root + folder, bytes);
            !libraries.empty()) {
          peer.flags = {"-I", root + include};
          if (bytes == 8)
            peer.flags.push_back("-DMKL_ILP64");
          peer.libraries = std::move(libraries);
          return true;
        }
  return false;
}

} // namespace

llvm::Expected<PeerLibrary> findMkl(const Program &program,
                                    const Kernel &kernel) {
  llvm::Expected<Product> product = findProduct(program, kernel);
  if (!product)
    return product.takeError();
  const Slot &pointer = kernel.slots[product->pointer],
             &column = kernel.slots[product->column],
             &value = kernel.slots[product->value];
  if (pointer.type.bytes != column.type.bytes)
    return peerError("'" + pointer.name + "' and '" + column.name +
                     "' have to be integers of one type");
  if (value.type.bytes < 4)
    return peerError("'" + value.name + "' holds " + value.type.spelling +
                     ", not double or float");
  PeerLibrary peer{"mkl", mklFile(kernel, *product), {}, {}};
  std::vector<std::string> roots = {"/opt/intel/oneapi/mkl/latest", "/usr"};
  if (const char *root = std::getenv("MKLROOT"))
    roots = {root};
  for (const std::string &root : roots)
    if (findBelow(root, int(column.type.bytes), peer))
      return peer;
  return peerError(
      "no mkl_spblas.h with libraries for " +
      std::string(column.type.bytes == 8 ? "64" : "32") + "-bit integers in " +
      llvm::join(roots, " and ") +
      "; 'python3 -m venv DIR && DIR/bin/pip install mkl mkl-include' installs "
      "Intel MKL in DIR, and MKLROOT=DIR names it");
}

} // namespace sparsec::bench
