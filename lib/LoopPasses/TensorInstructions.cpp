//===- TensorInstructions.cpp - loops as matrix instructions --------------===//
///
/// \file
/// The loops that `tensorize` marked, over the sums that a lane has and over
/// what is summed, become one instruction of all lanes:
///
///     for group [thread.y]             for group [thread.y]
///       for member [thread.x]            for member [thread.x]
///         for kk                           for kk
///           for element in [0, 2)  =>        t = mma(A[group][.. member],
///             for k in [0, 4)                        B[.. member][group],
///               c[element] += A B                    c[0], c[1])
///                                            c[0] = t.c0; c[1] = t.c1
///
/// A lane loads what the layouts give it, an element that the loops read in
/// another lane. The program still says what the loops do: whatever steps came
/// after the mark, Analysis/TensorMatch.h proves here that the instruction does
/// the same. Barriers, which follow, order what other threads write before the
/// loops' reads of it: each factor is one that several lanes read, so that at
/// least one of them has to wait for whoever writes it, and then all do.
///
//===----------------------------------------------------------------------===//

#include "TensorInstructions.h"

#include "sparsec/Analysis/TensorMatch.h"
#include "sparsec/LoopIR/ConstantFolding.h"
#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"

#include <map>
#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Of = TensorDigit::Of;

/// The loops around an instruction whose iterations are its lanes.
struct Lanes {
  const LoopNode *group = nullptr, *member = nullptr;
};

/// The number `stride * ((number / divisor) % modulus)`, summed, in register
/// \p reg of this lane.
LoopExpr valueOf(llvm::ArrayRef<TensorDigit> digits, const Lanes &lanes,
                 long reg) {
  LoopExpr value = LoopExpr::integer(0);
  for (const TensorDigit &digit : digits) {
    const bool isGroup = digit.of == Of::Group;
    const long end = isGroup ? TensorAtom::groups : TensorAtom::members;
    LoopExpr part =
        digit.of == Of::Register
            ? LoopExpr::integer(reg)
            : LoopExpr::variable((isGroup ? lanes.group : lanes.member)->name);
    part = plainDiv(part, LoopExpr::integer(digit.divisor));
    if (digit.of == Of::Register || digit.divisor * digit.modulus < end)
      part = plainMod(part, LoopExpr::integer(digit.modulus));
    value = value + LoopExpr::integer(digit.stride) * part;
  }
  return value;
}

/// What a group's, member's or register's number has of \p number, a row's or
/// column's in [0, end).
LoopExpr placeOf(llvm::ArrayRef<TensorDigit> digits, Of of,
                 const LoopExpr &number, long end) {
  LoopExpr place = LoopExpr::integer(0);
  for (const TensorDigit &digit : digits) {
    if (digit.of != of)
      continue;
    LoopExpr part = plainDiv(number, LoopExpr::integer(digit.stride));
    if (digit.stride * digit.modulus < end)
      part = plainMod(part, LoopExpr::integer(digit.modulus));
    place = place + LoopExpr::integer(digit.divisor) * part;
  }
  return place;
}

/// `c * (x / c) + x % c` is x.
LoopExpr joined(LoopExpr sum) {
  using E = LoopExpr::Kind;
  if (sum.kind != E::Add)
    return sum;
  for (const LoopExpr &rest : sum.operands) {
    if (rest.kind != E::Mod || !rest.operands[1].isInteger())
      continue;
    const LoopExpr &number = rest.operands[0], &size = rest.operands[1];
    const LoopExpr quotient = size * plainDiv(number, size);
    if (!llvm::is_contained(sum.operands, quotient))
      continue;
    LoopExpr left = number;
    for (const LoopExpr &other : sum.operands)
      if (other != rest && other != quotient)
        left = left + other;
    return left;
  }
  return sum;
}

/// One marked nest.
class Instruction {
public:
  Instruction(const TensorAtom &atom, const LoopNode &element,
              const Lanes &lanes, const Program &program)
      : atom(atom), element(element), lanes(lanes), program(program) {}

  llvm::Expected<Nodes> run();

private:
  llvm::Error misfit(const llvm::Twine &why) const {
    return llvm::createStringError(
        llvm::inconvertibleErrorCode(),
        "tensorize: the instruction cannot do loop '" + element.name +
            "': " + why);
  }
  llvm::Error findBody();
  static bool counts(const LoopNode &loop, long size) {
    return loop.isFor() && loop.lower.isInteger(0) && loop.step == 1 &&
           !loop.stride && !loop.goesOn && !loop.marks.gpu.isMapped() &&
           loop.upper.size() == 1 && loop.upper[0].isInteger(size);
  }
  LoopExpr loadOf(const LoopExpr &factor, bool isLeft, long reg) const;
  LoopExpr sumOf(long reg) const {
    return assign->target.substitute(element.name, LoopExpr::integer(reg));
  }

