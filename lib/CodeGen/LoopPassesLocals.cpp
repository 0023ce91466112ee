//===- LoopPassesLocals.cpp - locals of lowered loops ---------------------===//
///
/// \file
/// Loads of index arrays start as `const int` locals where their call becomes
/// available. Those used once go to their use; index loads that a body repeats
/// become locals. Scalars of the source are declared where they are used.
///
//===----------------------------------------------------------------------===//

#include "LoopPasses.h"

#include "sparsec/CodeGen/ExprPrinter.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

/// How often and where a local is used.
struct Uses {
  unsigned total = 0;
  bool inLoop = false;      ///< in a loop that starts after its definition
  bool inBusyBound = false; ///< in the upper bound of a loop that writes
                            ///< integers, which may be what is loaded
};

unsigned occurrences(const LoopExpr &expr, const std::string &name) {
  unsigned count = 0;
  expr.walk([&](const LoopExpr &node) {
    count += node.isVariable() && node.name == name;
  });
  return count;
}

/// Whether \p loop may write memory that an index load reads.
bool writesIntegers(const LoopNode &loop, const Program &program) {
  bool writes = false;
  loop.walk([&](const LoopNode &node) {
    writes |= node.kind == Kind::Action || node.kind == Kind::Text;
    if (node.kind != Kind::Assign)
      return;
    auto array = program.arrays.find(node.target.name);
    writes |= array != program.arrays.end() &&
              !array->second.type.isFloating() && !node.target.operands.empty();
  });
  return writes;
}

class UseCounter {
public:
  UseCounter(const Program &program, const std::string &name)
      : program(program), name(name) {}

  void count(const LoopNode &node, bool inLoop) {
    // Inside it, the name is the loop's.
    if (node.isFor() && node.name == name) {
      unsigned here = occurrences(node.lower, name);
      uses.total += here;
      uses.inLoop |= here && inLoop;
      return;
    }
    node.visitExprs([&](const LoopExpr &expr, bool) {
      unsigned here = occurrences(expr, name);
      uses.total += here;
      uses.inLoop |= here && inLoop;
    });
    if (node.isFor() && !inLoop)
      for (const LoopExpr &bound : node.upper)
        uses.inBusyBound |=
            occurrences(bound, name) && writesIntegers(node, program);
    countIn(node.body, 0, inLoop || node.isFor());
    countIn(node.otherwise, 0, inLoop);
  }

  void countIn(const Nodes &nodes, size_t first, bool inLoop) {
    for (size_t pos = first; pos < nodes.size(); ++pos) {
      count(nodes[pos], inLoop);
      if (nodes[pos].kind == Kind::Local && nodes[pos].name == name)
        return;
    }
  }

  Uses uses;

private:
  const Program &program;
  const std::string &name;
};

/// Whether a value costs nothing wherever it stands.
bool isFree(const LoopExpr &value) {
  using E = LoopExpr::Kind;
  bool free = true;
  value.walk([&](const LoopExpr &node) {
    free &= node.kind == E::Integer || node.kind == E::Variable ||
            node.kind == E::Add || node.kind == E::Mul || node.kind == E::Widen;
  });
  return free;
}

/// Inlines or drops the local \p nodes[pos]; true when it is gone.
bool inlineLocal(Nodes &nodes, size_t pos, const Program &program) {
  const LoopNode local = nodes[pos];
  if (local.kind != Kind::Local || !local.isConst)
    return false;
  UseCounter counter(program, local.name);
  counter.countIn(nodes, pos + 1, false);
  const Uses &uses = counter.uses;
  bool once = uses.total == 1 && !uses.inLoop && !uses.inBusyBound;
  if (uses.total != 0 && !once && !isFree(local.value))
    return false;
  substituteIn(nodes, pos + 1, local.name, local.value);
  nodes.erase(nodes.begin() + long(pos));
  return true;
}

void inlineLocals(Nodes &nodes, const Program &program) {
  for (size_t pos = nodes.size(); pos-- > 0;)
    inlineLocal(nodes, pos, program);
  for (LoopNode &node : nodes) {
    inlineLocals(node.body, program);
    inlineLocals(node.otherwise, program);
  }
}

