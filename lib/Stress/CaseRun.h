//===- CaseRun.h - source and generated code against each other -*- C++ -*-===//
#ifndef SPARSEC_LIB_STRESS_CASERUN_H
#define SPARSEC_LIB_STRESS_CASERUN_H

#include "CaseUnit.h"

#include "sparsec/Stress/Arguments.h"
#include "sparsec/Stress/Emulation.h"
#include "sparsec/Stress/Process.h"

namespace sparsec::stress {

/// Runs source and generated code of one case against each other, on inputs of
/// each shape. What goes wrong is written to the log, which names the shape
/// before each run.
class CaseRun {
public:
  CaseRun(const CaseRecord &record, void *library, LogWriter &log);

  void all();

private:
  using Entry = int (*)(int, void **, const size_t *);

  bool matches(const Inputs &inputs, EmulationMode mode);
  /// One call; false when it went wrong, which is then logged.
  bool call(Task task, Arguments &arguments, const Arguments &expected);
  /// The drop-in, also with arrays that overlap: then the original loops run.
  bool dropsIn(const Inputs &inputs);
  bool dropsIn(Arguments &actual, Arguments &expected);
  /// The inspector names what is wrong with index arrays that break a fact.
  bool detects(const Inputs &inputs, Random &random);
  bool report(const std::string &kind, const std::string &details);
  int run(Task task, Arguments &arguments) {
    return entry(task, arguments.pointers(), arguments.sizes());
  }

  const CaseRecord &record;
  LogWriter &log;
  Entry entry = nullptr;
  const char *(*message)() = nullptr;
  const Inputs *inputs = nullptr;
  EmulationMode mode;
  /// Steps may have specialized the code for the values of this one.
  std::string knownShape;
  bool stopped = false;
};

} // namespace sparsec::stress

#endif // SPARSEC_LIB_STRESS_CASERUN_H
