//===- Step.h - what one transformation returns -----------------*- C++ -*-===//
#ifndef SPARSEC_IR_STEP_H
#define SPARSEC_IR_STEP_H

#include "sparsec/IR/Program.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// How an inspector of the same step finds the instances of a new statement.
struct Enumeration {
  /// Whose work it is: a statement with an Action::record, a Measure, or an
  /// assignment that gives each instance an element. "" when instances number
  /// themselves and nothing is listed.
  std::string inspector;
  /// `{ S[old] -> A[inspector] }`: who sees to the old instance.
  isl::pw_multi_aff visit;
  /// `{ S[old] -> [value] }`: what finds the instance in the list: the loops
  /// that select a segment, then those whose values are listed.
  std::vector<isl::pw_aff> touched;
  /// The dimension of the new statement that runs through the list, and
  /// `{ X[new] : it is in the segment of the instance }`; absent for a Measure.
  std::optional<unsigned> position = std::nullopt;
  std::optional<isl::set> members = std::nullopt;
  /// The list may hold values of no old instance: the new statement asks again.
  bool mayListMore = false;
};

/// How the instances of one new statement come from an old one.
struct InstanceMap {
  std::string newStatement, oldStatement;
  /// `{ X[new] -> S[old] }`, over the calls of X and of `calls`.
  isl::pw_multi_aff map;
  /// X has instances with no old counterpart; each leaves every element
  /// unchanged (padding holds the operator's identity or its zero).
  bool padded = false;
  /// X runs over a list that an inspector of this very step makes.
  std::optional<Enumeration> listed = std::nullopt;
  /// Values that the map knows nothing of stand for all their values: X does
  /// at once what several old instances did (a reduction that is linear in an
  /// array which the step made of their values).
  bool merged = false;
  /// Calls, over X, that only `map` mentions; also of functions that are no
  /// arrays (StepResult::mapFacts).
  CallTable calls = {};
};

/// A statement that a step made, for the recipe's handles: `x.executor`.
struct MadeStatement {
  std::string role; ///< "executor", "inspector", "copy_in", "remainder", …
  std::string statement;
};

struct StepResult {
  Program program;
  /// Statements of the result that are neither mentioned here as
  /// `newStatement` nor in the old program are new work (copies, inspectors)
  /// whose effect the step vouches for in `storageNote`.
  std::vector<InstanceMap> instanceMaps;
  /// What the recipe command returns; the first one is the default.
  std::vector<MadeStatement> made;
  /// Old array => new arrays that hold the same values at corresponding
  /// instances (`a` => `a_prime`).
  std::map<std::string, std::string> storageMap;
  /// Whether the step may change the order of floating-point reductions and
  /// add up what falls together; as Program::allowReassociation says unless
  /// given.
  std::optional<bool> mayReassociate = std::nullopt;
  /// Lines for the user: "tile: the loop has a single trip".
  std::vector<std::string> warnings;
  /// What is known of functions that only maps mention: no array of the program
  /// holds them, and later steps do not know of them.
  std::vector<Fact> mapFacts = {};
};

} // namespace sparsec

#endif // SPARSEC_IR_STEP_H
