//===- Residues.h - integers from their residues ----------------*- C++ -*-===//
#ifndef SPARSEC_LIB_PERMANENT_RESIDUES_H
#define SPARSEC_LIB_PERMANENT_RESIDUES_H

#include "Rings.h"

#include "sparsec/Permanent/Matrix.h"

namespace sparsec::permanent {

/// A number of known size from its residues modulo a power of two and primes
/// (Chinese remainders, Garner's form).
class Residues {
public:
  /// The number lies in -2^(bits-1) .. 2^(bits-1).
  explicit Residues(size_t bits) : bits(bits) {}

  void add(uint64_t modulo64);
  void add(Wide modulo128);
  void add(uint64_t residue, uint64_t prime);
  bool areEnough() const;
  /// Primes from 2^59 on, each once.
  uint64_t nextPrime();
  mpz_class result() const;

private:
  size_t bits;
  mpz_class number = 0, modulus = 1, prime = mpz_class(1) << 59;
};

/// The entries modulo 2^64 or 2^128, and modulo a prime.
template <typename Word>
Square<Word> wrapped(const IntegerSquare &block);
Square<uint64_t> modulo(const IntegerSquare &block, uint64_t prime);

/// A bound of the permanent's bits, sign included.
size_t bitsByRowSums(const IntegerSquare &block);

/// 2^exponent * square >= |block|, and hardly more.
struct ScaledSquare {
  RoundedSquare square;
  int64_t exponent = 0; ///< of the permanent
};
ScaledSquare magnitudesOf(const IntegerSquare &block);

} // namespace sparsec::permanent

#endif // SPARSEC_LIB_PERMANENT_RESIDUES_H
