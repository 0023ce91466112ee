//===- SourceForms.h - the source split over two languages ------*- C++ -*-===//
#ifndef SPARSEC_IR_SOURCEFORMS_H
#define SPARSEC_IR_SOURCEFORMS_H

#include "sparsec/IR/SourceFunction.h"

#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// What CUDA output, which is C++ and replaces one function of a C file, needs
/// of that file.
struct SourceForms {
  /// Directives and what the function uses of the file's declarations; C++,
  /// without facts.
  FileParts used;
  /// Of the text before the function: it opens a block of `extern "C"`, for
  /// compilers of C++ only.
  bool opensLinkage = false;
  /// Names of the runtime in the text before the function, and in its
  /// definition: complex types.
  std::set<std::string> runtimeNames, runtimeNamesOfFunction;
  /// The definition in C++, which lacks arrays of variable length: arrays that
  /// are parameters are pointers to their elements, and `x[i][k]` is
  /// `x[(long long)i * n + k]`.
  DefinitionText definition;
  /// The parameters likewise, in order: "const double *restrict x".
  std::vector<Declarator> declarators;
  /// All that stays in C; a prototype belongs between the two.
  FileParts rest;
  /// The file in C, with facts, where the function is not in the user's: the
  /// loops of one that is. "" otherwise.
  std::string outlined;
  /// Directives in the function that the text behind it may depend on.
  std::string directives;
  /// "k.c:4:7: why the file cannot be split, and what to do"; "" if it can.
  std::string problem;
};

} // namespace sparsec

#endif // SPARSEC_IR_SOURCEFORMS_H
