//===- RuledArrays.h - integer arrays that rules speak of -------*- C++ -*-===//
#ifndef SPARSEC_LIB_BENCH_RULEDARRAYS_H
#define SPARSEC_LIB_BENCH_RULEDARRAYS_H

#include "sparsec/Bench/Environment.h"
#include "sparsec/Bench/Random.h"

#include "llvm/ADT/ArrayRef.h"

namespace sparsec::bench {

/// The rules about \p array of which all other arrays are known. \p missing is
/// the name of one that is not.
std::vector<const Fact *> rulesAbout(const Program &program,
                                     const std::string &array,
                                     const Environment &environment,
                                     std::string &missing);

/// \p count integers for \p array as \p rules and its other facts ask, one
/// after the other: of those that fit the place where the columns of row k
/// reach k for the element k, where the rules are about rows, else any. An
/// error where there is none, and where a rule says what is not understood.
llvm::Expected<std::vector<int64_t>>
makeRuled(const Program &program, const Array &array, uint64_t count,
          llvm::ArrayRef<const Fact *> rules, Environment &environment,
          Random &random);

} // namespace sparsec::bench

#endif // SPARSEC_LIB_BENCH_RULEDARRAYS_H
