//===- Version.cpp - what this build is called ----------------------------===//

#include "sparsec/Support/Version.h"

namespace sparsec {

const char *versionText() { return "sparsec 0.1.0"; }

} // namespace sparsec
