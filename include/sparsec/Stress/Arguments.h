//===- Arguments.h - guarded arrays of one call -----------------*- C++ -*-===//
#ifndef SPARSEC_STRESS_ARGUMENTS_H
#define SPARSEC_STRESS_ARGUMENTS_H

#include "sparsec/Stress/Inputs.h"

namespace sparsec::stress {

/// The arguments of one call in memory, each array between guard zones.
class Arguments {
public:
  Arguments(const Kernel &kernel, const Inputs &inputs);
  Arguments(const Arguments &) = delete;
  Arguments &operator=(const Arguments &) = delete;

  /// One pointer per parameter, to the scalar or the first element.
  void **pointers() { return starts.data(); }
  /// Bytes of each parameter.
  const size_t *sizes() const { return bytes.data(); }
  /// Pairs of arrays of values of one type, one of them written, of which the
  /// second one could lie in the first one.
  std::vector<std::pair<size_t, size_t>> overlappable() const;
  /// Lets array \p second be the last elements of array \p first.
  void overlap(size_t first, size_t second);
  /// Adds \p by to every element of the values that the kernel only reads.
  void perturb(long by);
  /// "" or what differs: values that are not equal, index arrays that changed.
  std::string difference(const Arguments &expected) const;
  /// "" or the name of an array whose guard zone was written.
  std::string strayWrite() const;
  /// Whether a value is so large that sums of it may round.
  bool mayRound() const;
  /// For another process: of each parameter its size, a size_t, and its bytes.
  std::string serialized() const;
  /// Start and size of every array, for thread emulation.
  std::vector<std::pair<void *, size_t>> blocks() const;

private:
  struct Block {
    std::string name;
    std::vector<unsigned char> bytes;
    bool isValues = false, isWritten = false;
    Element element = Element::Double;
    bool isDivisor = false; ///< stays as it is: a perturbed 0 would be none

    size_t count() const;
    double value(size_t at) const;
    void set(size_t at, double value);
  };
  std::vector<Block> arrays;
  std::vector<void *> starts;
  std::vector<size_t> bytes;
};

} // namespace sparsec::stress

#endif // SPARSEC_STRESS_ARGUMENTS_H
