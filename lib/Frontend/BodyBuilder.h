//===- BodyBuilder.h - function bodies to statements and loops --*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_BODYBUILDER_H
#define SPARSEC_LIB_FRONTEND_BODYBUILDER_H

#include "Kernel.h"

#include "sparsec/IR/ScheduleTree.h"

namespace sparsec {

/// Fills kernel.program.statements from the function's body and returns their
/// order. Arrays, parameters and facts have been entered before.
ScheduleTree buildBody(Kernel &kernel);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_BODYBUILDER_H
