//===- Memory.h - memory that runs out --------------------------*- C++ -*-===//
#ifndef SPARSEC_SUPPORT_MEMORY_H
#define SPARSEC_SUPPORT_MEMORY_H

#include "llvm/ADT/Twine.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace sparsec {

/// From now on `new`, LLVM's and GMP's allocations that fail end the program as
/// outOfMemory() does. \p program stands before the message.
void exitWhenOutOfMemory(const char *program);

/// "PROGRAM: error: out of memory" and ExitUserError: nothing else is safe to
/// do without memory, so no destructor runs.
[[noreturn]] void outOfMemory();

/// Bytes that this process can still get: the least of what the machine has
/// left, its control group and its own limit of addresses (`ulimit -v`).
uint64_t availableMemory();

/// An error where \p bytes are more than that: "WHAT takes 12.0 GB of memory;
/// 7.5 GB are available". Linux lends more than there is and then ends the
/// program without a word, so what a file asks for is compared before.
llvm::Error checkMemory(uint64_t bytes, const llvm::Twine &what);

} // namespace sparsec

#endif // SPARSEC_SUPPORT_MEMORY_H
