//===- Kernels.cpp - nests that several tests use -------------------------===//

#include "Kernels.h"

namespace sparsec::test {

LoopMarks unrolled(unsigned factor) {
  LoopMarks marks;
  marks.unroll = factor;
  return marks;
}

static void addVectors(Nest &nest) {
  nest.parameter("n", "n >= 1");
  nest.parameter("m", "m >= 1");
  nest.array("y", ElementType::float64(), {"n"});
  nest.array("x", ElementType::float64(), {"m"});
}

ScheduleTree makeBcsr(Nest &nest, const LoopMarks &marks) {
  using Owner = Array::Owner;
  addVectors(nest);
  nest.array("offset", ElementType::int64(), {"floor((n + 2)/3) + 1"}).owner =
      Owner::Plan;
  nest.array("explicit_kk", ElementType::int32(), {""}).owner = Owner::Plan;
  nest.array("a_prime", ElementType::float64(), {"", "3", "3"}).owner =
      Owner::Plan;
  nest.monotonic("offset");
  nest.range("offset", "0", "");
  nest.range("explicit_kk", "0", "floor((m + 2)/3)");
  nest.statement("X", {"ii", "p", "i", "k"},
                 "0 <= 3*ii < n and 0 <= i < 3 and 0 <= k < 3 and "
                 "3*ii + i < n",
                 {{"lo", "offset", "ii"},
                  {"hi", "offset", "ii + 1"},
                  {"kk", "explicit_kk", "p"}},
                 "lo <= p < hi and 3*kk + k < m");
  nest.assign(nest.load("y", {"3*ii + i"}), "+=",
              times(nest.load("a_prime", {"p", "i", "k"}),
                    nest.load("x", {"3*kk + k"})));
  ScheduleTree k = nest.loop("k", "k", nest.leaf("X"), marks);
  ScheduleTree i = nest.loop("i", "i", std::move(k), marks);
  return nest.loop("ii", "ii", nest.loop("p", "p", std::move(i)));
}

void makeDia(Nest &nest) {
  addVectors(nest);
  nest.parameter("count", "count >= 0");
  nest.array("diag", ElementType::int32(), {"count"}).owner =
      Array::Owner::Plan;
  nest.array("a_prime", ElementType::float64(), {"count", "n"}).owner =
      Array::Owner::Plan;
  nest.statement("X", {"p", "i"}, "0 <= p < count and 0 <= i < n",
                 {{"d", "diag", "p"}}, "0 <= i + d < m");
  nest.assign(
      nest.load("y", {"i"}),
      "+=", times(nest.load("a_prime", {"p", "i"}), nest.load("x", {"i + d"})));
}

ScheduleTree makeMatmul(Nest &nest, const LoopMarks &marks) {
  nest.parameter("n", "n >= 0");
  for (const char *matrix : {"A", "B", "C"})
    nest.array(matrix, ElementType::float64(), {"n", "n"}).isFlat = true;
  nest.statement("S", {"i", "j", "k"},
                 "0 <= i < n and 0 <= j < n and 0 <= k < n");
  nest.assign(nest.load("C", {"i", "j"}), "+=",
              times(nest.load("A", {"i", "k"}), nest.load("B", {"k", "j"})));
  ScheduleTree k = nest.loop("k", "k", nest.leaf("S"));
  return nest.loop("i", "i", nest.loop("j", "j", std::move(k), marks), marks);
}

} // namespace sparsec::test
