//===- Options.cpp - the command line of sparsec-permanent ----------------===//
///
/// \file
/// One table gives parsing and -help; llvm::cl would list libLLVM's own
/// options.
///
//===----------------------------------------------------------------------===//

#include "Options.h"

#include "sparsec/Permanent/Team.h"
#include "sparsec/Support/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/raw_ostream.h"

#include <cmath>
#include <cstdlib>
#include <sched.h>

namespace sparsec::permanent {
namespace {

using Text = llvm::StringRef;

struct Option {
  llvm::StringLiteral name;
  llvm::StringLiteral value; ///< what follows; empty for a flag
  llvm::StringLiteral help;
  bool (*apply)(Options &, Text); ///< false when the value makes no sense
};

bool setPositive(double &place, Text text, double unit = 1) {
  double number = 0;
  if (!llvm::to_float(text, number) || !std::isfinite(number) || number <= 0)
    return false;
  place = number * unit;
  return true;
}

/// Bytes with an optional K, M, G or T (powers of 1000).
bool setBytes(double &place, Text text) {
  constexpr llvm::StringLiteral units = "KMGT";
  double unit = 1;
  size_t at = text.empty() ? Text::npos : units.find(text.back());
  if (at != Text::npos) {
    unit = std::pow(1000.0, double(at + 1));
    text = text.drop_back();
  }
  return setPositive(place, text, unit);
}

bool setThreads(Options &options, Text text) {
  unsigned count = 0;
  if (!llvm::to_integer(text, count, 10) || count < 1 || count > 1024)
    return false;
  options.resources.threads = count;
  return true;
}

/// "2/4": the second of four.
bool setPart(Options &options, Text text) {
  auto [part, parts] = text.split('/');
  Resources &resources = options.resources;
  if (!llvm::to_integer(part, resources.part, 10) ||
      !llvm::to_integer(parts, resources.parts, 10) || resources.part < 1 ||
      resources.part > resources.parts)
    return false;
  --resources.part;
  return true;
}

/// Ranks of Open MPI and of others that use PMI, where there is no module for
/// MPI: they meet in the checkpoint only.
void takeRank(Options &options) {
  const std::pair<const char *, const char *> names[] = {
      {"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
      {"PMI_RANK", "PMI_SIZE"}};
  for (auto [rank, size] : names)
    if (const char *r = std::getenv(rank), *n = std::getenv(size); r && n)
      if (unsigned part = 0; llvm::to_integer(r, part, 10))
        setPart(options, std::to_string(part + 1) + "/" + n);
}

/// The names are those of SUPerman's paper.
bool setPrecision(Options &options, Text text) {
  constexpr unsigned quadBits = 106, mostBits = 100000;
  const std::optional<Summation> named =
      llvm::StringSwitch<std::optional<Summation>>(text)
          .Case("double", Summation::Double)
          .Case("kahan", Summation::Kahan)
          .Case("dq", Summation::DoubleQuad)
          .Case("qq", Summation::Quad)
          .Default(std::nullopt);
  options.arithmetic = Arithmetic::Rounded;
  options.resources.summation = named.value_or(Summation::Double);
  options.bits = named == Summation::Quad ? quadBits : doubleBits;
  return named || (llvm::to_integer(text, options.bits, 10) &&
                   options.bits > doubleBits && options.bits <= mostBits);
}

/// Ranks on one machine share its processors, unless they are bound to some.
void join(Options &options, Team &team) {
  Resources &resources = options.resources;
  resources.team = &team;
  const unsigned share =
      std::max(1U, resources.threads / unsigned(team.localRanks()));
  cpu_set_t processors;
  const int bound = sched_getaffinity(0, sizeof processors, &processors)
                        ? CPU_SETSIZE
                        : CPU_COUNT(&processors);
  resources.threads = std::min(share, unsigned(bound));
}

bool setEffort(Options &options, Text text) {
  double factor = 1;
  if (!setPositive(factor, text))
    return false;
  options.resources.search.leastVisits *= factor;
  options.resources.search.mostVisits *= factor;
  return true;
}

const Option optionTable[] = {
    {"exact", "", "take doubles as the binary fractions that they are",
     [](Options &o, Text) {
       o.arithmetic = Arithmetic::Exact;
       return true;
     }},
    {"double", "", "compute in double whatever the field of the file",
     [](Options &o, Text) { return setPrecision(o, "double"); }},
    {"precision", "P",
     "in floating point: double, kahan, dq, qq or 54 to 100000 bits",
     setPrecision},
    {"plan", "", "print the plan with its predicted cost and stop",
     [](Options &o, Text) { return o.planOnly = true; }},
    {"json", "", "print one JSON object: value, error, seconds, plan",
     [](Options &o, Text) { return o.json = true; }},
    {"progress", "", "print progress though standard error is no terminal",
     [](Options &o, Text) { return o.progress = true; }},
    {"threads", "N", "threads (all processors)", setThreads},
    {"gpus", "N", "GPUs at most (all); 0: none",
     [](Options &o, Text v) {
       return llvm::to_integer(v, o.resources.gpus, 10) &&
              o.resources.gpus >= 0;
     }},
    {"engine", "NAME",
     "frontier, split, gray-cpu, gray-gpu or gray, the faster of these two, "
     "for all blocks (the cheapest that fits)",
     [](Options &o, Text v) {
       o.resources.engine = v.str();
       return !v.empty() && isEngine(v.str());
     }},
    {"checkpoint", "FOLDER",
     "keep the sums of finished slices there, and go on from them",
     [](Options &o, Text v) {
       o.resources.checkpoint = v.str();
       return !v.empty();
     }},
    {"part", "R/N",
     "of N programs that share a checkpoint, the R-th (mpirun says which)",
     setPart},
    {"cache", "FOLDER", "compiled kernels (~/.cache/sparsec)",
     [](Options &o, Text v) {
       o.resources.cache = v.str();
       return !v.empty();
     }},
    {"memory", "BYTES",
     "refuse plans above it; 500M, 64G (half of the machine's memory)",
     [](Options &o, Text v) { return setBytes(o.resources.bytes, v); }},
    {"seconds", "S", "refuse plans that are predicted to take longer (86400)",
     [](Options &o, Text v) { return setPositive(o.resources.seconds, v); }},
    {"effort", "F", "so many times the usual search for an order (1)",
     setEffort},
    {"seed", "N", "the random choices of that search (1)",
     [](Options &o, Text v) {
       return llvm::to_integer(v, o.resources.search.seed, 10);
     }},
};

void printHelp() {
  llvm::outs()
      << "usage: sparsec-permanent [options] A.mtx[.gz]\n\n"
         "Computes the permanent of a square sparse matrix: exactly "
         "for integer and\npattern files, in double, or more bits, with "
         "an error bound for others. The plan comes first.\n\n";
  for (const Option &option : optionTable) {
    std::string name = ("-" + option.name + " " + option.value).str();
    llvm::outs() << "  " << llvm::left_justify(name, 20) << option.help << "\n";
  }
  llvm::outs() << "  " << llvm::left_justify("-help", 20) << "this text\n\n"
               << "Exit status: 0 the value was printed, 1 the matrix is "
                  "refused, 2 wrong command line.\n";
}

ParsedOptions usageError(const llvm::Twine &message) {
  return {{},
          ExitUsage,
          ("error: " + message + "; see sparsec-permanent -help\n").str()};
}

ParsedOptions parse(int argc, char **argv, Team *team) {
  ParsedOptions parsed;
  Options &options = parsed.options;
  options.resources = machineResources();
  if (team)
    join(options, *team);
  else
    takeRank(options);
  for (int at = 1; at < argc; ++at) {
    Text word = argv[at];
    if (!word.starts_with("-") || word == "-") {
      if (!options.file.empty())
        return usageError("more than one matrix: '" + word + "'");
      options.file = word.str();
      continue;
    }
    Text name = word.drop_while([](char c) { return c == '-'; });
    if (name == "help" || name == "h") {
      return {{}, ExitOk, {}};
    }
    auto [key, inlined] = name.split('=');
    const Option *option = llvm::find_if(
        optionTable, [key = key](const Option &o) { return o.name == key; });
    if (option == std::end(optionTable))
      return usageError("unknown option '" + word + "'");
    Text value = inlined;
    if (!option->value.empty() && !name.contains('=')) {
      if (++at == argc)
        return usageError("'" + word + "' needs " + option->value);
      value = argv[at];
    }
    if (!option->apply(options, value))
      return usageError("'" + value + "' is no " + option->value + " for -" +
                        option->name);
  }
  if (options.file.empty())
    return usageError("no matrix given");
  if (options.resources.parts > 1 && team)
    return usageError("-part is for programs that are started one by one, not "
                      "for ranks of mpirun");
  if (options.resources.parts > 1 && options.resources.checkpoint.empty())
    return usageError("parts (-part, or ranks of mpirun that cannot speak MPI) "
                      "meet in a folder: -checkpoint FOLDER");
  return parsed;
}

} // namespace

/// The command line is the same for all ranks: one of them says what is wrong.
ParsedOptions parseOptions(int argc, char **argv, Team *team) {
  ParsedOptions parsed = parse(argc, argv, team);
  if (!parsed.exitStatus || (team && team->rank() > 0))
    return parsed;
  if (*parsed.exitStatus == ExitOk)
    printHelp();
  llvm::errs() << parsed.complaint;
  return parsed;
}

} // namespace sparsec::permanent
