//===- RangeRules.h - ranges as rules about elements ------------*- C++ -*-===//
#ifndef SPARSEC_LIB_PLANAPI_RANGERULES_H
#define SPARSEC_LIB_PLANAPI_RANGERULES_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

namespace sparsec {

/// The Range \p range as a rule, `forall k: 0 <= k < count => lower <= e[].v[k]
/// < upper`: the runtime's checks go over elements that lie beside each other,
/// those of rules over any, in structures and in rows behind pointers. An error
/// where not all lengths are known.
llvm::Expected<Fact> ruleOfRange(const Program &program, const Fact &range);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_RANGERULES_H
