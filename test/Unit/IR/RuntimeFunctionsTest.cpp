//===- RuntimeFunctionsTest.cpp - the table agrees with the headers -------===//

#include "sparsec/IR/RuntimeFunctions.h"

#include "sparsec/colour.h"
#include "sparsec/group.h"
#include "sparsec/levels.h"
#include "sparsec/mark.h"
#include "sparsec/reversed_waves.h"
#include "sparsec/scan.h"
#include "sparsec/sort.h"
#include "sparsec/waits.h"
#include "sparsec/wavefront.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <gtest/gtest.h>

#include <string>
#include <type_traits>
#include <vector>

using namespace sparsec;

namespace {

enum class Passed { Number, Read, Written };

template <typename Type>
constexpr Passed howPassed() {
  if constexpr (!std::is_pointer_v<Type>)
    return Passed::Number;
  else if constexpr (std::is_const_v<std::remove_pointer_t<Type>>)
    return Passed::Read;
  else
    return Passed::Written;
}

/// Whether a parameter of the host's \p function is passed as the table says.
bool agrees(const RuntimeFunction &function, const RuntimeParameter &parameter,
            Passed how) {
  using Kind = RuntimeParameter::Kind;
  switch (parameter.kind) {
  case Kind::In:
    return how == Passed::Read;
  case Kind::Out:
  case Kind::InOut:
  case Kind::Result:
    return how == Passed::Written;
  case Kind::TwinInOut:
    return how == Passed::Read && function.gpu == RuntimeFunction::Gpu::Twin;
  case Kind::Value:
    return how == Passed::Number;
  }
  return false;
}

template <typename Result, typename... Types>
void compare(Result (*)(Types...), const RuntimeFunction &function) {
  using Returns = RuntimeFunction::Returns;
  SCOPED_TRACE(function.name.str());
  const std::vector<Passed> types = {howPassed<Types>()...};
  ASSERT_EQ(types.size(), function.parameters.size());
  for (size_t pos = 0; pos < types.size(); ++pos)
    EXPECT_TRUE(agrees(function, function.parameters[pos], types[pos]))
        << function.parameters[pos].name.str();
  EXPECT_EQ(std::is_void_v<Result>, function.returns == Returns::Nothing);
}

TEST(RuntimeFunctions, HeadersTakeWhatTheTableSays) {
#define NAME_Typed(NAME) sparsec_##NAME##_int
#define NAME_Any(NAME) sparsec_##NAME
#define COMPARE_Twin(NAME, INDICES) compare(NAME_##INDICES(NAME), runtime::NAME)
#define COMPARE_None(NAME, INDICES) COMPARE_Twin(NAME, INDICES)
#define COMPARE_Only(NAME, INDICES)
#define RUNTIME_FUNCTION(NAME, HEADER, RETURNS, GPU, INDICES, ...)             \
  COMPARE_##GPU(NAME, INDICES);
#include "sparsec/IR/RuntimeFunctions.def"
}

TEST(RuntimeFunctions, LengthsAreSumsOfNumbersThatArePassed) {
  for (const RuntimeFunction *function : runtimeFunctions())
    for (const RuntimeParameter &parameter : function->parameters) {
      SCOPED_TRACE((function->name + ", " + parameter.name).str());
      EXPECT_TRUE(parameter.isArray() || parameter.length.empty());
      for (llvm::StringRef word : llvm::split(parameter.length, ' ')) {
        bool isNumber = llvm::any_of(
            function->parameters, [&](const RuntimeParameter &other) {
              return other.name == word && !other.isArray();
            });
        EXPECT_TRUE(isNumber || word.empty() || word == "+" || word == "*" ||
                    word == "1")
            << word.str();
      }
    }
}

} // namespace
