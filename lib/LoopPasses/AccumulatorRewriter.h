//===- AccumulatorRewriter.h - one loop's accumulators ----------*- C++ -*-===//
///
/// \file
/// Keeps elements in scalars while one loop runs: see
/// Accumulators.cpp. Where several threads update an element
/// together, the scalar is a thread's part of it.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_LOOPPASSES_ACCUMULATORREWRITER_H
#define SPARSEC_LIB_LOOPPASSES_ACCUMULATORREWRITER_H

#include "Surroundings.h"

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

class AccumulatorRewriter {
public:
  AccumulatorRewriter(const Program &program, LoopNode &loop,
                      const Surroundings &around, unsigned &names);

  /// The loop with its accumulators, or nothing when there is none.
  std::vector<LoopNode> run();

private:
  using Nodes = std::vector<LoopNode>;

  /// One element that the loop may keep in a scalar.
  struct Element {
    LoopExpr access;
    Update op;              ///< of its updates, the last one
    bool counts;            ///< an action takes its number, and adds one
    bool updated = false;   ///< read and written
    bool read = false;      ///< read beside its updates
    bool unguarded = false; ///< not only under conditions that the loop fixes
    /// By sums and products, say, or threads of several dimensions: no part
    /// joins it.
    bool mixed = false;
    bool certain = false;  ///< accessed whenever the loop runs
    bool replaced = false; ///< the first access in the loop is a plain write
    bool isAtomic = false; ///< other threads update it, too
    /// Mapped: the threads whose updates make up the element.
    GpuMark lanes = {};
  };

  /// How control reaches an access: see Element.
  struct Path {
    bool unguarded = true, certain = true;
    GpuMark lanes = {};
    /// Threads of other dimensions than theirs update together, too.
    bool isNested = false;
  };

  bool updatesOperand(const Action &action, const std::string &array) const;
  void excludeAction(const Statement &statement);
  bool isInvariant(const LoopExpr &expr) const;
  bool isInvariantSubscript(const LoopExpr &subscript) const;
  Nodes takeInvariantLocals();
  void collect(const LoopNode &node, Path path, ValueRanges knowledge);
  /// Notes an access; null: one that is lost in another element.
  Element *add(const LoopExpr &load, Update op, bool counts, const Path &path);
  void nameBounds(Nodes &before);
  bool isPart(const Element &element) const;
  bool isDistinct(const std::string &array,
                  const std::vector<Element> &found) const;
  bool mayReplace(const Element &element, bool isLocal) const;
  bool hasLanes() const;
  void replace(const Element &element, Nodes &before, Nodes &after);

  const Program &program;
  LoopNode &loop;
  const Surroundings &around;
  unsigned &names;
  /// What goes before the loop is only known to exist when the loop runs.
  bool needsToRun = false;
  /// The loop is, or holds, one that threads share.
  bool holdsThreads = false;
  std::set<std::string> variant, written, excluded;
  std::map<std::string, std::vector<Element>> elements;
};

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_ACCUMULATORREWRITER_H
