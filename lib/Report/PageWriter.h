//===- PageWriter.h - a report as a page ------------------------*- C++ -*-===//
///
/// \file
/// Sections, in the order of a reader's questions: what the loops were, what
/// each step made of them (PageSteps.cpp), which loops run in parallel or why
/// not (PageLoops.cpp), how fast it is (PageMeasured.cpp), what is known of
/// index arrays, and the code. Everything is in the text; page.js only marks
/// what belongs to the line under the pointer.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_REPORT_PAGEWRITER_H
#define SPARSEC_LIB_REPORT_PAGEWRITER_H

#include "sparsec/IR/LoopLines.h"
#include "sparsec/Report/Report.h"

#include <string>
#include <vector>

namespace sparsec {

/// The loops of a program before or after a step.
struct MarkedLines {
  const Program &program;
  const std::vector<LoopLine> &lines;
  const std::vector<bool> &marked; ///< one for each line, or none
  std::string how;                 ///< "del" or "ins"
  std::string name;                ///< what they are
};

/// Each member function writes a piece of the page.
class PageWriter {
public:
  explicit PageWriter(const Report &report)
      : report(report), function(report.source.function) {}

  std::string write();

private:
  // PageWriter.cpp
  std::string linkTo(const SourceSpan &span, const std::string &text) const;
  std::string linkTo(const ReportedStep &step) const;
  std::string factsSection() const;
  std::string recipesSection() const;
  std::string contentsOfSteps() const;
  std::string header() const;
  std::string codeSection() const;
  std::string attributesOf(const std::string &loop,
                           const std::vector<std::string> &statements) const;
  std::string attributesOf(const SourceSpan &span) const;
  SourceSpan spanOf(const CodePlace &place) const;
  std::string summary() const;

  // PageSteps.cpp
  std::string lineOf(const LoopLine &line, const std::string &how) const;
  std::string linesOf(const MarkedLines &loops) const;
  std::string stepBody(const ReportedStep &step, const Program &before) const;
  std::string checksOf(const ReportedStep &step) const;
  std::string picturesOf(const StepPictures &pictures) const;
  std::string stepsSection() const;

  // PageLoops.cpp
  std::string conflictsOf(const LoopReport &loop) const;
  std::string rowOf(const ReportedLoop &reported) const;
  std::string loopsTable(const std::string &name,
                         const std::vector<ReportedLoop> &loops) const;
  std::string loopsSection() const;

  // PageMeasured.cpp
  std::string measuredSection() const;

  const Report &report;
  const SourceFunction &function;
};

} // namespace sparsec

#endif // SPARSEC_LIB_REPORT_PAGEWRITER_H
