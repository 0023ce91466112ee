//===- TuningModel.h - the model of a recipe --------------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_SPARSEC_BENCH_TUNINGMODEL_H
#define SPARSEC_TOOLS_SPARSEC_BENCH_TUNINGMODEL_H

#include "Options.h"

#include "sparsec/Tune/Replay.h"

namespace sparsec::bench {

/// What a search does that has no model.
constexpr llvm::StringLiteral withoutModel = "genetic";

/// That of -model, or NAME.tuning.json beside \p recipe, NAME.script, if it is
/// there.
llvm::Expected<std::optional<tune::Model>> modelFor(const std::string &recipe,
                                                    const Options &options);

/// Makes \p with predict by \p model, which is referred to, as \p space is. A
/// model that does not fit is an error where it was named, else left out with a
/// warning, as none is.
llvm::Error useModel(const std::optional<tune::Model> &model,
                     const tune::Space &space, const tune::LoggedSpace &about,
                     tune::StrategyOptions &with, const Options &options);

} // namespace sparsec::bench

#endif // SPARSEC_TOOLS_SPARSEC_BENCH_TUNINGMODEL_H
