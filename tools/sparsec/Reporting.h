//===- Reporting.h - the text of -report ------------------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_REPORTING_H
#define SPARSEC_TOOLS_SPARSEC_REPORTING_H

#include "Options.h"

#include "sparsec/Report/Report.h"

#include <functional>

namespace sparsec {

/// What is wrong with -report, or what needs it; "": nothing.
std::string reportFault(const Options &options);

/// The page or the object that -report asks for, "" without it. \p report has
/// the steps, \p code is what will be written; \p hasCode: whether code can be
/// made of a program.
llvm::Expected<std::string>
reportText(const Options &options, Report report, const RecipeResult &result,
           const PlacedText &code,
           const std::function<bool(const Program &)> &hasCode);

} // namespace sparsec

#endif // SPARSEC_TOOLS_SPARSEC_REPORTING_H
