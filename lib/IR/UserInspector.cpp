//===- UserInspector.cpp - inspectors that come with the source -----------===//

#include "sparsec/IR/UserInspector.h"

namespace sparsec {

static RuntimeParameter::Kind kindOf(UserInspector::Parameter::Kind kind) {
  switch (kind) {
  case UserInspector::Parameter::Kind::Number:
    return RuntimeParameter::Kind::Value;
  case UserInspector::Parameter::Kind::Reads:
    return RuntimeParameter::Kind::In;
  case UserInspector::Parameter::Kind::Writes:
    return RuntimeParameter::Kind::Out;
  }
  return RuntimeParameter::Kind::Value;
}

UserInspector::UserInspector(std::string name,
                             std::vector<Parameter> parameters,
                             std::vector<Facts> facts, bool returnsStatus)
    : name(std::move(name)), parameters(std::move(parameters)),
      facts(std::move(facts)) {
  for (const Parameter &parameter : this->parameters)
    rows.push_back({kindOf(parameter.kind), parameter.name});
  function.name = this->name;
  function.returns = returnsStatus ? RuntimeFunction::Returns::Status
                                   : RuntimeFunction::Returns::Nothing;
  function.gpu = RuntimeFunction::Gpu::None;
  function.indices = RuntimeFunction::Indices::Any;
  function.parameters = rows;
  function.isUsers = true;
}

} // namespace sparsec
