//===- ParameterKinds.h - kinds of parameters in help -----------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_PARAMETERKINDS_H
#define SPARSEC_TOOLS_SPARSEC_PARAMETERKINDS_H

#include "sparsec/Transforms/Transform.h"

namespace sparsec {

/// What help calls a kind of parameter.
struct KindNames {
  const char *word; ///< "newName", for bindings of other languages
  const char *text; ///< "new name", for people
};
KindNames namesOf(ParameterSpec::Kind kind);

} // namespace sparsec

#endif // SPARSEC_TOOLS_SPARSEC_PARAMETERKINDS_H
