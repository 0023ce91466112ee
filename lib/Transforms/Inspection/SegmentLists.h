//===- SegmentLists.h - lists by count, scan and append ---------*- C++ -*-===//
///
/// \file
/// Lists that inspectors make in segments of one array, `[offset[s], offset[s +
/// 1])` for segment s: what a segment gets is counted two elements behind its
/// begin, a scan makes ends of the counts, and appending moves the end of the
/// segment before to where it belongs.
///
///     for s, v:  offset[s + 2]++
///     inclusive scan of offset
///     for s, v:  list[offset[s + 1]++] = v
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_SEGMENTLISTS_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_SEGMENTLISTS_H

#include "sparsec/IR/Action.h"

#include <string>
#include <vector>

namespace sparsec {

/// Segments may have several numbers each; the last one runs fastest.
struct SegmentLists {
  std::string offset; ///< the array: zeros, two more elements than segments
  ElementType type;   ///< of its elements

  /// `offset[segment + ahead]`.
  Expr counter(std::vector<isl::pw_aff> segment, long ahead) const;
  /// The element that counts what \p segment gets.
  Expr counted(std::vector<isl::pw_aff> segment) const {
    return counter(std::move(segment), 2);
  }
  /// The element that tells where \p segment goes on.
  Expr cursor(std::vector<isl::pw_aff> segment) const {
    return counter(std::move(segment), 1);
  }
  action::Count counting(std::vector<isl::pw_aff> segment) const;
  /// Appends nothing yet.
  action::Append appending(std::vector<isl::pw_aff> segment) const;
  /// Sets the parameter \p total to the length of the list; \p last: the last
  /// segment, over `{ call[] }`.
  action::Call scan(const std::string &total,
                    std::vector<isl::pw_aff> last) const;
};

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_SEGMENTLISTS_H
