//===- Space.h - all combinations of a recipe's params ----------*- C++ -*-===//
#ifndef SPARSEC_TUNE_SPACE_H
#define SPARSEC_TUNE_SPACE_H

#include "llvm/Support/Error.h"

#include <cstddef>
#include <string>
#include <vector>

namespace sparsec::tune {

/// A param, and the values that are to be tried of it.
struct Parameter {
  std::string name;
  std::vector<long> values; ///< one at least

  bool operator==(const Parameter &) const = default;
};

/// The position of the chosen value, for each parameter.
using Point = std::vector<size_t>;

/// The product of the parameters' values. Its points are numbered, the last
/// parameter running fastest.
class Space {
public:
  /// Fails where there are more than mostPoints combinations, or a parameter
  /// has no values.
  static llvm::Expected<Space> create(std::vector<Parameter> parameters);

  /// So many can be ranked, and sorted by distance, in less time than one
  /// candidate takes.
  static constexpr size_t mostPoints = size_t{1} << 20;

  const std::vector<Parameter> &parameters() const { return all; }
  size_t size() const { return count; }
  Point at(size_t number) const;
  size_t numberOf(const Point &point) const;
  /// "T=64", for each parameter.
  std::vector<std::string> settings(size_t number) const;
  /// The values chosen, as parameters() are.
  std::vector<long> values(size_t number) const;
  /// The square of the Euclidean distance of positions: neighbours in a list
  /// of candidates are 1 apart, whatever they are.
  size_t distance(const Point &one, const Point &other) const;

private:
  std::vector<Parameter> all;
  size_t count = 1;
};

} // namespace sparsec::tune

#endif // SPARSEC_TUNE_SPACE_H
