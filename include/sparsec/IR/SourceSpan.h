//===- SourceSpan.h - a stretch of the C source -----------------*- C++ -*-===//
#ifndef SPARSEC_IR_SOURCESPAN_H
#define SPARSEC_IR_SOURCESPAN_H

#include <cstddef>

namespace sparsec {

/// Offsets in SourceFunction::fileText, of what a message points at. Empty for
/// what steps made and for what stands in another file.
struct SourceSpan {
  size_t begin = 0, end = 0;

  bool isKnown() const { return begin < end; }
  bool operator==(const SourceSpan &) const = default;
};

} // namespace sparsec

#endif // SPARSEC_IR_SOURCESPAN_H
