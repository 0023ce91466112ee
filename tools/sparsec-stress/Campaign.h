//===- Campaign.h - many cases on several processes -------------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_STRESS_CAMPAIGN_H
#define SPARSEC_TOOLS_STRESS_CAMPAIGN_H

#include "Options.h"

#include "sparsec/Stress/Tally.h"

namespace sparsec::stress {

/// Runs cases until the time is over; failing ones are made smaller, printed
/// and kept.
Tally runCampaign(const Options &options);
/// Runs one case and prints all of it.
Tally runSingle(const Options &options);

} // namespace sparsec::stress

#endif // SPARSEC_TOOLS_STRESS_CAMPAIGN_H
