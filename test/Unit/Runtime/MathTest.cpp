//===- MathTest.cpp - integer arithmetic and error texts ------------------===//

#include "sparsec/math.h"
#include "sparsec/error.h"
#include "sparsec/memory.h"
#include "sparsec/overlap.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>

TEST(Math, FloordRoundsDown) {
  EXPECT_EQ(sparsec_floord(7, 2), 3);
  EXPECT_EQ(sparsec_floord(-7, 2), -4);
  EXPECT_EQ(sparsec_floord(-8, 2), -4);
  EXPECT_EQ(sparsec_floord_int(-1, 64), -1);
  EXPECT_EQ(sparsec_floord(-3000000001LL, 2), -1500000001LL);
}

TEST(Math, ModIsNeverNegative) {
  for (int a = -9; a < 9; a++) {
    EXPECT_EQ(sparsec_floord(a, 4) * 4 + sparsec_mod(a, 4), a);
    EXPECT_GE(sparsec_mod_int(a, 4), 0);
    EXPECT_LT(sparsec_mod_int(a, 4), 4);
  }
}

TEST(Math, MinMax) {
  EXPECT_EQ(sparsec_min(1LL << 40, 3), 3);
  EXPECT_EQ(sparsec_max(1LL << 40, 3), 1LL << 40);
  EXPECT_EQ(sparsec_min_int(-1, 3), -1);
  EXPECT_EQ(sparsec_max_int(-1, 3), 3);
}

TEST(Error, MessageIsFormattedAndPerThread) {
  EXPECT_EQ(sparsec_fail(SPARSEC_OVERFLOW, "array '%s' %d", "a", 3),
            SPARSEC_OVERFLOW);
  EXPECT_STREQ(sparsec_last_error(), "array 'a' 3");
  std::thread([] { EXPECT_STREQ(sparsec_last_error(), ""); }).join();
}

TEST(Error, LongMessagesAreCut) {
  sparsec_fail(SPARSEC_OVERFLOW, "%s", std::string(4000, 'x').c_str());
  EXPECT_EQ(std::string(sparsec_last_error()).size(),
            size_t{SPARSEC_MESSAGE_SIZE - 1});
}

TEST(Error, EveryStatusHasItsSentence) {
  for (int status = SPARSEC_OK; status <= SPARSEC_BAD_ARGUMENT; status++)
    EXPECT_STRNE(sparsec_strerror(status), "unknown status");
  EXPECT_STREQ(sparsec_strerror(77), "unknown status");
}

TEST(Memory, ProductSaturates) {
  EXPECT_EQ(sparsec_product(3, 4), 12);
  EXPECT_EQ(sparsec_product(-3, 4), 0);
  EXPECT_EQ(sparsec_product(1LL << 40, 1LL << 40), LLONG_MAX);
  EXPECT_EQ(sparsec_sum(LLONG_MAX, 1), LLONG_MAX);
  EXPECT_EQ(sparsec_sum(2, 3), 5);
}

TEST(Memory, AllocatesAligned) {
  double *array = nullptr;
  ASSERT_EQ(sparsec_allocate(&array, "a", 1000, sizeof *array, LLONG_MAX),
            SPARSEC_OK);
  EXPECT_EQ(reinterpret_cast<uintptr_t>(array) % SPARSEC_ALIGNMENT, 0u);
  array[999] = 1;
  free(array);
  ASSERT_EQ(sparsec_allocate(&array, "a", 0, sizeof *array, LLONG_MAX),
            SPARSEC_OK);
  EXPECT_NE(array, nullptr);
  free(array);
}

TEST(Memory, RefusesWhatDoesNotFit) {
  double *array = nullptr;
  EXPECT_EQ(sparsec_allocate(&array, "a", LLONG_MAX / 4, 8, LLONG_MAX),
            SPARSEC_OVERFLOW);
  EXPECT_EQ(array, nullptr);
  EXPECT_EQ(sparsec_allocate(&array, "a", 1LL << 55, 8, LLONG_MAX),
            SPARSEC_NO_MEMORY);
  EXPECT_STREQ(sparsec_last_error(),
               "out of memory: array 'a' needs 288230376151711744 bytes");
  EXPECT_EQ(sparsec_allocate(&array, "a_prime", 100000, 8, 70000),
            SPARSEC_FILL_LIMIT);
  EXPECT_STREQ(sparsec_last_error(),
               "array 'a_prime' would need 800000 bytes, more than the 70000 "
               "bytes that max_fill allows");
  EXPECT_EQ(array, nullptr);
}

TEST(Memory, FillLimitHasAFloorAndACeiling) {
  EXPECT_EQ(sparsec_fill_limit(10, 100), SPARSEC_FILL_FLOOR);
  EXPECT_EQ(sparsec_fill_limit(10, 1000000), 10000000);
  EXPECT_EQ(sparsec_fill_limit(1e30, 1000000), LLONG_MAX);
}

TEST(Overlap, BeginsAtAMultiple) {
  alignas(16) char x[32] = {};
  EXPECT_TRUE(sparsec_is_aligned(x, 16));
  EXPECT_TRUE(sparsec_is_aligned(x + 8, 8));
  EXPECT_FALSE(sparsec_is_aligned(x + 8, 16));
  EXPECT_FALSE(sparsec_is_aligned(x + 1, 2));
  EXPECT_TRUE(sparsec_is_aligned(nullptr, 16));
}

TEST(Overlap, SharesAByte) {
  char x[20] = {};
  EXPECT_TRUE(sparsec_overlap(x, 10, x + 9, 1));
  EXPECT_TRUE(sparsec_overlap(x + 9, 1, x, 10));
  EXPECT_TRUE(sparsec_overlap(x, 10, x, 10));
  EXPECT_FALSE(sparsec_overlap(x, 10, x + 10, 10));
  EXPECT_FALSE(sparsec_overlap(x + 10, 10, x, 10));
  EXPECT_FALSE(sparsec_overlap(x, 10, x + 5, 0));
  EXPECT_FALSE(sparsec_overlap(x, -4, x, 10));
}
