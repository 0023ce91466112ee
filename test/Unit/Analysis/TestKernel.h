//===- TestKernel.h - programs from short texts -----------------*- C++ -*-===//
///
/// \file
/// Builds small Programs without the frontend. In all texts `<index(i + 1)>`
/// is a call of an index array; nesting is allowed.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_TEST_UNIT_ANALYSIS_TESTKERNEL_H
#define SPARSEC_TEST_UNIT_ANALYSIS_TESTKERNEL_H

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Analysis/Dependences.h"
#include "sparsec/IR/FactParser.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec::test {

class TestKernel {
public:
  /// \p parameters are non-negative integers.
  explicit TestKernel(std::vector<std::string> parameters);

  void integers(const std::string &name, unsigned dims = 1);
  void reals(const std::string &name, unsigned dims = 1);
  /// A local scalar, private to one iteration of the outermost loops.
  void scalar(const std::string &name, int privateDepth);

  /// A statement with instances \p conditions ("0 <= i < n", then "<index(i)>
  /// <= j < <index(i + 1)>"), without a body.
  void statement(const std::string &name,
                 const std::vector<std::string> &iterators,
                 const std::string &domain, const std::string &constraints);
  /// `target op product of reads`; accesses as "x[<col(j)>, k]".
  void body(const std::string &name, const std::string &target,
            const std::string &op, const std::vector<std::string> &reads);

  static ScheduleTree leaf(const std::string &name);
  static ScheduleTree sequence(std::vector<ScheduleTree> children);
  /// A loop over \p value (the loop's name when empty) of every statement
  /// below.
  ScheduleTree loop(const std::string &name, ScheduleTree body,
                    const std::string &value = "");
  void execute(ScheduleTree tree);
  /// Adds facts; fails the test when they are refused.
  void facts(const std::string &text);

  isl::pw_aff value(const std::string &statement, const std::string &text);
  /// `{ from -> to[values] }`.
  isl::pw_multi_aff map(const std::string &from, const std::string &to,
                        const std::vector<std::string> &values);

  /// checkStep's message for the step from \p before to this program; "" when
  /// it is accepted.
  std::string check(const TestKernel &before,
                    std::vector<InstanceMap> maps = {}) const;

  Session &session;
  Program program;

private:
  Expr access(const std::string &statement, const std::string &text);
  isl::set set(const std::string &statement, const std::string &condition);
  /// Replaces calls by parameters u0, u1, …; \p names maps them to calls.
  std::string withoutCalls(const std::string &statement, std::string text,
                           std::map<std::string, std::string> &names);
  std::string header(const std::map<std::string, std::string> &names) const;
  std::string tuple(const std::string &statement) const;
};

/// y += A x; statement S over i, j.
TestKernel makeSpmv();
/// y += A' x: y[col[j]] += a[j] * x[i]; statement S.
TestKernel makeTransposed();
/// x[i] = (b[i] - sum a[j] x[col[j]]) with a private sum; S0, S1, S2.
TestKernel makeSweep();
/// C += A B; statement S over i, j, k.
TestKernel makeMatmul();

} // namespace sparsec::test

#endif // SPARSEC_TEST_UNIT_ANALYSIS_TESTKERNEL_H
