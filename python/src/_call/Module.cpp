//===- Module.cpp - sparsec._call, what calls plans -----------------------===//

#include "Digest.h"
#include "Plan.h"

#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;
using namespace nb::literals;
using namespace sparsec::python;

namespace {

Argument argumentOf(const std::string &name, const std::string &type,
                    const std::string &kind, size_t bytes, bool isSigned,
                    bool isTruth, bool isPointer, bool isWritten,
                    size_t alignment) {
  using Kind = Argument::Kind;
  return {.name = name,
          .type = type,
          .kind = kind == "integer"    ? Kind::Integer
                  : kind == "floating" ? Kind::Floating
                                       : Kind::Complex,
          .bytes = bytes,
          .isSigned = isSigned,
          .isTruth = isTruth,
          .isPointer = isPointer,
          .isWritten = isWritten,
          .alignment = alignment};
}

} // namespace

NB_MODULE(_call, module) {
  module.doc() = "Calls compiled plans: checks arguments, copies nothing.";
  // Plans may outlive the interpreter's end, in threads for example.
  nb::set_leak_warnings(false);
  module.def("set_error_class", &setErrorClass);
  module.def("digest", &digest, "arrays"_a);
  nb::class_<Argument>(module, "Argument");
  module.def("argument", &argumentOf, "name"_a, "type"_a, "kind"_a, "bytes"_a,
             "is_signed"_a, "is_truth"_a = false, "is_pointer"_a,
             "is_written"_a, "alignment"_a);
  module.def(
      "check",
      [](const Argument &argument, nb::handle value, nb::handle shape) {
        BoundArguments bound;
        bound.reserve(1);
        bound.add(argument, value, shape);
      },
      "argument"_a, "value"_a.none(), "shape"_a);
  nb::class_<Library>(module, "Library")
      .def(nb::init<const std::string &, bool, bool>(), "path"_a,
           "is_parallel"_a, "is_exclusive"_a);
  nb::class_<Function>(module, "Function")
      .def(nb::init<std::shared_ptr<Library>, const std::string &,
                    std::vector<Argument>>(),
           "library"_a, "name"_a, "arguments"_a)
      .def("call", &Function::call);
  nb::class_<Plan>(module, "Plan")
      .def(nb::init<std::shared_ptr<Library>, const std::string &>(),
           "library"_a, "destroy"_a)
      .def("inspect", &Plan::inspect)
      .def("execute", &Plan::execute)
      .def("update", &Plan::update)
      .def("close", &Plan::close)
      .def_prop_ro("is_open", &Plan::isOpen);
}
