//===- Kernels.h - small programs written by hand ---------------*- C++ -*-===//
#ifndef SPARSEC_TEST_UNIT_DATATRANSFORMS_KERNELS_H
#define SPARSEC_TEST_UNIT_DATATRANSFORMS_KERNELS_H

#include "sparsec/IR/Program.h"

namespace sparsec {

/// Puts a Program together from statements whose loops are their iterators.
class KernelBuilder {
public:
  explicit KernelBuilder(isl::ctx ctx) : program(ctx) {
    program.phases.push_back({Phase::Role::Execute, {}});
  }

  void parameter(const std::string &name) {
    program.parameters.push_back({name, ElementType::int32(), {}});
  }
  /// An array of doubles; "" is an extent that is not known.
  void array(const std::string &name, const std::vector<std::string> &extents,
             Array::Owner owner = Array::Owner::Argument) {
    Array array;
    array.name = name;
    array.type = ElementType::float64();
    array.owner = owner;
    for (const std::string &extent : extents)
      array.extents.push_back(extent.empty()
                                  ? std::optional<isl::pw_aff>()
                                  : isl::pw_aff(program.context.ctx(), extent));
    program.arrays[name] = array;
  }
  /// \p domain without calls, "[n] -> { S[i,j] : .. }"; it names the statement.
  Statement &statement(const std::string &name, const std::string &domain) {
    Statement made;
    made.name = name;
    made.domain = isl::set(program.context.ctx(), domain);
    made.constraints = isl::set::universe(made.domain.space());
    made.iterators = poly::dimNames(made.domain);
    return program.statements[name] = made;
  }
  /// Adds `low(argument) <= dimension < high(argument + 1)` for \p function.
  static void segment(Statement &statement, const std::string &function,
                      unsigned argument, unsigned dimension) {
    isl::pw_aff at = statement.iterator(argument);
    isl::pw_aff low = addCall(statement.calls, {function, {at}},
                              statement.iterators, statement.space());
    isl::pw_aff high =
        addCall(statement.calls, {function, {at.add_constant(1)}},
                statement.iterators, statement.space());
    isl::pw_aff value = statement.iterator(dimension);
    statement.constraints = statement.constraints.intersect(value.ge_set(low))
                                .intersect(value.lt_set(high));
  }
  static isl::pw_aff value(const Statement &statement,
                           const std::string &text) {
    return isl::pw_aff(statement.domain.ctx(), text);
  }
  static Expr access(const std::string &array,
                     const std::vector<isl::pw_aff> &subscripts) {
    return Expr::access(array, subscripts, ElementType::float64());
  }
  /// A loop per iterator named in \p names around \p body, for \p statements.
  ScheduleTree loops(const std::vector<std::string> &names,
                     const std::vector<std::string> &statements,
                     ScheduleTree body, unsigned first = 0) {
    for (unsigned pos = unsigned(names.size()); pos-- > 0;) {
      std::map<std::string, isl::pw_aff> values;
      for (const std::string &statement : statements)
        values[statement] = program.statement(statement).iterator(first + pos);
      body = ScheduleTree::loop(names[pos], values, body);
    }
    return body;
  }
  void tree(ScheduleTree tree) { program.phases.back().tree = tree; }

  Program program;
};

/// Blocks of 3x3: `y[3*ii+i] += a[p][i][k] * x[3*explicit(p)+k]`, with n rows
/// that need not be a multiple of 3.
inline Program blockedSpmv(isl::ctx ctx) {
  KernelBuilder kernel(ctx);
  kernel.parameter("n");
  kernel.array("y", {"[n] -> { [(n)] }"});
  kernel.array("x", {"[n] -> { [(n)] }"});
  kernel.array("a", {"", "{ [(3)] }", "{ [(3)] }"});
  Statement &x = kernel.statement(
      "X", "[n] -> { X[ii,p,i,k] : 0 <= ii and 0 <= i < 3 and 0 <= k < 3 and "
           "3ii + i < n }");
  KernelBuilder::segment(x, "offset", 0, 1);
  isl::pw_aff column =
      addCall(x.calls, {"explicit", {x.iterator(1)}}, x.iterators, x.space())
          .scale(isl::val(ctx, 3))
          .add(x.iterator(3));
  isl::pw_aff n = poly::parameter(x.space(), "n");
  x.constraints = x.constraints.intersect(column.lt_set(n))
                      .intersect(column.ge_set(poly::constant(x.space(), 0)));
  isl::pw_aff row = x.iterator(0).scale(isl::val(ctx, 3)).add(x.iterator(2));
  x.assignment = Assignment{
      KernelBuilder::access("y", {row}), Update::Add,
      Expr::binary(Operator::Multiply,
                   KernelBuilder::access(
                       "a", {x.iterator(1), x.iterator(2), x.iterator(3)}),
                   KernelBuilder::access("x", {column}))};
  kernel.tree(
      kernel.loops({"ii", "p", "i", "k"}, {"X"}, ScheduleTree::leaf("X")));
  return kernel.program;
}

/// `for i: sum = b[i]; for j in index[i]..: sum += a[j]; y[i] = sum;`
inline Program rowSums(isl::ctx ctx) {
  KernelBuilder kernel(ctx);
  kernel.parameter("n");
  for (const char *name : {"b", "y"})
    kernel.array(name, {"[n] -> { [(n)] }"});
  kernel.array("a", {""});
  kernel.array("sum", {}, Array::Owner::Local);
  Expr sum = KernelBuilder::access("sum", {});
  Statement &s0 = kernel.statement("S0", "[n] -> { S0[i] : 0 <= i < n }");
  s0.assignment = Assignment{sum, Update::Set,
                             KernelBuilder::access("b", {s0.iterator(0)})};
  Statement &s1 = kernel.statement("S1", "[n] -> { S1[i,j] : 0 <= i < n }");
  KernelBuilder::segment(s1, "index", 0, 1);
  s1.assignment = Assignment{sum, Update::Add,
                             KernelBuilder::access("a", {s1.iterator(1)})};
  Statement &s2 = kernel.statement("S2", "[n] -> { S2[i] : 0 <= i < n }");
  s2.assignment = Assignment{KernelBuilder::access("y", {s2.iterator(0)}),
                             Update::Set, sum};
  ScheduleTree inner = kernel.loops({"j"}, {"S1"}, ScheduleTree::leaf("S1"), 1);
  kernel.tree(
      kernel.loops({"i"}, {"S0", "S1", "S2"},
                   ScheduleTree::sequence({ScheduleTree::leaf("S0"), inner,
                                           ScheduleTree::leaf("S2")})));
  return kernel.program;
}

} // namespace sparsec

#endif // SPARSEC_TEST_UNIT_DATATRANSFORMS_KERNELS_H
