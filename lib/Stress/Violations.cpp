//===- Violations.cpp - inputs that break a fact --------------------------===//

#include "sparsec/Stress/Violations.h"

#include <algorithm>

namespace sparsec::stress {
namespace {

class Breaker {
public:
  Breaker(const Kernel &kernel, const Inputs &good, Random &random)
      : kernel(kernel), good(good), random(random) {}

  std::vector<Violation> all();

private:
  /// Puts \p value into an element of \p array.
  void set(const std::string &array, size_t at, long value);
  void breakRange(const std::string &array, long low, long high);
  void breakPointers();
  void breakPermutation(const std::string &array);
  /// Facts about the columns within rows.
  void breakRows();

  const Kernel &kernel;
  const Inputs &good;
  Random &random;
  std::vector<Violation> found;
};

void Breaker::set(const std::string &array, size_t at, long value) {
  Violation next{good, array, ""};
  next.inputs.integers[array][at] = value;
  next.what = array + "[" + std::to_string(at) + "] = " + std::to_string(value);
  found.push_back(std::move(next));
}

void Breaker::breakRange(const std::string &array, long low, long high) {
  size_t count = good.integers.at(array).size();
  if (!count)
    return;
  const long outside[] = {low - 1, high, high + 1000000, -1000000};
  set(array, size_t(random.below(count)), outside[random.below(4)]);
}

void Breaker::breakPointers() {
  const std::vector<long> &index = good.integers.at("index");
  set("index", 0, index[0] + (random.chance(50) ? 1 : -1));
  if (index.size() > 2) {
    size_t at = 1 + size_t(random.below(index.size() - 2));
    set("index", at, index[at + 1] + random.between(1, 3));
  }
}

void Breaker::breakPermutation(const std::string &array) {
  const std::vector<long> &values = good.integers.at(array);
  if (values.size() > 1)
    set(array, 0, values[1]);
}

void Breaker::breakRows() {
  const std::vector<long> &index = good.integers.at("index"),
                          &col = good.integers.at("col");
  long base = kernel.isFromOne;
  for (size_t i = 0; i + 1 < index.size(); ++i) {
    size_t begin = size_t(index[i] - base), end = size_t(index[i + 1] - base);
    if (end - begin < 2)
      continue;
    if (kernel.unique || (kernel.sorted && kernel.strict))
      set("col", begin, col[begin + 1]);
    else if (kernel.sorted && col[begin] > base)
      set("col", begin + 1, col[begin] - 1);
    return;
  }
}

std::vector<Violation> Breaker::all() {
  long n = good.sizes.at("n"), m = good.sizes.at(kernel.square ? "n" : "m"),
       nnz = good.sizes.at("nnz"), base = kernel.isFromOne;
  std::vector<std::string> names = kernel.parameters();
  for (const ArrayInfo &array : stock()) {
    std::string name = array.name;
    if (std::find(names.begin(), names.end(), name) == names.end())
      continue;
    if (array.role == Role::Pointers)
      breakPointers();
    if (array.role == Role::Columns)
      breakRange(name, name == "col" ? base : 0,
                 m + (name == "col" ? base : 0));
    if (name == "col")
      breakRows();
    if (array.role == Role::Rows)
      breakRange(name, 0, n);
    if (array.role == Role::Begins || array.role == Role::Ends)
      breakRange(name, 0, nnz + 1);
    if (array.role == Role::Permutation || array.role == Role::Inverse) {
      breakRange(name, 0, n);
      breakPermutation(name);
    }
  }
  return std::move(found);
}

} // namespace

std::vector<Violation> violations(const Kernel &kernel, const Inputs &good,
                                  Random &random) {
  return Breaker(kernel, good, random).all();
}

} // namespace sparsec::stress
