//===- Rules.h - rules about index arrays as numbers ------------*- C++ -*-===//
///
/// \file
/// `forall i, e: premise => conclusion` for one instance after the other, where
/// one array may be in the making: each instance tells which values its next
/// element, `open`, may have.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_BENCH_RULES_H
#define SPARSEC_LIB_BENCH_RULES_H

#include "Intervals.h"

#include "sparsec/Bench/Environment.h"

#include "llvm/ADT/STLFunctionalExtras.h"

namespace sparsec::bench {

/// An array that is made, element by element.
struct ArrayInMaking {
  std::string name;
  uint64_t count = 0;
  std::vector<int64_t> made; ///< the elements so far; the next one is open
  /// The open element's value, while one is tried.
  std::optional<int64_t> tried;
};

class Rule {
public:
  /// Variables of an instance, as far as they have values.
  using Values = std::vector<std::optional<int64_t>>;

  /// \p fact with the numbers of \p environment, which must stay as they are,
  /// and with elements of \p making, if it is there. Nothing where a part of it
  /// is no sum, or not known.
  static std::optional<Rule> read(const Fact &fact, Environment &environment,
                                  const ArrayInMaking *making);

  const Fact &fact() const { return *source; }
  /// Whether an element that is made chooses an element of an array.
  bool isThroughElement() const { return throughElement; }
  /// So many variables, from the first on, tell which elements it is about.
  unsigned leading() const { return leadingVariables; }

  /// What is a position of the arrays that the open element is subscript of.
  Intervals positions() const;

  /// Calls \p use for the values of the first \p upTo variables that the
  /// premise allows, those that have values aside, until it says true; the
  /// value of the open element is in \p open. False where there are too many:
  /// \p budget counts down.
  bool forEach(Values &values, unsigned upTo, const Intervals &open,
               int64_t &budget, llvm::function_ref<bool(Values &)> use) const;
  /// What the open element may be in an instance, as far as this shows before
  /// one value is tried.
  Intervals allowed(const Values &values) const;
  /// The last element that an instance is about; none where it is about none
  /// that exists.
  std::optional<uint64_t> element(const Values &values) const;

private:
  struct Sum {
    std::vector<std::pair<unsigned, int64_t>> variables, calls;
    int64_t constant = 0;
  };
  struct Call {
    const std::vector<int64_t> *elements = nullptr; ///< null: in the making
    Sum argument;
  };
  struct Row {
    Sum sum;
    bool isEquality = false;
  };
  using Conjunctions = std::vector<std::vector<Row>>;
  struct Value {
    enum class State { Known, Unknown, Absent, NoPosition } state;
    int64_t number, factor; ///< of the open element
  };

  class Reader;

  Value evaluate(const Sum &sum, const Values &values) const;
  Value evaluate(const Call &call, const Values &values) const;
  Intervals solve(const std::vector<Row> &rows, const Values &values,
                  bool isPremise, bool &exists) const;
  std::pair<int64_t, int64_t> bounds(unsigned variable, const Values &values,
                                     const Intervals &open) const;
  void bound(const Row &row, unsigned variable, const Values &values,
             const Intervals &open, int64_t &low, int64_t &high) const;
  bool visit(unsigned variable, unsigned upTo, Values &values,
             const Intervals &open, int64_t &budget,
             llvm::function_ref<bool(Values &)> use, bool &isDone) const;

  const Fact *source = nullptr;
  const ArrayInMaking *making = nullptr;
  std::vector<Call> calls;
  Conjunctions premise, conclusion;
  bool throughElement = false;
  unsigned leadingVariables = 0;
};

/// How many variables \p fact, a rule, has.
unsigned variablesOf(const Fact &fact);

/// A declared or assumed rule of \p program that the arrays of \p environment
/// break. Rules that no one can say of here hold.
const Fact *brokenRule(const Program &program, Environment &environment);

} // namespace sparsec::bench

#endif // SPARSEC_LIB_BENCH_RULES_H
