//===- Options.h - the command line of sparsec-permanent --------*- C++ -*-===//
#ifndef SPARSEC_TOOLS_PERMANENT_OPTIONS_H
#define SPARSEC_TOOLS_PERMANENT_OPTIONS_H

#include "sparsec/Permanent/Engine.h"

#include <optional>
#include <string>

namespace sparsec::permanent {

struct Options {
  std::string file;
  Arithmetic arithmetic = Arithmetic::Automatic;
  unsigned bits = doubleBits; ///< of rounded numbers
  Resources resources;
  bool json = false;
  bool planOnly = false;
  bool progress = false; ///< also where nobody watches
};

/// What the command line asks for, or with which status to end at once.
struct ParsedOptions {
  Options options;
  std::optional<int> exitStatus;
  std::string complaint; ///< what is wrong with it
};

/// As a rank of \p team, if that is not null; only the first one prints.
ParsedOptions parseOptions(int argc, char **argv, Team *team);

} // namespace sparsec::permanent

#endif // SPARSEC_TOOLS_PERMANENT_OPTIONS_H
