//===- Crashes.h - what a crash of sparsec says -----------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_CRASHES_H
#define SPARSEC_TOOLS_SPARSEC_CRASHES_H

/// Lets signals of failed assertions and crashes end the process with a
/// message.
void catchCrashes();

#endif // SPARSEC_TOOLS_SPARSEC_CRASHES_H
