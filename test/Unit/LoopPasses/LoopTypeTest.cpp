//===- LoopTypeTest.cpp - types of the loop IR ----------------------------===//

#include "sparsec/LoopIR/LoopType.h"

#include <gtest/gtest.h>

using namespace sparsec;

namespace {

using Shape = LoopType::Shape;
using Storage = LoopType::Storage;

TEST(LoopTypeTest, IsSpelledAndReadBack) {
  const ElementType real = ElementType::float64();
  const ElementType half = *ElementType::named("_Float16");
  const ElementType wide = *ElementType::named("unsigned long long");
  const std::pair<LoopType, const char *> types[] = {
      {LoopType::int32(), "int"},
      {LoopType::nothing(), "void"},
      {LoopType::opaque("sparsec_view"), "sparsec_view"},
      {LoopType::pointerTo(real), "double *"},
      {LoopType::pointerTo(real, true, LoopType::Pointer::Restrict),
       "const double *restrict"},
      {LoopType::pointerTo(*ElementType::named("char"), false,
                           LoopType::Pointer::Constant),
       "char *const"},
      {LoopType::opaque("sparsec_gpu_pool").constant(),
       "const sparsec_gpu_pool"},
      {LoopType::int32().constant().in(Storage::Static), "static const int"},
      {LoopType(real).asVolatile().in(Storage::Shared),
       "__shared__ volatile double"},
      {LoopType::pointerTo(LoopType(real).asVolatile()), "volatile double *"},
      {LoopType::vector(Shape::Lanes, real, 8), "sparsec_double8"},
      {LoopType::vector(Shape::CudaVector, wide, 2), "ulonglong2"},
      {LoopType::vector(Shape::CudaVector, half, 8), "sparsec_half8"},
      {LoopType::pointerTo(LoopType::ofTemplate("sparsec_entry", wide)),
       "sparsec_entry<unsigned long long> *"},
      {LoopType::ofTemplate("sparsec_constant", real, 16)
           .constant()
           .in(Storage::GridConstant),
       "__grid_constant__ const sparsec_constant<double, 16>"},
  };
  for (const auto &[type, spelling] : types) {
    EXPECT_EQ(type.spelling(), spelling);
    EXPECT_EQ(LoopType::named(spelling).spelling(), spelling);
    // Of types with one vector the first row is read.
    if (type.shape != Shape::CudaVector) {
      EXPECT_EQ(LoopType::named(spelling), type) << spelling;
    }
  }
  EXPECT_TRUE(LoopType::named("").isNone());
}

TEST(LoopTypeTest, IsPlainOnlyAsItself) {
  EXPECT_TRUE(LoopType::int64().isWide());
  EXPECT_FALSE(LoopType::pointerTo(LoopType::int64()).isInteger());
  EXPECT_FALSE(
      LoopType::ofTemplate("sparsec_entry", ElementType::int64()).isInteger());
  EXPECT_FALSE(
      LoopType::vector(Shape::CudaVector, ElementType::int32(), 4).isInteger());
}

TEST(LoopTypeTest, HasTheSpellingOfTheLanguage) {
  const LoopType number(ElementType::complex128());
  EXPECT_EQ(number.spelling(), "double _Complex");
  EXPECT_EQ(LoopType::pointerTo(number, true).declare("a", Language::Cxx),
            "const sparsec_complex *a");
}

} // namespace
