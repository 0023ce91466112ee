//===- ParameterKinds.cpp - kinds of parameters in help -------------------===//

#include "ParameterKinds.h"

namespace sparsec {

KindNames namesOf(ParameterSpec::Kind kind) {
  using Kind = ParameterSpec::Kind;
  switch (kind) {
  case Kind::Statement:
    return {"statement", "statement"};
  case Kind::Loop:
    return {"loop", "loop"};
  case Kind::Loops:
    return {"loops", "loops"};
  case Kind::NewName:
    return {"newName", "new name"};
  case Kind::NewNames:
    return {"newNames", "new names"};
  case Kind::Count:
    return {"count", "integer >= 1"};
  case Kind::Counts:
    return {"counts", "integers >= 1"};
  case Kind::Integer:
    return {"integer", "integer"};
  case Kind::Integers:
    return {"integers", "integers"};
  case Kind::Numbers:
    return {"numbers", "numbers"};
  case Kind::Sizes:
    return {"sizes", "sizes"};
  case Kind::Array:
    return {"array", "array"};
  case Kind::Arrays:
    return {"arrays", "arrays"};
  case Kind::Text:
    return {"text", "text"};
  case Kind::Texts:
    return {"texts", "texts"};
  case Kind::Flag:
    return {"flag", "true or false"};
  }
  return {"any", ""};
}

} // namespace sparsec
