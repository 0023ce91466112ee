//===- FittingSizes.cpp - matrices as large as facts allow ----------------===//
///
/// \file
/// `csr(64, 64, index, col, a)` is about matrices of one size, `csr(2 * n, n,
/// ..)` about such that have twice as many rows as columns. Small matrices of
/// other sizes are made ones of these.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Bench/Environment.h"
#include "sparsec/Bench/Inputs.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec::bench {
namespace {

/// No rows are added beyond: what facts ask for then is no small matrix.
constexpr int64_t mostRows = 1 << 20;

/// The size nearest to \p wanted; the parameters in \p count get the values
/// that give it.
int64_t fittingSize(Environment &environment, const isl::pw_aff &count,
                    int64_t wanted) {
  const std::optional<int64_t> size = environment.nearest(count, wanted);
  if (!size || *size < 0 || *size > mostRows ||
      !environment.choose(count, *size))
    return wanted;
  return *size;
}

/// Numbers that parameters are given, and pointers, none of which is null.
void enterValues(const Program &program,
                 const std::map<std::string, std::string> &values,
                 Environment &environment) {
  for (const Parameter &parameter : program.parameters) {
    if (!parameter.pointer.empty())
      environment.parameters[parameter.name] = 1;
    auto given = values.find(parameter.name);
    int64_t number = 0;
    if (given != values.end() && llvm::to_integer(given->second, number))
      environment.parameters[parameter.name] = number;
  }
}

/// Whether \p count is told by parameters alone.
bool isOfParameters(const Program &program,
                    const std::optional<isl::pw_aff> &count) {
  if (!count)
    return false;
  for (const auto &entry : program.calls)
    if (poly::involvesParam(*count, entry.first))
      return false;
  return true;
}

} // namespace

void fitSizes(const Program &program, llvm::ArrayRef<SparseArgument> arguments,
              llvm::ArrayRef<MatrixShape> shapes,
              const std::map<std::string, std::string> &values,
              std::vector<CsrMatrix> &matrices) {
  Environment environment(program);
  enterValues(program, values, environment);
  for (size_t at = 0; at < arguments.size(); ++at) {
    const SparseArgument &argument = arguments[at];
    CsrMatrix &matrix = matrices[at];
    int64_t rows = matrix.rows, columns = matrix.columns;
    if (isOfParameters(program, argument.rowCount))
      rows = fittingSize(environment, *argument.rowCount, rows);
    if (isOfParameters(program, argument.columnCount))
      columns = fittingSize(environment, *argument.columnCount, columns);
    if (rows == matrix.rows && columns == matrix.columns)
      continue;
    matrix = resizedTo(matrix, rows, columns);
    if (!hasShape(matrix, shapes[at]))
      matrix = adaptTo(matrix, shapes[at]);
  }
}

} // namespace sparsec::bench
