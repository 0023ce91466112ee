//===- Vectors.h - neighbouring elements in kernels -------------*- C++ -*-===//
///
/// \file
/// What Vectors.cpp, which loads vectors, and VectorStores.cpp share.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_LOOPPASSES_VECTORS_H
#define SPARSEC_LIB_LOOPPASSES_VECTORS_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/Divisors.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sparsec {

/// How many elements vectors have, the widest first; not all types have all.
inline constexpr unsigned vectorWidths[] = {8, 4, 2};

/// \p position less its constant term, and that term.
std::pair<LoopExpr, long> splitConstant(const LoopExpr &position);

/// \p access as the code will have it: locals have their names later.
std::string readableAccess(const LoopExpr &access);

/// Why vectors that would begin with \p first begin where none may.
std::string startsNowhere(const LoopExpr &first);

/// Stores the elements of \p array that assignments of one list, \p nodes of a
/// kernel, ask to be parts of vectors (LoopNode::vectors). \p outcomes has of
/// it "" once one vector is stored, otherwise why none is. Nothing where no
/// assignment asks.
void storeVectors(std::vector<LoopNode> &nodes, const Array &array,
                  const Divisors &known, LoopAst &ast,
                  std::map<std::string, std::string> &outcomes);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_VECTORS_H
