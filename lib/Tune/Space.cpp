//===- Space.cpp - all combinations of a recipe's params ------------------===//
#include "sparsec/Tune/Space.h"

namespace sparsec::tune {

llvm::Expected<Space> Space::create(std::vector<Parameter> parameters) {
  Space space;
  for (const Parameter &parameter : parameters) {
    if (parameter.values.empty())
      return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                     "'%s' has no values to try",
                                     parameter.name.c_str());
    if (space.count > mostPoints / parameter.values.size())
      return llvm::createStringError(
          llvm::inconvertibleErrorCode(),
          "its params have more than %zu combinations; fix some with -set, or "
          "give shorter lists of candidates",
          mostPoints);
    space.count *= parameter.values.size();
  }
  space.all = std::move(parameters);
  return space;
}

Point Space::at(size_t number) const {
  Point point(all.size());
  for (size_t k = all.size(); k-- > 0;) {
    point[k] = number % all[k].values.size();
    number /= all[k].values.size();
  }
  return point;
}

size_t Space::numberOf(const Point &point) const {
  size_t number = 0;
  for (size_t k = 0; k < all.size(); ++k)
    number = number * all[k].values.size() + point[k];
  return number;
}

std::vector<long> Space::values(size_t number) const {
  const Point point = at(number);
  std::vector<long> chosen;
  for (size_t k = 0; k < all.size(); ++k)
    chosen.push_back(all[k].values[point[k]]);
  return chosen;
}

std::vector<std::string> Space::settings(size_t number) const {
  const std::vector<long> chosen = values(number);
  std::vector<std::string> texts;
  for (size_t k = 0; k < all.size(); ++k)
    texts.push_back(all[k].name + "=" + std::to_string(chosen[k]));
  return texts;
}

size_t Space::distance(const Point &one, const Point &other) const {
  size_t sum = 0;
  for (size_t k = 0; k < all.size(); ++k) {
    const size_t apart =
        one[k] > other[k] ? one[k] - other[k] : other[k] - one[k];
    sum += apart * apart;
  }
  return sum;
}

} // namespace sparsec::tune
