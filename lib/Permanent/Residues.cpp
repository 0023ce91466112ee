//===- Residues.cpp - integers from their residues ------------------------===//

#include "Residues.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sparsec::permanent {
namespace {

mpz_class toInteger(Wide word) {
  mpz_class high(static_cast<unsigned long>(word >> 64));
  return (high << 64) + static_cast<unsigned long>(word);
}

/// The lowest 64 bits in two's complement.
uint64_t lowWord(const mpz_class &number) {
  uint64_t low = mpz_class(abs(number)).get_ui();
  return sgn(number) < 0 ? 0 - low : low;
}

template <typename Word>
Word toWord(const mpz_class &number) {
  if constexpr (sizeof(Word) == 8) {
    return lowWord(number);
  } else {
    mpz_class high; // floor, so that the low word is not negative
    mpz_fdiv_q_2exp(high.get_mpz_t(), number.get_mpz_t(), 64);
    return (Word{lowWord(high)} << 64) | lowWord(number);
  }
}

template <typename Number, typename Function>
Square<Number> mapped(const IntegerSquare &block, const Function &function) {
  Square<Number> result;
  for (const auto &row : block.rows) {
    auto &target = result.rows.emplace_back();
    for (const auto &entry : row)
      target.push_back({entry.column, function(entry.value)});
  }
  return result;
}

} // namespace

void Residues::add(uint64_t modulo64) {
  number = static_cast<unsigned long>(modulo64);
  modulus = mpz_class(1) << 64;
}

void Residues::add(Wide modulo128) {
  number = toInteger(modulo128);
  modulus = mpz_class(1) << 128;
}

void Residues::add(uint64_t residue, uint64_t divisor) {
  // number' = number + modulus * d with d = (residue - number) / modulus mod p.
  mpz_class p(static_cast<unsigned long>(divisor)), inverse, digit;
  mpz_invert(inverse.get_mpz_t(), modulus.get_mpz_t(), p.get_mpz_t());
  digit = (mpz_class(static_cast<unsigned long>(residue)) - number) * inverse;
  mpz_fdiv_r(digit.get_mpz_t(), digit.get_mpz_t(), p.get_mpz_t());
  number += modulus * digit;
  modulus *= p;
}

bool Residues::areEnough() const {
  return mpz_sizeinbase(modulus.get_mpz_t(), 2) > bits;
}

uint64_t Residues::nextPrime() {
  mpz_nextprime(prime.get_mpz_t(), prime.get_mpz_t());
  return prime.get_ui();
}

mpz_class Residues::result() const {
  return 2 * number > modulus ? mpz_class(number - modulus) : number;
}

template <typename Word>
Square<Word> wrapped(const IntegerSquare &block) {
  return mapped<Word>(block, toWord<Word>);
}
template Square<uint64_t> wrapped(const IntegerSquare &);
template Square<Wide> wrapped(const IntegerSquare &);

Square<uint64_t> modulo(const IntegerSquare &block, uint64_t prime) {
  return mapped<uint64_t>(block, [&](const mpz_class &value) {
    mpz_class residue;
    mpz_fdiv_r_ui(residue.get_mpz_t(), value.get_mpz_t(), prime);
    return static_cast<uint64_t>(residue.get_ui());
  });
}

size_t bitsByRowSums(const IntegerSquare &block) {
  mpz_class byRows = 1, byColumns = 1;
  std::vector<mpz_class> columns(block.size());
  for (const auto &row : block.rows) {
    mpz_class sum;
    for (const auto &entry : row) {
      sum += abs(entry.value);
      columns[entry.column] += abs(entry.value);
    }
    byRows *= sum;
  }
  for (const mpz_class &sum : columns)
    byColumns *= sum;
  mpz_class least = std::min(byRows, byColumns);
  return mpz_sizeinbase(least.get_mpz_t(), 2) + 1;
}

ScaledSquare magnitudesOf(const IntegerSquare &block) {
  ScaledSquare result;
  for (const auto &row : block.rows) {
    long largest = 0;
    for (const auto &entry : row)
      largest =
          std::max<long>(largest, mpz_sizeinbase(entry.value.get_mpz_t(), 2));
    result.exponent += largest;
    auto &target = result.square.rows.emplace_back();
    for (const auto &entry : row) {
      long exponent = 0;
      double fraction =
          mpz_get_d_2exp(&exponent, entry.value.get_mpz_t()); // truncated
      // Not below what stays a normal number: this is an upper bound.
      int shift = static_cast<int>(std::max(exponent - largest, -900L));
      double value = std::ldexp(std::abs(fraction) + 0x1p-52, shift);
      target.push_back({entry.column, {value, value}});
    }
  }
  return result;
}

} // namespace sparsec::permanent
