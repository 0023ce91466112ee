//===- Kernels.h - programs made by hand for the tests ----------*- C++ -*-===//
///
/// \file
/// Small kernels without a frontend: a dense nest, CSR sparse matrix-vector
/// product, an imperfect triangular nest.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_TEST_UNIT_TRANSFORMS_KERNELS_H
#define SPARSEC_TEST_UNIT_TRANSFORMS_KERNELS_H

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Transforms/Transform.h"

#include "gtest/gtest.h"

namespace sparsec::test {

/// One program under construction and what it stands on.
class Kernel {
public:
  Kernel() : program(session.ctx()) {}

  void parameter(const std::string &name);
  void array(const std::string &name, unsigned dims, bool isIndex = false);
  /// `target[subscripts] += 1`; sets as isl text, with calls as parameters.
  Statement &statement(const std::string &name,
                       const std::vector<std::string> &iterators,
                       const std::string &domain,
                       const std::string &constraints);
  /// Adds `function(argument)` to the statement's table.
  void call(const std::string &statement, const std::string &function,
            const std::string &argument);
  /// A loop whose value is the dimension of that name in every statement below.
  ScheduleTree loop(const std::string &name, ScheduleTree body);
  void execute(ScheduleTree tree);

  Session session;
  Program program;
};

/// for i in [0, n), for k in [0, m), for j in [0, 100): S
void makeDense(Kernel &kernel);
/// for i in [0, n), for j in [index(i), index(i + 1)): S
void makeSpmv(Kernel &kernel);
/// for i in [0, n): { S0; for j in [index(i), index(i + 1)): S1; S2 }
void makeImperfect(Kernel &kernel);

/// Runs transformation \p name; fails the test when it refuses.
StepResult run(const Program &program, const TransformSpec &spec,
               const Arguments &args);
/// The message with which it refuses; "" when it does not.
std::string refusal(const Program &program, const TransformSpec &spec,
                    const Arguments &args);

/// Arguments with `statement` set.
Arguments on(const std::string &statement);

/// Names of the loops around \p statement: "i, k".
std::string loops(const Program &program, const std::string &statement);
/// Whether the value of loop \p loop is \p value, isl text.
testing::AssertionResult hasValue(const Program &program,
                                  const std::string &statement,
                                  const std::string &loop,
                                  const std::string &value);

} // namespace sparsec::test

#endif // SPARSEC_TEST_UNIT_TRANSFORMS_KERNELS_H
