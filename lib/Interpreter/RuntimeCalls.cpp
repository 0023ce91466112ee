//===- RuntimeCalls.cpp - calls of the runtime itself ---------------------===//

#include "RuntimeCalls.h"

#include "Number.h"

// Plans for several threads are made wherever they are asked for, as if waves
// cost nothing: interpreted matrices are small, and nobody waits for threads.
#define SPARSEC_GAIN_LEAST 0
#define SPARSEC_WAVE_COST 1
#define SPARSEC_TASK_LEAST 4

#include "sparsec/colour.h"
#include "sparsec/group.h"
#include "sparsec/levels.h"
#include "sparsec/mark.h"
#include "sparsec/reversed_waves.h"
#include "sparsec/scan.h"
#include "sparsec/sort.h"
#include "sparsec/waits.h"
#include "sparsec/wavefront.h"

#include <algorithm>
#include <type_traits>
#include <utility>

namespace sparsec {
namespace {

template <typename Type>
Type convert(const Passed &passed) {
  if constexpr (std::is_pointer_v<Type>)
    return static_cast<Type>(passed.address);
  else
    return Type(passed.number);
}

/// What the host has no function of: sparsec/cuda_group.h.
template <typename Index>
void list_keys(const Index *key, Index n, Index *index) {
  std::copy_n(key, n, index);
}

/// group_by_key of GPUs: the key of each entry, from those of instances.
template <typename Index>
void keepKeys(const std::vector<Passed> &arguments) {
  const Index n = convert<Index>(arguments[0]);
  const Index *slot = convert<const Index *>(arguments[1]);
  Index *key = convert<Index *>(arguments[2]);
  const std::vector<Index> own(key, key + n);
  for (Index i = 0; i < n; ++i)
    key[slot[i]] = own[size_t(i)];
}

template <typename Result, typename... Types, size_t... Positions>
long long invoke(Result (*function)(Types...),
                 const std::vector<Passed> &arguments,
                 std::index_sequence<Positions...>) {
  if constexpr (std::is_void_v<Result>) {
    function(convert<Types>(arguments[Positions])...);
    return 0;
  } else {
    return function(convert<Types>(arguments[Positions])...);
  }
}

template <typename Result, typename... Types>
long long invoke(Result (*function)(Types...),
                 const std::vector<Passed> &arguments) {
  return invoke(function, arguments, std::index_sequence_for<Types...>());
}

} // namespace

long long callRuntime(const RuntimeFunction &function, bool isWide, bool isTwin,
                      const std::vector<Passed> &arguments) {
  long long result = 0;
#define INVOKE_Typed(NAME)                                                     \
  result = isWide ? invoke(sparsec_##NAME##_long, arguments)                   \
                  : invoke(sparsec_##NAME##_int, arguments)
#define INVOKE_Any(NAME) result = invoke(sparsec_##NAME, arguments)
#define CALL_Twin(NAME, INDICES) INVOKE_##INDICES(NAME)
#define CALL_None(NAME, INDICES) INVOKE_##INDICES(NAME)
#define CALL_Only(NAME, INDICES)                                               \
  result = isWide ? invoke(NAME<long long>, arguments)                         \
                  : invoke(NAME<int>, arguments)
#define RUNTIME_FUNCTION(NAME, HEADER, RETURNS, GPU, INDICES, ...)             \
  if (&function == &runtime::NAME)                                             \
    CALL_##GPU(NAME, INDICES);
#include "sparsec/IR/RuntimeFunctions.def"
  if (function.returns == RuntimeFunction::Returns::Status &&
      result != SPARSEC_OK)
    throw Fault(function.name.str() +
                " fails: " + sparsec_strerror((enum sparsec_status)result));
  if (isTwin && &function == &runtime::group_by_key)
    isWide ? keepKeys<long long>(arguments) : keepKeys<int>(arguments);
  return result;
}

} // namespace sparsec
