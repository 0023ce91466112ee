//===- colour.h - iterations that may run at once ---------------*- C -*-===//
//
/// \file
/// Colours the iterations of a loop so that no two of one colour touch one
/// element: those of one colour may update their elements at the same time.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_COLOUR_H
#define SPARSEC_RUNTIME_COLOUR_H

#include "sparsec/error.h"
#include "sparsec/memory.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/colour_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/colour_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_COLOUR_H
