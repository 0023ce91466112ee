//===- HeaderNames.h - what the system's headers define ---------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_HEADERNAMES_H
#define SPARSEC_LIB_FRONTEND_HEADERNAMES_H

#include "sparsec/Frontend/Frontend.h"

#include <set>
#include <string>

namespace sparsec {

/// What the headers that generated C includes add to a file.
struct HeaderNames {
  std::set<std::string> macros;   ///< those without parameters
  std::set<std::string> declared; ///< functions, variables and types
};

/// Asks clang, with the options that the source is read with; once for each
/// list of options in the life of the program.
const HeaderNames &namesOfTargetHeaders(const FrontendOptions &options);

/// The same for CUDA's C++, whose compilers define _GNU_SOURCE and begin each
/// file by headers of CUDA, which include more of C's.
const HeaderNames &namesOfCxxHeaders(const FrontendOptions &options);

/// All words in those headers, with all that they offer: names of parameters
/// and members count, too. Asked for once as well.
const std::set<std::string> &
wordsOfTargetHeaders(const FrontendOptions &options);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_HEADERNAMES_H
