//===- WorkLimit.cpp - how long isl may think -----------------------------===//

#include "sparsec/Poly/WorkLimit.h"

#include <isl/ctx.h>
#include <isl/space.h>

#include <algorithm>

namespace sparsec::poly {

char TooComplex::ID = 0;

void TooComplex::log(llvm::raw_ostream &out) const {
  out << "too complex: it takes more operations on sets than the limit allows";
}

std::error_code TooComplex::convertToErrorCode() const {
  return llvm::inconvertibleErrorCode();
}

/// Whether isl would do another operation if \p limit were the most. One that
/// it does counts: isl counts what it allocates.
static bool isAllowed(isl_ctx *ctx, unsigned long limit) {
  isl_ctx_set_max_operations(ctx, limit);
  isl_space *probe = isl_space_params_alloc(ctx, 0);
  isl_space_free(probe);
  if (!probe)
    isl_ctx_reset_error(ctx);
  return probe != nullptr;
}

/// How many operations isl has done since the last reset, at most \p most and
/// to within some fifty: isl does not tell, so the limits are tried that it
/// would stop at.
static unsigned long operationsDone(isl_ctx *ctx, unsigned long most) {
  unsigned long least = 0;
  for (unsigned long end = most; end - least > 16;) {
    const unsigned long middle = least + (end - least) / 2;
    (isAllowed(ctx, middle) ? end : least) = middle;
  }
  isl_ctx_set_max_operations(ctx, most);
  return least;
}

/// What the limit that \p ctx has leaves; 0 where it has none.
static unsigned long operationsLeft(isl_ctx *ctx) {
  const unsigned long most = isl_ctx_get_max_operations(ctx);
  if (most == 0 || !isAllowed(ctx, most))
    return std::min(most, 1ul);
  return std::max(most - operationsDone(ctx, most), 1ul);
}

WorkLimit::WorkLimit(isl::ctx ctx, unsigned long operations)
    : ctx(ctx), outerRest(operationsLeft(ctx.get())),
      most(outerRest ? std::min(operations, outerRest) : operations) {
  own.emplace(ctx, most);
}

WorkLimit::~WorkLimit() {
  isl_ctx *raw = ctx.get();
  const unsigned long done = most - operationsLeft(raw);
  own.reset();
  if (!outerRest)
    return;
  // No limit of 0, which would be none: where nothing is left, all of 1 is
  // used.
  const bool isSpent = done + 1 >= outerRest;
  const unsigned long rest = isSpent ? 1 : outerRest - done;
  isl_ctx_set_max_operations(raw, rest);
  while (isSpent && isAllowed(raw, rest))
    ;
}

bool WorkLimit::isReached() const {
  isl_ctx *raw = isl::ctx(ctx).get();
  return !isAllowed(raw, isl_ctx_get_max_operations(raw));
}

unsigned long WorkLimit::left() const {
  return isReached() ? 0 : operationsLeft(isl::ctx(ctx).get());
}

UncountedWork::UncountedWork(isl::ctx ctx)
    : ctx(ctx), rest(operationsLeft(ctx.get())) {
  isl_ctx_set_max_operations(ctx.get(), 0);
}

UncountedWork::~UncountedWork() {
  isl_ctx_reset_operations(ctx.get());
  isl_ctx_set_max_operations(ctx.get(), rest);
  while (rest == 1 && isAllowed(ctx.get(), rest)) // nothing was left
    ;
}

} // namespace sparsec::poly
