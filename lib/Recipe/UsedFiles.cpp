//===- UsedFiles.cpp - the files that use() takes in ----------------------===//

#include "UsedFiles.h"

#include "RecipeErrors.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Path.h"

namespace sparsec::recipe {

std::string realPath(const llvm::Twine &path) {
  llvm::SmallString<128> real;
  return llvm::sys::fs::real_path(path, real) ? "" : std::string(real);
}

namespace {

/// Whether \p file, a real path, lies below \p folder.
bool isBelow(const std::string &file, llvm::StringRef folder) {
  std::string root = realPath(folder.empty() ? "." : folder);
  return !root.empty() && llvm::StringRef(file).starts_with(root + "/");
}

/// The folder of the recipes that come with sparsec, beside its programs.
std::string ownRecipes() {
  static char anchor; // an address in the program
  llvm::SmallString<128> folder(llvm::sys::path::parent_path(
      llvm::sys::fs::getMainExecutable(nullptr, &anchor)));
  llvm::sys::path::append(folder, "..", "share", "sparsec", "recipes");
  return std::string(folder);
}

} // namespace

llvm::Expected<std::string> usedFile(const std::string &mainFile,
                                     const std::string &user,
                                     const std::string &name) {
  if (llvm::sys::path::is_absolute(name))
    return commandError("use takes a path relative to the recipe, not '" +
                        name + "'");
  llvm::StringRef main = llvm::sys::path::parent_path(mainFile);
  const std::string own = ownRecipes();
  llvm::SmallString<128> path(llvm::sys::path::parent_path(user));
  llvm::sys::path::append(path, name);
  std::string real = realPath(path);
  if (real.empty()) {
    llvm::SmallString<128> shared(own);
    llvm::sys::path::append(shared, name);
    if (std::string found = realPath(shared); isBelow(found, own))
      return std::string(shared);
    return commandError("use: there is no file '" + path.str() + "'");
  }
  if (isBelow(real, main) ||
      (isBelow(realPath(user), own) && isBelow(real, own)))
    return std::string(path);
  return commandError("use: '" + name +
                      "' is outside the folder of the recipe");
}

} // namespace sparsec::recipe
