//===- ThreadParts.cpp - who updates copies of an array -------------------===//

#include "sparsec/IR/ThreadParts.h"

#include "sparsec/IR/RowPointers.h"
#include "sparsec/IR/StructureMember.h"

namespace sparsec {

bool updatesInPlace(const Program &program, const Array &parts) {
  return !parts.partsOf.empty() && parts.joinedBy != Update::None &&
         parts.joinedBy != Update::Set &&
         !hasRowPointers(program, parts.partsOf) &&
         !structureMember(parts.partsOf);
}

} // namespace sparsec
