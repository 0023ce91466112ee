//===- StepMaker.h - random recipe steps ------------------------*- C++ -*-===//
///
/// \file
/// Draws calls of registered transformations: names and parameters come from
/// the table of transformations, arguments from the statements and loops that
/// are there. Most draws are sensible ones — a place where the step has
/// something to do, arguments in range — but whether they are legal is left to
/// the checker; one in twelve asks for nothing. What is legal after other steps
/// only comes in idioms (lib/Stress/StepIdioms.h). A new transformation is
/// drawn from its first day on; free text that it declares needs an entry in
/// `freeText`.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_STRESS_STEPMAKER_H
#define SPARSEC_STRESS_STEPMAKER_H

#include "sparsec/Stress/Inputs.h"
#include "sparsec/Stress/LoopTraits.h"
#include "sparsec/Stress/Random.h"
#include "sparsec/Transforms/Transform.h"

#include <array>
#include <deque>
#include <functional>
#include <map>
#include <string>
#include <vector>

namespace sparsec::stress {

/// One drawn call, as a line of a recipe.
struct Step {
  std::string transform;
  std::string text;
};

/// In the text of a step that makes a format, but keeps the order of sums.
inline constexpr const char *forbidsReassociation =
    "allow_reassociation = false";

/// In the text of a step before which it stands.
inline constexpr const char *allowsRounding = "allow_rounding(";

/// What the steps of one case are to be.
struct StepWishes {
  /// The transformation to be drawn mostly, or null.
  const TransformSpec *focus = nullptr;
  /// One to be drawn, with what makes room for it, until it is accepted once.
  const TransformSpec *wish = nullptr;
  /// Kernels for a GPU, in place of threads and lanes.
  bool onGpu = false;
  /// How many names earlier steps may have given.
  int names = 0;
};

class StepMaker {
public:
  /// \p known are the values that steps may take for known.
  StepMaker(Random &random, const StepWishes &wishes, const Inputs &known)
      : random(random), focus(wishes.focus), wish(wishes.wish),
        onGpu(wishes.onGpu), known(known), names(wishes.names) {}

  /// A step that could be legal for \p program; for kernels whose statements
  /// are all outside loops there may be none.
  Step draw(const Program &program);
  /// A step with an argument that no program accepts.
  Step drawWrong(const Program &program);
  /// A step that maps to the GPU what is not yet; none where nothing is left.
  std::optional<Step> drawMapping(const Program &program);
  /// Tells that the last step was refused: what was to follow makes no sense.
  void refused() { pending.clear(); }
  /// Tells that \p transform made \p after: later steps look at what is new.
  void accepted(const Program &before, const Program &after,
                const std::string &transform);

private:
  /// The next step of an idiom that has begun.
  std::optional<Step> drawPending(const Program &program);
  /// Begins an idiom of \p transform at some statement; false without one.
  bool startIdiom(const Program &program, const std::string &transform);
  bool isDrawn(const TransformSpec &spec) const;
  const TransformSpec &drawSpec();
  bool choosePlace(const Program &program, const TransformSpec &spec);
  bool chooseFused(const Program &program);
  const std::string &pickStatement(const std::vector<std::string> &all);
  const std::vector<LoopTraits> &loopsAround(const Program &program);
  bool mayMark(const Program &program, const std::string &mark,
               const std::string &loop) const;
  bool isPlausible(const Program &program, const TransformSpec &spec);
  /// Whether a step that takes one loop has something to do with \p loop.
  bool suits(const Program &program, const TransformSpec &spec,
             const LoopTraits &loop) const;
  bool isRecent(const std::string &loop) const;

  std::string argument(const Program &program, const TransformSpec &spec,
                       const ParameterSpec &parameter);
  std::string freeText(const Program &program, const TransformSpec &spec,
                       const ParameterSpec &parameter);
  std::string array(const Program &program, const TransformSpec &spec);
  std::string sizes(const Program &program);
  std::string fastest(const Program &program);
  std::string loopFor(const Program &program, const TransformSpec &spec,
                      llvm::StringRef parameter);
  std::string condition(const Program &program);
  std::string keyOf(const Program &program);
  std::string valueOfLoops(const Program &program);
  std::vector<std::string> valuesForLoops(const Program &program);
  std::string countedValue(const Program &program);
  std::string arrayCondition(const Program &program);
  std::string digitPlaces();
  std::string updates(const Program &program, llvm::StringRef ways);
  std::string beginningOf(const Program &program);
  std::string outsideOf(const Program &program);
  std::string numbers(int low, int high);
  /// A number from 1 on for the parameter \p parameter of \p spec.
  std::string count(const TransformSpec &spec, llvm::StringRef parameter);
  std::string integer(llvm::StringRef parameter);
  bool isValues(const Program &program) const;
  std::string storage(const Program &program);
  std::string permission(const Program &program, const TransformSpec &spec);
  int unrollFactor();
  int level();

  std::string loop(const Program &program, const TransformSpec &spec);
  std::vector<std::string> loopList(const TransformSpec &spec);
  std::vector<std::string> permuted();
  std::vector<std::string> skewedBy();
  std::vector<std::string> namesOf(size_t begin, size_t end) const;
  /// Whether loops [begin, end) can be an argument of \p spec together.
  bool suitTogether(const TransformSpec &spec, size_t begin, size_t end) const;

  std::vector<std::string> indexExpressions(const Program &program) const;
  /// The arrays of the statement; of those that loops from \p level inwards
  /// move along without a constant number of iterations, none.
  std::vector<std::string> arraysOf(const Program &program,
                                    const std::string &level) const;
  std::vector<std::string> movableArrays(const Program &program) const;
  std::vector<std::string> indexArrays(const Program &program) const;
  std::vector<std::string> encodedArrays(const Program &program) const;
  std::vector<std::string> scalarsOf(const Program &program) const;
  /// Scalars that the loops declare, of type double.
  std::vector<std::string> localsOf(const Program &program) const;
  const LoopTraits *findLoop(const std::string &name) const;
  std::string freshName() { return "u" + std::to_string(++names); }

  Random &random;
  const TransformSpec *focus, *wish;
  bool onGpu;
  const Inputs &known;
  /// What an idiom goes on with.
  std::deque<std::function<std::string(const Program &)>> pending;
  int names;
  std::string last;
  std::vector<std::string> recent; ///< names of loops that steps made
  /// Loop => the name of its greatest length, from measure.
  std::map<std::string, std::string> lengths;
  /// Statement => loops around it, as far as asked for in this program.
  std::map<std::string, std::vector<LoopTraits>> traits;
  /// Mark, statement and loop => whether the checker allows it in this program.
  mutable std::map<std::array<std::string, 3>, bool> marks;

  // The step being drawn.
  bool isWild = false; ///< with no thought given to whether it makes sense
  std::string statement, other, fusedLoop, fusedOther;
  std::vector<LoopTraits> loops; ///< around the statement, outermost first
  std::string chosen;            ///< the loop argument
  std::string chosenArray;
  std::vector<std::string> listed; ///< the last list argument
};

} // namespace sparsec::stress

#endif // SPARSEC_STRESS_STEPMAKER_H
