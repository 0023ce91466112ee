//===- FactErrors.cpp - what is wrong with a fact, and where --------------===//

#include "FactParserTokens.h"

#include "sparsec/IR/FactParser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

char sparsec::FactError::ID = 0;

namespace sparsec::facts {

static constexpr size_t nowhere = llvm::StringRef::npos;

llvm::Error error(const llvm::Twine &message) {
  return llvm::make_error<FactError>(message.str(), nowhere, nowhere);
}

llvm::Error error(Tokens where, const llvm::Twine &message) {
  if (where.empty())
    return error(message);
  return llvm::make_error<FactError>(message.str(), where.front().begin,
                                     where.back().end);
}

llvm::Error placedIn(Tokens fact, llvm::Error failure) {
  return llvm::handleErrors(
      std::move(failure), [&](std::unique_ptr<FactError> wrong) -> llvm::Error {
        if (wrong->begin == nowhere && !fact.empty())
          return error(fact, wrong->message);
        return llvm::Error(std::move(wrong));
      });
}

std::string whatExists(llvm::StringRef name, llvm::StringRef kind,
                       const std::vector<std::string> &existing) {
  std::string result;
  auto closest = llvm::min_element(existing, [&](const auto &a, const auto &b) {
    return name.edit_distance(a) < name.edit_distance(b);
  });
  if (closest != existing.end() &&
      name.edit_distance(*closest) <= std::max<size_t>(1, name.size() / 3))
    result += "; did you mean '" + *closest + "'?";
  if (existing.empty())
    return result + "; there are no " + kind.str();
  return result + "; the " + kind.str() + " are: " + llvm::join(existing, ", ");
}

std::vector<std::string> parameterNames(const Program &program) {
  std::vector<std::string> names;
  for (const Parameter &parameter : program.parameters)
    names.push_back(parameter.name);
  return names;
}

std::vector<std::string> arrayNames(const Program &program) {
  std::vector<std::string> names;
  for (const auto &[name, array] : program.arrays)
    if (!array.isScalar())
      names.push_back(name);
  return names;
}

} // namespace sparsec::facts
