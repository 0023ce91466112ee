//===- Plan.h - what will be computed how, at which cost --------*- C++ -*-===//
#ifndef SPARSEC_PERMANENT_PLAN_H
#define SPARSEC_PERMANENT_PLAN_H

#include "sparsec/Permanent/Engine.h"
#include "sparsec/Permanent/Reduce.h"

namespace sparsec::permanent {

/// One block that remains after preprocessing, and how it is computed.
struct BlockPlan {
  int size = 0;
  size_t entries = 0;
  std::unique_ptr<Engine> engine;
  /// The engines that were weighed, `engine` being one of them.
  struct Offer {
    std::string engine;
    Cost cost;
  };
  std::vector<Offer> offers;
};

/// Preprocessing done, engines chosen, nothing heavy computed.
class Plan {
public:
  /// Fails if no engine fits the resources, with the predicted cost.
  static llvm::Expected<Plan> make(const Matrix &matrix,
                                   const Resources &resources);

  const std::vector<BlockPlan> &blocks() const { return steps; }
  int size() const { return matrixSize; }
  int structuralRank() const;
  int diagonalBlocks() const;
  int largestDiagonalBlock() const;
  int eliminatedVertices() const;
  /// "exact integers", "double", "double with signs", "complex double", "200
  /// bits".
  std::string arithmetic() const;
  /// Seconds of all blocks; bytes of the largest.
  Cost cost() const;

  /// Computes the permanent. Memory that is not there is an error, and so is
  /// a \p progress that says stop.
  llvm::Expected<Value> run(const Progress &progress = {}) const;

private:
  std::variant<Reduction<mpz_class>, Reduction<Rounded>, Reduction<Precise>>
      reduction;
  std::vector<BlockPlan> steps;
  int matrixSize = 0;
  int64_t exponent = 0;
  Numbers numbers;

  Value runBlocks(const Reduction<mpz_class> &reduced,
                  const Progress &progress) const;
  Value runBlocks(const Reduction<Rounded> &reduced,
                  const Progress &progress) const;
  Value runBlocks(const Reduction<Precise> &reduced,
                  const Progress &progress) const;
  Progress ofBlock(size_t block, const Progress &whole) const;
};

} // namespace sparsec::permanent

#endif // SPARSEC_PERMANENT_PLAN_H
