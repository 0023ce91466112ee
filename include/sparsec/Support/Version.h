//===- Version.h - what this build is called --------------------*- C++ -*-===//
#ifndef SPARSEC_SUPPORT_VERSION_H
#define SPARSEC_SUPPORT_VERSION_H

namespace sparsec {

/// "sparsec 0.1.0", as printed by --version and in generated files.
const char *versionText();

} // namespace sparsec

#endif // SPARSEC_SUPPORT_VERSION_H