/// Loads that stand inside subscripts of \p expr.
void subscriptLoads(const LoopExpr &expr, bool inSubscript,
                    std::vector<LoopExpr> &loads) {
  bool isLoad = expr.kind == LoopExpr::Kind::Load;
  if (isLoad && inSubscript && !expr.operands.empty())
    loads.push_back(expr);
  for (const LoopExpr &operand : expr.operands)
    subscriptLoads(operand, inSubscript || isLoad, loads);
}

class LoadSharer {
public:
  LoadSharer(const LoopAst &ast, const Program &program) {
    ast.walk([&](const LoopNode &node) {
      if (node.kind == Kind::Assign)
        written.insert(node.target.name);
      if (node.kind != Kind::Action)
        return;
      for (const Access &access : program.statement(node.name).accesses())
        if (access.isWrite)
          written.insert(access.array);
    });
  }

  void run(Nodes &nodes) {
    reuseLocals(nodes);
    while (shareOne(nodes)) {
    }
    for (LoopNode &node : nodes) {
      run(node.body);
      run(node.otherwise);
    }
  }

private:
  bool isConstant(const LoopExpr &load) const {
    bool constant = true;
    load.walk([&](const LoopExpr &node) {
      constant &=
          node.kind != LoopExpr::Kind::Load || !written.count(node.name);
    });
    return constant;
  }

  static LoopExpr replaced(const LoopExpr &expr, const LoopExpr &load,
                           const LoopExpr &local) {
    return expr.map([&](LoopExpr node) { return node == load ? local : node; });
  }

  static void replaceIn(LoopNode &node, const LoopExpr &load,
                        const LoopExpr &local) {
    node.rewriteExprs(
        [&](const LoopExpr &expr) { return replaced(expr, load, local); });
    for (LoopNode &child : node.body)
      replaceIn(child, load, local);
    for (LoopNode &child : node.otherwise)
      replaceIn(child, load, local);
  }

  /// Uses of a load that a local in scope holds already.
  void reuseLocals(Nodes &nodes) {
    for (size_t pos = 0; pos < nodes.size(); ++pos) {
      const LoopNode local = nodes[pos];
      bool holdsLoad = local.kind == Kind::Local && local.isConst &&
                       local.value.kind == LoopExpr::Kind::Load;
      if (!holdsLoad || !isConstant(local.value))
        continue;
      LoopExpr variable =
          LoopExpr::variable(local.name, local.type == "long long");
      for (size_t later = pos + 1; later < nodes.size(); ++later)
        replaceIn(nodes[later], local.value, variable);
    }
  }

  /// Makes a local of one load that the assignments of \p nodes repeat.
  bool shareOne(Nodes &nodes) {
    std::vector<LoopExpr> loads;
    for (const LoopNode &node : nodes)
      if (node.kind == Kind::Assign || node.kind == Kind::Action)
        node.visitExprs([&](const LoopExpr &expr, bool) {
          subscriptLoads(expr, node.kind == Kind::Action, loads);
        });
    for (const LoopExpr &load : loads) {
      if (llvm::count(loads, load) < 2 || !isConstant(load))
        continue;
      insertLocal(nodes, load);
      return true;
    }
    return false;
  }

  void insertLocal(Nodes &nodes, const LoopExpr &load) {
    auto uses = [&](const LoopNode &node) {
      std::vector<LoopExpr> inside;
      node.visitExprs([&](const LoopExpr &expr, bool) {
        subscriptLoads(expr, node.kind == Kind::Action, inside);
      });
      return llvm::is_contained(inside, load);
    };
    auto first = llvm::find_if(nodes, uses);
    LoopNode local =
        LoopNode::local(load.wide ? "long long" : "int",
                        printExpr(load) + "#" + std::to_string(made++), load);
    LoopExpr variable = LoopExpr::variable(local.name, load.wide);
    for (auto later = first; later != nodes.end(); ++later)
      replaceIn(*later, load, variable);
    nodes.insert(first, std::move(local));
  }

