//===- Memory.h - arrays that interpreted loops work on ---------*- C++ -*-===//
#ifndef SPARSEC_INTERPRETER_MEMORY_H
#define SPARSEC_INTERPRETER_MEMORY_H

#include "sparsec/IR/Type.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec {

/// The elements of one array or scalar, as C lays them out.
struct Cells {
  ElementType type;
  std::vector<unsigned char> bytes;
  /// Which elements have a value.
  std::vector<bool> isSet;

  /// \p count elements without values, or zeros.
  static Cells make(ElementType type, size_t count, bool areZero = false);
  /// Elements with these values, of an integer or a real type; two values each
  /// of a complex one.
  static Cells of(ElementType type, const std::vector<long> &values);
  static Cells of(ElementType type, const std::vector<double> &values);

  size_t count() const { return isSet.size(); }
  unsigned char *at(size_t position) {
    return bytes.data() + position * type.bytes;
  }
  const unsigned char *at(size_t position) const {
    return bytes.data() + position * type.bytes;
  }
};

/// What a program has beside its code.
struct Memory {
  /// The caller's arrays from the start; those of the plan and workspaces as
  /// phases make them.
  std::map<std::string, Cells> arrays;
  /// Sizes, and what inspectors count.
  std::map<std::string, long long> parameters;
  /// What statements that tell their iterations (IR/Visits.h) have told: the
  /// number of the free order => each iteration once, in order.
  std::map<long long, std::vector<std::vector<long long>>> visits;
};

} // namespace sparsec

#endif // SPARSEC_INTERPRETER_MEMORY_H
