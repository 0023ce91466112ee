//===- SegmentLists.cpp - lists by count, scan and append -----------------===//

#include "Inspection/SegmentLists.h"

#include "Inspection/InspectorBuilder.h"

namespace sparsec {

Expr SegmentLists::counter(std::vector<isl::pw_aff> segment, long ahead) const {
  segment.back() = segment.back().add_constant(ahead);
  return Expr::access(offset, std::move(segment), type);
}

action::Count SegmentLists::counting(std::vector<isl::pw_aff> segment) const {
  return {counted(std::move(segment)), std::nullopt};
}

action::Append SegmentLists::appending(std::vector<isl::pw_aff> segment) const {
  action::Append append;
  append.counter = cursor(std::move(segment));
  return append;
}

action::Call SegmentLists::scan(const std::string &total,
                                std::vector<isl::pw_aff> last) const {
  action::Call scan =
      callFor(type, runtime::inclusive_scan,
              {Argument::array(offset), Argument::size(offset)});
  scan.results = {{total, counted(std::move(last))}};
  return scan;
}

} // namespace sparsec
