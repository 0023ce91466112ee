//===- Arguments.cpp - Python objects as arguments of C -------------------===//
///
/// \file
/// Nothing is converted and nothing copied: what does not fit is refused, and
/// the message says what to pass.
///
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include <nanobind/stl/string.h>

#include <atomic>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>

namespace nb = nanobind;

namespace sparsec::python {
namespace {

[[noreturn]] void refuse(const Argument &argument, const std::string &why) {
  PyErr_SetString(PyExc_TypeError,
                  ("argument '" + argument.name + "': " + why).c_str());
  throw nb::python_error();
}

/// Of an element in a buffer, as module struct spells it.
struct Format {
  Argument::Kind kind;
  bool isSigned;
  bool isBool = false;
};

std::optional<Format> formatOf(const char *text) {
  using Kind = Argument::Kind;
  if (!text)
    return Format{Kind::Integer, false}; // bytes
  // Native order; '=' and '<' are that here, '>' is not.
  if (*text == '@' || *text == '=' || *text == '<')
    ++text;
  const bool isComplex = *text == 'Z';
  if (isComplex)
    ++text;
  if (*text == 0 || text[1] != 0)
    return std::nullopt;
  if (std::strchr("efdg", *text))
    return Format{isComplex ? Kind::Complex : Kind::Floating, true};
  if (isComplex)
    return std::nullopt;
  if (std::strchr("bhilqn", *text))
    return Format{Kind::Integer, true};
  if (std::strchr("BHILQN?", *text))
    return Format{Kind::Integer, false, *text == '?'};
  return std::nullopt;
}

/// "int64", as numpy calls it.
std::string typeName(Argument::Kind kind, size_t bytes, bool isSigned) {
  const std::string bits = std::to_string(8 * bytes);
  switch (kind) {
  case Argument::Kind::Integer:
    return (isSigned ? "int" : "uint") + bits;
  case Argument::Kind::Floating:
    return "float" + bits;
  case Argument::Kind::Complex:
    break;
  }
  return "complex" + bits;
}

/// What elements have to be, as numpy calls it.
std::string wantedName(const Argument &argument) {
  return argument.isTruth
             ? "bool"
             : typeName(argument.kind, argument.bytes, argument.isSigned);
}

/// Truths are the numbers 0 and 1, but not the other way round.
bool isReadAsNumber(const Argument &argument, const Format &format) {
  return format.isBool && !argument.isTruth && !argument.isWritten;
}

void checkElement(const Argument &argument, const Py_buffer &view) {
  std::optional<Format> format = formatOf(view.format);
  const auto bytes = static_cast<size_t>(view.itemsize);
  if (format && format->kind == argument.kind && bytes == argument.bytes &&
      (argument.kind != Argument::Kind::Integer ||
       format->isSigned == argument.isSigned) &&
      (format->isBool == argument.isTruth || isReadAsNumber(argument, *format)))
    return;
  const std::string found =
      format && format->isBool ? "bool"
      : format                 ? typeName(format->kind, bytes, format->isSigned)
               : "elements of format '" + std::string(view.format) + "'";
  refuse(argument, found + ", but the C source declares " + argument.type +
                       "; pass " + argument.name + ".astype('" +
                       wantedName(argument) +
                       "'), or declare another type in the source");
}

std::string shapeText(const std::vector<Py_ssize_t> &shape) {
  std::string text;
  for (Py_ssize_t length : shape)
    text += (text.empty() ? "" : " x ") + std::to_string(length);
  return text;
}

/// One dimension may stand for several, as C's flat arrays do.
void checkShape(const Argument &argument, const Py_buffer &view,
                nb::handle shape) {
  std::vector<Py_ssize_t> wanted;
  Py_ssize_t wantedCount = 1;
  for (nb::handle length : nb::borrow<nb::tuple>(shape)) {
    wanted.push_back(nb::cast<Py_ssize_t>(length));
    if (__builtin_mul_overflow(wantedCount, wanted.back(), &wantedCount))
      refuse(argument, "its declared length does not fit in 64 bits");
  }
  const std::vector<Py_ssize_t> found(view.shape, view.shape + view.ndim);
  Py_ssize_t foundCount = view.len / (view.itemsize ? view.itemsize : 1);
  const bool compares =
      wanted.size() > 1 && found.size() > 1 ? wanted == found : true;
  if (compares && foundCount == wantedCount)
    return;
  refuse(argument, shapeText(found) + " elements, but " + shapeText(wanted) +
                       " are needed by the sizes of the other arguments and "
                       "the facts of the C source; pass an array of that "
                       "length, such as a slice");
}

void checkPlace(const Argument &argument, const Py_buffer &view) {
  if (!PyBuffer_IsContiguous(&view, 'C'))
    refuse(argument,
           argument.isWritten
               ? "it is not contiguous, and the loops write it; pass an array "
                 "with rows one after the other, as numpy.zeros makes them"
               : "it is not contiguous; pass numpy.ascontiguousarray(" +
                     argument.name + ")");
  if (argument.isWritten && view.readonly)
    refuse(argument, "it is read-only, and the loops write it; pass a "
                     "writable array, such as " +
                         argument.name + ".copy()");
  if (view.len && reinterpret_cast<uintptr_t>(view.buf) % argument.alignment)
    refuse(argument, "it does not begin at a multiple of " +
                         std::to_string(argument.alignment) + " bytes; pass " +
                         argument.name + ".copy()");
}

/// numpy.ma's arrays are arrays of numpy, whose memory says nothing of masks.
void refuseMasked(const Argument &argument, nb::handle value) {
  // Asked of each argument of each call: a type that was found to be plain is
  // known by its address (the stable ABI has no tp_name).
  static std::atomic<const PyTypeObject *> plain{nullptr};
  const PyTypeObject *type = Py_TYPE(value.ptr());
  if (type == plain.load(std::memory_order_relaxed))
    return;
  if (PyObject_HasAttrString(value.ptr(), "hardmask"))
    refuse(argument, "it has a mask, which the loops do not see; pass " +
                         argument.name + ".filled(...) with a value");
  static const char exact[] = "numpy.ndarray";
  if (std::strcmp(nb::inst_name(value).c_str(), exact) == 0)
    plain.store(type, std::memory_order_relaxed);
}

[[noreturn]] void refuseObject(const Argument &argument, nb::handle value) {
  const bool isOnGpu =
      PyObject_HasAttrString(value.ptr(), "__cuda_array_interface__") != 0;
  const std::string type = nb::cast<std::string>(
      nb::handle(reinterpret_cast<PyObject *>(Py_TYPE(value.ptr())))
          .attr("__name__"));
  if (PyObject_HasAttrString(value.ptr(), "tocsr"))
    refuse(argument, "a " + type +
                         " is a sparse matrix, and the C source declares " +
                         argument.type +
                         " elements in an array; pass one (a plan has its "
                         "matrices already, and takes the other arguments)");
  if (isOnGpu)
    refuse(argument, "it is on a GPU, and the plan runs on the CPU; pass a "
                     "numpy array, such as cupy.asnumpy(" +
                         argument.name +
                         "), or make a plan for GPUs, f.cuda.plan(...)");
  refuse(argument, "a " + type + " is no array in memory; pass numpy.array(" +
                       argument.name + ", dtype='" + wantedName(argument) +
                       "')");
}

} // namespace

BoundArguments::~BoundArguments() {
  for (Py_buffer &view : buffers)
    PyBuffer_Release(&view);
}

void BoundArguments::reserve(size_t count) {
  scalars.reserve(count);
  buffers.reserve(count);
  arguments.reserve(count);
}

/// The loops take their arrays as disjoint, and threads may run in any order.
void BoundArguments::checkOverlaps(const std::vector<Argument> &all) const {
  std::vector<const Argument *> arrays;
  for (const Argument &argument : all)
    if (argument.isPointer)
      arrays.push_back(&argument);
  auto beginOf = [&](size_t pos) {
    return reinterpret_cast<uintptr_t>(buffers[pos].buf);
  };
  auto endOf = [&](size_t pos) {
    return beginOf(pos) + static_cast<uintptr_t>(buffers[pos].len);
  };
  for (size_t pos = 0; pos < arrays.size(); ++pos)
    for (size_t other = 0; other < arrays.size(); ++other)
      if (pos != other && arrays[pos]->isWritten &&
          beginOf(pos) < endOf(other) && beginOf(other) < endOf(pos))
        refuse(*arrays[pos], "it is written and shares memory with '" +
                                 arrays[other]->name + "'; pass a copy of one");
}

void BoundArguments::addArray(const Argument &argument, nb::handle value,
                              nb::handle shape) {
  Py_buffer view;
  refuseMasked(argument, value);
  // Strides, so that what is not contiguous gets a message of its own.
  if (PyObject_GetBuffer(value.ptr(), &view, PyBUF_FORMAT | PyBUF_STRIDES)) {
    PyErr_Clear();
    refuseObject(argument, value);
  }
  buffers.push_back(view);
  checkElement(argument, view);
  checkPlace(argument, view);
  checkShape(argument, view, shape);
  arguments.push_back(view.buf);
}

void BoundArguments::addFloating(const Argument &argument, nb::handle value,
                                 Scalar &scalar) {
  const double number = PyFloat_AsDouble(value.ptr());
  if (number == -1.0 && PyErr_Occurred()) {
    PyErr_Clear();
    refuse(argument, "no number; the C source declares " + argument.type);
  }
  if (argument.bytes == sizeof(float)) {
    scalar.single = static_cast<float>(number);
    // By what it rounds to: a little more than the largest is the largest.
    if (std::isfinite(number) && std::isinf(scalar.single))
      refuse(argument, "it does not fit in the C source's " + argument.type);
  } else if (argument.bytes == sizeof(double))
    scalar.number = number;
  else
    scalar.extended = number;
}

void BoundArguments::addInteger(const Argument &argument, nb::handle value,
                                Scalar &scalar) {
  nb::object index = nb::steal(PyNumber_Index(value.ptr()));
  if (!index.is_valid()) {
    PyErr_Clear();
    refuse(argument, "no integer; the C source declares " + argument.type);
  }
  const size_t bits = argument.isTruth ? 1 : 8 * argument.bytes;
  if (argument.isSigned) {
    scalar.integer = PyLong_AsLongLong(index.ptr());
    const long long high = scalar.integer >> (bits - 1);
    if (!PyErr_Occurred() && (high == 0 || high == -1))
      return;
  } else {
    const unsigned long long number = PyLong_AsUnsignedLongLong(index.ptr());
    scalar.integer = static_cast<long long>(number);
    if (!PyErr_Occurred() && (bits == 64 || number >> bits == 0))
      return;
  }
  PyErr_Clear();
  refuse(argument, nb::cast<std::string>(nb::str(index)) +
                       " does not fit in the C source's " + argument.type +
                       (argument.isTruth ? "; pass True or False" : ""));
}

void BoundArguments::addScalar(const Argument &argument, nb::handle value) {
  Scalar &scalar = scalars.emplace_back();
  arguments.push_back(&scalar);
  if (argument.kind == Argument::Kind::Floating)
    addFloating(argument, value, scalar);
  else
    addInteger(argument, value, scalar);
}

void BoundArguments::add(const Argument &argument, nb::handle value,
                         nb::handle shape) {
  if (argument.isPointer)
    addArray(argument, value, shape);
  else
    addScalar(argument, value);
}

} // namespace sparsec::python
