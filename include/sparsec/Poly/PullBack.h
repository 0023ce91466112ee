//===- PullBack.h - values and sets seen through a map ----------*- C++ -*-===//
#ifndef SPARSEC_POLY_PULLBACK_H
#define SPARSEC_POLY_PULLBACK_H

#include "sparsec/Poly/Isl.h"

#include <map>
#include <string>

namespace sparsec::poly {

/// Parameters that are called otherwise behind the map: old name => new one.
using Renaming = std::map<std::string, std::string>;

/// `{ S[..] -> [v] }` through \p map, `{ X[..] -> S[..] }`, as `{ X[..] -> [v]
/// }`. Parameters of the value are renamed; the map's have their new names
/// already, which may be old names of others.
isl::pw_aff pullBack(isl::pw_aff value, const isl::pw_multi_aff &map,
                     const Renaming &names);
/// `{ S[..] }` through \p map, `{ X[..] -> S[..] }`, as `{ X[..] }`.
isl::set pullBack(isl::set set, const isl::pw_multi_aff &map,
                  const Renaming &names);

} // namespace sparsec::poly

#endif // SPARSEC_POLY_PULLBACK_H
