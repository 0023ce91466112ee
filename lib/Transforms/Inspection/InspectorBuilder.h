//===- InspectorBuilder.h - the phases that a step adds ---------*- C++ -*-===//
///
/// \file
/// What steps share that make an inspector: arrays, memory for them, calls of
/// the runtime outside all loops, and loops around a statement, in order.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_INSPECTORBUILDER_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_INSPECTORBUILDER_H

#include "sparsec/IR/Program.h"

#include <string>
#include <vector>

namespace sparsec {

/// A call of \p function, of the version for indices of \p type.
action::Call callFor(const ElementType &type, const RuntimeFunction &function,
                     std::vector<Argument> arguments);

/// A parameter of the plan that an inspector sets: how many of something there
/// are.
void addCount(Program &program, const std::string &name, ElementType type);

/// A new array of \p program; an index array where it belongs to the plan.
Array &makeArray(Program &program, const std::string &name, ElementType type,
                 Array::Owner owner, std::vector<isl::pw_aff> extents);

/// \p bounds with the second one made to be no less than the first one less 1
/// where the loop runs not once: counts and segments start from there. (It may
/// have no value there: that of `min(2, n) - 1` is 1, or 0 for n == 1.)
std::pair<isl::pw_aff, isl::pw_aff>
orEmpty(const Program &program, std::pair<isl::pw_aff, isl::pw_aff> bounds);

/// Facts that an inspector ensures: any, and `low <= array[..] < high`.
Fact provedFact(Fact::Kind kind, std::vector<std::string> arrays);
Fact provedRange(const std::string &array, const isl::pw_aff &low,
                 const isl::pw_aff &high);

/// The phases that a step adds, in order.
class InspectorBuilder {
public:
  InspectorBuilder(Program &program, std::string suffix)
      : program(program), suffix(std::move(suffix)) {}

  /// Loops over \p made, a phase of its own; its name.
  std::string add(Statement made, bool parallel,
                  Phase::Role role = Phase::Role::Inspect);
  /// The same for \p body over the loops \p dims of its nest, named after
  /// \p stem and the suffix.
  std::string visit(Statement body, const std::vector<unsigned> &dims,
                    const std::string &stem, bool parallel);
  /// A phase of statements that are in the program by now.
  void add(Phase::Role role, ScheduleTree tree);
  /// A statement that does \p work once, in no loop, named after its label and
  /// the suffix. Operands are over `{ call[] }`.
  void run(Action work);
  void call(const std::string &label, action::Call work) {
    run({std::move(work), label});
  }
  /// Gives \p array its memory; its extents are known by then.
  void allocate(const std::string &array) {
    run({action::Allocate{array}, "allocate"});
  }
  /// `target = value`
  void set(const std::string &label, const std::string &target, Expr value) {
    run({action::SetNumber{target, std::move(value)}, label});
  }
  Array &addArray(const std::string &name, ElementType type, Array::Owner owner,
                  std::vector<isl::pw_aff> extents) {
    return makeArray(program, name, type, owner, std::move(extents));
  }
  /// Workspace that tells owners apart (action::Stamp), a copy for each thread.
  void addStamps(const std::string &name, ElementType type,
                 std::vector<isl::pw_aff> extents);
  /// From now on phases run only where \p parameter, set by a phase before, is
  /// not 0; "": always.
  void onlyIf(const std::string &parameter) { condition = parameter; }
  /// Puts the phases before the first one that needs them: that of \p user.
  void insertBefore(const std::string &user);
  /// Puts them before the last one, the execution, after those of all earlier
  /// steps.
  void insertBeforeExecution();
  /// The statements of Inspect phases that are in loops.
  const std::vector<std::string> &visitors() const { return inLoops; }

private:
  void insertAt(std::vector<Phase>::iterator place);

  Program &program;
  std::string suffix; ///< of names of statements
  std::string condition;
  std::vector<Phase> phases;
  std::vector<std::string> inLoops;
};

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_INSPECTORBUILDER_H
