//===- BreakAdvice.h - loops that need no break -----------------*- C++ -*-===//
#ifndef SPARSEC_ANALYSIS_BREAKADVICE_H
#define SPARSEC_ANALYSIS_BREAKADVICE_H

#include <string>

namespace sparsec {

struct Program;
struct ScheduleTree;

/// When the source may do without the `break` whose flag is \p flag: where one
/// iteration at most meets its condition, which is on index arrays, and the
/// loop does nothing else. "" for others, and where \p flag is none.
std::string breakAdvice(const Program &program, const std::string &flag);

/// The same for the first such flag that statements in \p loop set.
std::string breakAdvice(const Program &program, const ScheduleTree &loop);

} // namespace sparsec

#endif // SPARSEC_ANALYSIS_BREAKADVICE_H
