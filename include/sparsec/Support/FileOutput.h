//===- FileOutput.h - whole files or none -----------------------*- C++ -*-===//
#ifndef SPARSEC_SUPPORT_FILEOUTPUT_H
#define SPARSEC_SUPPORT_FILEOUTPUT_H

#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <string>
#include <vector>

namespace sparsec {

/// Writes \p contents to \p path: to a temporary file beside it that then takes
/// its place, so that no one ever sees half a file and a failure leaves the old
/// one as it was. "-" is standard output; a device or pipe is written directly.
llvm::Error writeFile(llvm::StringRef path, llvm::StringRef contents);

/// The first of \p inputs that is the file \p output, also by another path or a
/// link; "" when writing \p output overwrites none of them.
std::string overwrittenInput(llvm::StringRef output,
                             const std::vector<std::string> &inputs);

/// Adds \p text at the end of \p path, which is made unless it is there.
llvm::Error appendFile(const std::string &path, const std::string &text);

} // namespace sparsec

#endif // SPARSEC_SUPPORT_FILEOUTPUT_H
