//===- support.h - memory and time ------------------------------*- C -*-===//
#ifndef SOLVERS_SUPPORT_H
#define SOLVERS_SUPPORT_H

/// Memory for \p count elements of \p size bytes, never null for none; null
/// with the failure set when there is not enough.
void *allocate(long long count, unsigned long size);

/// Seconds since some point in the past.
double seconds(void);

#endif // SOLVERS_SUPPORT_H