  std::set<std::string> written;
  unsigned made = 1000;
};

} // namespace

void cleanLocals(LoopAst &ast, const Program &program) {
  inlineLocals(ast.body, program);
  LoadSharer(ast, program).run(ast.body);
  inlineLocals(ast.body, program);
}

namespace {

bool touches(const LoopExpr &expr, const std::string &array) {
  bool found = false;
  expr.walk([&](const LoopExpr &node) {
    found |= node.kind == LoopExpr::Kind::Load && node.name == array;
  });
  return found;
}

bool touches(const LoopNode &root, const std::string &array) {
  bool found = false;
  root.walk([&](const LoopNode &node) {
    node.visitExprs(
        [&](const LoopExpr &expr, bool) { found |= touches(expr, array); });
  });
  return found;
}

bool touchesAny(const Nodes &nodes, const std::string &array) {
  return llvm::any_of(
      nodes, [&](const LoopNode &node) { return touches(node, array); });
}

/// What the first access to a local in a list of nodes is: Write if it sets an
/// element, or if it only may, Read.
enum class First { None, Write, Read };

First firstAccess(const Nodes &nodes, const std::string &name, bool isArray);

First firstAccess(const LoopNode &node, const std::string &name, bool isArray) {
  if (!touches(node, name))
    return First::None;
  if (node.kind == Kind::Assign) {
    bool plain = node.op == "=" && !touches(node.value, name) &&
                 node.target.name == name;
    return plain ? First::Write : First::Read;
  }
  // What fills an array may be in loops and under conditions.
  bool own = false;
  node.visitExprs(
      [&](const LoopExpr &expr, bool) { own |= touches(expr, name); });
  if (isArray && !own)
    return firstAccess(touchesAny(node.body, name) ? node.body : node.otherwise,
                       name, isArray);
  bool bothWrite = node.kind == Kind::If && !touches(node.condition, name) &&
                   firstAccess(node.body, name, isArray) == First::Write &&
                   firstAccess(node.otherwise, name, isArray) == First::Write;
  return bothWrite ? First::Write : First::Read;
}

First firstAccess(const Nodes &nodes, const std::string &name, bool isArray) {
  for (const LoopNode &node : nodes) {
    First access = firstAccess(node, name, isArray);
    if (access != First::None)
      return access;
  }
  return First::None;
}

class Declarer {
public:
  Declarer(const Program &program, const Array &array)
      : program(program), array(array) {
    for (const auto &[name, statement] : program.statements)
      if (program.phaseOf(name) && accesses(statement))
        addOwners(program.phaseOf(name)->tree.loopsAround(name));
  }

  void run(LoopAst &ast) { settle(ast.body, 0); }

private:
  /// Declares what \p nodes, inside \p loops loops, use: in the innermost lists
  /// that can hold it. Loops that a step has split have a copy each: on threads
  /// they may not share one.
  void settle(Nodes &nodes, int loops) {
    if (!allFit(nodes, loops))
      return place(nodes);
    for (LoopNode &node : nodes)
      if (touches(node, array.name))
        for (Nodes *inner : {&node.body, &node.otherwise})
          if (isUsed(*inner))
            settle(*inner, loops + weight(node));
  }

  bool accesses(const Statement &statement) const {
    return llvm::any_of(statement.accesses(), [&](const Access &access) {
      return access.array == array.name;
    });
  }

  void addOwners(const std::vector<const ScheduleTree *> &loops) {
    for (int pos = 0; pos < array.privateDepth && pos < int(loops.size());
         ++pos)
      owners.insert(loops[size_t(pos)]->name);
  }

  /// What \p node adds to the loops around: loops that run once are gone, so
  /// that one which tells no owners apart may stand in an owner's place.
  int weight(const LoopNode &node) const {
    if (!node.isFor())
      return 0;
    bool isOwner = owners.count(llvm::StringRef(node.name).rtrim('_').str());
    return isOwner ? 1 : std::max(array.privateDepth, 0) + 1;
  }

  bool isUsed(const Nodes &nodes) const {
    return touchesAny(nodes, array.name);
  }

