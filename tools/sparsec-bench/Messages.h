//===- Messages.h - what sparsec-bench says on stderr -----------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_MESSAGES_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_MESSAGES_H

#include "sparsec/Support/JsonDiagnostics.h"

#include <string>

namespace sparsec::bench {

/// Remarks are printed as notes: a note of JSON belongs to a message before it.
using Severity = JsonDiagnostic::Severity;

/// "error: TEXT", or as JSON.
void say(Severity severity, const std::string &text);

/// \p text alone, if there is any: what another program wrote, or what is going
/// on.
void sayAlone(Severity severity, const std::string &text);

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_MESSAGES_H
