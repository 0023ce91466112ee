//===- Isl.h - the one include of isl ---------------------------*- C++ -*-===//
///
/// \file
/// isl's C++ interface with exceptions, plus the few calls that `isl/cpp.h`
/// lacks. Nothing outside lib/Poly calls isl's C functions.
///
/// Throughout sparsec the comments give the *shape* of a relation:
/// `{ S[i,k] -> [t] }` relates instance (i,k) of statement S to the value t.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_POLY_ISL_H
#define SPARSEC_POLY_ISL_H

#include <isl/cpp.h>

#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace sparsec {

/// Owns the isl context; isl errors become exceptions (see tryIsl).
/// Everything isl that a session makes must die before it.
class Session {
public:
  Session();
  ~Session();
  Session(const Session &) = delete;
  Session &operator=(const Session &) = delete;

  isl::ctx ctx() const { return context; }

private:
  isl::ctx context;
};

namespace poly {

/// Runs \p body and turns isl::exception into an llvm::Error. Used at the
/// entry of every Transforms, Analysis and CodeGen step: no isl exception
/// crosses clang or Lua frames.
template <typename Body>
auto tryIsl(Body body) -> decltype(body()) {
  try {
    return body();
  } catch (const isl::exception &failure) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), "isl: %s",
                                   failure.what());
  }
}

/// While it lives, isl gives up (isl::exception) after \p operations more
/// elementary operations. Not nested.
class OperationLimit {
public:
  OperationLimit(isl::ctx ctx, unsigned long operations);
  ~OperationLimit();
  OperationLimit(const OperationLimit &) = delete;
  OperationLimit &operator=(const OperationLimit &) = delete;

private:
  isl::ctx ctx;
};

/// The version text of the isl that is really linked ("isl-0.25-IMath-32",
/// "isl-0.25-GMP").
std::string islVersion();

/// An id named \p name. The name may be any text, such as "index(i + 1)".
isl::id makeId(isl::ctx ctx, const std::string &name);

/// Names of the set dimensions / parameters; unnamed dimensions get "".
std::vector<std::string> dimNames(const isl::set &set);
std::vector<std::string> paramNames(const isl::space &space);
/// Copies of \p set with its set dimensions named.
isl::set withDimNames(isl::set set, const std::vector<std::string> &names);

/// The space `{ tuple[n dims] }` without parameters.
isl::space tupleSpace(isl::ctx ctx, const std::string &tuple, unsigned dims);

/// `{ S[..] -> [S's dimension pos] }` on \p space, a set space.
isl::pw_aff dimension(const isl::space &space, unsigned pos);
/// `{ S[..] -> [param] }`.
isl::pw_aff parameter(const isl::space &space, const std::string &param);
/// `{ S[..] -> [value] }`.
isl::pw_aff constant(const isl::space &space, long value);
isl::pw_aff floorDiv(isl::pw_aff value, long divisor);
isl::pw_aff modulo(isl::pw_aff value, long divisor);

/// Builds `{ S[..] -> T[values] }`. All values live on \p space.
isl::pw_multi_aff makeMap(const isl::space &space, const std::string &tuple,
                          const std::vector<isl::pw_aff> &values);

/// Projects out the parameters of \p set that are not in \p keep.
isl::set keepParams(isl::set set, const std::vector<std::string> &keep);
/// The same without parameters that no constraint or value mentions.
isl::set dropUnusedParams(isl::set set);
isl::pw_aff dropUnusedParams(isl::pw_aff value);
/// Projects out parameter \p param where the space has it.
isl::set dropParam(isl::set set, const std::string &param);
/// Renames parameter \p from to \p to; when both occur they are equated.
isl::set renameParam(isl::set set, const std::string &from,
                     const std::string &to);
isl::pw_aff renameParam(isl::pw_aff value, const std::string &from,
                        const std::string &to);
/// \p value and \p set with parameter \p param replaced by \p by, a value on
/// the same space.
isl::pw_aff substituteParam(const isl::pw_aff &value, const std::string &param,
                            const isl::pw_aff &by);
isl::set substituteParam(const isl::set &set, const std::string &param,
                         const isl::pw_aff &by);
bool involvesParam(const isl::set &set, const std::string &param);
bool involvesParam(const isl::pw_aff &value, const std::string &param);
/// Whether \p set constrains or mentions dimension \p pos.
bool involvesDim(const isl::set &set, unsigned pos);
bool involvesDim(const isl::pw_aff &value, unsigned pos);
/// Existentially projects out set dimensions [first, first + count); the rest
/// keep tuple \p tuple.
isl::set projectOutDims(isl::set set, unsigned first, unsigned count,
                        const std::string &tuple);

/// Whether \p value has no tuple: `{ [] -> [value] }`.
bool isOnParameters(const isl::pw_aff &value);
/// Existentially frees set dimensions: they stay, unconstrained.
isl::set eliminateDims(isl::set set, const std::vector<unsigned> &dims);
/// \p set without the constraints that involve dimension \p dim.
isl::set dropConstraints(isl::set set, unsigned dim);
/// Whether every piece of \p value is a constant (quick, syntactic).
bool isConstant(const isl::pw_aff &value);
/// The least and the greatest of \p value over its domain and all parameters:
/// whole, infinite, or no number (is_nan) where the domain is empty.
isl::val leastValue(const isl::pw_aff &value);
isl::val greatestValue(const isl::pw_aff &value);
/// The constant that \p value is everywhere, if it is one.
std::optional<long> constantValue(const isl::pw_aff &value);
/// \p value as a number, if it is one that fits.
std::optional<long> longValue(const isl::val &value);
/// The least and greatest value of dimension \p pos as functions of the
/// parameters, `[n] -> { [value] }`; absent when it is not bounded by them.
std::optional<std::pair<isl::pw_aff, isl::pw_aff>>
parameterBounds(const isl::set &set, unsigned pos);
/// `{ S[..] -> [value] }` from a value without tuple, on \p space.
isl::pw_aff onSpace(const isl::pw_aff &value, const isl::space &space);
/// True when both agree wherever both are defined within \p context.
bool equalOn(const isl::pw_aff &a, const isl::pw_aff &b,
             const isl::set &context);

/// isl text without the quotes and tuple noise, for messages.
std::string text(const isl::pw_aff &value);
std::string text(const isl::set &set);

} // namespace poly
} // namespace sparsec

#endif // SPARSEC_POLY_ISL_H
