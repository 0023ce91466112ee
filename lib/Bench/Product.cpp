//===- Product.cpp - kernels that multiply a matrix by a vector -----------===//
#include "sparsec/Bench/Product.h"

#include "sparsec/Bench/Inputs.h"

#include "sparsec/IR/StructureMember.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::bench {
namespace {

/// How a subscript depends on index arrays.
enum class Subscript { Iterator, Column, Other };

class ProductFinder {
public:
  ProductFinder(const Program &program, const Kernel &kernel)
      : program(program), kernel(kernel) {}

  llvm::Expected<Product> run();

private:
  llvm::Error no(const std::string &why) const;
  llvm::Error findMatrix();
  llvm::Error findVectors();
  llvm::Error findSum();
  llvm::Error checkSubscripts(const Statement &sum);
  llvm::Error checkColumnBase() const;
  Subscript subscriptOf(const Statement &statement, const Expr &access) const;
  unsigned slot(const std::string &name) const;

  const Program &program;
  const Kernel &kernel;
  SparseArgument matrix;
  std::string x, y;
  Product product;
};

llvm::Error ProductFinder::no(const std::string &why) const {
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "-peer: '%s' is no product y = A x or y += A x of one declared matrix "
      "and a vector: %s",
      kernel.name.c_str(), why.c_str());
}

unsigned ProductFinder::slot(const std::string &name) const {
  return static_cast<unsigned>(
      llvm::find_if(kernel.slots,
                    [&](const Slot &s) { return s.name == name; }) -
      kernel.slots.begin());
}

llvm::Error ProductFinder::findMatrix() {
  std::vector<SparseArgument> all = sparseArguments(program);
  if (all.size() != 1)
    return no(std::to_string(all.size()) +
              " matrices are declared, as by '#pragma sparsec csr(n, m, index, "
              "col, a)'");
  matrix = all[0];
  if (matrix.columns.size() != 1 || matrix.values.size() != 1)
    return no("it has " + std::to_string(matrix.columns.size()) +
              " arrays of columns and " + std::to_string(matrix.values.size()) +
              " of values, not one each");
  if (matrix.base != 0 && matrix.base != 1)
    return no("its row starts begin at " + std::to_string(matrix.base));
  if (program.arrays.at(matrix.values[0]).type.isComplex())
    return no("'" + matrix.values[0] + "' holds complex numbers");
  for (const std::string &name :
       {matrix.pointer, matrix.columns[0], matrix.values[0]})
    if (structureMember(name))
      return no("'" + name + "' is a member of structures");
  product.base = matrix.base;
  product.pointer = slot(matrix.pointer);
  product.column = slot(matrix.columns[0]);
  product.value = slot(matrix.values[0]);
  for (unsigned indices : {product.pointer, product.column})
    if (const Slot &array = kernel.slots[indices]; array.type.bytes < 4)
      return no("'" + array.name + "' holds " + array.type.spelling +
                ", not 32 or 64 bits");
  return llvm::Error::success();
}

/// Exactly two other floating-point arguments: one read, one written.
llvm::Error ProductFinder::findVectors() {
  for (const Slot &other : kernel.slots) {
    if (!other.type.isFloating() || other.name == matrix.values[0])
      continue;
    if (other.isScalar)
      return no("it has the scalar '" + other.name + "'");
    std::string &place = other.isWritten ? y : x;
    if (!place.empty())
      return no("it " + std::string(other.isWritten ? "writes" : "reads") +
                " '" + place + "' and '" + other.name + "'");
    place = other.name;
  }
  if (x.empty() || y.empty())
    return no(x.empty() ? "it reads no vector" : "it writes no vector");
  product.x = slot(x);
  product.y = slot(y);
  for (unsigned vector : {product.x, product.y})
    if (kernel.slots[vector].type.bytes !=
        kernel.slots[product.value].type.bytes)
      return no("'" + kernel.slots[vector].name + "' and '" + matrix.values[0] +
                "' are of different types");
  return llvm::Error::success();
}

