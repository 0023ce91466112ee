//===- UsedFiles.h - the files that use() takes in --------------*- C++ -*-===//
#ifndef SPARSEC_LIB_RECIPE_USEDFILES_H
#define SPARSEC_LIB_RECIPE_USEDFILES_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <string>

namespace sparsec::recipe {

/// The path without links; "" where there is no such file.
std::string realPath(const llvm::Twine &path);

/// The file that use(\p name) means in the recipe \p user, which \p mainFile
/// uses or is: beside \p user or, where there is none, of those that come with
/// sparsec. Fails where it lies outside of the folder of \p mainFile.
llvm::Expected<std::string> usedFile(const std::string &mainFile,
                                     const std::string &user,
                                     const std::string &name);

} // namespace sparsec::recipe

#endif // SPARSEC_LIB_RECIPE_USEDFILES_H
