//===- colour_impl.h - colours of SPARSEC_INDEX iterations ------*- C -*-===//
// No include guard: colour.h includes it once per index type.

/// Gives the iterations whose colour is still -1 the least one of \p base to
/// base + 63 that no earlier one has with which they share an element, where
/// there is one; used[e] are the colours at element e, all 0 at first. Returns
/// how many are left.
static inline SPARSEC_INDEX SPARSEC_INDEX_NAME(sparsec_colour_some)(
    SPARSEC_INDEX n, const SPARSEC_INDEX *first, const long long *element,
    SPARSEC_INDEX base, unsigned long long *used, SPARSEC_INDEX *colour) {
  SPARSEC_INDEX left = 0;
  for (SPARSEC_INDEX i = 0; i < n; i++) {
    if (colour[i] >= 0)
      continue;
    unsigned long long taken = 0;
    for (SPARSEC_INDEX e = first[i]; e < first[i + 1]; e++)
      taken |= used[element[e]];
    if (~taken == 0) {
      left++;
      continue;
    }
    int bit = 0;
    while (taken >> bit & 1)
      bit++;
    colour[i] = base + bit;
    for (SPARSEC_INDEX e = first[i]; e < first[i + 1]; e++)
      used[element[e]] |= 1ULL << bit;
  }
  return left;
}

/// Colours the iterations [0, \p n) of a loop: iteration i touches the elements
/// element[first[i] .. first[i + 1]), all in [0, elements), and has the least
/// colour that no earlier one has with which it shares one. colour, of extent
/// n, gets the colours, *\p colours their number.
/// O((n + touches) * colours / 64); always the same for the same lists.
static inline int SPARSEC_INDEX_NAME(sparsec_colour)(
    SPARSEC_INDEX n, const SPARSEC_INDEX *first, const long long *element,
    long long elements, SPARSEC_INDEX *colours, SPARSEC_INDEX *colour) {
  unsigned long long *used = NULL;
  const int status = sparsec_allocate(&used, "colours of elements", elements,
                                      sizeof(unsigned long long), LLONG_MAX);
  *colours = 0;
  if (status != SPARSEC_OK)
    return status;
  for (SPARSEC_INDEX i = 0; i < n; i++)
    colour[i] = -1;
  SPARSEC_INDEX left = n;
  for (SPARSEC_INDEX base = 0; left > 0; base += 64) {
    memset(used, 0, (size_t)elements * sizeof *used);
    left = SPARSEC_INDEX_NAME(sparsec_colour_some)(n, first, element, base,
                                                   used, colour);
  }
  for (SPARSEC_INDEX i = 0; i < n; i++)
    if (colour[i] >= *colours)
      *colours = colour[i] + 1;
  free(used);
  return SPARSEC_OK;
}

/// Lists the iterations by colour in \p perm, those of colour c, in their
/// order, at the places [place[c], place[c + 1]): extent colours + 1.
static inline void SPARSEC_INDEX_NAME(sparsec_list_colours)(
    SPARSEC_INDEX n, SPARSEC_INDEX colours, const SPARSEC_INDEX *colour,
    SPARSEC_INDEX *perm, SPARSEC_INDEX *place) {
  for (SPARSEC_INDEX c = 0; c <= colours; c++)
    place[c] = 0;
  for (SPARSEC_INDEX i = 0; i < n; i++)
    if (colour[i] + 1 < colours)
      place[colour[i] + 2]++;
  for (SPARSEC_INDEX c = 2; c <= colours; c++)
    place[c] += place[c - 1];
  // place[c + 1] is where colour c goes on, and ends where the next begins.
  for (SPARSEC_INDEX i = 0; i < n; i++)
    perm[place[colour[i] + 1]++] = i;
}
