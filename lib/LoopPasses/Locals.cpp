//===- Locals.cpp - locals of lowered loops -------------------------------===//
///
/// \file
/// Loads of index arrays start as `const int` locals where their call becomes
/// available. Those used once go to their use; index loads that a body repeats
/// become locals.
///
//===----------------------------------------------------------------------===//

#include "LoadLocals.h"
#include "Surroundings.h"

#include "sparsec/LoopPasses/LoopPasses.h"

#include "sparsec/IR/Widths.h"
#include "sparsec/LoopIR/ExprPrinter.h"

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
    writes |= node.kind == Kind::Action || node.kind == Kind::Call;
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
            node.kind == E::GpuIndex || node.kind == E::Add ||
            node.kind == E::Mul || node.kind == E::Widen;
  });
  return free;
}

/// What loops write: scalars and arrays.
class WrittenNames {
public:
  WrittenNames(const LoopAst &ast, const Program &program) : program(program) {
    ast.walk([&](const LoopNode &node) { add(node); });
  }

  bool has(const std::string &name) const { return names.count(name); }
  /// Whether \p load may be of other values behind a write. An array that the
  /// program does not know is a part of one, under a name of its own.
  bool mayChange(const LoopExpr &load) const {
    return load.kind == LoopExpr::Kind::Load &&
           (has(load.name) || !program.arrays.count(load.name));
  }

private:
  void add(const LoopNode &node) {
    if (node.kind == Kind::Assign)
      names.insert(node.target.name);
    if (node.kind != Kind::Action)
      return;
    for (const Access &access : program.statement(node.name).accesses())
      if (access.isWrite)
        names.insert(access.array);
  }

  const Program &program;
  std::set<std::string> names;
};

/// Whether \p node, or one below, may write memory.
bool writesMemory(const LoopNode &node) {
  bool writes = false;
  node.walk([&](const LoopNode &below) {
    writes |= below.kind == Kind::Action || below.kind == Kind::Call ||
              (below.kind == Kind::Assign && !below.target.operands.empty());
  });
  return writes;
}

class LocalInliner {
public:
  LocalInliner(const LoopAst &ast, const Program &program)
      : program(program), written(ast, program) {}

  void run(Nodes &nodes) const {
    for (size_t pos = nodes.size(); pos-- > 0;)
      inlineLocal(nodes, pos);
    for (LoopNode &node : nodes) {
      run(node.body);
      run(node.otherwise);
    }
  }

private:
  /// Whether the value of the local \p nodes[pos] is the same at each of its
  /// uses. Of memory that is written it is where nothing is written before the
  /// only use, in the same list.
  bool staysSame(const Nodes &nodes, size_t pos) const {
    const LoopNode &local = nodes[pos];
    bool stays = true, isLoaded = false;
    local.value.walk([&](const LoopExpr &part) {
      stays &= !part.isVariable() || !written.has(part.name);
      isLoaded |= written.mayChange(part);
    });
    if (!stays || !isLoaded)
      return stays;
    for (size_t at = pos + 1; at < nodes.size(); ++at) {
      unsigned uses = 0;
      nodes[at].visitExprs([&](const LoopExpr &expr, bool) {
        uses += occurrences(expr, local.name);
      });
      if (uses)
        return !nodes[at].isFor();
      if (writesMemory(nodes[at]))
        return false;
    }
    return true;
  }

  /// Inlines or drops the local \p nodes[pos].
  void inlineLocal(Nodes &nodes, size_t pos) const {
    const LoopNode local = nodes[pos];
    if (local.kind != Kind::Local || !local.isConst)
      return;
    UseCounter counter(program, local.name);
    counter.countIn(nodes, pos + 1, false);
    const Uses &uses = counter.uses;
    bool once = uses.total == 1 && !uses.inLoop && !uses.inBusyBound;
    if (uses.total != 0 &&
        ((!once && !isFree(local.value)) || !staysSame(nodes, pos)))
      return;
    substituteIn(nodes, pos + 1, local.name, local.value);
    nodes.erase(nodes.begin() + long(pos));
  }

  const Program &program;
  const WrittenNames written;
};

} // namespace

/// Whether \p load has 64 bits as an integer of loops: a subscript of data does
/// not say so itself.
static bool isWide(const LoopExpr &load, const Program &program) {
  auto array = program.arrays.find(load.name);
  return load.wide ||
         (array != program.arrays.end() && array->second.type.isInteger() &&
          array->second.type.isWide());
}

LoopExpr localOf(const std::string &name, const LoopExpr &load,
                 const Program &program) {
  return LoopExpr::variable(name, isWide(load, program));
}

void replaceIn(LoopNode &node, const LoopExpr &load, const LoopExpr &local) {
  node.rewriteExprs([&](const LoopExpr &expr) {
    return expr.map([&](LoopExpr part) { return part == load ? local : part; });
  });
  for (auto *children : {&node.prologue, &node.body, &node.otherwise})
    for (LoopNode &child : *children)
      replaceIn(child, load, local);
}

