//===- ResourceDir.h - where clang's own headers are ------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_RESOURCEDIR_H
#define SPARSEC_LIB_FRONTEND_RESOURCEDIR_H

#include <string>

namespace sparsec {

/// The folder for `-resource-dir`, which holds include/stddef.h: the one found
/// at configure time, or one near the executable, or what `clang-19` says.
/// "" when there is none; clang then looks beside the executable.
std::string findResourceDir();

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_RESOURCEDIR_H
