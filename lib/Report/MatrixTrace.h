//===- MatrixTrace.h - which iteration uses which entry ---------*- C++ -*-===//
#ifndef SPARSEC_LIB_REPORT_MATRIXTRACE_H
#define SPARSEC_LIB_REPORT_MATRIXTRACE_H

#include "sparsec/Bench/Inputs.h"
#include "sparsec/Interpreter/Trace.h"

#include "llvm/Support/Error.h"

#include <array>
#include <map>
#include <string>
#include <vector>

namespace sparsec {

/// What the iterations of a program do on one matrix, in order.
struct MatrixTrace {
  static constexpr size_t depth = 4; ///< loops whose values are kept
  /// An array with the matrix's values: the caller's, or a copy in a plan.
  struct Carrier {
    std::string name;
    bool isCopy = false;
    size_t places = 0;    ///< elements
    size_t rowLength = 0; ///< its last extent; 0: it has one extent
    /// Of each place the entry, or -1: padding.
    std::vector<long long> entries;
  };
  /// A place of a carrier that an assignment reads.
  struct Visit {
    size_t statement, carrier, place;
    long long entry; ///< -1: padding
    std::array<long long, depth> loops;
  };
  std::vector<Carrier> carriers;
  std::vector<Visit> visits;
  /// Assignments that read places, and those of them that read padding only.
  size_t iterations = 0, padding = 0;
  /// Of each statement its loops' names, outermost first.
  std::vector<std::array<std::string, depth>> loops;
  /// Numbers of the loops themselves: two of one name have two;
  /// 0 where there is none.
  std::vector<std::array<size_t, depth>> nodes;
  /// Which of them run in parallel, by threads, blocks or threads of a GPU.
  std::vector<std::array<bool, depth>> parallel;
};

/// Runs programs on one matrix whose values tell its entries' numbers: so an
/// assignment that reads a value, wherever an inspector has copied it to, tells
/// which entry it is about; zeros are padding. Entries at one place are one.
class MatrixTracer {
public:
  /// \p source as the frontend made it; \p values are those of parameters.
  /// Fails with what keeps it from being run on \p matrix.
  static llvm::Expected<MatrixTracer>
  make(const Program &source, bench::CsrMatrix matrix,
       const std::map<std::string, std::string> &values,
       const UserCalls &callUsers);

  /// Of a phase: what takes about a second.
  static constexpr size_t mostIterations = 1000000;

  /// Enough for waves to have several tasks, few enough to tell them apart.
  static constexpr unsigned plannedThreads = 4;

  const bench::CsrMatrix &matrix() const { return entries; }
  /// The arguments that have its values.
  const std::vector<std::string> &valuesOf() const { return values; }
  /// Whether it is another than was given, as the facts ask.
  bool isChanged() const { return changed; }
  /// Of \p program, which steps made of the source. Fails with
  /// TooManyIterations where loops are dense, as before compact.
  llvm::Expected<MatrixTrace> trace(const Program &program) const;

  /// Of a phase of \ref count: a few seconds.
  static constexpr size_t mostCounted = 5000000;

  /// The carriers that inspectors alone make, and in \p memory all arrays: of
  /// larger matrices than trace can run on.
  llvm::Expected<MatrixTrace> count(const Program &program,
                                    Memory &memory) const;

private:
  MatrixTracer() = default;
  Memory memoryFor(const Program &program) const;
  llvm::Expected<MatrixTrace> run(const Program &program, Memory &memory,
                                  bool executes) const;

  bench::CsrMatrix entries;
  std::vector<std::string> values;
  bool changed = false;
  bench::Kernel kernel;
  bench::Inputs inputs;
  UserCalls callUsers;
};

/// The first rows and columns of \p matrix, as many as have \p mostEntries or
/// fewer.
bench::CsrMatrix leadingBlock(const bench::CsrMatrix &matrix,
                              int64_t mostEntries);

/// The pattern of \p matrix with two rows and two columns as one.
bench::CsrMatrix coarsened(const bench::CsrMatrix &matrix);

} // namespace sparsec

#endif // SPARSEC_LIB_REPORT_MATRIXTRACE_H
