//===- AskedArrays.h - index arrays that a step's text reads ----*- C++ -*-===//
///
/// \file
/// What steps share that let recipes name index arrays in conditions, keys and
/// arguments: how the loops run must be the same whenever it is asked.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_SUPPORT_ASKEDARRAYS_H
#define SPARSEC_LIB_TRANSFORMS_SUPPORT_ASKEDARRAYS_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <string>

namespace sparsec {

/// Makes \p array, which \p reader ("the key") reads to say how the loops of
/// \p statement run, an index array. Fails where those loops or the execution
/// write it.
llvm::Error askArray(Program &program, const std::string &statement,
                     const std::string &array, const std::string &reader);

/// Fails where calls of \p asking that are not in \p known may read outside
/// their arrays in some of its instances; \p reader: "the key".
llvm::Error checkAsked(const Program &program, const Statement &asking,
                       const CallTable &known, const std::string &reader);

/// Fails where \p value, over the instances of \p asking, may be none of 64
/// bits, by what facts and types say of its parts, or no \p more that follow it
/// are; \p reader: "the key".
llvm::Error checkFits(const Program &program, const Statement &asking,
                      const isl::pw_aff &value, const std::string &reader,
                      long more = 0);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_SUPPORT_ASKEDARRAYS_H