  /// Whether declarations below \p nodes suffice. Of several uses of an array
  /// one may be there to fill it for the others.
  bool allFit(const Nodes &nodes, int loops) const {
    bool isOne = llvm::count_if(nodes, [&](const LoopNode &node) {
                   return touches(node, array.name);
                 }) == 1;
    return llvm::all_of(nodes, [&](const LoopNode &node) {
      return !touches(node, array.name) ||
             (fits(node, loops) &&
              (isOne || array.isScalar() ||
               firstAccess(node, array.name, true) == First::Write));
    });
  }

  bool fits(const LoopNode &node, int loops) const {
    bool own = false;
    node.visitExprs(
        [&](const LoopExpr &expr, bool) { own |= touches(expr, array.name); });
    if (own)
      return false;
    loops += weight(node);
    for (const Nodes *inner : {&node.body, &node.otherwise})
      if (isUsed(*inner) && !mayHold(node, *inner, loops) &&
          !allFit(*inner, loops))
        return false;
    return true;
  }

  /// Whether no value is carried from one run of \p scope, below \p node, to
  /// the next, or to what stands behind it.
  bool mayHold(const LoopNode &node, const Nodes &scope, int loops) const {
    if (node.isFor() && node.marks.isConcurrent())
      return true;
    if (array.isScalar())
      return firstAccess(scope, array.name, false) == First::Write;
    return loops <= array.privateDepth;
  }

  void place(Nodes &scope) {
    auto first = llvm::find_if(
        scope, [&](const LoopNode &node) { return touches(node, array.name); });
    if (first == scope.end())
      return;
    LoopNode node;
    node.type = array.type.spelling;
    node.name = array.name;
    if (array.isScalar() && first->kind == Kind::Assign &&
        firstAccess(*first, array.name, false) == First::Write) {
      node.kind = Kind::Local;
      node.value = first->value;
      node.isConst = isNotWritten(first + 1, scope.end());
      node.isStatement = true;
      *first = std::move(node);
      return;
    }
    node.kind = Kind::Declare;
    for (const std::optional<isl::pw_aff> &extent : array.extents)
      if (auto value = lowerParameterValue(program, *extent))
        node.dimensions.push_back(*value);
      else
        llvm::consumeError(value.takeError());
    scope.insert(first, std::move(node));
  }

  bool isNotWritten(Nodes::const_iterator from,
                    Nodes::const_iterator to) const {
    bool written = false;
    for (; from != to; ++from)
      from->walk([&](const LoopNode &node) {
        written |= node.kind == Kind::Assign && node.target.name == array.name;
      });
    return !written;
  }

  const Program &program;
  const Array &array;
  /// The loops that give each owner of the array an iteration.
  std::set<std::string> owners;
};

/// The local that the threads of \p loop would share although one writes it;
/// "" when there is none.
std::string sharedLocal(const LoopNode &loop, const Program &program) {
  std::set<std::string> own, written;
  loop.walk([&](const LoopNode &node) {
    if (node.kind == Kind::Local || node.kind == Kind::Declare)
      own.insert(node.name);
    auto array = program.arrays.find(node.target.name);
    if (node.kind == Kind::Assign && array != program.arrays.end() &&
        array->second.isPrivate())
      written.insert(array->first);
  });
  for (const std::string &name : written)
    if (!own.count(name))
      return name;
  return "";
}

} // namespace

llvm::Error declareLocals(LoopAst &ast, const Program &program) {
  for (const std::string &name : ast.usedArrays()) {
    auto array = program.arrays.find(name);
    if (array != program.arrays.end() && array->second.isPrivate())
      Declarer(program, array->second).run(ast);
  }
  std::string shared, loop;
  ast.walk([&](const LoopNode &node) {
    if (!node.isFor() || !node.marks.isConcurrent() || !shared.empty())
      return;
    shared = sharedLocal(node, program);
    loop = node.name;
  });
  if (shared.empty())
    return llvm::Error::success();
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "threads of loop '%s' would share '%s', which holds a value from one "
      "loop to another; scalar_expand it before",
      loop.c_str(), shared.c_str());
}

} // namespace sparsec