  const TensorAtom &atom;
  const LoopNode &element;
  const Lanes &lanes;
  const Program &program;
  const LoopNode *depth = nullptr, *assign = nullptr;
  /// The update without locals of its own.
  LoopNode update;
};

llvm::Error Instruction::findBody() {
  if (!counts(element, atom.sum.registers))
    return misfit("it does not run from 0 to " +
                  llvm::Twine(atom.sum.registers));
  depth = element.body.size() == 1 ? &element.body[0] : nullptr;
  if (!depth || !counts(*depth, atom.depth))
    return misfit("all that is in it must be one loop from 0 to " +
                  llvm::Twine(atom.depth));
  Nodes body = depth->body;
  for (size_t at = 0; at < body.size(); ++at)
    if (body[at].kind == Kind::Local && body[at].isConst)
      substituteIn(body, at + 1, body[at].name, body[at].value);
    else if (body[at].kind != Kind::Assign || at + 1 < body.size())
      return misfit("there is more in it than one update");
  update = body.back();
  assign = &update;
  const bool isUpdate =
      update.kind == Kind::Assign && update.op == Update::Add &&
      update.atomic == LoopNode::Atomic::None && !update.lanes.isMapped() &&
      update.value.kind == LoopExpr::Kind::Binary &&
      update.value.op == Operator::Multiply &&
      update.value.operands.size() == 2;
  if (!isUpdate)
    return misfit("there is more in it than one update");
  return llvm::Error::success();
}

/// The element of \p factor in register \p reg of this lane. The loops load it
/// in other lanes, which differ in the number that the factor has not: in the
/// one among them where that is 0.
LoopExpr Instruction::loadOf(const LoopExpr &factor, bool isLeft,
                             long reg) const {
  const TensorLayout &layout = isLeft ? atom.left : atom.right;
  const LoopExpr row = valueOf(layout.row, lanes, reg),
                 column = valueOf(layout.column, lanes, reg);
  const auto &digits = isLeft ? atom.sum.row : atom.sum.column;
  const LoopExpr &number = isLeft ? row : column;
  const long end = isLeft ? atom.rows : atom.columns;
  const std::map<std::string, LoopExpr> values = {
      {lanes.group->name, placeOf(digits, Of::Group, number, end)},
      {lanes.member->name, placeOf(digits, Of::Member, number, end)},
      {element.name, placeOf(digits, Of::Register, number, end)},
      {depth->name, isLeft ? column : row}};
  return factor.map([&](LoopExpr part) {
    const auto found =
        part.isVariable() ? values.find(part.name) : values.end();
    return found == values.end() ? joined(std::move(part)) : found->second;
  });
}

llvm::Expected<Nodes> Instruction::run() {
  if (llvm::Error error = findBody())
    return error;
  auto match = matchTensor(program, atom,
                           {update.name, lanes.group->loop, lanes.member->loop,
                            element.loop, depth->loop});
  if (!match)
    return misfit(llvm::toString(match.takeError()));
  const LoopExpr &left = update.value.operands[match->left],
                 &right = update.value.operands[1 - match->left];
  std::vector<LoopExpr> operands;
  for (unsigned reg = 0; reg < atom.left.registers; ++reg)
    operands.push_back(loadOf(left, true, reg));
  for (unsigned reg = 0; reg < atom.right.registers; ++reg)
    operands.push_back(loadOf(right, false, reg));
  for (unsigned reg = 0; reg < atom.sum.registers; ++reg)
    operands.push_back(sumOf(reg));
  const std::string name = program.freshName("sums");
  Nodes nodes;
  nodes.push_back(
      stmt::constant(LoopType::opaque(atom.result.str()), name,
                     expr::call(atom.function.str(), std::move(operands))));
  for (unsigned reg = 0; reg < atom.sum.registers; ++reg) {
    LoopNode set = update;
    set.op = Update::Set;
    set.target = sumOf(reg);
    set.value = expr::dot(LoopExpr::variable(name), "c" + std::to_string(reg));
    nodes.push_back(std::move(set));
  }
  return nodes;
}

/// Finds marked loops, and what could keep lanes of a warp from coming to them.
class Finder {
public:
  explicit Finder(const Program &program) : program(program) {}

  llvm::Error run(Nodes &nodes) {
    Nodes result;
    for (LoopNode &node : nodes) {
      if (llvm::Error error = visit(node, result))
        return error;
    }
    nodes = std::move(result);
    return llvm::Error::success();
  }

  Nodes done;                    ///< the loops that became instructions
  std::set<std::string> kernels; ///< they are in

private:
  llvm::Error visit(LoopNode &node, Nodes &into);
  llvm::Error replace(const LoopNode &node, const TensorAtom &atom,
                      Nodes &into);
  bool differs(const LoopExpr &expr) const;
  void noteVarying(const LoopNode &node);

  const Program &program;
  Lanes lanes;
  std::set<std::string> varying; ///< what differs between lanes
  std::string divided; ///< what only some lanes may come to, "" for nothing
  /// A loop whose iterations update one element together, "" for none.
  std::string shared;
};

