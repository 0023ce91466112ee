//===- LoopLines.h - the loops of a program, line by line -------*- C++ -*-===//
#ifndef SPARSEC_IR_LOOPLINES_H
#define SPARSEC_IR_LOOPLINES_H

#include "sparsec/IR/Program.h"

#include <string>
#include <vector>

namespace sparsec {

/// A line of printLoops.
struct LoopLine {
  enum class Kind { Phase, Loop, Condition, Statement };
  Kind kind = Kind::Loop;
  unsigned depth = 0; ///< loops and conditions around it
  std::string text;   ///< "for i in [0, n - 1]", without indentation
  std::string name;   ///< of the loop, of the statement, also of a condition's
  /// The phase's number in Program::phases.
  size_t phase = 0;
  SourceSpan span; ///< where it comes from, if the source has it
  /// Those in a loop; the one of a statement or a condition.
  std::vector<std::string> statements = {};
};

/// Bounds are the minimum and maximum of each loop's value for fixed outer
/// loops: what the sets say, not what a code generator makes of them.
/// Conditions of a statement that these do not imply stand in front of it.
/// \p allPhases: with a line for each phase before its loops; otherwise the
/// execute phase.
std::vector<LoopLine> loopLines(const Program &program, bool allPhases);

} // namespace sparsec

#endif // SPARSEC_IR_LOOPLINES_H
