//===- TensorAtoms.cpp - the table of matrix instructions -----------------===//
///
/// \file
/// Layouts are those of NVIDIA's PTX ISA 8.x, chapter "Warp Level Matrix
/// Multiply-Accumulate Instructions", sections "Matrix Fragments for
/// mma.m8n8k4 with .f64 floating point type", "mma.m16n8k8" (.tf32) and
/// "mma.m16n8k16 with floating point type", which call the two numbers of a
/// lane groupID and threadID_in_group. Registers of 32 bits that hold two
/// numbers count as two here.
///
//===----------------------------------------------------------------------===//

#include "sparsec/IR/TensorAtom.h"

#include "sparsec/IR/StorageFormat.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace sparsec {
namespace {

using Of = TensorDigit::Of;

constexpr TensorDigit group[] = {{Of::Group, 1, 8, 1}};
constexpr TensorDigit member[] = {{Of::Member, 1, 4, 1}};
/// Neighbours in two registers.
constexpr TensorDigit pairs[] = {{Of::Member, 1, 4, 2},
                                 {Of::Register, 1, 2, 1}};
/// 16 numbers of a group each; those that are 8 further on in the next
/// register, or the one after that.
constexpr TensorDigit groupNext[] = {{Of::Group, 1, 8, 1},
                                     {Of::Register, 1, 2, 8}};
constexpr TensorDigit groupAfter[] = {{Of::Group, 1, 8, 1},
                                      {Of::Register, 2, 2, 8}};
/// 8 numbers of a member each, those that are 4 further on behind.
constexpr TensorDigit memberNext[] = {{Of::Member, 1, 4, 1},
                                      {Of::Register, 1, 2, 4}};
constexpr TensorDigit memberAfter[] = {{Of::Member, 1, 4, 1},
                                       {Of::Register, 2, 2, 4}};
/// 16 numbers in pairs, those that are 8 further on behind.
constexpr TensorDigit pairsNext[] = {
    {Of::Member, 1, 4, 2}, {Of::Register, 1, 2, 1}, {Of::Register, 2, 2, 8}};
constexpr TensorDigit pairsAfter[] = {
    {Of::Member, 1, 4, 2}, {Of::Register, 1, 2, 1}, {Of::Register, 4, 2, 8}};

/// Of the numbers that Types.def and StorageFormat.h know, and of TF32, a float
/// with the digits of a half.
constexpr TensorInput doubles = {53, 1024}, floats = {24, 128},
                      tf32 = {11, 128}, halves = {11, 16}, bfloats = {8, 128};

const TensorAtom atoms[] = {
    {.name = "m8n8k4.f64",
     .rows = 8,
     .columns = 8,
     .depth = 4,
     .input = doubles,
     .sums = "double",
     .left = {1, group, member},
     .right = {1, member, group},
     .sum = {2, group, pairs},
     .function = &runtime::mma_m8n8k4_f64,
     .result = "sparsec_two_doubles"},
    {.name = "m16n8k8.tf32",
     .rows = 16,
     .columns = 8,
     .depth = 8,
     .input = tf32,
     .sums = "float",
     .left = {4, groupNext, memberAfter},
     .right = {2, memberNext, group},
     .sum = {4, groupAfter, pairs},
     .function = &runtime::mma_m16n8k8_tf32,
     .result = "sparsec_four_floats"},
    {.name = "m16n8k16.f16",
     .rows = 16,
     .columns = 8,
     .depth = 16,
     .input = halves,
     .sums = "float",
     .left = {8, groupAfter, pairsAfter},
     .right = {4, pairsNext, group},
     .sum = {4, groupAfter, pairs},
     .function = &runtime::mma_m16n8k16_f16,
     .result = "sparsec_four_floats"},
    {.name = "m16n8k16.bf16",
     .rows = 16,
     .columns = 8,
     .depth = 16,
     .input = bfloats,
     .sums = "float",
     .left = {8, groupAfter, pairsAfter},
     .right = {4, pairsNext, group},
     .sum = {4, groupAfter, pairs},
     .function = &runtime::mma_m16n8k16_bf16,
     .result = "sparsec_four_floats"},
};

long valueOf(llvm::ArrayRef<TensorDigit> digits, const TensorPlace &place) {
  long value = 0;
  for (const TensorDigit &digit : digits)
    value +=
        digit.stride * (place.of(digit.of) / digit.divisor % digit.modulus);
  return value;
}

} // namespace

double TensorInput::relativeError() const { return std::ldexp(1.0, -digits); }

std::optional<TensorInput> tensorInputOf(const ElementType &type) {
  if (const StorageFormat *format = smallFloat(type))
    return format->digits == halves.digits ? halves : bfloats;
  if (type.kind != ElementType::Kind::Floating)
    return std::nullopt;
  if (type.bytes == 4)
    return floats;
  return type.spelling == "double" ? std::optional(doubles) : std::nullopt;
}

long TensorPlace::of(TensorDigit::Of which) const {
  return which == Of::Group ? group : which == Of::Member ? member : reg;
}

long TensorLayout::rowOf(const TensorPlace &place) const {
  return valueOf(row, place);
}

long TensorLayout::columnOf(const TensorPlace &place) const {
  return valueOf(column, place);
}

std::vector<TensorDigit> TensorAtom::sumDigits() const {
  std::vector<TensorDigit> digits;
  for (llvm::ArrayRef<TensorDigit> of : {sum.row, sum.column})
    llvm::copy_if(of, std::back_inserter(digits), [](const TensorDigit &digit) {
      return digit.of == Of::Register;
    });
  llvm::sort(digits, [](const TensorDigit &a, const TensorDigit &b) {
    return a.divisor > b.divisor;
  });
  return digits;
}

llvm::ArrayRef<TensorAtom> tensorAtoms() { return atoms; }

const TensorAtom *findTensorAtom(llvm::StringRef name) {
  const auto *found = llvm::find_if(
      atoms, [&](const TensorAtom &atom) { return atom.name == name; });
  return found == std::end(atoms) ? nullptr : found;
}

} // namespace sparsec
