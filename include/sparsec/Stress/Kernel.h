//===- Kernel.h - random loop nests over random structures ------*- C++ -*-===//
///
/// \file
/// A kernel is a tree of C fragments over a fixed stock of arrays with known
/// roles (pointer array, columns, permutation, ...). What a fragment mentions
/// becomes a parameter of the function, so that any subtree can be cut out
/// when a failing case is made smaller.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_STRESS_KERNEL_H
#define SPARSEC_STRESS_KERNEL_H

#include "sparsec/Stress/Random.h"

#include <string>
#include <vector>

namespace sparsec::stress {

/// A loop or a condition (`text` is its head) with a body, or a statement.
struct Node {
  std::string text;
  std::vector<Node> body;
  bool isBlock = false;
  /// The array that a statement assigns to; "" for scalars.
  std::string target;
};

/// What an array of the stock holds; decides how inputs are made.
enum class Role {
  Pointers,    ///< CSR: index[n + 1]
  Columns,     ///< of CSR, of segments, of coordinates
  Rows,        ///< of coordinates
  Begins,      ///< of segments
  Ends,        ///< of segments
  Permutation, ///< of [0, n)
  Values,      ///< floating point, read and perhaps written
};

struct ArrayInfo {
  const char *name;
  Role role;
  /// C expressions over n, m, p, nnz; "index[n]" for the entries of CSR.
  std::vector<std::string> extents;
};

/// All arrays that kernels may use.
const std::vector<ArrayInfo> &stock();

struct Kernel {
  std::string className;
  std::vector<Node> body;
  /// m is n: columns are rows too.
  bool square = false;
  bool isLong = false;     ///< integers are `long`
  bool isRestrict = false; ///< pointers are `restrict`
  bool givesExtents = true;
  bool sorted = false, strict = false, unique = false;
  /// "", "lower" or "upper": what is known of CSR's columns.
  std::string triangle;

  /// The C file with function \p name.
  std::string text(const std::string &name) const;
  /// Integers and arrays that the body mentions, in order of the parameters.
  std::vector<std::string> parameters() const;
  bool mentions(const std::string &word) const;
  /// Array names that occur on the left of an assignment.
  bool writes(const std::string &array) const;
  unsigned statementCount() const;
};

/// Names of the kinds of kernels, the rows of the report.
const std::vector<std::string> &kernelClasses();
/// A kernel of class \p className, or of any when that is "".
Kernel makeKernel(Random &random, const std::string &className);

/// All kernels that arise from \p kernel by cutting one node or replacing a
/// block by its body, the largest cuts first.
std::vector<Kernel> smallerKernels(const Kernel &kernel);

} // namespace sparsec::stress

#endif // SPARSEC_STRESS_KERNEL_H
