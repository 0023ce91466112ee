//===- WorkLimit.h - how long isl may think ---------------------*- C++ -*-===//
#ifndef SPARSEC_POLY_WORKLIMIT_H
#define SPARSEC_POLY_WORKLIMIT_H

#include "sparsec/Poly/Isl.h"

#include <optional>

namespace sparsec::poly {

/// The most operations that isl may do for one step of a recipe: six to twenty
/// seconds, three times what a recipe that comes with sparsec needs at most.
inline constexpr unsigned long stepOperations = 12'000'000;

/// What was asked of isl takes more than its WorkLimit allows.
class TooComplex : public llvm::ErrorInfo<TooComplex> {
public:
  static char ID;
  void log(llvm::raw_ostream &out) const override;
  std::error_code convertToErrorCode() const override;
};

/// While it lives, isl gives up (isl::exception) after \p operations more
/// elementary operations, or earlier where a limit around this one is reached:
/// what is done inside counts for that too.
class WorkLimit {
public:
  WorkLimit(isl::ctx ctx, unsigned long operations);
  ~WorkLimit();
  WorkLimit(const WorkLimit &) = delete;
  WorkLimit &operator=(const WorkLimit &) = delete;

  bool isReached() const;
  /// Operations that isl may still do, to within some fifty.
  unsigned long left() const;

private:
  isl::ctx ctx;
  /// What the limit around this one had left; 0 where there is none.
  unsigned long outerRest;
  /// What it allows in all; of that, limits inside take away what they use.
  unsigned long most;
  std::optional<OperationLimit> own;
};

/// tryIsl within \p operations. TooComplex, whatever came out, when they do not
/// suffice: it may rest on a question that isl did not answer.
template <typename Body>
auto tryWithin(isl::ctx ctx, unsigned long operations, Body body)
    -> decltype(body()) {
  const WorkLimit limit(ctx, operations);
  auto result = tryIsl(body);
  if (!limit.isReached())
    return result;
  llvm::consumeError(result.takeError());
  return llvm::make_error<TooComplex>();
}

/// While it lives, isl works without a limit; nothing of that counts for the
/// limit around it.
class UncountedWork {
public:
  explicit UncountedWork(isl::ctx ctx);
  ~UncountedWork();
  UncountedWork(const UncountedWork &) = delete;
  UncountedWork &operator=(const UncountedWork &) = delete;

private:
  isl::ctx ctx;
  unsigned long rest; ///< of the limit around it; 0 where there is none
};

} // namespace sparsec::poly

#endif // SPARSEC_POLY_WORKLIMIT_H
