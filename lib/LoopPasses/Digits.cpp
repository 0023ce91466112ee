//===- Digits.cpp - loops over numbers of some digits ---------------------===//

#include "sparsec/LoopPasses/LoopPasses.h"

#include "DigitNest.h"
#include "TypedLoops.h"
#include "sparsec/LoopIR/ComplexNumbers.h"
#include "sparsec/LoopIR/ConstantFolding.h"

namespace sparsec {
namespace {

using Names = std::set<std::string>;

/// n where \p loop runs over [0, 2^n); nothing for others.
std::optional<unsigned> digitsOf(const LoopNode &loop) {
  bool isPlain = loop.upper.size() == 1 && loop.step == 1 && !loop.stride &&
                 !loop.descending && integerOf(loop.lower) == 0;
  std::optional<long> end = isPlain ? integerOf(loop.upper[0]) : std::nullopt;
  if (!end || *end < 2 || (*end & (*end - 1)) != 0)
    return std::nullopt;
  return unsigned(__builtin_ctzl(static_cast<unsigned long>(*end)));
}

llvm::Expected<LoopNode> nestOf(const LoopNode &loop, const Program &program,
                                const Names &complex, const Typing &typing) {
  // Each number takes up what the one before it has left.
  if (loop.marks.gpu.isMapped())
    return llvm::createStringError(
        "loop '%s' is incremental, one number after the other, and mapped to "
        "%s; tile it by a power of two, and map the outer loop of the two",
        loop.name.c_str(), loop.marks.gpu.text().c_str());
  std::optional<unsigned> count = digitsOf(loop);
  if (!count)
    return llvm::createStringError(
        "loop '%s' does not run from 0 to a power of two that is known; "
        "specialize its bounds, or tile it by a power of two",
        loop.name.c_str());
  const BinaryDigits digits(loop.name, *count);
  llvm::Expected<DigitBody> body = readDigitBody(loop, typing, digits);
  if (!body)
    return body.takeError();
  const DigitMark &mark = loop.marks.digits;
  // The highest digit of straight-line code starts as the loop around has it.
  bool isWhole = mark.unrolled >= *count;
  unsigned known = isWhole ? *count : mark.unrolled - (mark.unrolled > 0);
  if (mark.products == DigitMark::Products::Tables)
    tabulateProducts(*body, digits, known);
  LoopNode scope;
  scope.kind = LoopNode::Kind::Region;
  scope.isParallel = false;
  auto nest = digitNest(loop, *body, digits, program);
  if (!nest)
    return nest.takeError();
  scope.body = std::move(*nest);
  splitComplexLocals(scope.body, program, complex);
  return scope;
}

} // namespace

llvm::Error takeDigitsApart(LoopAst &ast, const Program &program) {
  const Names complex = complexScalars(ast);
  Typing typing(program);
  return rewriteLoops(ast.body, typing,
                      [&](LoopNode &loop, const Typing &types) -> llvm::Error {
                        if (!loop.marks.digits.isSet)
                          return llvm::Error::success();
                        llvm::Expected<LoopNode> nest =
                            nestOf(loop, program, complex, types);
                        if (!nest)
                          return nest.takeError();
                        loop = std::move(*nest);
                        return llvm::Error::success();
                      });
}

} // namespace sparsec
