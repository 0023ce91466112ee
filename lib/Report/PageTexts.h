//===- PageTexts.h - style and script of a report's page --------*- C++ -*-===//
#ifndef SPARSEC_LIB_REPORT_PAGETEXTS_H
#define SPARSEC_LIB_REPORT_PAGETEXTS_H

namespace sparsec {

/// page.css, page.js.
extern const char pageStyle[], pageScript[];

} // namespace sparsec

#endif // SPARSEC_LIB_REPORT_PAGETEXTS_H
