//===- CallInspector.cpp - index arrays by a function of the source -------===//
///
/// \file
/// `call_inspector` lets the inspector call a function that the source marks by
/// `#pragma sparsec inspector`, and makes what that writes index arrays of the
/// plan:
///
///     call_inspector(s, "order",         place = all 0
///                    {"n", "col"},  =>   order(n, col, place)   // inspector
///                    {"place"})          check the facts about place
///
/// The function's facts are about its own parameters; here they are about the
/// arguments. The statement stays as it is.
///
//===----------------------------------------------------------------------===//

#include "Inspection/InspectorBuilder.h"
#include "Support/AskedArrays.h"

#include "sparsec/IR/FactParser.h"
#include "sparsec/IR/UserInspector.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement,
     "a statement of the loops that the arrays are for"},
    {"function", ParameterSpec::Kind::Text,
     "a function of the source with #pragma sparsec inspector"},
    {"arguments", ParameterSpec::Kind::Texts,
     "what it reads, in order: integer parameters, numbers, index arrays"},
    {"results", ParameterSpec::Kind::NewNames,
     "names of the index arrays that it writes, in order"},
};

/// All that is wrong with facts, behind one place.
std::string oneLine(llvm::Error wrong) {
  std::vector<std::string> messages;
  llvm::handleAllErrors(std::move(wrong), [&](const llvm::ErrorInfoBase &one) {
    messages.push_back(one.message());
  });
  return llvm::join(messages, "; ");
}

class Calling {
public:
  Calling(const Program &program, const Arguments &args)
      : args(args), statement(args.statement()), name(args.text("function")),
        result(startStep(program)), next(result.program) {}

  llvm::Expected<StepResult> run() {
    for (auto step :
         {&Calling::findFunction, &Calling::passAll, &Calling::addFacts})
      if (llvm::Error error = (this->*step)())
        return error;
    addPhases();
    return std::move(result);
  }

private:
  using Kind = UserInspector::Parameter::Kind;

  llvm::Error findFunction() {
    std::vector<std::string> names;
    for (const auto &known : next.inspectors) {
      names.push_back(known->name);
      if (known->name == name)
        function = known.get();
    }
    if (function)
      return llvm::Error::success();
    if (names.empty())
      return refuse("the source has no inspectors; mark '" + name +
                    "' by '#pragma sparsec inspector'");
    return refuse("'" + name + "' is no inspector of the source; these are: " +
                  llvm::join(names, ", "));
  }

  static std::string signatureOf(const UserInspector &function) {
    std::string text;
    for (const UserInspector::Parameter &parameter : function.parameters)
      text += (text.empty() ? "" : ", ") +
              std::string(parameter.kind == Kind::Reads ? "const " : "") +
              parameter.type.spelling +
              (parameter.kind == Kind::Number ? " " : " *") + parameter.name;
    return function.name + "(" + text + ")";
  }

  llvm::Error passAll() {
    const std::vector<std::string> given = args.texts("arguments"),
                                   made = args.texts("results");
    const size_t writes =
        llvm::count_if(function->parameters, [](const auto &parameter) {
          return parameter.kind == Kind::Writes;
        });
    if (given.size() + writes != function->parameters.size() ||
        made.size() != writes)
      return refuse(llvm::Twine(given.size()) + " arguments and " +
                    llvm::Twine(made.size()) + " results are given; " +
                    signatureOf(*function) + " takes " +
                    llvm::Twine(function->parameters.size() - writes) +
                    " and makes " + llvm::Twine(writes));
    auto argument = given.begin(), results = made.begin();
    for (const UserInspector::Parameter &parameter : function->parameters) {
      const bool isMade = parameter.kind == Kind::Writes;
      const std::string &actual = isMade ? *results++ : *argument++;
      meanings[parameter.name] = actual;
      if (llvm::Error error = isMade ? make(parameter, actual)
                              : parameter.kind == Kind::Reads
                                  ? read(parameter, actual)
                                  : number(parameter, actual))
        return error;
    }
    return llvm::Error::success();
  }

  llvm::Error make(const UserInspector::Parameter &parameter,
                   const std::string &actual) {
    Array &array =
        makeArray(next, actual, parameter.type, Array::Owner::Plan, {});
    array.extents = {std::nullopt}; // facts say
    array.isZeroed = true;          // what it leaves out has a value, too
    made.push_back(actual);
    passed.push_back(Argument::array(actual));
    return llvm::Error::success();
  }

