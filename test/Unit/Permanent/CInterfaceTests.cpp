//===- CInterfaceTests.cpp - sparsec/permanent.h as a C program uses it ---===//
#include "sparsec/permanent.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace {

const std::vector<int> rows = {0, 0, 1, 1, 0}, columns = {0, 1, 0, 1, 0};
const std::vector<double> values = {1, 2, 3, 4, 0.5}; // (0, 0) twice

int ofEntries(int size, const std::vector<int> &row,
              const sparsec_permanent_options *options,
              sparsec_permanent_result *result,
              const double *imaginary = nullptr) {
  return sparsec_permanent_of_entries(size, static_cast<long long>(row.size()),
                                      row.data(), columns.data(), values.data(),
                                      imaginary, options, result);
}

TEST(CInterface, EntriesOfOnePlaceAreAdded) {
  sparsec_permanent_result result;
  ASSERT_EQ(ofEntries(2, rows, nullptr, &result), 0);
  EXPECT_STREQ(result.value, "12"); // 1.5 * 4 + 2 * 3
  EXPECT_EQ(result.exact, 0);
  EXPECT_GT(result.relative_error, 0);
  EXPECT_LT(result.relative_error, 1e-14);
  EXPECT_EQ(result.message, nullptr);
  sparsec_permanent_free(&result);
  EXPECT_EQ(result.value, nullptr);
  sparsec_permanent_free(&result);
}

TEST(CInterface, ExactAndComplex) {
  sparsec_permanent_options options = {};
  options.arithmetic = SPARSEC_PERMANENT_EXACT;
  sparsec_permanent_result result;
  ASSERT_EQ(ofEntries(2, rows, &options, &result), 0);
  EXPECT_EQ(result.exact, 1);
  EXPECT_STREQ(result.error, "0");
  sparsec_permanent_free(&result);
  const std::vector<double> imaginary = {0, 0, 0, 1, 0};
  ASSERT_EQ(ofEntries(2, rows, nullptr, &result, imaginary.data()), 0);
  EXPECT_STREQ(result.value, "12+1.5i");
  sparsec_permanent_free(&result);
}

TEST(CInterface, RefusalsHaveMessages) {
  sparsec_permanent_result result;
  EXPECT_EQ(ofEntries(1, rows, nullptr, &result), 1);
  EXPECT_STREQ(result.message, "entry 1 is at (0, 1), outside 0..0");
  EXPECT_EQ(result.value, nullptr);
  sparsec_permanent_free(&result);
  EXPECT_EQ(sparsec_permanent_of_file("/none.mtx", nullptr, &result), 1);
  EXPECT_NE(std::strstr(result.message, "/none.mtx"), nullptr);
  sparsec_permanent_free(&result);
}

TEST(CInterface, ProgressStops) {
  std::vector<int> row, column;
  std::vector<double> value;
  for (int i = 0; i < 16; ++i)
    for (int j = 0; j < 16; ++j) {
      row.push_back(i);
      column.push_back(j);
      value.push_back(1);
    }
  int calls = 0;
  sparsec_permanent_options options = {};
  options.threads = 1;
  options.context = &calls;
  options.progress = [](void *context, double share) {
    ++*static_cast<int *>(context);
    return int(share > 0.5);
  };
  sparsec_permanent_result result;
  EXPECT_EQ(sparsec_permanent_of_entries(16, 256, row.data(), column.data(),
                                         value.data(), nullptr, &options,
                                         &result),
            1);
  EXPECT_STREQ(result.message, "stopped");
  EXPECT_GT(calls, 2);
  sparsec_permanent_free(&result);
}

} // namespace
