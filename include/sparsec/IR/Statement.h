//===- Statement.h - instances and what each computes -----------*- C++ -*-===//
#ifndef SPARSEC_IR_STATEMENT_H
#define SPARSEC_IR_STATEMENT_H

#include "sparsec/IR/Action.h"
#include "sparsec/IR/Expr.h"
#include "sparsec/IR/UninterpretedCall.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// What is known of a statement's elements of one array besides subscripts.
struct Sharing {
  /// `{ S[..] -> [segment] }`: the element is one of this segment of the array.
  /// Segments are disjoint: an inspector counted and scanned them.
  std::vector<isl::pw_aff> segment;
  /// `{ S[..] -> [owner] }`: what an instance finds there comes from instances
  /// of the same owner. Owners use the array one after the other.
  std::vector<isl::pw_aff> owner;
  /// Threads may update elements at once: the update is an atomic one. Only
  /// where inspectors run on a GPU.
  bool isAtomic = false;
};

struct Statement {
  std::string name;
  /// Names of the tuple's dimensions, as printed and as used in call names.
  std::vector<std::string> iterators;
  /// Affine part, without uninterpreted calls: `{ S[i,j] : 0 <= i < n }`.
  isl::set domain;
  /// The rest: `[index(i), index(i+1)] -> { S[i,j] : index(i) <= j < index(i+1)
  /// }`.
  isl::set constraints;
  /// The calls that occur in constraints, schedule and body.
  CallTable calls;
  /// Exactly one of the two is set.
  std::optional<Assignment> assignment;
  std::optional<Action> action;
  /// Array => what else is known of the elements that this statement touches.
  std::map<std::string, Sharing> sharing;
  /// "spmv.c:4:7" and the source text, for messages; empty for made ones.
  std::string location;
  std::string source;
  SourceSpan span = {};
  /// Calls whose values are read in copies of their arrays, and the elements
  /// there, as other calls are read: Transforms/CopyToShared.cpp. A copy holds
  /// what the array does, so that sets, bodies and facts keep the call; that
  /// something is read, and may have to be waited for, accesses() says.
  CallTable copies = {};

  /// `{ S[i,j] }` without parameters.
  isl::space space() const { return domain.space(); }
  /// domain ∩ constraints, with calls as free parameters.
  isl::set instances() const { return domain.intersect(constraints); }
  /// Calls excepted: index arrays that subscripts and bounds read, unless they
  /// are read in copies.
  std::vector<Access> accesses() const;
  /// The element that is read for the value of the call \p name.
  const UninterpretedCall &loadOf(const std::string &name) const;
  /// The value `{ S[..] -> [iterator] }`.
  isl::pw_aff iterator(unsigned pos) const;
};

/// Renames the call \p from to \p to in constraints, arguments and body.
void renameCall(Statement &statement, const std::string &from,
                const std::string &to);

/// Drops the calls that neither sets nor body mention any more.
void dropUnusedCalls(Statement &statement);

/// Replaces calls by the equal values `{ S[..] -> [v] }` that \p values gives
/// for their names, everywhere in \p statement but in the constraints
/// `v = name`, which are added.
void substituteCalls(Statement &statement,
                     const std::map<std::string, isl::pw_aff> &values);

/// The statement \p old over new instances. \p instanceMap is
/// `{ X[new] -> S[old] }` and may use calls in \p newCalls (over X).
/// Domain, constraints, calls and body are pulled back through it; the result's
/// affine domain is the pulled-back one intersected with \p newDomain and its
/// constraints are intersected with \p newConstraints.
Statement pullBack(const Statement &old, const std::string &newName,
                   const std::vector<std::string> &newIterators,
                   const isl::pw_multi_aff &instanceMap,
                   const CallTable &newCalls, const isl::set &newDomain,
                   const isl::set &newConstraints);

} // namespace sparsec

#endif // SPARSEC_IR_STATEMENT_H
