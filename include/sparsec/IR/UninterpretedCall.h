//===- UninterpretedCall.h - `index(i + 1)` as an isl parameter -*- C++ -*-===//
///
/// \file
/// isl has no uninterpreted functions. A call `index(i + 1)` of an index array
/// is an isl *parameter* whose name is the canonical text of the call, and a
/// table maps the name to the call: array and affine arguments over the
/// statement's iterators (and, for nested calls such as `rowptr(perm(i))`,
/// over other calls' parameters).
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_IR_UNINTERPRETEDCALL_H
#define SPARSEC_IR_UNINTERPRETEDCALL_H

#include "sparsec/Poly/Isl.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec {

struct UninterpretedCall {
  /// The index array: a key of Program::arrays.
  std::string function;
  /// `{ S[..] -> [argument] }`, one per dimension of the array. Parameters may
  /// be program parameters or names of other calls in the same table.
  std::vector<isl::pw_aff> arguments;
  /// Where the source reads it first, among the calls of its statement: calls
  /// at smaller places are read before, and may say that this one is not.
  /// Tables are made by addCall, which counts from 1; 0 comes before all.
  unsigned place = 0;
};

/// Parameter name => call. Every isl object of a statement that mentions a
/// call's name as a parameter needs the table of that statement.
using CallTable = std::map<std::string, UninterpretedCall>;

/// The canonical name of a call: "index(i + 1)". \p iterators name the tuple's
/// dimensions. Equal calls of one statement get equal names.
std::string callName(const UninterpretedCall &call,
                     const std::vector<std::string> &iterators);

/// Adds \p call to \p table under its canonical name, behind those that are
/// there, and returns the value `{ S[..] -> [name] }` on \p space.
isl::pw_aff addCall(CallTable &table, const UninterpretedCall &call,
                    const std::vector<std::string> &iterators,
                    const isl::space &space);

/// Names of the calls in \p table that \p call's arguments mention, directly.
std::vector<std::string> nestedCalls(const UninterpretedCall &call,
                                     const CallTable &table);

/// C-like text of an affine value, "2*i + col(j) - 1", for names and messages.
std::string affineText(const isl::pw_aff &value,
                       const std::vector<std::string> &iterators);

} // namespace sparsec

#endif // SPARSEC_IR_UNINTERPRETEDCALL_H
