//===- ScalarOwners.h - loops that own private scalars ----------*- C++ -*-===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_SCALAROWNERS_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_SCALAROWNERS_H

#include "sparsec/IR/Program.h"

#include <string>

namespace sparsec {

/// How many loops around \p statement, from the outermost one, have one value
/// for each owner of the private scalar \p array.
int loopsOfOwner(const Program &program, const std::string &statement,
                 const Array &array);

/// Whether the first \p depth iterators of \p statement are other values than
/// those of the loops around it.
bool hasOtherIterators(const Program &program, const std::string &statement,
                       size_t depth);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_SCALAROWNERS_H