Subscript ProductFinder::subscriptOf(const Statement &statement,
                                     const Expr &access) const {
  if (access.subscripts.size() != 1)
    return Subscript::Other;
  const isl::pw_aff &value = access.subscripts[0];
  for (const auto &[name, call] : statement.calls)
    if (call.function == matrix.columns[0] &&
        affineText(value, statement.iterators).find(name) != std::string::npos)
      return Subscript::Column;
  for (unsigned k = 0; k < statement.iterators.size(); ++k)
    if (value.plain_is_equal(statement.iterator(k)))
      return Subscript::Iterator;
  return Subscript::Other;
}

llvm::Error ProductFinder::checkSubscripts(const Statement &sum) {
  std::optional<Subscript> read, written;
  written = subscriptOf(sum, sum.assignment->target);
  sum.assignment->value.walk([&](const Expr &node) {
    if (node.kind == Expr::Kind::Access && node.text == x)
      read = subscriptOf(sum, node);
  });
  if (read == Subscript::Column && written == Subscript::Iterator)
    return llvm::Error::success();
  product.isTransposed = true;
  if (read == Subscript::Iterator && written == Subscript::Column)
    return llvm::Error::success();
  return no("'" + sum.source + "' does not pair '" + x + "' and '" + y +
            "' by the columns in '" + matrix.columns[0] + "' and a row");
}

/// \p expr without casts.
const Expr &stripped(const Expr &expr) {
  return expr.kind == Expr::Kind::Cast ? stripped(expr.operands[0]) : expr;
}

bool isProductOf(const Expr &expr, const std::string &a, const std::string &b) {
  const Expr &product = stripped(expr);
  if (product.kind != Expr::Kind::Binary || product.op != Operator::Multiply)
    return false;
  const Expr &left = stripped(product.operands[0]),
             &right = stripped(product.operands[1]);
  return left.kind == Expr::Kind::Access && right.kind == left.kind &&
         ((left.text == a && right.text == b) ||
          (left.text == b && right.text == a));
}

/// One statement y += a * x, and at most one more, y = 0.
llvm::Error ProductFinder::findSum() {
  const Statement *sum = nullptr;
  product.adds = true;
  for (const auto &[name, statement] : program.statements) {
    const Assignment &assignment = *statement.assignment;
    const bool isSum = assignment.op == Update::Add &&
                       assignment.target.text == y &&
                       isProductOf(assignment.value, matrix.values[0], x);
    const bool isStart =
        assignment.op == Update::Set && assignment.target.text == y &&
        stripped(assignment.value).kind == Expr::Kind::Constant;
    if (isSum && !sum)
      sum = &statement;
    else if (isStart && product.adds)
      product.adds = false;
    else
      return no("'" + statement.source + "' is neither '" + y + "[..] += " +
                matrix.values[0] + "[..] * " + x + "[..]' nor its start");
  }
  if (!sum)
    return no("no statement adds to '" + y + "'");
  return checkSubscripts(*sum);
}

/// cuSPARSE and the like have one base for both arrays.
llvm::Error ProductFinder::checkColumnBase() const {
  for (const Fact *fact :
       program.factsAbout(matrix.columns[0], Fact::Kind::Range))
    if (fact->lower && poly::constantValue(*fact->lower) != product.base)
      return no("its columns do not begin at " + std::to_string(product.base) +
                " as its row starts do");
  return llvm::Error::success();
}

llvm::Expected<Product> ProductFinder::run() {
  if (llvm::Error failure = findMatrix())
    return failure;
  if (llvm::Error failure = checkColumnBase())
    return failure;
  if (llvm::Error failure = findVectors())
    return failure;
  if (llvm::Error failure = findSum())
    return failure;
  return product;
}

} // namespace

llvm::Expected<Product> findProduct(const Program &program,
                                    const Kernel &kernel) {
  return poly::tryIsl([&] { return ProductFinder(program, kernel).run(); });
}

} // namespace sparsec::bench
