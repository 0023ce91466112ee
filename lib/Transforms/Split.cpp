//===- Split.cpp - split a loop by a condition ----------------------------===//
///
/// \file
/// `split` runs the iterations that meet an affine condition first, in a loop
/// of their own, and then the others (index-set splitting):
///
///     for j                     for j: j < 8
///       S(j)           =>         S_first(j)
///                               for j: j >= 8
///                                 S_second(j)
///
/// Instance maps: { S_first[j] -> S[j] }, { S_second[j] -> S[j] }.
///
//===----------------------------------------------------------------------===//

#include "Support/LoopSplit.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop, "the loop to split"},
    {"condition", ParameterSpec::Kind::Text,
     "affine condition on loops around the statements and parameters, such as "
     "\"j < 8 and i > n - 2\""},
};

/// Names of the loops that are around all statements below \p loop: those
/// outside it and itself.
std::vector<std::string> commonLoops(const Program &program,
                                     const std::string &statement,
                                     const std::string &loop) {
  std::vector<std::string> names;
  for (const ScheduleTree *node :
       program.phaseOf(statement)->tree.loopsAround(statement)) {
    names.push_back(node->name);
    if (node->name == loop)
      break;
  }
  return names;
}

/// `{ L[loops] : condition }`.
llvm::Expected<isl::set> parseCondition(const Program &program,
                                        const std::vector<std::string> &loops,
                                        const std::string &condition) {
  std::vector<std::string> parameters;
  for (const Parameter &parameter : program.parameters)
    parameters.push_back(parameter.name);
  std::string text = "[" + llvm::join(parameters, ", ") + "] -> { L[" +
                     llvm::join(loops, ", ") + "] : " + condition + " }";
  try {
    return isl::set(program.context.ctx(), text);
  } catch (const isl::exception &) {
    return refuse("cannot read the condition '" + condition +
                  "'; it may use the loops " + llvm::join(loops, ", ") +
                  " and the parameters " + llvm::join(parameters, ", "));
  }
}

llvm::Expected<StepResult> splitByCondition(const Program &program,
                                            const Arguments &args) {
  std::string statement = args.statement(), loop = args.text("loop");
  auto node = requireLoop(program, statement, loop);
  if (!node)
    return node.takeError();
  std::vector<std::string> loops = commonLoops(program, statement, loop);
  auto condition = parseCondition(program, loops, args.text("condition"));
  if (!condition)
    return condition.takeError();
  if (llvm::Error error = checkAddends(*condition))
    return error;

  LoopSplit split{statement, loop, {}, "first", "second"};
  const ScheduleTree &tree = program.phaseOf(statement)->tree;
  for (const std::string &below : (*node)->statements()) {
    std::vector<isl::pw_aff> values;
    for (const std::string &name : loops)
      values.push_back(
          writtenValue(*tree.findLoop(below, name), program.statement(below)));
    split.first[below] = condition->preimage(
        poly::makeMap(program.statement(below).space(), "L", values));
  }
  return splitLoop(program, split);
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return splitByCondition(program, args); });
}

} // namespace

extern const TransformSpec splitSpec;
const TransformSpec splitSpec = {
    .name = "split",
    .summary = "split a loop into the iterations that meet a condition and "
               "the others",
    .before = "for j\n  S(j)",
    .after = "for j with the condition\n  S_first(j)\n"
             "for j without it\n  S_second(j)",
    .legality = "always when the condition selects the first iterations of the "
                "loop; else when every dependence still points forward",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
