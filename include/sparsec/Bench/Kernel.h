//===- Kernel.h - what a driver must know of a function ---------*- C++ -*-===//
#ifndef SPARSEC_BENCH_KERNEL_H
#define SPARSEC_BENCH_KERNEL_H

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sparsec::bench {

/// One scalar or array that crosses the function's interface; `A->col` for a
/// member of a struct.
struct Slot {
  std::string name;
  ElementType type;
  bool isScalar = false;
  bool isWritten = false;
  /// It is an array of structures, without elements of its own: its members are
  /// slots, too, and the driver puts them together.
  bool holdsStructures = false;
};

/// One C parameter: a slot of its own, or a struct whose members are slots.
struct KernelArgument {
  std::string name;
  std::string baseType; ///< "int", "struct csr"
  bool isPointer = false;
  /// Indices into Kernel::slots; one, unless it is a struct. Of an array of
  /// structures the first one is the array.
  std::vector<unsigned> slots;
  bool isStruct = false;
  /// What the source returns: an argument of the plan's functions only.
  bool isResult = false;
};

struct Kernel {
  std::string name;
  std::vector<KernelArgument> arguments;
  std::vector<Slot> slots;
  /// Statements of the source, and floating-point operations of one instance.
  std::vector<std::string> statements;
  std::vector<double> operations;
  /// The coarsest rounding of an operation or of what is stored, 2^(1 -
  /// digits).
  double epsilon = 0x1p-52;
  /// Calls sqrt, log or the like: negative data would only give NaN.
  bool needsPositive = false;
};

/// \p program as the frontend made it. Fails for arguments that a driver
/// cannot make, such as arrays of long double, and, unless results are to be
/// \p isExact, for conditions on values that are rounded.
llvm::Expected<Kernel> describeKernel(const Program &program,
                                      bool isExact = false);

/// What a generated file defines, read from its prototypes.
struct GeneratedInterface {
  std::vector<std::string> inspect, execute;
  std::optional<std::vector<std::string>> update;
  /// By how much the plan rounds values of the caller's arrays.
  std::map<std::string, double> roundedBy;
  bool isCuda = false;       ///< a .cu text: `_execute` takes a stream
  bool hasMessages = false;  ///< sparsec_strerror
  bool hasLastError = false; ///< sparsec_last_error
};

/// Finds `NAME_inspect(NAME_plan **plan, ..)` and its companions in \p text.
llvm::Expected<GeneratedInterface> readInterface(const std::string &text,
                                                 const std::string &function);

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_KERNEL_H
