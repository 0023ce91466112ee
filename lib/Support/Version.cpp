//===- Version.cpp - what this build is called ----------------------------===//

#include "sparsec/Support/Version.h"

namespace sparsec {

const char *versionNumber() { return SPARSEC_VERSION_TEXT; }

const char *versionText() { return "sparsec " SPARSEC_VERSION_TEXT; }

} // namespace sparsec
