//===- Peers.cpp - libraries beside the candidates ------------------------===//
#include "Peers.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

#include <cstdlib>

namespace sparsec::bench {
namespace {

llvm::Error peerError(const std::string &library, const std::string &message) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), "-peer %s: %s",
                                 library.c_str(), message.c_str());
}

/// The folder that \p variable names, or else \p usual.
std::vector<std::string> rootsOr(const char *variable,
                                 std::vector<std::string> usual) {
  if (const char *root = std::getenv(variable))
    return {root};
  return usual;
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

llvm::Expected<PeerLibrary> findMkl(const Kernel &kernel,
                                    const Product &product) {
  const int bytes = int(kernel.slots[product.column].type.bytes);
  PeerLibrary peer{"mkl", mklFile(kernel, product), {}, {}};
  const std::vector<std::string> roots =
      rootsOr("MKLROOT", {"/opt/intel/oneapi/mkl/latest", "/usr"});
  for (const std::string &root : roots)
    if (findBelow(root, bytes, peer))
      return peer;
  return peerError(
      "mkl",
      "no mkl_spblas.h with libraries for " +
          std::string(bytes == 8 ? "64" : "32") + "-bit integers in " +
          llvm::join(roots, " and ") +
          "; 'python3 -m venv DIR && DIR/bin/pip install mkl mkl-include' "
          "installs Intel MKL in DIR, and MKLROOT=DIR names it");
}

llvm::Expected<PeerLibrary> findLibrsb(const Kernel &kernel,
                                       const Product &product) {
  const Slot &column = kernel.slots[product.column];
  if (column.type.bytes != 4)
    return peerError("librsb",
                     "'" + column.name + "' has to hold integers of 32 bits");
  const std::vector<std::string> roots =
      rootsOr("LIBRSBROOT", {"/usr/local", "/usr"});
  for (const std::string &root : roots)
    for (const char *folder : {"/lib", "/lib/x86_64-linux-gnu"}) {
      const std::string library = libraryIn(root + folder, "librsb");
      if (!library.empty() && llvm::sys::fs::exists(root + "/include/rsb.h"))
        return PeerLibrary{"librsb",
                           librsbFile(kernel, product),
                           {"-I", root + "/include"},
                           {library, "-Wl,-rpath," + root + folder, "-lm"}};
    }
  return peerError("librsb", "no rsb.h with a library in " +
                                 llvm::join(roots, " and ") +
                                 "; on Debian it is librsb-dev; LIBRSBROOT=DIR "
                                 "names another folder");
}

} // namespace

llvm::Expected<PeerLibrary> findPeer(const std::string &library,
                                     const Program &program,
                                     const Kernel &kernel) {
  llvm::Expected<Product> product = findProduct(program, kernel);
  if (!product)
    return product.takeError();
  const Slot &pointer = kernel.slots[product->pointer],
             &column = kernel.slots[product->column],
             &value = kernel.slots[product->value];
  if (pointer.type.bytes != column.type.bytes)
    return peerError(library, "'" + pointer.name + "' and '" + column.name +
                                  "' have to be integers of one type");
  if (value.type.bytes < 4)
    return peerError(library, "'" + value.name + "' holds " +
                                  value.type.spelling +
                                  ", not double or float");
  return library == "mkl" ? findMkl(kernel, *product)
                          : findLibrsb(kernel, *product);
}

} // namespace sparsec::bench
