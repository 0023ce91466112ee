//===- MoreData.h - what a walk has found to be data ------------*- C++ -*-===//
#ifndef SPARSEC_LIB_FRONTEND_MOREDATA_H
#define SPARSEC_LIB_FRONTEND_MOREDATA_H

#include "DataSubscripts.h"
#include "PlainForms.h"

namespace sparsec {

/// Adds what a walk has \p found to \p data before the function, with \p forms,
/// is walked again. What is not known by then is refused if this was nothing.
void addFound(const SteeredByData &found, PlainForms &forms, ObjectNames &names,
              FoundData &data, Diagnoser &diagnoser);

} // namespace sparsec

#endif // SPARSEC_LIB_FRONTEND_MOREDATA_H
