//===- UpdateOperators.h - what the runtime updates elements by -*- C++ -*-===//
#ifndef SPARSEC_LOOPIR_UPDATEOPERATORS_H
#define SPARSEC_LOOPIR_UPDATEOPERATORS_H

#include <string>

namespace sparsec {

/// The runtime's name of the operator of an update \p op: "sparsec_add()".
std::string operatorOf(const std::string &op);

} // namespace sparsec

#endif // SPARSEC_LOOPIR_UPDATEOPERATORS_H
