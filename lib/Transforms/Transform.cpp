//===- Transform.cpp - arguments and the table of transformations ---------===//

#include "sparsec/Transforms/Transform.h"

namespace sparsec {

void Arguments::set(llvm::StringRef name, ArgumentValue value) {
  values[name.str()] = std::move(value);
}

bool Arguments::has(llvm::StringRef name) const {
  return values.count(name.str());
}

bool Arguments::flag(llvm::StringRef name, bool otherwise) const {
  auto found = values.find(name.str());
  return found == values.end() ? otherwise : std::get<bool>(found->second);
}

long Arguments::integer(llvm::StringRef name, long otherwise) const {
  auto found = values.find(name.str());
  return found == values.end() ? otherwise : std::get<long>(found->second);
}

std::string Arguments::text(llvm::StringRef name,
                            llvm::StringRef otherwise) const {
  auto found = values.find(name.str());
  return found == values.end() ? otherwise.str()
                               : std::get<std::string>(found->second);
}

std::vector<std::complex<double>>
Arguments::numbers(llvm::StringRef name) const {
  auto value = values.find(name.str());
  if (value == values.end())
    return {};
  return std::get<std::vector<std::complex<double>>>(value->second);
}

std::vector<long> Arguments::integers(llvm::StringRef name) const {
  auto found = values.find(name.str());
  if (found == values.end())
    return {};
  return std::get<std::vector<long>>(found->second);
}

std::vector<std::string> Arguments::texts(llvm::StringRef name) const {
  auto found = values.find(name.str());
  if (found == values.end())
    return {};
  return std::get<std::vector<std::string>>(found->second);
}

llvm::Error refuse(const llvm::Twine &why) {
  return llvm::createStringError(llvm::inconvertibleErrorCode(), why);
}

} // namespace sparsec
