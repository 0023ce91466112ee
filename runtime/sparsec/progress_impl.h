//===- progress_impl.h - progress.h for one index type ----------*- C -*-===//
// No include guard: progress.h includes it once per index type.

/// Returns when slot wait_slot[e] has done wait_wave[e] waves, for each e in
/// [begin, end).
static inline void SPARSEC_INDEX_NAME(sparsec_wait_for)(
    const sparsec_progress *progress, const int *wait_slot,
    const SPARSEC_INDEX *wait_wave, SPARSEC_INDEX begin, SPARSEC_INDEX end) {
  for (SPARSEC_INDEX e = begin; e < end; e++)
    sparsec_wait_until(
        &progress[(long long)wait_slot[e] * SPARSEC_PROGRESS_STRIDE],
        wait_wave[e]);
}
