//===- RowPointers.h - arrays of pointers to rows ---------------*- C++ -*-===//
#ifndef SPARSEC_IR_ROWPOINTERS_H
#define SPARSEC_IR_ROWPOINTERS_H

#include "sparsec/IR/Program.h"

#include <string>

namespace sparsec {

/// Whether \p array is a parameter `T **a`: an array of several dimensions to
/// C's subscripts, each of whose rows lies by itself.
bool hasRowPointers(const Program &program, const std::string &array);

/// Whether a fact says that two arrays, or with one name the rows of one, do
/// not overlap.
bool areStatedApart(const Program &program, const std::string &first,
                    const std::string &second);

} // namespace sparsec

#endif // SPARSEC_IR_ROWPOINTERS_H
