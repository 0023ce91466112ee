//===- shares_impl.h - shares.h for one index type --------------*- C -*-===//
// No include guard: shares.h includes it once per index type.

/// Element \p at of \p begin, numbers of this size: for a compiler's types a
/// `long` is no `long long`.
static inline SPARSEC_INDEX
SPARSEC_INDEX_NAME(sparsec_begin_of)(const void *begin, SPARSEC_INDEX at) {
  SPARSEC_INDEX value;
  memcpy(&value, (const char *)begin + sizeof value * (size_t)at, sizeof value);
  return value;
}

/// The first iteration of share \p part of \p parts: of those from \p first to
/// before \p end the least one before which shares 0 to \p part - 1 have their
/// part of the work; \p end for \p part == \p parts. Reads begin[first] to
/// begin[end], if first < end.
static inline SPARSEC_INDEX
SPARSEC_INDEX_NAME(sparsec_share)(const void *begin, SPARSEC_INDEX first,
                                  SPARSEC_INDEX end, int part, int parts) {
  if (first >= end)
    return first;
  const long long start = SPARSEC_INDEX_NAME(sparsec_begin_of)(begin, first);
  const long long all =
      SPARSEC_INDEX_NAME(sparsec_begin_of)(begin, end) - start + (end - first);
  const long long wanted = all / parts * part + all % parts * part / parts;
  SPARSEC_INDEX low = first, high = end;
  while (low < high) {
    const SPARSEC_INDEX middle = low + (high - low) / 2;
    const long long before =
        SPARSEC_INDEX_NAME(sparsec_begin_of)(begin, middle) - start +
        (middle - first);
    if (before < wanted)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}