bool isDimension(const LoopNode *loop, long size) {
  return loop && loop->lower.isInteger(0) && loop->step == 1 &&
         loop->upper.size() == 1 && loop->upper[0].isInteger(size);
}

/// Whether lanes may have different values of it.
bool Finder::differs(const LoopExpr &expr) const {
  bool found = false;
  expr.walk([&](const LoopExpr &part) {
    const auto array = program.arrays.find(part.name);
    found |= part.isVariable() && varying.count(part.name);
    found |= part.kind == LoopExpr::Kind::Load &&
             (array == program.arrays.end() || array->second.isPrivate());
  });
  return found;
}

void Finder::noteVarying(const LoopNode &node) {
  if (node.kind == Kind::Local && (!node.isConst || differs(node.value)))
    varying.insert(node.name);
}

llvm::Error Finder::replace(const LoopNode &node, const TensorAtom &atom,
                            Nodes &into) {
  const auto fail = [&](const llvm::Twine &why) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "tensorize: loop '" + node.name +
                                       "' is an instruction of the "
                                       "threads of a warp: " +
                                       why);
  };
  if (!isDimension(lanes.group, TensorAtom::groups) ||
      !isDimension(lanes.member, TensorAtom::members))
    return fail("around it has to be a loop from 0 to " +
                llvm::Twine(TensorAtom::groups) +
                " on threads in y and one "
                "to " +
                llvm::Twine(TensorAtom::members) +
                " in x; name the "
                "two that tensorize made last in cudaize's `thread`");
  if (!divided.empty())
    return fail("not all of them come to it, because of " + divided);
  if (!shared.empty())
    return fail("it sets sums, which iterations of loop '" + shared +
                "' would update together (reduce)");
  auto made = Instruction(atom, node, lanes, program).run();
  if (!made)
    return made.takeError();
  done.push_back(node);
  kernels.insert(lanes.member->marks.gpu.kernel);
  // A scope of its own for the local.
  into.push_back(stmt::scope(std::move(*made)));
  return llvm::Error::success();
}

llvm::Error Finder::visit(LoopNode &node, Nodes &into) {
  if (node.isFor())
    if (const TensorAtom *atom = tensorAtomOf(node.marks))
      return replace(node, *atom, into);
  const auto outerLanes = lanes;
  const auto outerVarying = varying;
  const auto outerDivided = divided, outerShared = shared;
  const GpuMark &gpu = node.marks.gpu;
  if (node.isFor() && gpu.sharing != GpuMark::Sharing::None)
    shared = node.name;
  if (node.isFor() && gpu.level == GpuMark::Level::Thread) {
    if (gpu.dimension < 2) {
      varying.insert(node.name);
      (gpu.dimension == 0 ? lanes.member : lanes.group) = &node;
    }
  } else if (node.isFor()) {
    bool isAlike = !differs(node.lower) && !node.goesOn;
    for (const LoopExpr &bound : node.upper)
      isAlike &= !differs(bound);
    if (!isAlike)
      divided = "the bounds of loop '" + node.name + "'";
  } else if (node.kind == Kind::If && differs(node.condition)) {
    divided = "a condition that differs between them";
  }
  noteVarying(node);
  for (Nodes *inner : {&node.body, &node.otherwise})
    if (llvm::Error error = run(*inner))
      return error;
  lanes = outerLanes;
  divided = outerDivided;
  shared = outerShared;
  if (node.kind != Kind::Local)
    varying = outerVarying;
  into.push_back(std::move(node));
  return llvm::Error::success();
}

/// Lanes are the threads of a warp where a block has 4 threads in x, 8 in y.
llvm::Error checkWarps(const LoopAst &ast, const Finder &finder) {
  std::string wrong;
  ast.walk([&](const LoopNode &node) {
    const GpuMark &gpu = node.marks.gpu;
    if (!node.isFor() || gpu.level != GpuMark::Level::Thread ||
        gpu.dimension > 1 || !finder.kernels.count(gpu.kernel))
      return;
    const long most =
        gpu.dimension == 0 ? TensorAtom::members : TensorAtom::groups;
    const bool fits = node.lower.isInteger(0) && node.upper.size() == 1 &&
                      node.upper[0].isInteger() && node.upper[0].value <= most;
    if (!fits)
      wrong = node.name;
  });
  if (wrong.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "tensorize: loop '" + wrong +
          "' needs more threads in x or y than the 4 x 8 of a warp, whose "
          "instructions are in the same kernel; tile it, and map the tiles "
          "to z");
}

} // namespace

llvm::Expected<Nodes> makeTensorInstructions(LoopAst &ast,
                                             const Program &program) {
  Finder finder(program);
  if (llvm::Error error = finder.run(ast.body))
    return error;
  if (llvm::Error error = checkWarps(ast, finder))
    return error;
  return std::move(finder.done);
}

} // namespace sparsec
