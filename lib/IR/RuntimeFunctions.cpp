//===- RuntimeFunctions.cpp - what generated code calls -------------------===//

#include "sparsec/IR/RuntimeFunctions.h"

namespace sparsec {
namespace runtime {
namespace {

using Kind = RuntimeParameter::Kind;

constexpr RuntimeParameter in(llvm::StringRef name, llvm::StringRef length) {
  return {Kind::In, name, length};
}
constexpr RuntimeParameter out(llvm::StringRef name, llvm::StringRef length) {
  return {Kind::Out, name, length};
}
constexpr RuntimeParameter inout(llvm::StringRef name, llvm::StringRef length) {
  return {Kind::InOut, name, length};
}
constexpr RuntimeParameter twin_inout(llvm::StringRef name,
                                      llvm::StringRef length) {
  return {Kind::TwinInOut, name, length};
}
constexpr RuntimeParameter value(llvm::StringRef name) {
  return {Kind::Value, name};
}
constexpr RuntimeParameter result(llvm::StringRef name) {
  return {Kind::Result, name};
}

#define RUNTIME_FUNCTION(NAME, HEADER, RETURNS, GPU, INDICES, ...)             \
  constexpr RuntimeParameter NAME##_parameters[] = {__VA_ARGS__};
#include "sparsec/IR/RuntimeFunctions.def"

} // namespace

#define RUNTIME_HELPER(NAME, HEADER, RETURNS, SHARED)                          \
  const RuntimeHelper NAME = {"sparsec_" #NAME, HEADER,                        \
                              RuntimeHelper::Returns::RETURNS,                 \
                              RuntimeHelper::Shared::SHARED};
#define RUNTIME_CXX_HELPER(NAME, HEADER, RETURNS, CXX)                         \
  const RuntimeHelper NAME = {"sparsec_" #NAME, HEADER,                        \
                              RuntimeHelper::Returns::RETURNS,                 \
                              RuntimeHelper::Shared::None, CXX};
#define RUNTIME_FUNCTION(NAME, HEADER, RETURNS, GPU, INDICES, ...)             \
  const RuntimeFunction NAME = {#NAME,                                         \
                                HEADER,                                        \
                                RuntimeFunction::Returns::RETURNS,             \
                                RuntimeFunction::Gpu::GPU,                     \
                                RuntimeFunction::Indices::INDICES,             \
                                NAME##_parameters};
#include "sparsec/IR/RuntimeFunctions.def"

} // namespace runtime

llvm::ArrayRef<const RuntimeFunction *> runtimeFunctions() {
  static const RuntimeFunction *const all[] = {
#define RUNTIME_FUNCTION(NAME, HEADER, RETURNS, GPU, INDICES, ...)             \
  &runtime::NAME,
#include "sparsec/IR/RuntimeFunctions.def"
  };
  return all;
}

llvm::ArrayRef<const RuntimeHelper *> runtimeHelpers() {
  static const RuntimeHelper *const all[] = {
#define RUNTIME_HELPER(NAME, HEADER, RETURNS, SHARED) &runtime::NAME,
#include "sparsec/IR/RuntimeFunctions.def"
  };
  return all;
}

const RuntimeHelper *findRuntimeHelper(llvm::StringRef callee) {
  callee = callee.split('<').first;
  for (const RuntimeHelper *helper : runtimeHelpers())
    if (helper->name == callee)
      return helper;
  return nullptr;
}

} // namespace sparsec
