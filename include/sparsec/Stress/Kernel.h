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

#include <map>
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
  /// Of a condition: what runs where it does not hold.
  std::vector<Node> otherwise = {};
};

/// What an array of the stock holds; decides how inputs are made.
enum class Role {
  Pointers,    ///< CSR: index[n + 1]
  Columns,     ///< of CSR, of segments, of coordinates
  Rows,        ///< of coordinates
  Begins,      ///< of segments
  Ends,        ///< of segments
  Permutation, ///< of [0, n)
  Inverse,     ///< of the permutation
  Values,      ///< numbers, read and perhaps written
};

/// What an array of values holds.
enum class Element { Double, Float, Int, Complex, Byte, Truth };

struct ArrayInfo {
  const char *name;
  Role role;
  /// C expressions over n, m, p, nnz and numbers; "index[n]" for the entries of
  /// CSR.
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
  bool isUnsigned = false; ///< iterators of rising loops are `unsigned`
  bool isRestrict = false; ///< pointers are `restrict`
  bool isStruct = false;   ///< index, col and a are members of a structure
  bool isFlat = false;     ///< `X[i * p + k]` in place of `X[i][k]`
  bool isFromOne = false;  ///< positions and columns of CSR count from 1
  bool givesExtents = true;
  bool sorted = false, strict = false, unique = false;
  bool hasDiagonal = false, isSymmetric = false, isShort = false;
  /// "", "lower" or "upper": what is known of CSR's columns.
  std::string triangle;
  /// The triangle is stated by `rule(...)`.
  bool isRule = false;
  /// Of `double` in the body, and of all arrays of values but the mixed ones.
  Element element = Element::Double;
  std::map<std::string, Element> mixed;
  /// Some values are divided by elements of x at columns of entries, which are
  /// not 0; all other elements of x are.
  bool divides = false;
  /// What words of the body are called in the text: `i` => `forward`.
  std::map<std::string, std::string> names;
  /// Loops inside one another over all rows or columns.
  unsigned sizePower = 1;

  /// The C file with function \p name: preamble, pragmas, definition.
  std::string text(const std::string &name) const;
  /// The structure's definition, if there is one.
  std::string preamble() const;
  std::string definition(const std::string &name) const;
  /// Integers and arrays that the body mentions, in the order in which values
  /// of them are made.
  std::vector<std::string> parameters() const;
  /// Of the function: names in C, with the \p parameters that each one holds,
  /// several in a structure.
  struct Argument {
    std::string name, declaration;
    std::vector<std::string> parameters;
    bool isArray = false, isStruct = false;
  };
  std::vector<Argument> arguments() const;
  /// The name of a word of the body in C: `A->col`.
  std::string spelled(const std::string &word) const;
  Element elementOf(const std::string &array) const;
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
