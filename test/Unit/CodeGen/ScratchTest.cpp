#include "Nest.h"
#include <chrono>
using namespace sparsec;
using namespace sparsec::test;
namespace {
void show(const char *name, Nest &nest, ScheduleTree tree) {
  auto start = std::chrono::steady_clock::now();
  std::string text = nest.lower(std::move(tree));
  double s =
      std::chrono::duration<double>(std::chrono::steady_clock::now() - start)
          .count();
  printf("---- %s (%.3f s)\n%s\n", name, s, text.c_str());
}
void dense(Nest &nest) {
  makeSpmv(nest);
  nest.statement(
      "D", {"i", "k", "j"}, "0 <= i < n and 0 <= k < m",
      {{"lo", "index", "i"}, {"hi", "index", "i + 1"}, {"c", "col", "j"}},
      "lo <= j < hi and k = c");
  nest.assign(nest.load("y", {"i"}),
              "+=", times(nest.load("a", {"j"}), nest.load("x", {"k"})));
}
TEST(Scratch, Dense) {
  Nest nest;
  dense(nest);
  show("make_dense", nest,
       nest.loop("i", "i",
                 nest.loop("k", "k", nest.loop("j", "j", nest.leaf("D")))));
  show("inspector bcsr order", nest,
       nest.loop("ii", "floor(i/3)",
                 nest.loop("i", "i mod 3",
                           nest.loop("j", "j",
                                     nest.loop("kk", "floor(k/3)",
                                               nest.loop("k", "k mod 3",
                                                         nest.leaf("D")))))));
  show("bcsr order before compact", nest,
       nest.loop("ii", "floor(i/3)",
                 nest.loop("kk", "floor(k/3)",
                           nest.loop("i", "i mod 3",
                                     nest.loop("k", "k mod 3",
                                               nest.loop("j", "j",
                                                         nest.leaf("D")))))));
  show("dia inspector", nest,
       nest.loop("i", "i",
                 nest.loop("j", "j", nest.loop("d", "k - i", nest.leaf("D")))));
  show("dia order", nest,
       nest.loop("d", "k - i",
                 nest.loop("i", "i", nest.loop("j", "j", nest.leaf("D")))));
  show("dia order shifted", nest,
       nest.loop("d", "k - i + n - 1",
                 nest.loop("i", "i", nest.loop("j", "j", nest.leaf("D")))));
  show("ell jj", nest,
       nest.loop("i", "i",
                 nest.loop("jj", "floor((j-lo)/8)",
                           nest.loop("j", "(j - lo) mod 8",
                                     nest.loop("k", "k", nest.leaf("D"))))));
}
void bcsr(Nest &nest, bool guarded) {
  nest.parameter("n", "n >= 1");
  nest.parameter("m", "m >= 1");
  ElementType real = ElementType::float64(), integer = ElementType::int32();
  nest.array("y", real, {"n"});
  nest.array("x", real, {"m"});
  nest.array("offset", ElementType::int64(), {"floor((n+2)/3)+1"}).owner =
      Array::Owner::Plan;
  nest.array("explicit_kk", integer, {""}).owner = Array::Owner::Plan;
  nest.array("a_prime", real, {"", "3", "3"}).owner = Array::Owner::Plan;
  nest.monotonic("offset");
  nest.range("offset", "0", "");
  nest.range("explicit_kk", "0", "floor((m+2)/3)");
  nest.statement("X", {"ii", "p", "i", "k"},
                 "0 <= 3*ii < n and 0 <= i < 3 and 0 <= k < 3 and 3*ii + i < n",
                 {{"lo", "offset", "ii"},
                  {"hi", "offset", "ii+1"},
                  {"kk", "explicit_kk", "p"}},
                 guarded ? "lo <= p < hi and 3*kk + k < m" : "lo <= p < hi");
  nest.assign(nest.load("y", {"3*ii + i"}), "+=",
              times(nest.load("a_prime", {"p", "i", "k"}),
                    nest.load("x", {"3*kk + k"})));
}
TEST(Scratch, Bcsr) {
  Nest nest;
  bcsr(nest, true);
  LoopMarks full;
  full.unroll = 0;
  show("bcsr rolled", nest,
       nest.loop("ii", "ii",
                 nest.loop("p", "p",
                           nest.loop("i", "i",
                                     nest.loop("k", "k", nest.leaf("X"))))));
  show("bcsr unrolled", nest,
       nest.loop("ii", "ii",
                 nest.loop("p", "p",
                           nest.loop("i", "i",
                                     nest.loop("k", "k", nest.leaf("X"), full),
                                     full))));
  LoopMarks four;
  four.unroll = 4;
  show("bcsr p by 4", nest,
       nest.loop(
           "ii", "ii",
           nest.loop("p", "p",
                     nest.loop("i", "i", nest.loop("k", "k", nest.leaf("X"))),
                     four)));
}
TEST(Scratch, Dia) {
  Nest nest;
  nest.parameter("n", "n >= 1");
  nest.parameter("m", "m >= 1");
  nest.parameter("count", "count >= 0");
  ElementType real = ElementType::float64(), integer = ElementType::int32();
  nest.array("y", real, {"n"});
  nest.array("x", real, {"m"});
  nest.array("diag", integer, {"count"}).owner = Array::Owner::Plan;
  nest.array("a_prime", real, {"count", "n"}).owner = Array::Owner::Plan;
  nest.statement("X", {"p", "i"}, "0 <= p < count and 0 <= i < n",
                 {{"d", "diag", "p"}}, "0 <= i + d < m");
  nest.assign(
      nest.load("y", {"i"}),
      "+=", times(nest.load("a_prime", {"p", "i"}), nest.load("x", {"i + d"})));
  LoopMarks simd;
  simd.simd = true;
  LoopMarks par;
  par.parallel = true;
  par.schedule = "static";
  show("dia", nest,
       nest.loop("p", "p", nest.loop("i", "i", nest.leaf("X"), simd)));
  show("dia tiled", nest,
       nest.loop("ii", "floor(i/1024)",
                 nest.loop("p", "p",
                           nest.loop("i", "i mod 1024", nest.leaf("X"), simd)),
                 par));
  show("dia strided", nest,
       nest.loop("ii", "1024*floor(i/1024)",
                 nest.loop("p", "p", nest.loop("i", "i", nest.leaf("X"), simd)),
                 par));
}
TEST(Scratch, Imperfect) {
  Nest nest;
  makeSpmv(nest);
  nest.array("s", ElementType::float64(), {}).owner = Array::Owner::Local;
  nest.program.arrays["s"].privateDepth = 1;
  nest.array("b", ElementType::float64(), {"n"});
  nest.statement("S0", {"i"}, "0 <= i < n");
  nest.assign(nest.load("s"), "=", nest.load("b", {"i"}));
  nest.statement(
      "S1", {"i", "j"}, "0 <= i < n",
      {{"lo", "index", "i"}, {"hi", "index", "i + 1"}, {"c", "col", "j"}},
      "lo <= j < hi");
  nest.assign(nest.load("s"),
              "-=", times(nest.load("a", {"j"}), nest.load("x", {"c"})));
  nest.statement("S2", {"i"}, "0 <= i < n");
  nest.assign(nest.load("y", {"i"}), "=", nest.load("s"));
  LoopMarks simd;
  simd.simd = true;
  LoopMarks par;
  par.parallel = true;
  show("imperfect", nest,
       nest.loop(
           "i", "i",
           ScheduleTree::sequence({nest.leaf("S0"),
                                   nest.loop("j", "j", nest.leaf("S1"), simd),
                                   nest.leaf("S2")}),
           par));
  show("imperfect tiled", nest,
       nest.loop("ii", "floor(i/4)",
                 nest.loop("i", "i mod 4",
                           ScheduleTree::sequence(
                               {nest.leaf("S0"),
                                nest.loop("j", "j", nest.leaf("S1"), simd),
                                nest.leaf("S2")})),
                 par));
  // fused rows
  nest.statement(
      "T", {"i", "j"}, "0 <= i < n",
      {{"lo", "index", "i"}, {"hi", "index", "i + 1"}, {"c", "col", "j"}},
      "lo <= j < hi");
  nest.assign(nest.load("b", {"i"}),
              "+=", times(nest.load("a", {"j"}), nest.load("x", {"c"})));
  show("fused", nest,
       nest.loop("i", "i",
                 nest.loop("j", "j",
                           ScheduleTree::sequence(
                               {nest.leaf("S"), nest.leaf("T")}))));
  nest.statement(
      "U", {"i", "j"}, "1 <= i < n",
      {{"lo", "index", "i - 1"}, {"hi", "index", "i"}, {"c", "col", "j"}},
      "lo <= j < hi");
  nest.assign(nest.load("b", {"i"}),
              "+=", times(nest.load("a", {"j"}), nest.load("x", {"c"})));
  show(
      "two", nest,
      nest.loop("i", "i",
                ScheduleTree::sequence({nest.loop("j", "j", nest.leaf("S")),
                                        nest.loop("j", "j", nest.leaf("U"))})));
  show("two fused", nest,
       nest.loop("i", "i",
                 nest.loop("j", "j",
                           ScheduleTree::sequence(
                               {nest.leaf("S"), nest.leaf("U")}))));
}
TEST(Scratch, Matmul) {
  Nest nest;
  nest.parameter("n", "n >= 0");
  ElementType real = ElementType::float64();
  for (const char *a : {"A", "B", "C"})
    nest.array(a, real, {"n", "n"});
  nest.statement("S", {"i", "j", "k"},
                 "0 <= i < n and 0 <= j < n and 0 <= k < n");
  nest.assign(nest.load("C", {"i", "j"}), "+=",
              times(nest.load("A", {"i", "k"}), nest.load("B", {"k", "j"})));
  show("matmul", nest,
       nest.loop("i", "i",
                 nest.loop("j", "j", nest.loop("k", "k", nest.leaf("S")))));
  show("matmul reversed/skewed", nest,
       nest.loop("i", "-i",
                 nest.loop("j", "i + j", nest.loop("k", "k", nest.leaf("S")))));
  LoopMarks jam;
  jam.unroll = 2;
  jam.jam = true;
  show("matmul jam", nest,
       nest.loop("i", "i",
                 nest.loop("j", "j", nest.loop("k", "k", nest.leaf("S")), jam),
                 jam));
  LoopMarks full;
  full.unroll = 0;
  show("matmul tiled unrolled", nest,
       nest.loop("ii", "floor(i/4)",
                 nest.loop("jj", "floor(j/4)",
                           nest.loop("k", "k",
                                     nest.loop("i", "i mod 4",
                                               nest.loop("j", "j mod 4",
                                                         nest.leaf("S"), full),
                                               full)))));
}
} // namespace
