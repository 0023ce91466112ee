//===- Product.cpp - kernels that multiply a matrix by a vector -----------===//
#include "sparsec/Bench/Product.h"

#include "sparsec/Bench/Inputs.h"

#include "sparsec/IR/StructureMember.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec::bench {
namespace {

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
  llvm::Error checkEntries(const Statement &sum, const isl::pw_aff &row,
                           const isl::pw_aff &entry) const;
  llvm::Error checkStart(const Statement &start, const Statement &sum) const;
  bool isColumnOf(const Statement &sum, const isl::pw_aff &entry,
                  const isl::pw_aff &value) const;
  bool runsOver(const Statement &statement, const isl::set &expected) const;
  llvm::Error checkColumnBase() const;
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

/// The element of \p array, a vector, that \p expr has; null: none or several.
const isl::pw_aff *elementOf(const Expr &expr, const std::string &array) {
  const isl::pw_aff *found = nullptr;
  size_t count = 0;
  expr.walk([&](const Expr &node) {
    if (node.kind != Expr::Kind::Access || node.text != array)
      return;
    ++count;
    found = node.subscripts.size() == 1 ? &node.subscripts[0] : nullptr;
  });
  return count == 1 ? found : nullptr;
}

/// Which iterator \p value is, but for a constant.
std::optional<unsigned> iteratorIn(const Statement &statement,
                                   const isl::pw_aff &value) {
  for (unsigned k = 0; k < statement.iterators.size(); ++k)
    if (poly::constantValue(value.sub(statement.iterator(k))))
      return k;
  return std::nullopt;
}

/// Whether \p value is what the array of columns has for \p entry.
bool ProductFinder::isColumnOf(const Statement &sum, const isl::pw_aff &entry,
                               const isl::pw_aff &value) const {
  CallTable calls = sum.calls;
  const isl::pw_aff column =
      addCall(calls, {matrix.columns[0], {entry}}, sum.iterators, sum.space());
  return poly::equalOn(value, column.add_constant(-matrix.base),
                       sum.instances());
}

/// Whether \p statement has the instances \p expected, wherever the kernel may
/// be called.
bool ProductFinder::runsOver(const Statement &statement,
                             const isl::set &expected) const {
  const isl::set known = program.callContext(statement);
  return statement.instances().intersect_params(known).is_equal(
      expected.intersect_params(known));
}

/// Each entry of each row is to be met once.
llvm::Error ProductFinder::checkEntries(const Statement &sum,
                                        const isl::pw_aff &row,
                                        const isl::pw_aff &entry) const {
  const auto outer = iteratorIn(sum, row), inner = iteratorIn(sum, entry);
  CallTable calls = sum.calls;
  const auto first = [&](const isl::pw_aff &of) {
    return addCall(calls, {matrix.pointer, {of}}, sum.iterators, sum.space())
        .add_constant(-matrix.base);
  };
  if (sum.iterators.size() == 2 && outer && inner && outer != inner &&
      runsOver(sum, row.ge_set(poly::constant(sum.space(), 0))
                        .intersect(row.lt_set(
                            poly::onSpace(*matrix.rowCount, sum.space())))
                        .intersect(entry.ge_set(first(row)))
                        .intersect(entry.lt_set(first(row.add_constant(1))))))
    return llvm::Error::success();
  return no("'" + sum.source + "' does not run once for each entry of '" +
            matrix.pointer + "' and no other");
}

llvm::Error ProductFinder::checkSubscripts(const Statement &sum) {
  const Assignment &assignment = *sum.assignment;
  const isl::pw_aff *read = elementOf(assignment.value, x),
                    *written = elementOf(assignment.target, y),
                    *entry = elementOf(assignment.value, matrix.values[0]);
  if (read && written && entry) {
    if (isColumnOf(sum, *entry, *read))
      return checkEntries(sum, *written, *entry);
    product.isTransposed = true;
    if (isColumnOf(sum, *entry, *written))
      return checkEntries(sum, *read, *entry);
  }
  return no("'" + sum.source + "' does not pair '" + x + "' and '" + y +
            "' by the columns in '" + matrix.columns[0] + "' and a row");
}

/// All of y is set before anything is added to it.
llvm::Error ProductFinder::checkStart(const Statement &start,
                                      const Statement &sum) const {
  const isl::pw_aff *element = elementOf(start.assignment->target, y);
  const std::optional<isl::pw_aff> &count =
      product.isTransposed ? matrix.columnCount : matrix.rowCount;
  const ScheduleTree &tree = program.executePhase().tree;
  const std::vector<std::string> order = tree.statements();
  const bool isBefore =
      llvm::find(order, start.name) < llvm::find(order, sum.name);
  // Of a row that other rows add to, too, the start is that of all.
  const bool sharesLoop = tree.loopsAround(start.name).front() ==
                          tree.loopsAround(sum.name).front();
  if (element && count && start.iterators.size() == 1 &&
      iteratorIn(start, *element) && isBefore &&
      !(sharesLoop && product.isTransposed) &&
      runsOver(start, element->ge_set(poly::constant(start.space(), 0))
                          .intersect(element->lt_set(
                              poly::onSpace(*count, start.space())))))
    return llvm::Error::success();
  return no("'" + start.source + "' does not set each element of '" + y +
            "' before anything is added to it");
}

/// \p expr without casts that change no value.
const Expr &stripped(const Expr &expr) {
  if (expr.kind != Expr::Kind::Cast)
    return expr;
  const Expr &inner = expr.operands[0];
  const bool keeps = inner.kind == Expr::Kind::Constant ||
                     (expr.type.isFloating() && inner.type.isFloating() &&
                      expr.type.bytes >= inner.type.bytes);
  return keeps ? stripped(inner) : expr;
}

/// Whether \p expr is the number 0.
bool isZero(const Expr &expr) {
  double number = 1;
  return expr.kind == Expr::Kind::Constant &&
         llvm::to_float(llvm::StringRef(expr.text).rtrim("fFlL"), number) &&
         number == 0;
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
  const Statement *sum = nullptr, *start = nullptr;
  for (const auto &[name, statement] : program.statements) {
    const Assignment &assignment = *statement.assignment;
    const bool isSum = assignment.op == Update::Add &&
                       assignment.target.text == y &&
                       isProductOf(assignment.value, matrix.values[0], x);
    const bool isStart = assignment.op == Update::Set &&
                         assignment.target.text == y &&
                         isZero(stripped(assignment.value));
    if (isSum && !sum)
      sum = &statement;
    else if (isStart && !start)
      start = &statement;
    else
      return no("'" + statement.source + "' is neither '" + y + "[..] += " +
                matrix.values[0] + "[..] * " + x + "[..]' nor its start");
  }
  if (!sum)
    return no("no statement adds to '" + y + "'");
  product.adds = !start;
  if (llvm::Error failure = checkSubscripts(*sum))
    return failure;
  return start ? checkStart(*start, *sum) : llvm::Error::success();
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
