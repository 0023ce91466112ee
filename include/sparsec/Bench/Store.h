//===- Store.h - results of earlier runs ------------------------*- C++ -*-===//
#ifndef SPARSEC_BENCH_STORE_H
#define SPARSEC_BENCH_STORE_H

#include "sparsec/Bench/Report.h"

#include "llvm/ADT/STLFunctionalExtras.h"
#include "llvm/ADT/StringMap.h"
#include "llvm/Support/Error.h"

namespace sparsec::bench {

/// A line of the file of -store.
struct StoredResult {
  std::string key;  ///< the hash of all that the times depend on
  std::string date; ///< "2026-11-29T18:27:53Z"
  Row row;
};

/// One JSON object, with the end of the line.
std::string lineOf(const StoredResult &result);

/// Told what was left out of a file, in a sentence with its place.
using StoreWarning = llvm::function_ref<void(const std::string &)>;

/// The results in \p path, in the order they were added. What older versions
/// did not write is as in a Row that nobody has filled. A line that was cut
/// off, of a run that ended while it wrote, is left out, and told to \p warn.
/// Fails where the file is not there, or holds anything else than results.
llvm::Expected<std::vector<StoredResult>> readResults(const std::string &path,
                                                      StoreWarning warn);

/// The file of -store: a JSON object a line, each with the hash of all that its
/// times depend on. Lines are added and never changed.
class Store {
public:
  /// Reads \p path, which is made unless it is there. Fails where it holds
  /// anything else than results, as readResults does.
  static llvm::Expected<Store> open(const std::string &path, StoreWarning warn);

  /// The last result with \p key; null: none.
  const Row *find(const std::string &key) const;
  llvm::Error add(const std::string &key, const Row &row);

private:
  std::string path;
  llvm::StringMap<Row> rows;
};

} // namespace sparsec::bench

#endif // SPARSEC_BENCH_STORE_H
