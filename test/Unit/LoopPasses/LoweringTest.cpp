//===- LoweringTest.cpp - phases to C loops -------------------------------===//

#include "Nest.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

TEST(Lowering, SpmvReadsLikeTheSource) {
  Nest nest;
  makeSpmv(nest);
  EXPECT_TRUE(isText(
      nest.lower(nest.loop("i", "i", nest.loop("j", "j", nest.leaf("S")))), R"(
    for (int i = 0; i < n; i++) {
      double sum = y[i];
      for (int j = index[i]; j < index[i + 1]; j++)
        sum += a[j] * x[col[j]];
      y[i] = sum;
    })"));
}

TEST(Lowering, CountedTileOfTheRowsIsRelative) {
  Nest nest;
  makeSpmv(nest);
  ScheduleTree j = nest.loop("j", "j", nest.leaf("S"));
  ScheduleTree i = nest.loop("i", "i mod 64", j);
  EXPECT_TRUE(isText(nest.lower(nest.loop("ii", "floor(i/64)", i)), R"(
    for (int ii = 0; ii < (n + 63) / 64; ii++) {
      for (int i = 0; i < sparsec_min_int(64, n - 64 * ii); i++) {
        double sum = y[64 * ii + i];
        for (int j = index[64 * ii + i]; j < index[64 * ii + i + 1]; j++)
          sum += a[j] * x[col[j]];
        y[64 * ii + i] = sum;
      }
    })"));
}

TEST(Lowering, StridedTileKeepsTheValues) {
  Nest nest;
  makeSpmv(nest);
  ScheduleTree j = nest.loop("j", "j", nest.leaf("S"));
  ScheduleTree i = nest.loop("i", "i", j);
  std::string text = nest.lower(nest.loop("ii", "64*floor(i/64)", i));
  EXPECT_NE(text.find("for (int ii = 0; ii < n; ii += 64) {"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("i = ii; i < sparsec_min_int(n, ii + 64); i++"),
            std::string::npos)
      << text;
}

TEST(Lowering, TileRelativeToTheRowLoadsItsBoundsOnce) {
  Nest nest;
  makeSpmv(nest);
  ScheduleTree j = nest.loop("j", "(j - lo) mod 8", nest.leaf("S"));
  ScheduleTree jj = nest.loop("jj", "floor((j - lo)/8)", j);
  EXPECT_TRUE(isText(nest.lower(nest.loop("i", "i", jj)), R"(
    for (int i = 0; i < n; i++) {
      const int index_i = index[i];
      const int index_i_1 = index[i + 1];
      double sum = y[i];
      for (int jj = 0; jj < (index_i_1 - index_i + 7) / 8; jj++)
        for (int j = 0; j < sparsec_min_int(8, index_i_1 - index_i - 8 * jj); j++)
          sum += a[index_i + 8 * jj + j] * x[col[index_i + 8 * jj + j]];
      y[i] = sum;
    })"));
}

TEST(Lowering, ReversedLoopsCountDown) {
  Nest nest;
  makeSpmv(nest);
  EXPECT_TRUE(isText(
      nest.lower(nest.loop("i", "-i", nest.loop("j", "j", nest.leaf("S")))), R"(
    for (int i = n - 1; i >= 0; i--) {
      double sum = y[i];
      for (int j = index[i]; j < index[i + 1]; j++)
        sum += a[j] * x[col[j]];
      y[i] = sum;
    })"));
}

TEST(Lowering, RefusesALoopOutsideTheLoopThatBindsItsBounds) {
  Nest nest;
  makeSpmv(nest);
  std::string text =
      nest.lower(nest.loop("j", "j", nest.loop("i", "i", nest.leaf("S"))));
  EXPECT_NE(text.find("error: `index[i]` and `index[i + 1]` bounds loop 'j'"),
            std::string::npos)
      << text;
  EXPECT_NE(text.find("inside it (inside are: i)"), std::string::npos) << text;
}

TEST(Lowering, RefusesLoopsThatDoNotTellInstancesApart) {
  Nest nest;
  nest.parameter("n", "n >= 0");
  nest.array("C", ElementType::float64(), {"n", "n"});
  nest.statement("S", {"i", "j"}, "0 <= i < n and 0 <= j < n");
  nest.assign(nest.load("C", {"i", "j"}),
              "+=", Expr::constant("1.0", ElementType::float64()));
  EXPECT_NE(nest.lower(nest.loop("i", "i", nest.leaf("S"))).find("tell"),
            std::string::npos);
}

/// The statement of makeSpmv with the dense loop k = col[j].
void makeDense(Nest &nest) {
  makeSpmv(nest);
  nest.statement(
      "D", {"i", "k", "j"}, "0 <= i < n and 0 <= k < m",
      {{"lo", "index", "i"}, {"hi", "index", "i + 1"}, {"c", "col", "j"}},
      "lo <= j < hi and k = c");
  nest.assign(nest.load("y", {"i"}),
              "+=", times(nest.load("a", {"j"}), nest.load("x", {"k"})));
}

TEST(Lowering, DenseLoopOutsideTheSparseOneGetsAGuard) {
  Nest nest;
  makeDense(nest);
  ScheduleTree j = nest.loop("j", "j", nest.leaf("D"));
  EXPECT_TRUE(
      isText(nest.lower(nest.loop("i", "i", nest.loop("k", "k", j))), R"(
    for (int i = 0; i < n; i++) {
      const int index_i = index[i];
      const int index_i_1 = index[i + 1];
      double sum = y[i];
      for (int k = 0; k < m; k++) {
        for (int j = index_i; j < index_i_1; j++) {
          if (k == col[j])
            sum += a[j] * x[k];
        }
      }
      y[i] = sum;
    })"));
}

TEST(Lowering, InspectorOrderHasClosedFormsAndNoDenseLoop) {
  Nest nest;
  makeDense(nest);
  action::Append append;
  for (auto [list, text] : {std::pair("blocks", "floor(k/3)"),
                            {"rows", "i mod 3"},
                            {"columns", "k mod 3"},
                            {"entries", "j"}}) {
    nest.array(list, ElementType::int32(), {"n"});
    append.lists.emplace_back(
        list, Expr::affine(nest.value(text), ElementType::int32()));
  }
  nest.array("used", ElementType::int32(), {"n"});
  append.counter = nest.load("used", {"0"});
  nest.act({std::move(append), "append", {nest.value("j")}});
  ScheduleTree k = nest.loop("k", "k mod 3", nest.leaf("D"));
  ScheduleTree j =
      nest.loop("j", "j", nest.loop("kk", "floor(k/3)", std::move(k)));
  ScheduleTree i = nest.loop("i", "i mod 3", std::move(j));
  EXPECT_TRUE(isText(nest.lower(nest.loop("ii", "floor(i/3)", i)), R"(
    for (int ii = 0; ii < (n + 2) / 3; ii++) {
      for (int i = 0; i < sparsec_min_int(3, n - 3 * ii); i++) {
        const int index_i_1 = index[3 * ii + i + 1];
        for (int j = index[3 * ii + i]; j < index_i_1; j++) {
          const int col_j = col[j];
          {
          const int at = used[0]++;
          blocks[at] = col_j / 3;
          rows[at] = i;
          columns[at] = col_j % 3;
          entries[at] = j;
          }
        }
      }
    })"));
}

TEST(Lowering, CallsGetSizesWithWhatIsAddedToThem) {
  for (const auto &[more, size] : {std::pair(0L, "(long long)n"),
                                   {-2L, "(long long)n - 2"},
                                   {3L, "(long long)n + 3"}}) {
    Nest nest;
    makeSpmv(nest);
    action::Call call;
    call.function = &runtime::inclusive_scan;
    call.arguments = {action::Argument::array("y"),
                      action::Argument::size("y", more)};
    nest.act({std::move(call), "prefix sum"});
    const std::string text =
        nest.lower(nest.loop("i", "i", nest.loop("j", "j", nest.leaf("S"))));
    EXPECT_NE(text.find(std::string("(y, ") + size + ")"), std::string::npos)
        << text;
  }
}

TEST(Lowering, DiagonalLoopUsesItsIteratorNotTheColumn) {
  Nest nest;
  makeDense(nest);
  ScheduleTree j = nest.loop("j", "j", nest.leaf("D"));
  EXPECT_TRUE(
      isText(nest.lower(nest.loop("d", "k - i", nest.loop("i", "i", j))), R"(
    for (int d = 1 - n; d < m; d++) {
      for (int i = sparsec_max_int(0, -d); i < sparsec_min_int(n, m - d); i++) {
        double sum = y[i];
        for (int j = index[i]; j < index[i + 1]; j++) {
          if (d + i == col[j])
            sum += a[j] * x[d + i];
        }
        y[i] = sum;
      }
    })"));
}

TEST(Lowering, FusedStatementsShareBoundsAndLoads) {
  Nest nest;
  makeSpmv(nest);
  nest.array("b", ElementType::float64(), {"n"});
  nest.statement(
      "T", {"r", "p"}, "0 <= r < n",
      {{"lo", "index", "r"}, {"hi", "index", "r + 1"}, {"c", "col", "p"}},
      "lo <= p < hi");
  nest.assign(nest.load("b", {"r"}), "+=", nest.load("x", {"c"}));
  ScheduleTree j = ScheduleTree::loop(
      "j", {{"S", nest.value("S", "j")}, {"T", nest.value("T", "p")}},
      ScheduleTree::sequence({nest.leaf("S"), nest.leaf("T")}));
  ScheduleTree i = ScheduleTree::loop(
      "i", {{"S", nest.value("S", "i")}, {"T", nest.value("T", "r")}}, j);
  EXPECT_TRUE(isText(nest.lower(i), R"(
    for (int i = 0; i < n; i++) {
      double sum = b[i];
      double sum_2 = y[i];
      for (int j = index[i]; j < index[i + 1]; j++) {
        const int col_j = col[j];
        sum_2 += a[j] * x[col_j];
        sum += x[col_j];
      }
      b[i] = sum;
      y[i] = sum_2;
    })"));
}

TEST(Lowering, CallsThatNotEveryRowMakesStayBehindTheirGuard) {
  Nest nest;
  makeSpmv(nest);
  nest.array("b", ElementType::float64(), {"n"});
  nest.statement("U", {"i", "j"}, "1 <= i < n",
                 {{"lo", "index", "i - 1"}, {"hi", "index", "i"}},
                 "lo <= j < hi");
  nest.assign(nest.load("b", {"i"}), "+=", nest.load("a", {"j"}));
  ScheduleTree both =
      ScheduleTree::sequence({nest.loop("j", "j", nest.leaf("S")),
                              nest.loop("j", "j", nest.leaf("U"))});
  EXPECT_TRUE(isText(nest.lower(nest.loop("i", "i", both)), R"(
    for (int i = 0; i < n; i++) {
      const int index_i = index[i];
      double sum = y[i];
      for (int j = index_i; j < index[i + 1]; j++)
        sum += a[j] * x[col[j]];
      y[i] = sum;
      if (i >= 1) {
        double sum_2 = b[i];
        for (int j = index[i - 1]; j < index_i; j++)
          sum_2 += a[j];
        b[i] = sum_2;
      }
    })"));
}

TEST(Lowering, NestedCallsAreLoadedInOrder) {
  Nest nest;
  makeSpmv(nest);
  nest.array("perm", ElementType::int32(), {"n"}).isIndex = true;
  nest.statement("P", {"p", "j"}, "0 <= p < n",
                 {{"r", "perm", "p"},
                  {"lo", "index", "r"},
                  {"hi", "index", "r + 1"},
                  {"c", "col", "j"}},
                 "lo <= j < hi");
  nest.assign(nest.load("y", {"r"}), "+=", nest.load("x", {"c"}));
  EXPECT_TRUE(isText(
      nest.lower(nest.loop("p", "p", nest.loop("j", "j", nest.leaf("P")))), R"(
    for (int p = 0; p < n; p++) {
      const int perm_p = perm[p];
      if (index[perm_p] < index[perm_p + 1]) {
        double sum = y[perm_p];
        for (int j = index[perm_p]; j < index[perm_p + 1]; j++)
          sum += x[col[j]];
        y[perm_p] = sum;
      }
    })"));
}

} // namespace
