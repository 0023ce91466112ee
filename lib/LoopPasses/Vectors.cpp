//===- Vectors.cpp - several elements by one load -------------------------===//
///
/// \file
/// What vector_loads asks for: elements that the copies of an unrolled body
/// read side by side come by one load.
///
///     sum += a[4 * e] * x[0] + a[4 * e + 1] * x[1];
///  => const double2 a_v = *(const double2 *)&a[4 * e];
///     sum += a_v.x * x[0] + a_v.y * x[1];
///
/// GPUs fault on addresses that are no multiples of the vector's size, so the
/// position of the first element has to be a proved multiple of the width.
/// Where arrays begin is the business of the contract (LoopAst::alignments).
/// All elements of a vector are read in any case, or all where one condition
/// holds: no address is touched that the source does not touch.
///
//===----------------------------------------------------------------------===//

#include "Vectors.h"
#include "GuardedLoads.h"
#include "KernelLists.h"
#include "Surroundings.h"
#include "sparsec/LoopIR/Divisors.h"
#include "sparsec/LoopIR/MappedLoops.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/LoopIR/Statements.h"

#include "sparsec/IR/Culprit.h"
#include "sparsec/IR/DeviceLimits.h"
#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/VectorMembers.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

namespace sparsec {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

bool hasVectors(const ElementType &type, unsigned width) {
  return width * type.bytes <= device::maxBytesPerLoad &&
         !cudaVector(type, width).empty();
}

std::pair<LoopExpr, long> splitConstant(const LoopExpr &position) {
  long constant = 0;
  if (position.isInteger())
    constant = position.value;
  if (position.kind == LoopExpr::Kind::Add)
    for (const LoopExpr &term : position.operands)
      constant += term.isInteger() ? term.value : 0;
  return {position - LoopExpr::integer(constant), constant};
}

std::string readableAccess(const LoopExpr &access) {
  return printExpr(access.map([](LoopExpr part) {
    if (part.isVariable())
      part.name = identifierFor(part.name);
    return part;
  }));
}

std::string startsNowhere(const LoopExpr &first) {
  return "'" + readableAccess(first) +
         "' and its neighbours are not known to begin at a multiple of 2 "
         "elements: sizes in the subscript have to be even constants or, by "
         "known(\"n % 2 == 0\"), even parameters";
}

namespace {

using Names = std::set<std::string>;

/// Elements of one array whose positions differ by constants.
struct Group {
  LoopExpr rest; ///< the position of each but for a constant
  /// Constant => the element as it is read: itself, or `condition ? it : 0`.
  std::map<long, LoopExpr> loads;
  /// Where the elements are read, 0 elsewhere.
  LoopExpr condition = LoopExpr::integer(1);

  const LoopExpr &elementAt(long at) const {
    const LoopExpr &read = loads.at(at);
    return read.kind == LoopExpr::Kind::Select ? read.operands[1] : read;
  }
};

/// Whether \p node is a constant that is `condition ? array[..] : 0`.
bool isGuarded(const LoopNode &node) {
  return node.kind == Kind::Local && node.isConst &&
         node.value.kind == LoopExpr::Kind::Select &&
         node.value.operands[1].kind == LoopExpr::Kind::Load &&
         isZero(node.value.operands[2]);
}

/// What statements and locals of \p nodes, not of loops and branches among
/// them, read of \p array in any case.
std::vector<Group> groupsOf(const Nodes &nodes, const std::string &array) {
  std::vector<Group> groups;
  auto addTo = [&](const LoopExpr &load, const LoopExpr &read,
                   const LoopExpr &condition) {
    if (load.name != array || load.operands.size() != 1)
      return;
    auto [rest, constant] = splitConstant(load.operands[0]);
    auto group = llvm::find_if(groups, [&, &rest = rest](const Group &g) {
      return g.rest == rest && g.condition == condition;
    });
    if (group == groups.end())
      group = groups.insert(groups.end(), Group{rest, {}, condition});
    group->loads.emplace(constant, read);
  };
  auto add = [&](const LoopExpr &load, bool certain) {
    if (certain)
      addTo(load, load, LoopExpr::integer(1));
  };
  for (const LoopNode &node : nodes)
    if (isGuarded(node))
      addTo(node.value.operands[1], node.value, node.value.operands[0]);
    else if (node.kind == Kind::Assign || node.kind == Kind::Local)
      node.visitExprs(
          [&](const LoopExpr &expr, bool) { visitLoads(expr, true, add); });
  return groups;
}

/// Whether elements \p at to \p at + \p width - 1 are all in \p loads.
bool hasRun(const std::map<long, LoopExpr> &loads, long at, unsigned width) {
  for (unsigned lane = 0; lane < width; ++lane)
    if (!loads.count(at + lane))
      return false;
  return true;
}

/// The vector that begins with \p first where \p condition holds, 0 elsewhere.
LoopExpr loadOfVector(const LoopType &type, const LoopExpr &first,
                      const LoopExpr &condition) {
  const LoopExpr place = expr::cast(
      LoopType::pointerTo(type, /*isConstant=*/true), expr::addressOf(first));
  const LoopExpr load = expr::unary(Operator::Dereference, place);
  if (condition.isInteger(1))
    return load;
  // Compilers would choose element by element, two of which share a register.
  if (smallFloat(type.element))
    return expr::call("load_" + type.spelling(), {condition, place});
  return LoopExpr::select(
      condition, load,
      expr::call("make_" + type.spelling(),
                 std::vector(type.count, LoopExpr::integer(0))));
}

/// Whether \p expr has anything that the kernel which writes \p written sets.
bool changesIn(const LoopExpr &expr, const Names &written) {
  bool changes = false;
  expr.walk(
      [&](const LoopExpr &part) { changes |= written.count(part.name) != 0; });
  return changes;
}

/// Whether \p node may change elements of \p array, or wait for who does.
bool mayChange(const LoopNode &node, const std::string &array) {
  bool changes = false;
  node.walk([&](const LoopNode &part) {
    changes |= part.kind == Kind::Barrier || part.kind == Kind::Call ||
               (part.kind == Kind::Assign && part.target.name == array);
    part.visitExprs([&](const LoopExpr &expr, bool) {
      expr.walk([&](const LoopExpr &place) {
        changes |= place.op == Operator::AddressOf && place.mentions(array);
      });
    });
  });
  return changes;
}

class VectorLoader {
public:
  VectorLoader(LoopAst &ast, const Program &program)
      : ast(ast), program(program) {}

