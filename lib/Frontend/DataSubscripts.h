//===- DataSubscripts.h - elements that data subscripts ---------*- C++ -*-===//
///
/// \file
/// A position that is counted while the loops run is no function of the
/// iterators: `Cx[nz++] = v` under a condition, `q = w[col[j]]++; Ci[q] = i`.
/// Such scalars and arrays are data, and the accesses that they subscript may
/// touch any element (Expr::isOfData).
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_FRONTEND_DATASUBSCRIPTS_H
#define SPARSEC_LIB_FRONTEND_DATASUBSCRIPTS_H

#include "Designator.h"
#include "Kernel.h"

namespace sparsec {

/// Thrown where a subscript or a number is made of \p objects, whose values no
/// affine expression gives: the function is read once more, with them as data.
struct SteeredByData {
  std::set<std::string> objects;
  /// Pointers that are read as an array and a position, and where they move.
  std::map<const clang::VarDecl *, clang::SourceRange> pointers = {};
  /// FoundData's.
  std::set<const clang::Expr *> expressions = {};
};

/// Among KernelScan::data: \p pointer has no position in one array.
std::string withoutPosition(const std::string &pointer);

/// Among KernelScan::data: what is not known by now is refused.
inline constexpr const char *noMoreData = "";

/// Whether a value that is not known may be data, of which \p variable, if
/// there is one, holds it: not where something is wrong already, nor where it
/// steers a loop.
bool mayBeData(const Kernel &kernel, const clang::VarDecl *variable = nullptr);

/// \p value is not affine: throws SteeredByData where it may be data.
void askForData(const Kernel &kernel, const clang::Expr *value);

/// Where \p pointer points, as \p where has set it, is no function of the
/// iterators: throws SteeredByData where a position that is data may say so.
void askForPosition(Kernel &kernel, const Object &pointer,
                    clang::SourceRange where);

/// Whether \p part, read in \p scope, names one of KernelScan::data, or is made
/// of floating-point numbers.
bool namesData(Kernel &kernel, const clang::Stmt *part, const ScopePtr &scope);

/// Whether data is in a subscript of \p element.
bool isOfData(Kernel &kernel, const Designator &element);

/// Whether \p step, one of KernelScan::steps, is a statement of its own behind
/// the one that it stands in.
bool isDataStep(Kernel &kernel, const clang::UnaryOperator *step);

/// In `y[i] = w[k]++` nothing else in \p statement, just built, may see what is
/// stepped.
void requireSteppedOnce(Kernel &kernel, const Statement &statement);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_DATASUBSCRIPTS_H
