//===- ThreadParts.h - who updates copies of an array -----------*- C++ -*-===//
#ifndef SPARSEC_IR_THREADPARTS_H
#define SPARSEC_IR_THREADPARTS_H

#include "sparsec/IR/Program.h"

namespace sparsec {

/// Whether the first thread updates Array::partsOf of \p parts itself, and only
/// the others have copies: one thread then does what the source does. Not where
/// rows lie by themselves, or elements in structures, which a pointer to a copy
/// cannot stand for, nor
/// where parts are scanned.
bool updatesInPlace(const Program &program, const Array &parts);

} // namespace sparsec

#endif // SPARSEC_IR_THREADPARTS_H
