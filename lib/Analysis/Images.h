//===- Images.h - which old instances new ones run --------------*- C++ -*-===//
///
/// \file
/// The images of successors in the instances of one old statement, with the
/// successors' calls expressed over the old statement. Private to lib/Analysis.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_ANALYSIS_IMAGES_H
#define SPARSEC_LIB_ANALYSIS_IMAGES_H

#include "StepCheck.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace sparsec {

/// Subtracts the images of successors from the instances of one old statement.
class Images {
public:
  Images(const Program &before, const Program &after, const Statement &old);

  /// False when a call of the successor is not a function of the old instance.
  /// Values that a list or a merged map leaves open may be any.
  bool add(const Successor &successor);
  /// The same, but calls that are no functions of the old instance may have any
  /// value: the image is a superset, and isInside() is all that may be asked.
  bool addSuperset(const Successor &successor) {
    isLoose = true;
    return add(successor);
  }
  bool areCovered() const { return facts.provesEmpty(remaining); }
  /// Whether the last successor runs nothing but old instances.
  bool isInside() const {
    return facts.provesEmpty(image->subtract(instances)) && outside->is_empty();
  }

private:
  bool translate(const Successor &successor, const std::string &name);
  isl::map argumentOverOld(const isl::map &image,
                           const isl::pw_aff &argument) const;
  std::optional<isl::set> permutedValues(const Successor &successor,
                                         const std::string &name) const;
  isl::set closed(isl::set set) const;
  /// What the inspector of a list lets assume of instances that are in it.
  isl::set listedIn(const Successor &successor);

  template <typename Object>
  Object rename(Object object) const {
    for (const auto &entry : names)
      object = poly::renameParam(object, entry.first, "old:" + entry.first);
    for (const auto &entry : names)
      object = poly::renameParam(object, "old:" + entry.first, entry.second);
    return object;
  }

  const Program &before, &after;
  const Statement &old;
  UninterpretedFunctionSolver facts;
  isl::set instances, remaining;
  std::optional<isl::set> image, outside;
  /// Of the successor at hand: its calls, and their names over \p old.
  CallTable calls;
  std::map<std::string, std::string> names;
  /// Calls whose values are left open: of arrays that the step makes, which are
  /// not known yet, or all those of a permutation.
  std::set<std::string> open;
  bool isLoose = false;
};

} // namespace sparsec

#endif // SPARSEC_LIB_ANALYSIS_IMAGES_H
