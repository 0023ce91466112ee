//===- Parsed.h - programs from C files and texts ---------------*- C++ -*-===//
#ifndef SPARSEC_TEST_UNIT_RELATIONS_PARSED_H
#define SPARSEC_TEST_UNIT_RELATIONS_PARSED_H

#include "sparsec/IR/Program.h"

#include <optional>

namespace sparsec::test {

/// Nothing when the frontend refuses it (and says why on stderr).
std::optional<Program> parsedFile(const std::string &path);
std::optional<Program> parsedText(const std::string &text);

/// The outermost loops of the execute phase.
std::vector<const ScheduleTree *> outermostLoops(const Program &program);

} // namespace sparsec::test

#endif // SPARSEC_TEST_UNIT_RELATIONS_PARSED_H
