//===- Version.h - what this build is called --------------------*- C++ -*-===//
#ifndef SPARSEC_SUPPORT_VERSION_H
#define SPARSEC_SUPPORT_VERSION_H

namespace sparsec {

/// "sparsec 0.1.0 (v0.1.0-12-gf08f576)", as printed by --version; the release
/// alone where that is what was built (cmake/SparsecVersion.cmake).
const char *versionText();
/// That without the program's name.
const char *versionNumber();

} // namespace sparsec

#endif // SPARSEC_SUPPORT_VERSION_H
