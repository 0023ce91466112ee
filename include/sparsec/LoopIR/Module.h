//===- Module.h - functions and structures of loops -------------*- C++ -*-===//
///
/// \file
/// What generated code consists of beside the user's text: functions whose
/// bodies are statements of the loop IR, and structures.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LOOPIR_MODULE_H
#define SPARSEC_LOOPIR_MODULE_H

#include "sparsec/LoopIR/LoopAst.h"

#include <string>
#include <vector>

namespace sparsec {

/// A parameter of a function, or a field of a structure.
struct LoopParameter {
  LoopType type;
  std::string name;
  /// How the source declares it, "const double x[n][m]", where that is kept;
  /// `type` is not known then.
  std::string declared = "";
  /// A field: what it is, "as inspected"; "" if the name says it.
  std::string comment = "";
};

struct LoopFunction {
  enum class Linkage {
    Contract, ///< called from outside
    Static,   ///< called by functions of the contract
    Kernel,   ///< launched on a GPU; returns nothing
    Inlined,  ///< a part of kernels, which restricts what pointers lead to
    Member,   ///< of a structure, called on a GPU
    Source,   ///< takes the place of the source's function
  };

  Linkage linkage = Linkage::Static;
  /// What `///` lines above it say, one or more of them, each ending; or "".
  std::string comment;
  LoopType result;
  std::string name;
  std::vector<LoopParameter> parameters;
  std::vector<LoopNode> body;
  /// Kernel: the most threads that a block has.
  LoopExpr threads;
  /// Kernel: blocks that a multiprocessor shall hold at once; 0: any number.
  unsigned blocksAtOnce = 0;
  /// Source: all up to the body, as the source has it.
  std::string declared;
};

struct LoopStruct {
  std::string comment, name;
  std::vector<LoopParameter> fields;
  std::vector<LoopFunction> members;
};

} // namespace sparsec

#endif // SPARSEC_LOOPIR_MODULE_H