  /// What nodes of one list ask for.
  void visit(Nodes &nodes, const Divisors &known, const Names &written);

  /// Array => why it is not loaded in vectors, where code was found for it; ""
  /// once a vector is.
  std::map<std::string, std::string> outcomes;
  /// The same of stores.
  std::map<std::string, std::string> storeOutcomes;

private:
  void loadFrom(Nodes &nodes, const std::string &array, const Divisors &known,
                const Names &written);
  void loadAllFrom(Nodes &nodes, const std::string &array,
                   const Divisors &known, const Names &written);
  void loadGroup(Nodes &nodes, const Array &array, Group group, long divisor);
  void loadOne(Nodes &nodes, const Array &array, const Group &group, long at,
               unsigned width);
  void note(const std::string &array, const std::string &why) {
    outcomes.emplace(array, why);
  }

  LoopAst &ast;
  const Program &program;
  unsigned made = 0;
};

/// Loads elements \p at to \p at + \p width - 1 of \p group before the first of
/// \p nodes that reads one.
void VectorLoader::loadOne(Nodes &nodes, const Array &array, const Group &group,
                           long at, unsigned width) {
  const LoopType type =
      LoopType::vector(LoopType::Shape::CudaVector, array.type, width);
  LoopNode local =
      LoopNode::local(type, array.name + "_v#" + std::to_string(made++),
                      loadOfVector(type, group.elementAt(at), group.condition));
  std::optional<size_t> first;
  // Other vectors that have these elements keep the address of theirs.
  std::function<LoopExpr(const LoopExpr &)> lane = [&](const LoopExpr &expr) {
    for (unsigned number = 0; number < width; ++number) {
      const LoopExpr &load = group.loads.at(at + number);
      if (expr != load)
        continue;
      LoopExpr member =
          LoopExpr::node(LoopExpr::Kind::Member, memberOfVector(width, number),
                         {LoopExpr::variable(local.name)});
      member.wide = group.elementAt(at + number).wide;
      return member;
    }
    LoopExpr result = expr;
    if (expr.op != Operator::AddressOf)
      result.operands = expr.operands.mapped(lane);
    return result;
  };
  for (size_t pos = 0; pos < nodes.size(); ++pos) {
    nodes[pos].rewriteExprs([&](const LoopExpr &expr) {
      return lane(expr).map([](LoopExpr part) { return part; }); // folds
    });
    bool reads = false;
    nodes[pos].visitExprs([&](const LoopExpr &expr, bool) {
      reads |= expr.mentions(local.name);
    });
    if (reads && !first)
      first = pos;
  }
  // An earlier vector may have had all of them: `c ? a[0] : 0` beside `a[0]`.
  if (!first)
    return;
  nodes.insert(nodes.begin() + long(*first), std::move(local));
  unsigned &alignment = ast.alignments[array.name];
  alignment = std::max(alignment, width * array.type.bytes);
  outcomes[array.name] = "";
}

/// The widest vectors that start at multiples of their width, \p divisor being
/// what divides the position but for the constant.
void VectorLoader::loadGroup(Nodes &nodes, const Array &array, Group group,
                             long divisor) {
  bool hasNeighbours = false, isMade = false;
  for (unsigned width : vectorWidths) {
    if (!hasVectors(array.type, width))
      continue;
    for (const auto &[at, load] : std::map<long, LoopExpr>(group.loads)) {
      if (!hasRun(group.loads, at, width))
        continue;
      hasNeighbours = true;
      if (divisor % width != 0 || at % long(width) != 0)
        continue;
      isMade = true;
      loadOne(nodes, array, group, at, width);
      for (unsigned lane = 0; lane < width; ++lane)
        group.loads.erase(at + lane);
    }
  }
  if (isMade)
    return;
  const LoopExpr &first = group.loads.begin()->second;
  note(array.name,
       hasNeighbours
           ? startsNowhere(first)
           : "no neighbour of '" + readableAccess(first) +
                 "' is read in every case, whatever conditions say: the "
                 "unrolled loop has to move the last subscript by 1");
}

void VectorLoader::loadFrom(Nodes &nodes, const std::string &name,
                            const Divisors &known, const Names &written) {
  if (!written.count(name)) {
    loadAllFrom(nodes, name, known, written);
    return;
  }
  // Loads move to the first of them: none may be behind a change.
  const auto change = llvm::find_if(
      nodes, [&](const LoopNode &node) { return mayChange(node, name); });
  Nodes before(std::make_move_iterator(nodes.begin()),
               std::make_move_iterator(change));
  loadAllFrom(before, name, known, written);
  nodes.erase(nodes.begin(), change);
  nodes.insert(nodes.begin(), std::make_move_iterator(before.begin()),
               std::make_move_iterator(before.end()));
}

void VectorLoader::loadAllFrom(Nodes &nodes, const std::string &name,
                               const Divisors &known, const Names &written) {
  const Array &array = program.arrays.at(name);
  if (array.constantElements) {
    note(name, "it is in constant memory");
    return;
  }
  std::vector<Group> groups = groupsOf(nodes, name);
  if (groups.empty())
    note(name, written.count(name)
                   ? "none of its elements is read in every case, whatever "
                     "conditions say, before it is written"
                   : "none of its elements is read in every case, whatever "
                     "conditions say");
  for (Group &group : groups) {
    // Elements are loaded where the first one is read: what says which and
    // whether must be the same at the others.
    if (changesIn(group.rest, written) || changesIn(group.condition, written))
      note(name, "'" + readableAccess(group.loads.begin()->second) +
                     "' has a subscript or a condition that the kernel "
                     "computes");
    else
      loadGroup(nodes, array, std::move(group), known.of(group.rest));
  }
}

void VectorLoader::visit(Nodes &nodes, const Divisors &known,
                         const Names &written) {
  Names loaded, stored;
  for (const LoopNode &node : nodes)
    for (const std::string &array : node.vectors) {
      const bool isStore =
          node.kind == Kind::Assign && node.target.name == array;
      (isStore ? stored : loaded).insert(array);
    }
  for (const std::string &array : loaded)
    loadFrom(nodes, array, known, written);
  for (const std::string &array : stored)
    storeVectors(nodes, program.arrays.at(array), known, ast, storeOutcomes);
}

/// Whether vectors of \p array that \p loop is to have are stores:
/// vector_loads is for arrays that the loop does not write.
bool isStoredIn(const ScheduleTree &loop, const std::string &array,
                const Program &program) {
  return llvm::any_of(loop.statements(), [&](const std::string &name) {
    return llvm::any_of(program.statement(name).accesses(),
                        [&](const Access &access) {
                          return access.isWrite && access.array == array;
                        });
  });
}

bool hasMappedLoop(const ScheduleTree &tree) {
  bool found = false;
  tree.walk([&](const ScheduleTree &node) {
    found |= node.isLoop() && node.marks.gpu.isMapped();
  });
  return found;
}

} // namespace

llvm::Error loadVectors(LoopAst &ast, const Program &program,
                        const Phase &phase) {
  // Before cudaize there is nothing to say: recipes are looked at step by step.
  if (!hasMappedLoop(phase.tree))
    return llvm::Error::success();
  VectorLoader loader(ast, program);
  forEachKernelList(
      ast.body, Divisors(program),
      [&](Nodes &nodes, const Divisors &known, const Names &written) {
        loader.visit(nodes, known, written);
      });
  std::string problem;
  CulpritError::Test culprit;
  phase.tree.walk([&](const ScheduleTree &loop) {
    for (const std::string &array : loop.marks.vectors) {
      const auto &outcomes = isStoredIn(loop, array, program)
                                 ? loader.storeOutcomes
                                 : loader.outcomes;
      auto outcome = outcomes.find(array);
      if (!problem.empty() ||
          (outcome != outcomes.end() && outcome->second.empty()))
        continue;
      culprit = loadsVectors(loop.name, array);
      problem = "vectors of '" + array + "' in loop '" + loop.name + "': " +
                (outcome == outcomes.end()
                     ? "no kernel has unrolled copies of the loop's body that "
                       "read or write it"
                     : outcome->second);
    }
  });
  if (problem.empty())
    return llvm::Error::success();
  return llvm::make_error<CulpritError>(problem, culprit);
}

} // namespace sparsec
