//===- SmallFloatsTest.cpp - numbers in 16 bits, and what they are off by -===//

#include "sparsec/rounded_facts.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

/// The value of a pattern with \p fraction bits behind the point, by its parts.
double valueOf(unsigned bits, int fraction, int bias) {
  const double sign = bits & 0x8000 ? -1 : 1;
  const int exponent = int(bits & 0x7fff) >> fraction;
  const int digits = int(bits) & ((1 << fraction) - 1);
  if (exponent == 2 * bias + 1)
    return digits ? std::numeric_limits<double>::quiet_NaN() : sign * infinity;
  return exponent ? std::ldexp(sign * ((1 << fraction) + digits),
                               exponent - bias - fraction)
                  : std::ldexp(sign * digits, 1 - bias - fraction);
}

/// Of every finite number, of what lies between it and the next one, and of all
/// that is no number.
void compareAll(unsigned short (*make)(double), float (*value)(unsigned short),
                int fraction, int bias) {
  for (unsigned bits = 0; bits < 65536; ++bits) {
    const double number = valueOf(bits, fraction, bias);
    const double made = value((unsigned short)bits);
    if (std::isnan(number)) {
      ASSERT_TRUE(std::isnan(made)) << bits;
      ASSERT_TRUE(std::isnan(value(make(made)))) << bits;
      continue;
    }
    ASSERT_EQ(made, number) << bits;
    ASSERT_EQ(std::signbit(made), std::signbit(number)) << bits;
    ASSERT_EQ(make(number), bits);
    const double next = valueOf(bits + 1, fraction, bias);
    if (bits == 0x7fff || bits == 0xffff || !std::isfinite(next))
      continue;
    const double middle = (number + next) / 2;
    ASSERT_EQ(make(middle), bits + (bits & 1)) << bits;
    ASSERT_EQ(make(std::nextafter(middle, number)), bits);
    ASSERT_EQ(make(std::nextafter(middle, next)), bits + 1);
  }
}

TEST(SmallFloats, Halves) {
  compareAll(sparsec_half_of, sparsec_half_value, 10, 15);
  EXPECT_EQ(sparsec_half_of(65519.999), 0x7bff);
  EXPECT_EQ(sparsec_half_of(65520), 0x7c00);
  EXPECT_EQ(sparsec_half_of(-1e300), 0xfc00);
  EXPECT_EQ(sparsec_half_of(-1e-300), 0x8000);
  EXPECT_EQ(sparsec_half_of(4.9e-324), 0);
}

TEST(SmallFloats, Bfloat16) {
  compareAll(sparsec_bfloat16_of, sparsec_bfloat16_value, 7, 127);
  EXPECT_EQ(sparsec_bfloat16_of(1e39), 0x7f80);
  EXPECT_EQ(sparsec_bfloat16_of(-4.9e-324), 0x8000);
  // Once, not first to a float and then to even.
  EXPECT_EQ(sparsec_bfloat16_of(1 + 0x1p-8 + 0x1p-40), 0x3f81);
}

template <typename Stored, typename Value>
std::string checked(const std::vector<Stored> &stored,
                    const std::vector<Value> &values, int digits) {
  const int status = sparsec_check_rounded(
      "encode", sparsec_view_of("s", stored.data(), int(sizeof(Stored))),
      sparsec_view_of("v", values.data(), int(sizeof(Value))),
      (long long)values.size(), digits);
  return status == SPARSEC_OK ? "" : sparsec_last_error();
}

std::vector<float> floats(const std::vector<double> &values) {
  return {values.begin(), values.end()};
}

TEST(SmallFloats, WhatIsOffByMoreThanRounding) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> values = {0.1,       -0.0, 1e30, infinity,
                                -infinity, nan,  3e38, 1.2e-38};
  EXPECT_EQ(checked(floats(values), values, 24), "");
  for (double bad : {1e39, -1e300, 1e-40, 4.9e-324}) {
    values.back() = bad;
    const std::string message = checked(floats(values), values, 24);
    EXPECT_EQ(message.substr(0, 31),
              "encode does not hold: v[7] = " + message.substr(29, 2));
    EXPECT_NE(message.find(" becomes "), std::string::npos);
  }
  values.clear();
  EXPECT_EQ(checked(floats(values), values, 24), "");
}

TEST(SmallFloats, WhatIsOffInSixteenBits) {
  const std::vector<float> values = {0.1f, 65504, 70000, 7e-5f};
  std::vector<unsigned short> halves, bfloats;
  for (float value : values) {
    halves.push_back(sparsec_half_of(value));
    bfloats.push_back(sparsec_bfloat16_of(value));
  }
  EXPECT_EQ(checked(bfloats, values, 8), "");
  EXPECT_EQ(checked(halves, values, 11),
            "encode does not hold: v[2] = 70000 becomes inf");
}

} // namespace
