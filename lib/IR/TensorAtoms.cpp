//===- TensorAtoms.cpp - the table of matrix instructions -----------------===//
///
/// \file
/// Layouts are those of NVIDIA's PTX ISA 8.x, chapter "Warp Level Matrix
/// Multiply-Accumulate Instructions", section "Matrix Fragments for
/// mma.m8n8k4 with .f64 floating point type", which calls the two numbers of a
/// lane groupID and threadID_in_group.
///
//===----------------------------------------------------------------------===//

#include "sparsec/IR/TensorAtom.h"

#include "sparsec/IR/ScheduleTree.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Of = TensorDigit::Of;

constexpr TensorDigit group[] = {{Of::Group, 1, 8, 1}};
constexpr TensorDigit member[] = {{Of::Member, 1, 4, 1}};
/// Neighbours in two registers.
constexpr TensorDigit pairs[] = {{Of::Member, 1, 4, 2},
                                 {Of::Register, 1, 2, 1}};

const TensorAtom atoms[] = {
    {.name = "m8n8k4.f64",
     .rows = 8,
     .columns = 8,
     .depth = 4,
     .inputs = "double",
     .sums = "double",
     .left = {1, group, member},
     .right = {1, member, group},
     .sum = {2, group, pairs},
     .function = "sparsec_mma_m8n8k4_f64",
     .result = "sparsec_two_doubles"},
};

long valueOf(llvm::ArrayRef<TensorDigit> digits, const TensorPlace &place) {
  long value = 0;
  for (const TensorDigit &digit : digits)
    value +=
        digit.stride * (place.of(digit.of) / digit.divisor % digit.modulus);
  return value;
}

/// The mark's text. A pragma for the pass `tensor-instructions`, which takes it
/// off the loop that it carries out: no compiler sees it.
std::string markOf(const TensorAtom &atom) {
  return "sparsec tensorize " + atom.name.str();
}

} // namespace

long TensorPlace::of(TensorDigit::Of which) const {
  return which == Of::Group ? group : which == Of::Member ? member : reg;
}

long TensorLayout::rowOf(const TensorPlace &place) const {
  return valueOf(row, place);
}

long TensorLayout::columnOf(const TensorPlace &place) const {
  return valueOf(column, place);
}

llvm::ArrayRef<TensorAtom> tensorAtoms() { return atoms; }

const TensorAtom *findTensorAtom(llvm::StringRef name) {
  const auto *found = llvm::find_if(
      atoms, [&](const TensorAtom &atom) { return atom.name == name; });
  return found == std::end(atoms) ? nullptr : found;
}

void markTensor(LoopMarks &marks, const TensorAtom &atom) {
  marks.pragmas.push_back(markOf(atom));
}

const TensorAtom *tensorAtomOf(const LoopMarks &marks) {
  for (const TensorAtom &atom : atoms)
    if (llvm::is_contained(marks.pragmas, markOf(atom)))
      return &atom;
  return nullptr;
}

} // namespace sparsec
