//===- WriteCoverage.h - reads fed by an earlier assignment -----*- C++ -*-===//
#ifndef SPARSEC_LIB_TRANSFORMS_SUPPORT_WRITECOVERAGE_H
#define SPARSEC_LIB_TRANSFORMS_SUPPORT_WRITECOVERAGE_H

#include "sparsec/IR/Program.h"

#include <string>
#include <vector>

namespace sparsec {

/// Answers, for one array or scalar and the statements of one tree, whether a
/// read always finds a value that was assigned in the same iteration of the
/// loops around both. "Yes" is a proof, "no" is not.
class WriteCoverage {
public:
  WriteCoverage(const Program &program, const ScheduleTree &tree,
                std::string array);

  bool uses(const std::string &statement) const;
  bool reads(const std::string &statement) const;
  /// Whether it is `array[..] = value`, with a value that does not read array.
  bool assigns(const std::string &statement) const;
  /// Whether each element that \p reader reads was assigned before by \p writer
  /// in the same iteration of the loops around both, of which there are at
  /// least \p depth:
  /// { O[common] -> array[read] } lies within { O[common] -> array[assigned] }.
  bool covers(const std::string &writer, const std::string &reader,
              unsigned depth) const;
  /// Whether those of \p writers that have the same loops in common with
  /// \p reader, and assign, together cover what it reads.
  bool isFed(const std::string &reader, const std::vector<std::string> &writers,
             unsigned depth) const;

private:
  std::vector<Access> accesses(const std::string &statement) const;
  unsigned loopsAround(const std::string &writer,
                       const std::string &reader) const;
  bool coverTogether(const std::vector<std::string> &writers,
                     const std::string &reader, unsigned common) const;

  const Program &program;
  const ScheduleTree &tree;
  std::string array;
};

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_SUPPORT_WRITECOVERAGE_H
