//===- Nest.h - loop nests made by hand for the tests -----------*- C++ -*-===//
///
/// \file
/// Programs without a frontend. Calls of index arrays have an alias in the
/// texts: `calls = {{"lo", "index", "i"}}` makes `lo` mean `index[i]`.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_TEST_UNIT_CODEGEN_NEST_H
#define SPARSEC_TEST_UNIT_CODEGEN_NEST_H

#include "sparsec/LoopPasses/Pipeline.h"
#include "sparsec/Target/C/LoopPrinter.h"

#include "gtest/gtest.h"

namespace sparsec::test {

struct CallText {
  std::string alias, function, argument;
};

class Nest {
public:
  using Texts = std::vector<std::string>;

  Nest() : program(session.ctx()) {}

  /// An int parameter; \p condition holds for all parameters so far.
  void parameter(const std::string &name, const std::string &condition);
  /// Extents over parameters; "" for an unknown first one.
  Array &array(const std::string &name, ElementType type, Texts extents);
  void range(const std::string &array, const std::string &lower,
             const std::string &upper);
  void monotonic(const std::string &array);

  /// Starts statement \p name; \p domain and \p constraints are conditions.
  void statement(const std::string &name, Texts iterators,
                 const std::string &domain, std::vector<CallText> calls = {},
                 const std::string &constraints = "");
  /// The value of \p text over the statement that was started last.
  isl::pw_aff value(const std::string &text);
  isl::pw_aff value(const std::string &statement, const std::string &text);
  Expr load(const std::string &array, Texts subscripts = {});
  /// Completes the statement.
  void assign(Expr target, const std::string &op, Expr value);
  void act(Action work);

  /// A loop over the text \p text of every statement below, in which its
  /// iterators appear by name.
  ScheduleTree loop(const std::string &name, const std::string &text,
                    ScheduleTree body, LoopMarks marks = {});
  ScheduleTree leaf(const std::string &name) {
    return ScheduleTree::leaf(name);
  }
  /// The C text of \p tree; the message of an error as "error: …".
  std::string lower(ScheduleTree tree);

  Session session;
  Program program;

private:
  std::string header(const std::string &statement) const;

  std::string current;
  /// Statement => its calls.
  std::map<std::string, std::vector<CallText>> aliases;
  /// Statement => (alias, canonical name of the call).
  std::map<std::string, std::vector<std::pair<std::string, std::string>>> names;
};

Expr times(Expr a, Expr b);

/// `y[i] += a[j] * x[col[j]]` over `index[i] <= j < index[i + 1]`.
void makeSpmv(Nest &nest);

/// Whether the lines of \p expected, without indentation, are those of \p text.
testing::AssertionResult isText(const std::string &text,
                                const std::string &expected);

} // namespace sparsec::test

#endif // SPARSEC_TEST_UNIT_CODEGEN_NEST_H
