//===- AnyOrder.cpp - iterations whose order is left open -----------------===//
///
/// \file
/// `any_order` changes nothing. It lets the steps behind it run the iterations
/// of a loop, and of those around it, in another order:
///
///     for i                           iteration (i, e): all of the body
///       for e in index[i]..
///         body(i, e)
///
/// An iteration stays whole: what runs at once still has to be proved free of
/// conflicts, so that each result is one of the source's loops in some order.
/// Stochastic gradient descent is such a loop: Venkat's dissertation, section
/// 6.2; Gemulla et al., KDD 2011.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop,
     "the innermost loop whose iterations, of one value of each loop around "
     "it, may change places"},
};

/// Fails unless \p loop and the loops around it hold nothing but the body.
llvm::Error checkBody(const std::vector<const ScheduleTree *> &around,
                      const ScheduleTree &loop) {
  for (const ScheduleTree *outer : around) {
    if (outer == &loop)
      return llvm::Error::success();
    if (!outer->children[0].isLoop())
      return refuse("loop '" + outer->name + "' holds more than loop '" +
                    loop.name +
                    "', whose iterations then have an order: "
                    "distribute() takes it apart, or the iterations of '" +
                    outer->name + "' are meant");
  }
  return llvm::Error::success();
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  const std::string statement = args.statement();
  llvm::Expected<const ScheduleTree *> loop =
      requireLoop(program, statement, args.text("loop"));
  if (!loop)
    return loop.takeError();
  const Phase &phase = *program.phaseOf(statement);
  if (phase.role != Phase::Role::Execute)
    return refuse("'" + statement + "' is not of the loops that execute");
  for (const FreeOrder &order : program.freeOrders)
    if (llvm::is_contained(order.statements, statement))
      return refuse("the iterations around '" + statement +
                    "' may run in any order already");
  const std::vector<const ScheduleTree *> around =
      phase.tree.loopsAround(statement);
  if (llvm::Error error = checkBody(around, **loop))
    return error;
  const unsigned depth = unsigned(llvm::find(around, *loop) - around.begin());
  StepResult result = startStep(program);
  result.program.freeOrders.push_back({(*loop)->statements(), depth + 1});
  return result;
}

} // namespace

extern const TransformSpec any_orderSpec;
const TransformSpec any_orderSpec = {
    .name = "any_order",
    .summary = "let whole iterations of a loop run in any order",
    .before = "for i\n  for e in index[i]..index[i+1]\n"
              "    err = a[e] - u[i] * v[col[e]]\n    u[i] += err * v[col[e]]\n"
              "    v[col[e]] += err * u[i]\n",
    .after = "the same; steps behind may sort the iterations (i, e)\n",
    .legality = "always; results are those of the source's loops in another "
                "order, which no earlier proof asks for",
    .parameters = parameters,
    .apply = apply,
    .mayChangeResults = true};

} // namespace sparsec
