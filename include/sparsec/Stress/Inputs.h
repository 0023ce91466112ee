//===- Inputs.h - small matrices and guarded arrays -------------*- C++ -*-===//
#ifndef SPARSEC_STRESS_INPUTS_H
#define SPARSEC_STRESS_INPUTS_H

#include "sparsec/Stress/Kernel.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec::stress {

/// Values for all parameters of a kernel, such that its facts hold. Results are
/// compared exactly. Where sums may be reordered, floating-point values are
/// small integers: sums of them are exact in any order. Elsewhere they have
/// fractions that round.
struct Inputs {
  std::string shape; ///< "empty", "dense row", ...
  std::map<std::string, long> sizes;
  std::map<std::string, std::vector<long>> integers;
  std::map<std::string, std::vector<double>> values;

  /// As text, one parameter per line, for the report of a failing case.
  std::string text() const;
};

/// One of each shape: empty, 1 x 1, no entries, a dense row, rectangular, ...
std::vector<Inputs> makeInputs(const Kernel &kernel, Random &random,
                               bool hasFractions);

/// The arguments of one call in memory, each array between guard zones.
class Arguments {
public:
  Arguments(const Kernel &kernel, const Inputs &inputs);

  /// One pointer per parameter, to the scalar or the first element.
  void **pointers() { return starts.data(); }
  /// Adds \p by to every element of the values that the kernel only reads.
  void perturb(long by);
  /// "" or what differs: values that are not equal, index arrays that changed.
  std::string difference(const Arguments &expected) const;
  /// "" or the name of an array whose guard zone was written.
  std::string strayWrite() const;
  /// Whether a value is so large that sums of it may round.
  bool mayRound() const;
  /// Start and size of every array, for thread emulation.
  std::vector<std::pair<void *, size_t>> blocks() const;

private:
  struct Block {
    std::string name;
    std::vector<unsigned char> bytes;
    bool isValues = false, isWritten = false;
  };
  std::vector<Block> arrays;
  std::vector<void *> starts;
};

} // namespace sparsec::stress

#endif // SPARSEC_STRESS_INPUTS_H
