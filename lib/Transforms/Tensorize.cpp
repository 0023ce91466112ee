//===- Tensorize.cpp - a product as a matrix instruction ------------------===//
///
/// \file
/// `tensorize` lets a matrix instruction of a GPU do the three innermost loops:
///
///     for i in [0, 8)               for group in [0, 8)
///       for j in [0, 8)               for member in [0, 4)
///         for k in [0, 4)      =>       for element in [0, 2)
///           C[i][j] += A[i][k]            for k in [0, 4)
///                      * B[k][j]            the same, i = group,
///                                           j = 2 * member + element
///
/// The loops become those over the threads of a warp, y and x, and the elements
/// of C that each of them has, in the instruction's layout: a change of loops
/// as others, which the checker judges and later steps see. That one
/// instruction does both inner ones is a mark, which the pass
/// `tensor-instructions` carries out. Where rows, columns or summands are
/// missing, at the edge of a matrix, lanes have zeros.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Analysis/TensorMatch.h"
#include "sparsec/Transforms/LoopBounds.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>
#include <tuple>

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement,
     "C[..] += A[..] * B[..] in the loops"},
    {"loops", ParameterSpec::Kind::Loops,
     "the loops of rows and columns of the sums, and of what is summed"},
    {"atom", ParameterSpec::Kind::Text,
     "the instruction: `m8n8k4.f64`, `m16n8k8.tf32`, `m16n8k16.f16` or "
     "`m16n8k16.bf16`"},
    {"halves", ParameterSpec::Kind::Loop,
     "a loop over equal parts of the instruction's rows, in whichever role: "
     "the "
     "loop named first in `loops` then has those of each, 8 of 2 halves of 16",
     true},
    {"group", ParameterSpec::Kind::NewName,
     "name of the loop over the 8 groups of threads of a warp; `group` unless "
     "given",
     true},
    {"member", ParameterSpec::Kind::NewName,
     "name of the loop over the 4 threads of a group; `member` unless given",
     true},
    {"element", ParameterSpec::Kind::NewName,
     "name of the loop over neighbouring sums that each of them has; `element` "
     "unless given",
     true},
    {"part", ParameterSpec::Kind::NewName,
     "name of the loop over the halves of 16 rows, in each of which they have "
     "some; `part` unless given",
     true},
    {"laid_out", ParameterSpec::Kind::Flag,
     "whether `loops` are those of the instruction's layout already: over "
     "groups, members, a thread's sums (`part`, if there are any, and "
     "`element`), and what is summed; false unless given",
     true},
};

llvm::Expected<const TensorAtom *> atomOf(const Arguments &args) {
  const TensorAtom *atom = findTensorAtom(args.text("atom"));
  if (atom)
    return atom;
  std::vector<std::string> names;
  for (const TensorAtom &each : tensorAtoms())
    names.push_back(each.name.str());
  return refuse("there is no instruction '" + args.text("atom") +
                "'; there is: " + llvm::join(names, ", "));
}

/// Whether \p loop around the statement counts from 0 up to \p size.
bool staysIn(const Program &program, const std::string &statement,
             const ScheduleTree &loop, long size) {
  const isl::pw_aff &value = loop.values.at(statement);
  return staysBelow(program, statement, value,
                    poly::constant(value.space().domain(), size));
}

/// What a number has of \p digit of a row's or column's \p number, in [0,
/// size). The highest one is no remainder: what columns there are then follows
/// from loops, where all that are there are the first two, say.
isl::pw_aff digitOf(const TensorDigit &digit, const isl::pw_aff &number,
                    long size) {
  const isl::pw_aff quotient = poly::floorDiv(number, digit.stride);
  return digit.stride * digit.modulus < size
             ? poly::modulo(quotient, digit.modulus)
             : quotient;
}

/// Which group or member has the sum (row, column).
isl::pw_aff laneOf(const TensorAtom &atom, TensorDigit::Of of,
                   const isl::pw_aff &row, const isl::pw_aff &column) {
  isl::pw_aff place = poly::constant(row.space().domain(), 0);
  for (const auto &[digits, number, size] :
       {std::tuple(atom.sum.row, row, atom.rows),
        {atom.sum.column, column, atom.columns}})
    for (const TensorDigit &digit : digits)
      if (digit.of == of)
        place = place.add(digitOf(digit, number, size).scale(digit.divisor));
  return place.coalesce();
}

/// A loop of the rewritten nest.
struct NewLoop {
  std::string name;
  isl::pw_aff value;
  SourceSpan span;
};

/// The loops that the step replaces.
struct OldLoops {
  /// Of rows, of columns, and of what is summed.
  ScheduleTree *rows = nullptr, *columns = nullptr, *depth = nullptr;
  /// Of equal parts of the rows, null where `rows` has all of them.
  ScheduleTree *halves = nullptr;
  long partRows = 0; ///< how many rows each of them has