  llvm::Error misfit(const UserInspector::Parameter &parameter,
                     const std::string &actual, const std::string &why) const {
    return refuse("'" + parameter.name + "' of " + signatureOf(*function) +
                  " cannot be '" + actual + "': " + why);
  }

  llvm::Error read(const UserInspector::Parameter &parameter,
                   const std::string &actual) {
    auto found = next.arrays.find(actual);
    const bool isThere = found != next.arrays.end() &&
                         (found->second.owner == Array::Owner::Argument ||
                          found->second.owner == Array::Owner::Plan);
    if (!isThere || found->second.isScalar())
      return misfit(parameter, actual,
                    "it is no array of the caller's or of the plan");
    const Array &array = found->second;
    if (array.type != parameter.type)
      return misfit(parameter, actual, "it holds " + array.type.spelling);
    if (array.extents.size() != 1 && !array.isFlat)
      return misfit(parameter, actual, "it has several dimensions");
    if (llvm::Error error = askArray(next, statement, actual, "'" + name + "'"))
      return error;
    passed.push_back(Argument::array(actual));
    return llvm::Error::success();
  }

  /// Whether \p type holds \p value.
  static bool holds(const ElementType &type, long value) {
    const unsigned bits = 8 * type.bytes - (type.isSigned ? 1 : 0);
    const bool isSmall =
        bits > 62 || (value < 1L << bits && value >= -(1L << bits));
    return isSmall && (type.isSigned || value >= 0);
  }

  llvm::Error number(const UserInspector::Parameter &parameter,
                     const std::string &actual) {
    long value = 0;
    if (!llvm::StringRef(actual).getAsInteger(10, value)) {
      if (!holds(parameter.type, value))
        return misfit(parameter, actual, "it does not fit");
      passed.push_back(Argument::integer(value));
      return llvm::Error::success();
    }
    const Parameter *known = next.findParameter(actual);
    if (!known)
      return misfit(parameter, actual,
                    "it is neither a number nor an integer parameter");
    if (known->type != parameter.type &&
        known->type.bytes >= parameter.type.bytes)
      return misfit(parameter, actual, "it is of type " + known->type.spelling);
    const isl::space call = poly::tupleSpace(next.context.ctx(), "call", 0);
    passed.push_back(
        Argument::of(Expr::affine(poly::parameter(call, actual), known->type)));
    return llvm::Error::success();
  }

  llvm::Error addFacts() {
    for (const UserInspector::Facts &facts : function->facts)
      if (llvm::Error error =
              sparsec::addFacts(next, facts.text, Fact::Origin::Declared,
                                facts.location, meanings))
        return refuse(facts.location + ": " + oneLine(std::move(error)));
    for (const std::string &name : made)
      if (!next.arrays.at(name).extents[0])
        return refuse("how long is '" + name +
                      "'? Say it before the function: '#pragma sparsec "
                      "inspector; extent(" +
                      parameterFor(name) + ", ..)'");
    return llvm::Error::success();
  }

  std::string parameterFor(const std::string &actual) const {
    for (const auto &[parameter, meaning] : meanings)
      if (meaning == actual)
        return parameter;
    return actual;
  }

  void addPhases() {
    InspectorBuilder phases(next, made.empty() ? name : made.front());
    for (const std::string &array : made)
      phases.allocate(array);
    phases.call("call", {&function->function, passed});
    phases.insertBefore(statement);
  }

  const Arguments &args;
  const std::string statement, name;
  StepResult result;
  Program &next;
  const UserInspector *function = nullptr;
  std::vector<Argument> passed;
  std::vector<std::string> made;
  /// Parameter => what stands for it.
  std::map<std::string, std::string> meanings;
};

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return Calling(program, args).run(); });
}

} // namespace

extern const TransformSpec call_inspectorSpec;
const TransformSpec call_inspectorSpec = {
    .name = "call_inspector",
    .summary = "let a function of the source make index arrays",
    .before = "for i\n  S(i)",
    .after = "order(n, col, place)  // inspector, once\nfor i\n  S(i)",
    .legality = "always: the facts about what the function makes are checked "
                "behind each call",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
