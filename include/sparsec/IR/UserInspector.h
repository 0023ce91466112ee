//===- UserInspector.h - inspectors that come with the source ---*- C++ -*-===//
///
/// \file
/// A function of the source that `#pragma sparsec inspector` marks: inspectors
/// call it once (transformation `call_inspector`) for index arrays that only
/// its author knows how to make, such as orders and parts of a graph.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_IR_USERINSPECTOR_H
#define SPARSEC_IR_USERINSPECTOR_H

#include "sparsec/IR/RuntimeFunctions.h"
#include "sparsec/IR/Type.h"

#include <string>
#include <vector>

namespace sparsec {

struct UserInspector {
  struct Parameter {
    enum class Kind {
      Number, ///< an integer
      Reads,  ///< `const T *`
      Writes, ///< `T *`
    };
    std::string name;
    Kind kind = Kind::Number;
    ElementType type; ///< of the integer, or of the elements
  };
  /// What the pragma says of the parameters: of what it reads before a call, of
  /// what it writes behind it.
  struct Facts {
    std::string text, location;
  };

  /// \p returnsStatus: a number that is 0 where the call succeeds, not void.
  UserInspector(std::string name, std::vector<Parameter> parameters,
                std::vector<Facts> facts, bool returnsStatus);
  UserInspector(const UserInspector &) = delete;
  UserInspector &operator=(const UserInspector &) = delete;

  std::string name;
  std::vector<Parameter> parameters;
  std::vector<Facts> facts;

private:
  std::vector<RuntimeParameter> rows;

public:
  /// The same for action::Call; it refers to this object.
  RuntimeFunction function;
};

} // namespace sparsec

#endif // SPARSEC_IR_USERINSPECTOR_H
