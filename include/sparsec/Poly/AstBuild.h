//===- AstBuild.h - isl's AST generation with callbacks ---------*- C++ -*-===//
///
/// \file
/// The part of isl's AST generator that `isl/cpp.h` lacks: callbacks at marks,
/// iterator names, annotations and the kind of an operation.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_POLY_ASTBUILD_H
#define SPARSEC_POLY_ASTBUILD_H

#include "sparsec/Poly/Isl.h"

#include <functional>
#include <string>

namespace sparsec::poly {

/// Called while isl builds the AST, outermost first. What they throw comes out
/// of buildAst.
struct AstCallbacks {
  /// On entry of a mark; the result annotates the mark's node.
  std::function<std::string(const std::string &mark, const isl::ast_build &)>
      atMark;
  /// For each statement instance; the result annotates the user node.
  std::function<std::string(const isl::ast_build &)> atStatement;
};

/// The AST of \p schedule where the parameters satisfy \p context. The loop of
/// schedule dimension d is called iteratorName(d). Throws isl::exception.
isl::ast_node buildAst(const isl::schedule &schedule, const isl::set &context,
                       AstCallbacks callbacks);

/// "@0", "@1", …: no C identifier, so that no parameter can have it.
std::string iteratorName(unsigned depth);

/// What a callback returned for \p node.
std::string annotation(const isl::ast_node &node);

enum class AstOp {
  And,
  Or,
  Max,
  Min,
  Negate,
  Add,
  Sub,
  Mul,
  Div, ///< exact
  FloorDiv,
  PlainDiv, ///< the dividend is not negative
  PlainMod, ///< the dividend is not negative
  ZeroMod,  ///< only compared with zero
  Select,
  Equal,
  LessEqual,
  Less,
  GreaterEqual,
  Greater,
  Other,
};
AstOp opOf(const isl::ast_expr &operation);

/// Whether dimension \p pos has a lower and an upper bound in terms of the
/// other dimensions and the parameters.
bool isBounded(const isl::set &set, unsigned pos);

} // namespace sparsec::poly

#endif // SPARSEC_POLY_ASTBUILD_H