  std::vector<ScheduleTree *> all() const {
    std::vector<ScheduleTree *> loops = {rows, columns, depth};
    if (halves)
      loops.push_back(halves);
    return loops;
  }
};

/// The loops over lanes and over the sums that a lane has, outermost first.
std::vector<NewLoop> newLoops(const TensorAtom &atom,
                              const std::string &statement,
                              const OldLoops &old) {
  using Of = TensorDigit::Of;
  const isl::pw_aff column = old.columns->values.at(statement);
  isl::pw_aff row = old.rows->values.at(statement);
  if (old.halves)
    row = row.add(old.halves->values.at(statement).scale(old.partRows));
  std::vector<NewLoop> loops = {
      {"group", laneOf(atom, Of::Group, row, column), old.rows->span},
      {"member", laneOf(atom, Of::Member, row, column), old.columns->span}};
  for (const TensorDigit &digit : atom.sumDigits()) {
    const bool isRow = llvm::any_of(atom.sum.row, [&](const auto &each) {
      return each.of == Of::Register && each.divisor == digit.divisor;
    });
    loops.push_back({isRow ? "part" : "element",
                     (isRow ? digitOf(digit, row, atom.rows)
                            : digitOf(digit, column, atom.columns))
                         .coalesce(),
                     (isRow ? old.rows : old.columns)->span});
  }
  return loops;
}

llvm::Expected<std::string> newName(const Program &program,
                                    const Arguments &args,
                                    const ScheduleTree &node,
                                    const std::string &option) {
  const std::string name = args.text(option, option);
  if (llvm::Error clash = checkNewLoopName(program, node, name))
    return clash;
  return name;
}

/// The names of all loops that the step replaces.
std::vector<std::string> oldNames(const Arguments &args) {
  std::vector<std::string> names = args.texts("loops");
  if (args.has("halves"))
    names.push_back(args.text("halves"));
  return names;
}

/// The loops of rows, columns and sums, which are the innermost ones.
llvm::Expected<OldLoops> findLoops(Program &program, const Arguments &args) {
  const std::string statement = args.statement();
  const std::vector<std::string> names = oldNames(args);
  if (args.texts("loops").size() != 3)
    return refuse("three loops are needed: of rows, of columns, and of what is "
                  "summed");
  auto chain = perfectChain(program, statement, names);
  if (!chain)
    return chain.takeError();
  if (chain->size() != names.size() ||
      !chain->back()->children.front().isLeaf())
    return refuse("loops '" + llvm::join(names, "', '") +
                  "' are not the innermost ones around '" + statement +
                  "' alone; permute and distribute first");
  std::vector<ScheduleTree *> loops;
  for (const std::string &name : names)
    loops.push_back(*llvm::find_if(
        *chain, [&](ScheduleTree *node) { return node->name == name; }));
  const size_t around =
      program.phaseOf(statement)->tree.loopsAround(statement).size() -
      names.size();
  for (const Access &access : program.statement(statement).accesses()) {
    const Array &array = program.arrays.at(access.array);
    if (array.isPrivate() && array.privateDepth > int(around))
      return refuse("'" + access.array +
                    "' belongs to an iteration of loops "
                    "that the step replaces; copy to it afterwards");
  }
  for (const ScheduleTree *loop : loops)
    if (loop->marks != LoopMarks())
      return refuse("loop '" + loop->name +
                    "' has marks of other steps; tensorize before those");
  return OldLoops{loops[0], loops[1], loops[2],
                  loops.size() > 3 ? loops[3] : nullptr};
}

/// Fails unless the loops count as far as the instruction does.
llvm::Error checkSizes(const Program &program, const std::string &statement,
                       const TensorAtom &atom, OldLoops &old) {
  long parts = 1;
  if (old.halves)
    for (parts = 2; parts < atom.rows; parts *= 2)
      if (staysIn(program, statement, *old.halves, parts))
        break;
  old.partRows = atom.rows / parts;
  const std::pair<ScheduleTree *, long> sizes[] = {{old.rows, old.partRows},
                                                   {old.columns, atom.columns},
                                                   {old.depth, atom.depth},
                                                   {old.halves, parts}};
  for (const auto &[loop, size] : sizes)
    if (loop && !staysIn(program, statement, *loop, size))
      return refuse("loop '" + loop->name + "' does not stay in [0, " +
                    llvm::Twine(size) + "), which " + atom.name +
                    " has in its place; tile it by " + llvm::Twine(size));
  return llvm::Error::success();
}

