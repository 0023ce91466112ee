//===- ArgumentReader.h - Lua values to Arguments ---------------*- C++ -*-===//
#ifndef SPARSEC_LIB_RECIPE_ARGUMENTREADER_H
#define SPARSEC_LIB_RECIPE_ARGUMENTREADER_H

#include "Engine.h"

#include <complex>
#include <optional>

namespace sparsec::recipe {

/// Reads the arguments of one call of a transformation by its specification:
/// positional ones, then a table of named ones. Checks number, kind and
/// existence before anything is applied.
class ArgumentReader {
public:
  explicit ArgumentReader(Call &call)
      : call(call), engine(call.engine), state(call.state),
        parameters(call.spec->parameters) {}

  llvm::Expected<Arguments> read();

private:
  bool isNamedTable(int position) const;
  llvm::Error readPositional(int count);
  llvm::Error readNamed(int position);
  llvm::Error checkComplete();
  llvm::Error readValue(const ParameterSpec &parameter, int position);
  llvm::Error readStatement(const ParameterSpec &parameter, int position);
  llvm::Error readElements(const ParameterSpec &parameter, int position);
  std::optional<double> finiteNumber() const;
  std::optional<std::complex<double>> complexNumber() const;
  llvm::Error readNumbers(const ParameterSpec &parameter, int position);
  llvm::Expected<long> readInteger(const ParameterSpec &parameter,
                                   int position);
  llvm::Expected<std::string> readText(const ParameterSpec &parameter,
                                       int position);
  llvm::Error checkText(const ParameterSpec &parameter,
                        const std::string &text) const;
  llvm::Error checkName(const ParameterSpec &parameter,
                        const std::string &name) const;
  llvm::Error expected(const ParameterSpec &parameter, const llvm::Twine &what,
                       int position) const;
  std::string usage() const;

  Call &call;
  Engine &engine;
  lua_State *state;
  llvm::ArrayRef<ParameterSpec> parameters;
  Arguments result;
};

/// What a value of the kind looks like, for "expected …, not …".
llvm::StringRef describe(ParameterSpec::Kind kind);
/// Whether a table of such values may be given.
bool isList(ParameterSpec::Kind kind);

} // namespace sparsec::recipe

#endif // SPARSEC_LIB_RECIPE_ARGUMENTREADER_H
