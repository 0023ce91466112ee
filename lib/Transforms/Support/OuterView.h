//===- OuterView.h - statements as seen from the loops outside --*- C++ -*-===//
///
/// \file
/// What a set of statements does within one iteration of the loops around a
/// given tree node: relations over the values of these outer loops,
/// `{ O[outer] -> .. }`, in which a call is a parameter only when its arguments
/// are functions of the outer values. The calls of different statements have
/// one table here, over O, so that relations of several statements may be
/// united and compared.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_SUPPORT_OUTERVIEW_H
#define SPARSEC_LIB_TRANSFORMS_SUPPORT_OUTERVIEW_H

#include "sparsec/IR/LoopSpace.h"

#include <functional>
#include <map>
#include <string>
#include <vector>

namespace sparsec {

/// A relation over the outer loops, and whether it is exactly the truth or a
/// superset (a call that is not fixed by the outer loops was projected out).
struct OuterRelation {
  isl::map relation; ///< `{ O[outer] -> .. }`
  bool exact = true;

  void unite(const OuterRelation &other);
};

class OuterView {
public:
  /// The outermost \p depth loops around \p statement in \p tree.
  OuterView(const Program &program, const ScheduleTree &tree,
            const std::string &statement, unsigned depth);

  const std::vector<std::string> &outer() const { return names; }
  const isl::space &space() const { return outerSpace; }
  /// Over O: the calls that relations made so far mention.
  const CallTable &calls() const { return table; }

  /// `{ S[..] -> O[outer] }`; \p statement has the same outer loops.
  isl::pw_multi_aff prefix(const std::string &statement) const;
  /// Turns `{ S[..] -> T[values] }` over the instances of \p statement into
  /// `{ O[outer] -> T[values] }`.
  OuterRelation see(const std::string &statement, const std::string &tuple,
                    const std::vector<isl::pw_aff> &values);
  /// The elements `{ O[outer] -> T[arguments] }` that \p call of \p statement
  /// reads, or more: bounds are read where nothing runs, too. Of other calls
  /// that the outer loops do not fix, facts may then not hold.
  OuterRelation seeCall(const std::string &statement, const std::string &tuple,
                        const std::string &call);
  /// Turns \p value, `{ O[outer] -> [v] }`, into `{ X[..] -> [v] }` for a
  /// statement whose outer values are \p map, `{ X[..] -> O[outer] }`, and adds
  /// the calls it mentions to \p target's table.
  isl::pw_aff lookFrom(Statement &target, const isl::pw_multi_aff &map,
                       const isl::pw_aff &value) const;
  /// The same for a set `{ X[..] }` whose calls are still those of O.
  isl::set adopt(Statement &target, const isl::pw_multi_aff &map,
                 isl::set set) const;

private:
  OuterRelation
  see(const std::string &statement, const std::string &tuple,
      const std::vector<isl::pw_aff> &values,
      const std::map<std::string, std::string> &fixed,
      const std::function<bool(const std::string &)> &isMade) const;
  /// Old name => name over O, of the calls of \p statement that O fixes.
  std::map<std::string, std::string> outerNames(const std::string &statement);
  std::map<std::string, std::string>
  namesIn(Statement &target, const isl::pw_multi_aff &map,
          const std::vector<std::string> &used) const;

  const Program &program;
  const ScheduleTree &tree;
  unsigned depth;
  std::vector<std::string> names;
  isl::space outerSpace;
  CallTable table;
};

/// A statement's domain and constraints from its instances: the affine part,
/// without calls, and the rest.
void setInstances(Statement &statement, const isl::set &instances);

/// `{ X[x] -> X'[x] }`: the identity between two tuples of one size.
isl::pw_multi_aff identityMap(const isl::space &from, const std::string &to);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_SUPPORT_OUTERVIEW_H