/// Proves that \p nest is what \p atom computes, and notes what that rounds.
llvm::Error requireMatch(Program &program, const TensorAtom &atom,
                         const TensorNest &nest) {
  auto match = matchTensor(program, atom, nest);
  if (!match)
    return match.takeError();
  for (const auto &[array, error] : match->rounded) {
    double &known = program.roundedBy[array];
    known = std::max(known, error);
  }
  return llvm::Error::success();
}

/// The loops over lanes, a lane's sums, and what is summed, in place of those
/// of rows, columns and that.
llvm::Error replaceLoops(StepResult &result, const Program &program,
                         const Arguments &args, const TensorAtom &atom,
                         const OldLoops &old) {
  const std::string statement = args.statement();
  std::vector<NewLoop> loops = newLoops(atom, statement, old);
  auto chain = perfectChain(result.program, statement, oldNames(args));
  if (!chain)
    return chain.takeError();
  ScheduleTree &place = *chain->front();
  for (NewLoop &loop : loops) {
    auto name = newName(program, args, place, loop.name);
    if (!name)
      return name.takeError();
    loop.name = *name;
  }
  TensorNest nest = {statement, loops[0].name,   loops[1].name,
                     {},        old.depth->name, true};
  ScheduleTree nodes = *old.depth;
  nodes.children = {ScheduleTree::leaf(statement)};
  for (size_t at = loops.size(); at-- > 0;) {
    const NewLoop &loop = loops[at];
    nodes = ScheduleTree::loop(loop.name, {{statement, loop.value}},
                               std::move(nodes));
    nodes.span = loop.span;
    if (at == 2)
      nodes.marks.tensor = &atom;
    if (at >= 2)
      nest.registers.insert(nest.registers.begin(), loop.name);
  }
  place = std::move(nodes);
  return requireMatch(result.program, atom, nest);
}

/// The loops are those of the layout already: one of them gets the mark.
llvm::Error markLoops(Program &program, const Arguments &args,
                      const TensorAtom &atom) {
  const std::string statement = args.statement();
  const std::vector<std::string> names = args.texts("loops");
  const size_t registers = atom.sumDigits().size();
  if (names.size() != registers + 3 || args.has("halves"))
    return refuse("loops that are laid out are " + llvm::Twine(registers + 3) +
                  " for " + atom.name + ": over groups, members, " +
                  (registers > 1 ? "parts, elements" : "elements") +
                  " and what is summed");
  const std::vector<std::string> inner(names.begin() + 2, names.end());
  auto chain = perfectChain(program, statement, inner);
  if (!chain)
    return chain.takeError();
  bool isNest =
      chain->size() == inner.size() && chain->back()->children.front().isLeaf();
  for (size_t at = 0; isNest && at < inner.size(); ++at)
    isNest = (*chain)[at]->name == inner[at];
  if (!isNest)
    return refuse("loops '" + llvm::join(inner, "', '") +
                  "' are not the innermost ones around '" + statement +
                  "' alone, in this order; permute and distribute first");
  for (const ScheduleTree *loop : *chain)
    if (loop->marks != LoopMarks())
      return refuse("loop '" + loop->name +
                    "' has marks of other steps; tensorize before those");
  chain->front()->marks.tensor = &atom;
  return requireMatch(program, atom,
                      {statement,
                       names[0],
                       names[1],
                       {inner.begin(), inner.end() - 1},
                       inner.back(),
                       true});
}

llvm::Expected<StepResult> tensorize(const Program &program,
                                     const Arguments &args) {
  StepResult result = startStep(program);
  const std::string statement = args.statement();
  auto atom = atomOf(args);
  if (!atom)
    return atom.takeError();
  if (args.flag("laid_out", false)) {
    if (llvm::Error error = markLoops(result.program, args, **atom))
      return error;
    return result;
  }
  auto loops = findLoops(result.program, args);
  if (!loops)
    return loops.takeError();
  if (llvm::Error error = checkSizes(result.program, statement, **atom, *loops))
    return error;
  if (llvm::Error error = replaceLoops(result, program, args, **atom, *loops))
    return error;
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return tensorize(program, args); });
}

} // namespace

extern const TransformSpec tensorizeSpec;
const TransformSpec tensorizeSpec = {
    .name = "tensorize",
    .summary = "let a matrix instruction of a GPU's warp do a small product",
    .before = "for i in [0, 8)\n  for j in [0, 8)\n    for k in [0, 4)\n"
              "      C[i][j] += A[i][k] * B[k][j]",
    .after = "for group in [0, 8)\n  for member in [0, 4)\n"
             "    C[group][2 * member + {0, 1}] += A B",
    .legality = "when the loops are a product of the instruction's size and "
                "types, or a part of one that is filled up with zeros, with "
                "allow_reassociation(), and allow_rounding(ARRAY) of factors "
                "with more digits",
    .parameters = parameters,
    .apply = apply,
    .forGpu = true};

} // namespace sparsec
