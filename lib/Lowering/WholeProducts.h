//===- WholeProducts.h - boxes that instructions do -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_LOWERING_WHOLEPRODUCTS_H
#define SPARSEC_LIB_LOWERING_WHOLEPRODUCTS_H

#include "sparsec/IR/Program.h"

#include <map>
#include <string>

namespace sparsec {

/// A program whose statements in matrix instructions have all iterations of
/// each box of which they have one, and those beside them all lanes, and which
/// of them there really are,
/// `{ S[..] }`.
struct WholeProducts {
  Program program;
  std::map<std::string, isl::set> instances;
};

/// All lanes of a warp come to its instruction, also those that have nothing
/// to do: a guard may only stand innermost. Other statements in the loops over
/// lanes, of which one has something to do, stay in these by such guards.
WholeProducts wholeProducts(const Program &program, const Phase &phase);

} // namespace sparsec

#endif // SPARSEC_LIB_LOWERING_WHOLEPRODUCTS_H
