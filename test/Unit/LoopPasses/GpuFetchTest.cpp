//===- GpuFetchTest.cpp - elements on a GPU that the host reads -----------===//

#include "Nest.h"

#include "sparsec/LoopIR/Statements.h"
#include "sparsec/Target/Cuda/GpuFetch.h"

using namespace sparsec;
using namespace sparsec::test;

namespace {

TEST(GpuFetch, LocalsOfOneListHaveNamesOfTheirOwn) {
  Nest nest;
  makeSpmv(nest);
  const auto element = [](long at) {
    return LoopExpr::load("index", {LoopExpr::integer(at)});
  };
  auto made = withFetches(
      nest.program, {stmt::constant(LoopType::int32(), "first", element(0)),
                     stmt::constant(LoopType::int32(), "second", element(1)),
                     stmt::assign(LoopExpr::variable("third"), element(2))});
  ASSERT_TRUE(bool(made));
  EXPECT_TRUE(isText(printLoops(LoopAst{*made}), R"(
    int element = 0;
    status = sparsec_gpu_read(&element, &index[0], stream);
    if (status != SPARSEC_OK)
      goto fail;
    const int first = element;
    int element_2 = 0;
    status = sparsec_gpu_read(&element_2, &index[1], stream);
    if (status != SPARSEC_OK)
      goto fail;
    const int second = element_2;
    {
      int element_3 = 0;
      status = sparsec_gpu_read(&element_3, &index[2], stream);
      if (status != SPARSEC_OK)
        goto fail;
      third = element_3;
    })"));
}

} // namespace
