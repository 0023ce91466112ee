//===- RandomKernel.h - draws the parts of a kernel -------------*- C++ -*-===//
#ifndef SPARSEC_LIB_STRESS_RANDOMKERNEL_H
#define SPARSEC_LIB_STRESS_RANDOMKERNEL_H

#include "sparsec/Stress/Kernel.h"

#include <functional>
#include <map>

namespace sparsec::stress {

enum class Loop { Row, Csr, Segment, Edge, Column, Dense, Constant, Triangle };
enum class Target { Any, Row, Column };
enum class Op { Any, Sum, Order, Extremum };
/// What is inside the loops: drawn statements, sums over binary digits, or
/// loops that share an array of the body.
enum class Body { Drawn, Digits, Local };

/// What makes the kernels of a class interesting; the rest is drawn.
struct Style {
  const char *name;
  std::vector<Loop> nest;
  Target target = Target::Any;
  Op op = Op::Sum;
  Body body = Body::Drawn;
  bool square = false;    ///< always, not only now and then
  bool permuted = false;  ///< rows in the order of perm
  bool guarded = false;   ///< a condition around the innermost statements
  bool previous = false;  ///< reads what the iteration before wrote
  bool solves = false;    ///< y[i] depends on y[col[j]]
  bool strided = false;   ///< loops with strides and downwards
  bool scalar = false;    ///< sums into a scalar
  bool imperfect = false; ///< statements between the loops
  bool windows = false;   ///< reads neighbours, with weights
};

const std::vector<Style> &styles();

/// What may be used at one place of a nest.
struct Scope {
  /// Expressions with values in [0, n) and [0, m).
  std::vector<std::string> rows, columns;
  /// Iterators over the entries of CSR, segments, coordinates; over [0, p);
  /// over at most 4 numbers.
  std::vector<std::string> entries, segments, edges, dense, few;
  /// Iterators over rows, in any case plain names.
  std::vector<std::string> rowLoops;
  std::string scalar;
};

class Maker {
public:
  Maker(Random &random, const Style &style) : random(random), style(style) {}

  Kernel make();

private:
  // RandomKernel.cpp: the kernel's traits and the order of loops.
  void drawTraits();
  void drawFacts();
  void drawTypes();
  void drawNames();
  std::vector<Loop> drawPlan();
  std::vector<Node> nest(const std::vector<Loop> &plan, size_t at,
                         const Scope &scope);
  std::vector<Node> innermost(const Scope &scope);

  // KernelLoops.cpp: heads of loops and conditions.
  Node loop(Loop kind, Scope &scope);
  /// Rows that a loop \p name over rows offers to what is inside.
  void addRow(const std::string &name, Scope &scope);
  std::string range(const std::string &name, const std::string &low,
                    const std::string &high, bool mayStride);
  std::string guard(const Scope &scope);

  // KernelStatements.cpp: what is computed.
  std::string target(const Scope &scope, std::string &array);
  std::string element(const std::string &array, const std::string &row,
                      const std::string &column) const;
  std::string source(const Scope &scope, bool mayReadWritten);
  std::string quotient(const Scope &scope);
  std::string factor(const Scope &scope);
  std::string compared(const Scope &scope);
  Node statement(const Scope &scope);
  Node tuple(const Scope &scope, const std::string &array,
             const std::string &to);
  Op drawOp();
  Node update(Op op, const std::string &array, const std::string &to,
              const std::string &value);
  Node scalarUpdate(const Scope &scope);

  // KernelBodies.cpp: bodies that are not drawn statement by statement.
  std::vector<Node> digits(const Scope &scope);
  std::vector<Node> counted(const Scope &scope, const std::string &value,
                            const std::function<std::string()> &digit);
  std::vector<Node> local(const Scope &scope);

  std::string fresh(const std::string &stem) {
    int count = used[stem]++;
    return count ? stem + std::to_string(count + 1) : stem;
  }

  Random &random;
  const Style &style;
  Kernel kernel;
  std::map<std::string, int> used;
};

} // namespace sparsec::stress

#endif // SPARSEC_LIB_STRESS_RANDOMKERNEL_H
