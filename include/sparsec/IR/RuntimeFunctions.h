//===- RuntimeFunctions.h - what generated code calls -----------*- C++ -*-===//
///
/// \file
/// The functions of runtime/ that generated code calls, from
/// RuntimeFunctions.def: the one place that says what a function does with its
/// arguments, what it returns and where it is.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_IR_RUNTIMEFUNCTIONS_H
#define SPARSEC_IR_RUNTIMEFUNCTIONS_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

namespace sparsec {

struct RuntimeParameter {
  enum class Kind {
    In,        ///< an array that is read
    Out,       ///< an array that is written
    InOut,     ///< an array that is read and written
    TwinInOut, ///< InOut of the function for GPUs, In of the host's
    Value,     ///< a number
    Result,    ///< the address of a number that is set
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
  /// A function of the source (IR/UserInspector.h): its name is all of `name`,
  /// it is in no header, and a number that it returns is 0 where it succeeds.
  bool isUsers = false;
};

/// A function that no action calls: it does not look at what inspectors make.
struct RuntimeHelper {
  enum class Returns {
    Status, ///< SPARSEC_OK or why it failed
    Nothing,
    Int,
    Long, ///< long long
    Float,
    Short,  ///< unsigned short
    Value,  ///< of the type of what it gets
    Object, ///< of a class, or text
  };
  /// What it has in the shared memory of a block.
  enum class Shared {
    None,
    Word,  ///< 8 bytes
    Runs,  ///< of each warp two addresses, two values and two marks
    Warps, ///< of each warp a value, for each type and operator anew
  };

  llvm::StringRef name; ///< "sparsec_allocate"
  llvm::StringRef header;
  Returns returns;
  Shared shared;
  /// What C++ has in place of a call by the name: ".re", a member of the
  /// operand, or what is called; "" if nothing else.
  llvm::StringRef inCxx = {};
};

namespace runtime {
#define RUNTIME_HELPER(NAME, HEADER, RETURNS, SHARED)                          \
  extern const RuntimeHelper NAME;
#define RUNTIME_FUNCTION(NAME, HEADER, RETURNS, GPU, INDICES, ...)             \
  extern const RuntimeFunction NAME;
#include "sparsec/IR/RuntimeFunctions.def"
} // namespace runtime

/// All of them, in the order of the table.
llvm::ArrayRef<const RuntimeFunction *> runtimeFunctions();
llvm::ArrayRef<const RuntimeHelper *> runtimeHelpers();
/// The row of \p callee, "sparsec_combine_block<64>"; null if it has none.
const RuntimeHelper *findRuntimeHelper(llvm::StringRef callee);

} // namespace sparsec

#endif // SPARSEC_IR_RUNTIMEFUNCTIONS_H
