// The largest eigenvalue of a symmetric matrix by power iterations: one plan,
// many products.
#include "product.h"

#include <sparsec/matrix_market.h>

#include <cmath>
#include <cstdio>
#include <memory>
#include <stdexcept>
#include <vector>

namespace {

/// A matrix as the inspector stores it.
class Operator {
public:
  explicit Operator(const char *path) {
    sparsec_matrix read;
    if (sparsec_matrix_read(path, &read))
      throw std::runtime_error(read.message);
    product_plan *made = nullptr;
    const int status = product_inspect(&made, read.rows, read.columns,
                                       read.index, read.col, read.a);
    plan.reset(made);
    rows = read.rows;
    const bool isSquare = read.rows == read.columns;
    sparsec_matrix_free(&read);
    if (status != SPARSEC_OK)
      throw std::runtime_error(sparsec_last_error());
    if (!isSquare || rows == 0)
      throw std::runtime_error("the matrix is not square, or empty");
  }

  std::vector<double> operator*(const std::vector<double> &x) const {
    std::vector<double> y(x.size());
    if (product_execute(plan.get(), x.data(), y.data()) != SPARSEC_OK)
      throw std::runtime_error(sparsec_last_error());
    return y;
  }

  int rows = 0;

private:
  struct Destroy {
    void operator()(product_plan *plan) const { product_destroy(plan); }
  };
  std::unique_ptr<product_plan, Destroy> plan;
};

double norm(const std::vector<double> &x) {
  double sum = 0;
  for (double value : x)
    sum += value * value;
  return std::sqrt(sum);
}

double largestEigenvalue(const Operator &A) {
  std::vector<double> x(static_cast<size_t>(A.rows));
  for (size_t i = 0; i < x.size(); i++)
    x[i] = 1 + double(i % 3);
  double value = 0;
  for (int step = 0; step < 200; step++) {
    const double length = norm(x);
    if (length == 0)
      return 0;
    for (double &element : x)
      element /= length;
    x = A * x;
    value = norm(x);
  }
  return value;
}

} // namespace

int main(int argc, char **argv) {
  if (argc != 2) {
    std::fprintf(stderr, "power: expected a file, matrix.mtx\n");
    return 1;
  }
  try {
    std::printf("%.6f\n", largestEigenvalue(Operator(argv[1])));
  } catch (const std::exception &failure) {
    std::fprintf(stderr, "power: %s\n", failure.what());
    return 1;
  }
  return 0;
}