LoopType localTypeOf(const LoopExpr &load, const Program &program) {
  auto array = program.arrays.find(load.name);
  if (array == program.arrays.end())
    return integerType(load.wide);
  const ElementType &type = array->second.type;
  const bool isIndex = type.isInteger() &&
                       (type.isWide() || holdsAll(ElementType::int32(), type));
  return isIndex ? integerType(isWide(load, program)) : LoopType(type);
}

namespace {

/// An element that an expression reads, if not \p isCertain only under a
/// condition in it.
struct IndexLoad {
  LoopExpr load;
  bool isCertain;
};

/// Appends what stands inside subscripts of \p expr, which is one itself where
/// \p inSubscript.
void addLoads(const LoopExpr &expr, bool inSubscript, bool isCertain,
              std::vector<IndexLoad> &loads) {
  using E = LoopExpr::Kind;
  bool isLoad = expr.kind == E::Load;
  if (isLoad && inSubscript && !expr.operands.empty())
    loads.push_back({expr, isCertain});
  const bool isLazy = expr.kind == E::Select || expr.kind == E::And ||
                      expr.kind == E::Or || expr.op == Operator::LogicalAnd ||
                      expr.op == Operator::LogicalOr;
  for (size_t pos = 0; pos < expr.operands.size(); ++pos)
    addLoads(expr.operands[pos], inSubscript || isLoad,
             isCertain && !(isLazy && pos > 0), loads);
}

/// Index loads of \p node itself, which is no loop.
std::vector<IndexLoad> loadsOf(const LoopNode &node) {
  const bool isIndex = (node.kind == Kind::Local && !node.isStatement) ||
                       node.kind == Kind::Action || node.kind == Kind::If;
  std::vector<IndexLoad> loads;
  if (node.kind == Kind::Assign || isIndex)
    node.visitExprs([&](const LoopExpr &expr, bool) {
      addLoads(expr, isIndex, /*isCertain=*/true, loads);
    });
  return loads;
}

class LoadSharer {
public:
  LoadSharer(const LoopAst &ast, const Program &program)
      : program(program), written(ast, program) {}

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
      constant &= !written.mayChange(node) &&
                  (!node.isVariable() || !written.has(node.name));
    });
    return constant;
  }

  /// Uses of a load that a local in scope holds already.
  void reuseLocals(Nodes &nodes) {
    for (size_t pos = 0; pos < nodes.size(); ++pos) {
      const LoopNode local = nodes[pos];
      bool holdsLoad = local.kind == Kind::Local && local.isConst &&
                       local.value.kind == LoopExpr::Kind::Load;
      if (!holdsLoad || !isConstant(local.value))
        continue;
      LoopExpr variable = LoopExpr::variable(local.name, local.type.isWide());
      for (size_t later = pos + 1; later < nodes.size(); ++later)
        replaceIn(nodes[later], local.value, variable);
    }
  }

  /// Makes a local of one load that \p nodes repeat, and make in any case.
  bool shareOne(Nodes &nodes) {
    std::vector<IndexLoad> loads;
    for (const LoopNode &node : nodes)
      llvm::append_range(loads, loadsOf(node));
    const bool jumps = mayJump(nodes);
    for (const IndexLoad &found : loads) {
      auto isSame = [&](const IndexLoad &other) {
        return other.load == found.load;
      };
      // What stands behind a jump may not run.
      const bool isFirst = &*llvm::find_if(loads, isSame) == &found;
      if (!found.isCertain || (jumps && !isFirst) ||
          llvm::count_if(loads, isSame) < 2 || !isConstant(found.load))
        continue;
      insertLocal(nodes, found.load);
      return true;
    }
    return false;
  }

  void insertLocal(Nodes &nodes, const LoopExpr &load) {
    auto uses = [&](const LoopNode &node) {
      return llvm::any_of(loadsOf(node), [&](const IndexLoad &found) {
        return found.load == load;
      });
    };
    auto first = llvm::find_if(nodes, uses);
    LoopNode local =
        LoopNode::local(localTypeOf(load, program),
                        printExpr(load) + "#" + std::to_string(made++), load);
    local.vectors = first->vectors;
    LoopExpr variable = localOf(local.name, load, program);
    for (auto later = first; later != nodes.end(); ++later)
      replaceIn(*later, load, variable);
    nodes.insert(first, std::move(local));
  }

  const Program &program;
  const WrittenNames written;
  unsigned made = 1000;
};

} // namespace

void cleanLocals(LoopAst &ast, const Program &program) {
  const LocalInliner inliner(ast, program);
  inliner.run(ast.body);
  LoadSharer(ast, program).run(ast.body);
  inliner.run(ast.body);
}

} // namespace sparsec
