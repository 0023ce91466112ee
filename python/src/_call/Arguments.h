//===- Arguments.h - Python objects as arguments of C -----------*- C++ -*-===//
#ifndef SPARSEC_PYTHON_ARGUMENTS_H
#define SPARSEC_PYTHON_ARGUMENTS_H

#include <nanobind/nanobind.h>

#include <cstddef>
#include <string>
#include <vector>

namespace sparsec::python {

/// What the contract says of one argument of a function.
struct Argument {
  std::string name;
  std::string type; ///< as C spells the element, for messages
  enum class Kind { Integer, Floating, Complex } kind = Kind::Integer;
  size_t bytes = 0;
  bool isSigned = true;
  bool isTruth = false; ///< of 0 and 1 only, C's _Bool
  bool isPointer = false;
  bool isWritten = false;
  size_t alignment = 1; ///< of what a pointer points to
};

/// The values of one call, checked: arrays are held until it is over.
class BoundArguments {
public:
  BoundArguments() = default;
  BoundArguments(const BoundArguments &) = delete;
  BoundArguments &operator=(const BoundArguments &) = delete;
  ~BoundArguments();

  /// Raises a TypeError, with the argument and the remedy, where \p value is
  /// not what \p argument needs; \p shape, a tuple, is what its lengths have to
  /// be.
  void add(const Argument &argument, nanobind::handle value,
           nanobind::handle shape);
  void reserve(size_t count);
  /// A TypeError where what is written shares memory with another array.
  void checkOverlaps(const std::vector<Argument> &all) const;
  void *const *pointers() const { return arguments.data(); }

private:
  void addArray(const Argument &argument, nanobind::handle value,
                nanobind::handle shape);
  void addScalar(const Argument &argument, nanobind::handle value);

  union Scalar {
    long long integer;
    double number;
    float single;
    long double extended;
  };
  static void addFloating(const Argument &argument, nanobind::handle value,
                          Scalar &scalar);
  static void addInteger(const Argument &argument, nanobind::handle value,
                         Scalar &scalar);
  std::vector<Scalar> scalars;    ///< reserved: their addresses are arguments
  std::vector<Py_buffer> buffers; ///< of the pointers, in their order
  std::vector<void *> arguments;
};

} // namespace sparsec::python

#endif // SPARSEC_PYTHON_ARGUMENTS_H
