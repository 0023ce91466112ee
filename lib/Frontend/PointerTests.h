//===- PointerTests.h - variants chosen by null pointers --------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_POINTERTESTS_H
#define SPARSEC_LIB_FRONTEND_POINTERTESTS_H

#include "Kernel.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace sparsec {

/// `p`, `p != NULL` or `0 == p`, where truth is asked for.
struct PointerTest {
  const clang::Expr *pointer = nullptr;
  bool isOfNull = false; ///< it holds where the pointer is null
};

std::optional<PointerTest> matchPointerTest(const clang::Expr *condition,
                                            const clang::ASTContext &ast);

/// A test of a pointer, or what compares or subtracts two: about where they
/// point and not about what is there.
bool isOfPointers(const clang::BinaryOperator *operation,
                  const clang::ASTContext &ast);

/// \p expression without parentheses and conversions to truth values.
const clang::Expr *truthOf(const clang::Expr *expression);

/// A comparison, `&&`, `||` or `!`: 1 or 0.
bool isTruthValue(const clang::Expr *expression);

/// The operands of \p expression, of which it asks whether they hold: those of
/// `&&`, `||` and `!`, and the condition of `?:`.
std::vector<const clang::Expr *> askedForTruth(const clang::Expr *expression);

/// Whether \p value, `values && A->x != NULL`, says of a pointer that it is
/// null or not.
bool tellsPointers(const clang::Expr *value, const clang::ASTContext &ast);

/// Thrown where what is built depends on whether \p pointer is null.
struct PointerSplit {
  std::string pointer;
};

/// Calls \p build, which makes one statement; where that tests pointers, once
/// for each answer that they can give, so that no statement mentions arrays
/// that are not there in its own instances.
void versionByPointers(Kernel &kernel, llvm::function_ref<void()> build);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_POINTERTESTS_H
