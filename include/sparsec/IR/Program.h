//===- Program.h - what a recipe transforms ---------------------*- C++ -*-===//
#ifndef SPARSEC_IR_PROGRAM_H
#define SPARSEC_IR_PROGRAM_H

#include "sparsec/IR/Array.h"
#include "sparsec/IR/Fact.h"
#include "sparsec/IR/FreeOrder.h"
#include "sparsec/IR/ScheduleTree.h"
#include "sparsec/IR/SourceFunction.h"
#include "sparsec/IR/Statement.h"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

struct UserInspector;

/// An integer that is constant during the region; an isl parameter of the
/// same name.
struct Parameter {
  enum class Owner {
    Argument, ///< a scalar parameter of the function (or A->n)
    Plan,     ///< computed by an inspect phase (a count), kept in the plan
  };
  std::string name;
  ElementType type;
  Owner owner = Owner::Argument;
  /// Not "": whether that pointer, an argument or a member of one, points to
  /// anything, 1 or 0.
  std::string pointer = {};
};

/// One nest (or sequence of nests) that runs at one time of a plan's life.
struct Phase {
  enum class Role {
    Inspect, ///< once, by _inspect: structure (offsets, explicit indices)
    Update,  ///< by _inspect after the Inspect phases, and by _update: values
    Execute, ///< by _execute
  };
  Role role = Role::Execute;
  ScheduleTree tree;
  /// A parameter of the plan, set by a phase before. Where it is 0 the phase
  /// does not run: nobody then reads what it makes. "": it always runs.
  std::string onlyIf = {};
};

/// A kernel between frontend and emitter. A value: copies are cheap, a
/// transformation returns a new one.
struct Program {
  explicit Program(isl::ctx ctx);

  SourceFunction function;
  std::vector<Parameter> parameters;
  std::map<std::string, Array> arrays;
  std::vector<Fact> facts;
  std::map<std::string, Statement> statements;
  /// Functions of the source that inspectors may call (IR/UserInspector.h).
  std::vector<std::shared_ptr<const UserInspector>> inspectors;
  /// In order of execution; the last one is the Execute phase.
  std::vector<Phase> phases;
  /// Iterations whose order the recipe leaves open.
  std::vector<FreeOrder> freeOrders;
  /// Calls with parameter arguments, `index(n)`, as used in extents and facts.
  CallTable calls;
  /// `{ : }` what holds for the parameters: 0 <= n and `known` conditions.
  isl::set context;
  /// `{ [] }` conditions on arguments under which the function only returns:
  /// the drop-in leaves such calls to the original.
  std::vector<Expr> guards;
  /// The recipe's options in force, e.g. "assume_finite".
  bool assumeFinite = false;
  /// Steps may change the order of floating-point reductions, which rounds
  /// differently, unless their StepResult says otherwise.
  bool allowReassociation = false;
  /// Floating arrays whose values a plan may store rounded.
  std::set<std::string> mayRound;
  /// The caller's arrays whose values a plan stores rounded, or values that are
  /// made of them, and by what relative error they may be off.
  std::map<std::string, double> roundedBy;
  double maxFill = 10.0;
  /// Inspectors run on the GPU: loops over all instances at once, then sorts,
  /// are better than loops over segments whose iterations do much each.
  bool inspectsOnGpu = false;
  /// As the frontend read it, before all steps: what the caller's arrays must
  /// hold follows from its accesses, not from those of steps, which may go
  /// beyond them under guards. Null for programs that are made otherwise.
  std::shared_ptr<const Program> source;

  const Statement &statement(const std::string &name) const;
  Statement &statement(const std::string &name);
  /// The phase that holds \p statement; null when it is in none.
  const Phase *phaseOf(const std::string &statement) const;
  Phase *phaseOf(const std::string &statement);
  const Phase &executePhase() const { return phases.back(); }
  Phase &executePhase() { return phases.back(); }
  const Parameter *findParameter(const std::string &name) const;
  /// The parameter that says whether \p pointer is null; null where nothing
  /// depends on that.
  const Parameter *presenceOf(const std::string &pointer) const;
  std::vector<const Fact *> factsAbout(const std::string &array,
                                       Fact::Kind kind) const;
  /// Whether updates of \p array by the reduction \p op give one result
  /// in every order, bit by bit: not sums and products of floating-point
  /// elements, which round.
  bool isExactReduction(const std::string &array, Update op) const;

  /// A name not yet used by arrays, parameters, statements or C parameters.
  std::string freshName(const std::string &stem) const;
  /// What \p array, which each thread has for itself, is a part of.
  std::string arrayOfThreads(const std::string &array) const {
    return freshName(array + "_of_threads");
  }

  /// What the facts say of the values of \p call, `{ : lower <= name < upper }`
  /// in parameters only; the universe when nothing is known.
  isl::set rangeOf(const std::string &callName,
                   const UninterpretedCall &call) const;
  /// The intersection of rangeOf over \p statement's calls with `context`, and
  /// what monotonicity and row lengths say of pairs: index(i) <= index(i + 1),
  /// index(i + 1) - index(i) <= M.
  isl::set callContext(const Statement &statement) const;
};

/// Asserts the invariants: values for every leaf, calls in tables, one of
/// assignment/action, spaces that match. Returns a description of the first
/// violation, "" if none.
std::string verify(const Program &program);

/// Prints the execute phase (or all, with \p allPhases) as pseudo-C loops with
/// the user's names. Bounds come from the sets, not from an AST.
std::string printLoops(const Program &program, bool allPhases = false);
/// Prints statements, maps and trees as isl text.
std::string printIsl(const Program &program);

} // namespace sparsec

#endif // SPARSEC_IR_PROGRAM_H
