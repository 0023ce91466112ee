//===- Specialize.cpp - code for known arguments --------------------------===//
///
/// \file
/// `specialize` binds a parameter, or all elements of an array, to numbers. The
/// inspector checks that the caller's are the same; from here on they are
/// known:
///
///     specialize(s, "n", 2)             for i in [0, 2)
///     specialize(s, "w", {1, 0.5})  =>    y[i] += w[..] * x[i + ..], w known
///
/// Complete unrolling (Unroll.cpp) then takes elements of index arrays as
/// bounds, and the code has the elements themselves where their position is a
/// number.
///
//===----------------------------------------------------------------------===//

#include "sparsec/IR/FactParser.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <complex>
#include <limits>

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "any statement"},
    {"name", ParameterSpec::Kind::Text,
     "an integer parameter of the function, or an array of the caller's that "
     "is not written"},
    {"values", ParameterSpec::Kind::Numbers,
     "its value, or all of its elements in order"},
};

using Numbers = std::vector<std::complex<double>>;

/// Whether \p number is one of \p type, which holds integers.
bool isInteger(const std::complex<double> &number, const ElementType &type) {
  const double value = number.real();
  if (number.imag() != 0 || value != std::floor(value) ||
      std::fabs(value) >= 9007199254740992.0)
    return false;
  double most = std::ldexp(1.0, int(8 * type.bytes) - (type.isSigned ? 1 : 0));
  return value < most && value >= (type.isSigned ? -most : 0.0);
}

/// "0.5", "{0, 1}": as recipes have it.
std::string textOf(const std::complex<double> &number) {
  const std::string real = std::to_string(number.real());
  return number.imag() == 0
             ? real
             : "{" + real + ", " + std::to_string(number.imag()) + "}";
}

/// Whether \p number is added to \p contents, of an array of \p type.
bool add(const std::complex<double> &number, const ElementType &type,
         Contents &contents) {
  if (type.isInteger()) {
    if (isInteger(number, type))
      contents.integers.push_back(long(number.real()));
    return isInteger(number, type);
  }
  if (!type.isComplex() && number.imag() != 0)
    return false;
  contents.numbers.push_back(number.real());
  if (type.isComplex())
    contents.imaginary.push_back(number.imag());
  return true;
}

llvm::Expected<StepResult> bindParameter(const Program &program,
                                         const Parameter &parameter,
                                         const Numbers &values) {
  StepResult result = startStep(program);
  if (parameter.owner != Parameter::Owner::Argument)
    return refuse("the inspector computes '" + parameter.name +
                  "'; only what callers give can be bound");
  if (values.size() != 1 || !isInteger(values[0], parameter.type))
    return refuse("'" + parameter.name + "' needs one integer of type " +
                  parameter.type.spelling);
  std::string fact =
      parameter.name + " == " + std::to_string(long(values[0].real()));
  if (llvm::Error error =
          addFacts(result.program, fact, Fact::Origin::Declared, ""))
    return error;
  return result;
}

/// Why the elements of \p array cannot be bound; "" when they can.
std::string misfitOf(const Program &program, const Array &array) {
  if (array.owner != Array::Owner::Argument || array.isScalar())
    return "it is no array of the caller's";
  if (array.contents)
    return "it is bound already";
  if (array.extents.size() != 1)
    return "it has " + std::to_string(array.extents.size()) +
           " dimensions; one is expected";
  if (!array.type.isInteger() && !array.type.isComplex() &&
      array.type.spelling != "double")
    return "it holds " + array.type.spelling +
           "; integers, double or double _Complex are expected";
  for (const auto &entry : program.statements)
    for (const Access &access : entry.second.accesses())
      if (access.isWrite && access.array == array.name)
        return "'" + entry.first + "' writes it";
  return "";
}

llvm::Expected<StepResult> bindArray(const Program &program,
                                     const std::string &name,
                                     const Numbers &values) {
  StepResult result = startStep(program);
  Array &array = result.program.arrays.at(name);
  if (std::string misfit = misfitOf(program, array); !misfit.empty())
    return refuse("'" + name + "' cannot be bound: " + misfit);
  if (!array.extents[0])
    return refuse("the length of '" + name +
                  "' is not declared; say #pragma sparsec extent(" + name +
                  ", …) or csr(…)");
  Contents contents;
  for (const std::complex<double> &value : values)
    if (!add(value, array.type, contents))
      return refuse("'" + name + "' holds " + array.type.spelling + ", not " +
                    textOf(value));
  isl::pw_aff excess = array.extents[0]
                           ->intersect_params(program.context)
                           .add_constant(-long(values.size()));
  std::optional<long> difference = poly::constantValue(excess);
  if (difference && *difference != 0)
    return refuse("'" + name + "' has " +
                  std::to_string(*difference + long(values.size())) +
                  " elements, not the " + std::to_string(values.size()) +
                  " that are given");
  array.contents = std::move(contents);
  Fact fact;
  fact.kind = Fact::Kind::Contents;
  fact.arrays = {name};
  fact.text = "specialize(" + name + ")";
  result.program.facts.push_back(std::move(fact));
  return result;
}

llvm::Expected<StepResult> specialize(const Program &program,
                                      const Arguments &args) {
  const std::string name = args.text("name");
  const Numbers values = args.numbers("values");
  if (const Parameter *parameter = program.findParameter(name))
    return bindParameter(program, *parameter, values);
  if (program.arrays.count(name))
    return bindArray(program, name, values);
  std::string known;
  for (const Parameter &parameter : program.parameters)
    known += (known.empty() ? "" : ", ") + parameter.name;
  for (const auto &entry : program.arrays)
    if (entry.second.owner == Array::Owner::Argument)
      known += (known.empty() ? "" : ", ") + entry.first;
  return refuse("no parameter or array '" + name + "'; there are: " + known);
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return specialize(program, args); });
}

} // namespace

extern const TransformSpec specializeSpec;
const TransformSpec specializeSpec = {
    .name = "specialize",
    .summary = "make code for known values of an argument",
    .before = "for k in [0, n)\n  y[i] += w[k] * x[i + k]",
    .after = "// checked: n == 2, w == {1, 0.5}\n"
             "for k in [0, 2)\n  y[i] += w[k] * x[i + k]",
    .legality = "always; the inspector returns an error where the caller's "
                "values are others",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
