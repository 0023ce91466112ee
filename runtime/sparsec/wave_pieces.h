//===- wave_pieces.h - graphs of pieces of runs -----------------*- C -*-===//
//
/// \file
/// Makes one node of each piece of a graph's runs: the graph of the pieces has
/// an edge where any of their nodes has one.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_WAVE_PIECES_H
#define SPARSEC_RUNTIME_WAVE_PIECES_H

#include "sparsec/wave_runs.h"

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_MAX INT_MAX
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/wave_pieces_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_MAX LLONG_MAX
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/wave_pieces_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_WAVE_PIECES_H
