//===- Store.h - results of earlier runs ------------------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_STORE_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_STORE_H

#include "Candidates.h"

#include "sparsec/Bench/Inputs.h"
#include "sparsec/Bench/Report.h"

#include "llvm/ADT/StringMap.h"

namespace sparsec::bench {

/// The file of -store: a JSON object a line, each with the hash of all that its
/// times depend on. Lines are added and never changed.
class Store {
public:
  /// Reads \p path, unless it is not there. Fails where it holds anything else
  /// than results.
  static llvm::Expected<Store> open(const std::string &path);

  /// The last result with \p key; null: none.
  const Row *find(const std::string &key) const;
  llvm::Error add(const std::string &key, const Row &row);

private:
  std::string path;
  llvm::StringMap<Row> rows;
};

/// Makes the keys of one kernel's results.
class ResultKeys {
public:
  /// \p program: of the source, whose text counts with that of its headers.
  ResultKeys(const Program &program, const Options &options);

  /// What follows is about \p inputs.
  void use(const Inputs &inputs);
  std::string of(const Candidate &candidate, int threads) const;

private:
  std::vector<std::string> common; ///< source, compiler, flags, machine
  std::string data;                ///< the hash of the inputs
};

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_STORE_H
