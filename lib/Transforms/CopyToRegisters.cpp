//===- CopyToRegisters.cpp - a copy in registers --------------------------===//
///
/// \file
/// `copy_to_registers`: the elements of an array that one iteration of a loop
/// touches have a copy that compilers can hold in registers, because every
/// subscript of it is a number:
///
///     for i                          for i
///       for j in index[i]..            t[0] = Y[i][0]; t[1] = Y[i][1]
///         for k in [0, 2)      =>      for j: t[0] += ..; t[1] += ..
///           Y[i][k] += ..              Y[i][0] = t[0]; Y[i][1] = t[1]
///
/// It is datacopy with the loops that subscript the copy unrolled completely.
///
//===----------------------------------------------------------------------===//

#include "Support/ArrayCopy.h"

#include "sparsec/Transforms/LoopBounds.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"loop", ParameterSpec::Kind::Loop,
     "the loop whose iterations have a copy each"},
    {"array", ParameterSpec::Kind::Array, "the array to copy"},
    {"name", ParameterSpec::Kind::NewName,
     "name of the temporary; NAME_registers unless given",
     /*optional=*/true},
};

using Loops = std::vector<const ScheduleTree *>;

/// The loops inside \p loop around \p statement that move a subscript of
/// \p array.
Loops subscriptLoops(const Program &program, const std::string &statement,
                     const std::string &loop, const std::string &array) {
  Loops around = program.phaseOf(statement)->tree.loopsAround(statement);
  auto outer = llvm::find_if(
      around, [&](const ScheduleTree *node) { return node->name == loop; });
  const Statement &body = program.statement(statement);
  auto moves = [&](const ScheduleTree *node, const isl::pw_aff &subscript) {
    for (unsigned dim = 0; dim < body.iterators.size(); ++dim)
      if (poly::involvesDim(subscript, dim) &&
          poly::involvesDim(node->values.at(statement), dim))
        return true;
    return false;
  };
  Loops found;
  for (auto at = outer + 1; at < around.end(); ++at)
    for (const Access &access : body.accesses())
      if (access.array == array &&
          llvm::any_of(access.subscripts,
                       [&](const isl::pw_aff &subscript) {
                         return moves(*at, subscript);
                       }) &&
          !llvm::is_contained(found, *at))
        found.push_back(*at);
  return found;
}

/// Whether the values of \p loops, without the loops outside, tell each
/// subscript of \p array in \p statement.
bool areFixedBy(const Program &program, const std::string &statement,
                const Loops &loops, const std::string &array) {
  const Statement &body = program.statement(statement);
  std::vector<isl::pw_aff> values;
  for (const ScheduleTree *loop : loops)
    values.push_back(loop->values.at(statement));
  isl::map times = poly::makeMap(body.space(), "T", values)
                       .as_map()
                       .intersect_domain(body.instances());
  return llvm::all_of(body.accesses(), [&](const Access &access) {
    if (access.array != array)
      return true;
    if (access.isWhole)
      return false;
    isl::map elements =
        poly::makeMap(body.space(), "A", access.subscripts).as_map();
    return times.reverse()
        .apply_range(elements)
        .project_out_all_params()
        .is_single_valued();
  });
}

/// Unrolls what subscripts the copy \p array in \p statement.
llvm::Error unrollSubscripts(Program &program, const std::string &statement,
                             const std::string &loop,
                             const std::string &array) {
  Loops loops = subscriptLoops(program, statement, loop, array);
  for (const ScheduleTree *node : loops) {
    auto factor = fullUnrollFactor(program, statement, node->name);
    if (!factor)
      return factor.takeError();
    if (*factor != 0)
      return refuse("loop '" + node->name + "' around '" + statement +
                    "' subscripts the copy, and its bounds do not show how "
                    "often it runs at most; tile it, or use datacopy");
  }
  if (!areFixedBy(program, statement, loops, array))
    return refuse("the subscripts of the copy in '" + statement +
                  "' follow from more than the loops inside '" + loop +
                  "'; shift_to starts them at 0, datacopy does without");
  // Of one iteration there is no loop to unroll.
  for (const ScheduleTree *node : loops)
    if (constantTrips(program, statement, node->name) > 1)
      program.phaseOf(statement)
          ->tree.findLoop(statement, node->name)
          ->marks.unroll = 0;
  return llvm::Error::success();
}

llvm::Expected<StepResult> copyToRegisters(const Program &program,
                                           const Arguments &args) {
  const std::string loop = args.text("loop"), array = args.text("array");
  auto outer = requireLoop(program, args.statement(), loop);
  if (!outer)
    return outer.takeError();
  auto result = copyArray(program, args, {args.statement(), loop, true},
                          ArrayCopy::Memory::Registers);
  if (!result)
    return result.takeError();
  const std::string copy = result->storageMap.at(array);
  for (const std::string &name : result->program.phaseOf(args.statement())
                                     ->tree.findLoop(args.statement(), loop)
                                     ->statements())
    if (llvm::any_of(
            result->program.statement(name).accesses(),
            [&](const Access &access) { return access.array == copy; }))
      if (llvm::Error error =
              unrollSubscripts(result->program, name, loop, copy))
        return error;
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return copyToRegisters(program, args); });
}

} // namespace

extern const TransformSpec copy_to_registersSpec;
const TransformSpec copy_to_registersSpec = {
    .name = "copy_to_registers",
    .summary = "work on a copy that fits in registers",
    .before = "for i\n  for j\n    for k in [0, 2)\n      Y[i][k] += ..",
    .after = "for i\n  t[0] = Y[i][0]; t[1] = Y[i][1]\n  for j\n"
             "    t[0] += ..; t[1] += ..\n  Y[i][0] = t[0]; Y[i][1] = t[1]",
    .legality = "when the touched elements lie in a box of constant size, of "
                "at most 1 KiB, and loops that can be unrolled completely "
                "subscript it",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
