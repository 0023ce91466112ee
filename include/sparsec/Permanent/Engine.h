//===- Engine.h - a way to compute the permanent of a block -----*- C++ -*-===//
#ifndef SPARSEC_PERMANENT_ENGINE_H
#define SPARSEC_PERMANENT_ENGINE_H

#include "sparsec/Permanent/Elimination.h"
#include "sparsec/Permanent/Value.h"

#include <functional>
#include <memory>

namespace sparsec::permanent {

class Team;

/// What a run on one block will take, known before it begins.
struct Cost {
  double operations = 0; ///< products added up
  double bytes = 0;      ///< held at once, over all
  double seconds = 0;    ///< with the threads that were given
};

/// What the numbers of a run are; it decides size and speed of an operation.
enum class NumberKind {
  Positive, ///< doubles
  Signed,
  Complex,
  Integer,
  Precise, ///< of so many bits, real or complex
  PreciseComplex
};

struct Numbers {
  NumberKind kind = NumberKind::Integer;
  size_t bits = 0; ///< integers: those of the result, at most
};

/// How sums over subsets are added up where numbers are doubles.
enum class Summation {
  Double,     ///< plainly
  Kahan,      ///< products are doubles, their sum is compensated
  DoubleQuad, ///< row sums are doubles, products and their sum have 106 bits
  Quad        ///< all has 106 bits
};

struct Resources {
  Summation summation = Summation::Double;
  unsigned threads = 1;
  double bytes = 4e9;     ///< largest memory
  double seconds = 86400; ///< longest run
  SearchEffort search;
  /// The name of the only one to use; "gray": whichever of "gray-cpu" and
  /// "gray-gpu" is faster; empty: any.
  std::string engine;
  int gpus = -1;          ///< how many at most; -1: all that are there
  std::string cache;      ///< folder of compiled kernels; empty: the usual one
  std::string checkpoint; ///< folder for sums of finished slices; empty: none
  /// Of several programs that share a checkpoint, this one is part of parts.
  unsigned part = 0, parts = 1;
  /// Other ranks that take part in sums over subsets; none: alone. They serve.
  Team *team = nullptr;
  /// Is told what is worth knowing of a run: what it fell back to, its speed.
  std::function<void(const std::string &)> note;
};

/// Computes on a rank other than 0 of its team what rank 0 sends, until that
/// dismisses the team. Throws Refused.
void serveTeam(const Resources &resources);
void dismissTeam(Team &team);

/// All processors and half of the memory of this machine, for a day.
Resources machineResources();

/// Is told the share of a run that is done, from 0 to 1; false stops the run.
using Progress = std::function<bool(double)>;

/// Thrown by a run whose progress said so.
struct Stopped {};

/// Thrown by a run that has done its part, while others have not yet.
struct PartDone {
  std::string text;
};

/// Thrown by a run that cannot go on, with the reason.
struct Refused {
  std::string reason;
};

inline void report(const Progress &progress, double share) {
  if (progress && !progress(share))
    throw Stopped();
}

/// Made for the pattern of one block. An engine that cannot take a block at all
/// has infinite cost. The planner takes the cheapest that fits; another engine
/// is another class and a line in `enginesFor`.
class Engine {
public:
  virtual ~Engine() = default;
  virtual const char *name() const = 0;
  virtual Cost cost() const = 0;
  /// What decides the cost, in words: "frontier 12, 3.1e+04 states".
  virtual std::string details() const = 0;
  virtual RoundedValue run(const RoundedSquare &block,
                           const Progress &progress) const = 0;
  virtual mpz_class run(const IntegerSquare &block,
                        const Progress &progress) const = 0;
  virtual PreciseValue run(const PreciseSquare &block,
                           const Progress &progress) const = 0;
};

std::unique_ptr<Engine> makeFrontierEngine(const Pattern &block,
                                           const Numbers &numbers,
                                           const Resources &resources);

/// Blocks with fewer rows are no work for the next engines.
constexpr int leastGrayRows = 4;

/// The sum over 2^(n - 1) subsets by a kernel that is generated for the matrix:
/// gray-gpu if there are GPUs, and gray-cpu. \p values, if they are known, tell
/// whether the kernel has to be made.
std::vector<std::unique_ptr<Engine>>
makeGrayEngines(const Pattern &block, const Numbers &numbers,
                const Resources &resources, const RoundedSquare *values);

/// Several smaller matrices in place of one that needs too much memory.
std::unique_ptr<Engine> makeSplitEngine(const Pattern &block,
                                        const Numbers &numbers,
                                        const Resources &resources);

/// All engines that may be of use, for the planner to choose from. \p values as
/// in makeGrayEngines.
std::vector<std::unique_ptr<Engine>>
enginesFor(const Pattern &block, const Numbers &numbers,
           const Resources &resources, const RoundedSquare *values = nullptr);

/// Whether Resources::engine may be \p name.
bool isEngine(const std::string &name);

bool fits(const Cost &cost, const Resources &resources);

/// The cheapest engine that fits, or the cheapest of all.
std::unique_ptr<Engine> cheapest(std::vector<std::unique_ptr<Engine>> engines,
                                 const Resources &resources);

} // namespace sparsec::permanent

#endif // SPARSEC_PERMANENT_ENGINE_H
