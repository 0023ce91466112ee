//===- group.h - entries of groups, by counting sort ------------*- C -*-===//
//
/// \file
/// Builds the structure of a compacted loop whose segments are visited in turn
/// nowhere: where the entries of each group begin, and which entry each
/// instance has.
//
//===--------------------------------------------------------------------===//
#ifndef SPARSEC_RUNTIME_GROUP_H
#define SPARSEC_RUNTIME_GROUP_H

#include "sparsec/scan.h"

#define SPARSEC_INDEX int
#define SPARSEC_INDEX_MAX INT_MAX
#define SPARSEC_INDEX_NAME(name) name##_int
#include "sparsec/group_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#define SPARSEC_INDEX long long
#define SPARSEC_INDEX_MAX LLONG_MAX
#define SPARSEC_INDEX_NAME(name) name##_long
#include "sparsec/group_impl.h"
#undef SPARSEC_INDEX
#undef SPARSEC_INDEX_MAX
#undef SPARSEC_INDEX_NAME

#endif // SPARSEC_RUNTIME_GROUP_H
