//===- Verifier.h - what all loops have to be -------------------*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_VERIFIER_H
#define SPARSEC_LOOPIR_VERIFIER_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <string>

namespace sparsec {

/// Whether each local has a name of its own in its scope, as C asks: loops of
/// one iteration leave some of one name until the pass `name-locals`.
enum class LocalNames { Any, OfC };

/// What is wrong with \p loops of a phase of \p program; "" for nothing. Asked
/// after every pass where sparsec is built to be tested. Of every node:
///
/// * it has the fields of its kind and no others that are read as if it had
///   them: only loops have bounds and marks, only branches an `otherwise`, only
///   atomic updates operands beside target and value, …;
/// * what a variable or load names is a loop around it, a local or declaration
///   before it, or a symbol of the program: a parameter, an array; loads have
///   as many subscripts as the array has dimensions, or one position;
/// * expressions have as many operands as their kind takes, and a variable the
///   width of the iterator or position that it names;
/// * calls of runtime functions that are rows with parameters have as many
///   arguments;
/// * what is assigned is no constant, no iterator, and nothing that the caller
///   gives by value or as const; no loop is inside one of its name;
/// * every expression has a type (Typing.h): operands and subscripts fit, and
///   so do values what they are assigned to, bounds and conditions.
std::string wrongWith(const LoopAst &loops, const Program &program,
                      LocalNames names = LocalNames::Any);

/// Whether \p name is one that the functions around phases have: the plan, the
/// status, the array of all threads' parts.
bool isNameOfFunction(const std::string &name, const Program &program);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_VERIFIER_H
