//===- Concrete.h - instances for given index arrays ------------*- C++ -*-===//
///
/// \file
/// Runs through the instances of statements with numbers for parameters and
/// index arrays: nothing of lib/Analysis, no facts. Sets and subscripts must
/// be differences of two variables, which those of most sparse loops are.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_TEST_UNIT_RELATIONS_CONCRETE_H
#define SPARSEC_TEST_UNIT_RELATIONS_CONCRETE_H

#include "sparsec/IR/Program.h"
#include "sparsec/Poly/Differences.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sparsec::test {

/// Numbers for integer parameters and index arrays.
struct Numbers {
  std::map<std::string, long> sizes;
  std::map<std::string, std::vector<long>> arrays;
};

/// Variables of a set ("n", "#0", "col(j)") and their values.
using Values = std::map<std::string, long>;
/// Values of iterators or subscripts.
using Point = std::vector<long>;

/// Calls with their arguments as places.
struct PlacedCalls {
  struct Call {
    std::string name, function;
    std::vector<poly::Place> arguments;
  };
  std::vector<Call> calls;

  /// Adds the values of calls whose arguments are known and within the array.
  void evaluate(const Numbers &numbers, Values &values) const;
};
/// Nothing when an argument is no place.
std::optional<PlacedCalls> placed(const CallTable &table);

std::optional<long> valueOf(const poly::Place &place, const Values &values);
/// Whether all of \p part is known to hold.
bool holds(const poly::Differences &part, const Values &values);

/// A value `{ S[..] -> [value] }`: a place, or a negated one (of loops that
/// count down).
struct Reading {
  poly::Place place;
  bool isNegated = false;

  static std::optional<Reading> of(const isl::pw_aff &value);
  /// Throws when a variable is not known.
  long in(const Values &values) const;
};

/// A statement whose instances can be counted up.
class ConcreteStatement {
public:
  /// Nothing when it is not made of differences.
  static std::optional<ConcreteStatement> make(const Statement &statement);

  std::vector<Point> instances(const Numbers &numbers) const;
  /// All that is known at \p instance.
  Values at(const Point &instance, const Numbers &numbers) const;

private:
  void collect(const poly::Differences &part, const Numbers &numbers,
               Values values, std::vector<Point> &result) const;

  unsigned dims = 0;
  PlacedCalls calls;
  std::vector<poly::Differences> parts;
};

} // namespace sparsec::test

#endif // SPARSEC_TEST_UNIT_RELATIONS_CONCRETE_H
