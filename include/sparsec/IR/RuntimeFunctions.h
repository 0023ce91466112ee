//===- RuntimeFunctions.h - what inspectors may call ------------*- C++ -*-===//
///
/// \file
/// The functions of runtime/ that actions call, from RuntimeFunctions.def: the
/// one place that says what a function does with its arguments.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_IR_RUNTIMEFUNCTIONS_H
#define SPARSEC_IR_RUNTIMEFUNCTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace sparsec {

struct RuntimeParameter {
  enum class Kind {
    In,     ///< an array that is read
    Out,    ///< an array that is written
    InOut,  ///< an array that is read and written
    Value,  ///< a number
    Result, ///< the address of a number that is set
  };
  Kind kind;
  llvm::StringRef name;
  /// Of arrays: elements. "n + 1" in terms of other parameters; "" where it is
  /// not a sum of them.
  llvm::StringRef length = {};

  bool isArray() const { return kind != Kind::Value && kind != Kind::Result; }
};

struct RuntimeFunction {
  /// What it returns.
  enum class Returns {
    Status,  ///< SPARSEC_OK or why it failed
    Nothing, ///< it cannot fail
    Number,  ///< of the type of indices; it cannot fail
  };
  /// Whether there is one for arrays of a GPU, `sparsec_gpu_NAME`: with the
  /// number that the host's returns as a further argument, and the stream. It
  /// returns a status. Only: the host has none.
  enum class Gpu { Twin, None, Only };
  /// Whether its name ends in the type of indices, `_int` or `_long`.
  enum class Indices { Typed, Any };

  llvm::StringRef name; ///< without `sparsec_`
  llvm::StringRef header;
  Returns returns;
  Gpu gpu;
  Indices indices;
  llvm::ArrayRef<RuntimeParameter> parameters;
};

namespace runtime {
#define RUNTIME_FUNCTION(NAME, HEADER, RETURNS, GPU, INDICES, ...)             \
  extern const RuntimeFunction NAME;
#include "sparsec/IR/RuntimeFunctions.def"
} // namespace runtime

/// All of them, in the order of the table.
llvm::ArrayRef<const RuntimeFunction *> runtimeFunctions();

} // namespace sparsec

#endif // SPARSEC_IR_RUNTIMEFUNCTIONS_H
