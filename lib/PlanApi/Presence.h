//===- Presence.h - pointers that may be null -------------------*- C++ -*-===//
///
/// \file
/// A parameter that says whether a pointer is null (Parameter::pointer) is a
/// local of each function that names it and takes the pointer:
///
///     const int has_w = w != NULL;
///
/// Functions that do not take the pointer have what the plan kept of it.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_PLANAPI_PRESENCE_H
#define SPARSEC_LIB_PLANAPI_PRESENCE_H

#include "sparsec/PlanApi/PlanInterface.h"

namespace sparsec {

/// Whether \p function is told the value of \p parameter: it takes that, or
/// what holds the pointer.
bool isTold(const PlanInterface &model, const PlanFunction &function,
            const std::string &parameter);

/// Defines in \p nodes, from position \p at on, what they name of pointers that
/// \p function takes; null: it takes all.
void definePresences(const PlanInterface &model, const PlanFunction *function,
                     std::vector<LoopNode> &nodes, size_t at);

/// `has_p && has_q` where \p arrays may be null; nothing where all are there.
std::optional<LoopExpr>
presenceCondition(const Program &program,
                  const std::vector<std::string> &arrays);

/// Leaves with a failure where \p condition holds.
LoopNode guard(LoopExpr condition, const std::string &code,
               const std::string &message);

/// A plan's frozen arguments that \p function takes as well must be the same.
std::vector<LoopNode> frozenGuards(const PlanInterface &model,
                                   const PlanFunction &function);

/// `const int n = plan->n;` for the frozen arguments in \p names.
std::vector<LoopNode> frozenLocals(const PlanInterface &model,
                                   const PlanFunction &function,
                                   const std::set<std::string> &names);

} // namespace sparsec

#endif // SPARSEC_LIB_PLANAPI_PRESENCE_H
