//===- LaneNumbers.cpp - rows and columns of an instruction's lanes -------===//

#include "LaneNumbers.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace sparsec {

using Of = TensorDigit::Of;

LoopExpr valueOf(llvm::ArrayRef<TensorDigit> digits, const Lanes &lanes,
                 long reg) {
  LoopExpr value = LoopExpr::integer(0);
  for (const TensorDigit &digit : digits) {
    const bool isGroup = digit.of == Of::Group;
    const long end = isGroup ? TensorAtom::groups : TensorAtom::members;
    if (digit.of == Of::Register) {
      value = value + LoopExpr::integer(digit.stride *
                                        (reg / digit.divisor % digit.modulus));
      continue;
    }
    LoopExpr part =
        LoopExpr::variable((isGroup ? lanes.group : lanes.member)->name);
    part = plainDiv(part, LoopExpr::integer(digit.divisor));
    if (digit.divisor * digit.modulus < end)
      part = plainMod(part, LoopExpr::integer(digit.modulus));
    value = value + LoopExpr::integer(digit.stride) * part;
  }
  return value;
}

LoopExpr digitOf(const TensorDigit &digit, const LaneNumber &number,
                 const Lanes &lanes) {
  // The same digit of the number, or what division makes of all of them.
  for (const TensorDigit &each : number.digits)
    if (each.stride == digit.stride && each.modulus == digit.modulus) {
      TensorDigit alone = each;
      alone.stride = 1;
      return valueOf(alone, lanes, number.reg);
    }
  LoopExpr part = plainDiv(valueOf(number.digits, lanes, number.reg),
                           LoopExpr::integer(digit.stride));
  return digit.stride * digit.modulus < number.end
             ? plainMod(part, LoopExpr::integer(digit.modulus))
             : part;
}

std::vector<TensorDigit> below(long modulus,
                               llvm::ArrayRef<TensorDigit> digits) {
  std::vector<TensorDigit> low;
  for (TensorDigit digit : digits) {
    if (digit.stride >= modulus)
      continue;
    digit.modulus = std::min(digit.modulus, modulus / digit.stride);
    low.push_back(digit);
  }
  return low;
}

std::vector<TensorDigit> above(long divisor,
                               llvm::ArrayRef<TensorDigit> digits) {
  std::vector<TensorDigit> high;
  for (TensorDigit digit : digits) {
    // What of the digit itself is lost.
    const long lost = std::max(divisor / digit.stride, 1L);
    if (lost >= digit.modulus)
      continue;
    digit.divisor *= lost;
    digit.modulus /= lost;
    digit.stride = std::max(digit.stride / divisor, 1L);
    high.push_back(digit);
  }
  return high;
}

std::vector<TensorDigit> scaled(long factor, std::vector<TensorDigit> digits) {
  for (TensorDigit &digit : digits)
    digit.stride *= factor;
  return digits;
}

LoopExpr joined(LoopExpr sum) {
  using E = LoopExpr::Kind;
  if (sum.kind != E::Add)
    return sum;
  for (const LoopExpr &rest : sum.operands) {
    if (rest.kind != E::Mod || !rest.operands[1].isInteger())
      continue;
    const LoopExpr &number = rest.operands[0], &size = rest.operands[1];
    const LoopExpr quotient = size * plainDiv(number, size);
    if (!llvm::is_contained(sum.operands, quotient))
      continue;
    LoopExpr left = number;
    for (const LoopExpr &other : sum.operands)
      if (other != rest && other != quotient)
        left = left + other;
    return left;
  }
  return sum;
}

} // namespace sparsec
