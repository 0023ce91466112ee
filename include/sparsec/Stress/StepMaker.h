//===- StepMaker.h - random recipe steps ------------------------*- C++ -*-===//
///
/// \file
/// Draws calls of registered transformations: names and parameters come from
/// the table of transformations, arguments from the statements and loops that
/// are there. A new transformation is drawn from its first day on; free text
/// that it declares needs an entry in `freeText`.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_STRESS_STEPMAKER_H
#define SPARSEC_STRESS_STEPMAKER_H

#include "sparsec/Stress/Random.h"
#include "sparsec/Transforms/Transform.h"

#include <string>
#include <vector>

namespace sparsec::stress {

/// One drawn call, as a line of a recipe.
struct Step {
  std::string transform;
  std::string text;
};

class StepMaker {
public:
  /// With \p focus, a transformation's name, it draws that one mostly.
  StepMaker(Random &random, const std::string &focus)
      : random(random), focus(findTransform(focus)) {}

  /// A step that could be legal for \p program; for kernels whose statements
  /// are all outside loops there may be none.
  Step draw(const Program &program);
  /// A step with an argument that no program accepts.
  Step drawWrong(const Program &program);
  /// Tells that \p transform made \p after: later steps look at what is new.
  void accepted(const Program &before, const Program &after,
                const std::string &transform);

private:
  const TransformSpec &drawSpec();
  bool choosePlace(const Program &program, const TransformSpec &spec);
  bool isPlausible(const Program &program, const TransformSpec &spec,
                   bool isAlone);
  bool chooseFused(const Program &program);
  std::string argument(const Program &program, const TransformSpec &spec,
                       const ParameterSpec &parameter);
  std::string freeText(const Program &program, const TransformSpec &spec,
                       const ParameterSpec &parameter);
  std::vector<std::string> indexExpressions(const Program &program) const;
  std::vector<std::string> arraysOf(const Program &program,
                                    const std::string &still) const;
  std::vector<std::string> scalarsOf(const Program &program) const;
  std::vector<std::string> loopList(const TransformSpec &spec);
  std::string loop(const Program &program, const TransformSpec &spec);
  std::string numbers(int low, int high);
  std::string condition(const Program &program);
  std::string freshName() { return "u" + std::to_string(++names); }

  Random &random;
  const TransformSpec *focus;
  int names = 0;
  std::string last;
  std::vector<std::string> recent; ///< names of loops that steps made

  // The step being drawn.
  std::string statement, other, fusedLoop, fusedOther;
  std::vector<std::string> loops; ///< around the statement
  std::string chosen;             ///< the loop argument
  size_t listed = 1;              ///< length of the last list argument
};

} // namespace sparsec::stress

#endif // SPARSEC_STRESS_STEPMAKER_H
