//===- Compactor.h - executor, inspector and storage ------------*- C++ -*-===//
///
/// \file
/// The parts of a compaction put together. See Compaction.h for what it does.
/// Compactor.cpp has the order of the work and the facts, CompactionNest.cpp
/// the loops, which may hold several statements.
///
/// | part                | decides or makes                            |
/// |---------------------|---------------------------------------------|
/// | `CompactedDomain`   | what each loop around the statement is      |
/// | `CompactionInput`   | that, names, bounds: nothing of it changes  |
/// | `PositionStrategy`  | how positions are found, one of five        |
/// | `CompactedStorage`  | which arrays move, their padding            |
/// | `CompactedExecutor` | the executor and its instance map           |
/// | `StorageFiller`     | statements that clear and fill storage      |
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTOR_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTOR_H

#include "Compaction/CompactedExecutor.h"

namespace sparsec {

/// The compaction of one statement, from its own loops alone. Each part is
/// decided from those before it.
struct CompactedNest {
  const CompactionInput in;
  Program next; ///< the old program, with what was declared
  std::unique_ptr<const PositionStrategy> positions = nullptr;
  std::optional<const CompactedStorage> storage = std::nullopt;
  std::optional<const CompactedExecutor> executor = std::nullopt;

  /// Whether the loops have the same parts to play here as in \p leader, whose
  /// outer ones are the same: calls of one name then have the same arguments.
  /// Its list has all values, and perhaps more.
  bool visitsAs(const CompactedNest &leader) const;
  /// Whether both arrays hold the same elements, none of which depends on loops
  /// that stay inside, but for those that both statements are in.
  bool storesAs(const CompactedNest &leader, const MovedArray &array,
                const MovedArray &other) const;
  /// Whether \p leader may list values that this statement does not run for.
  bool visitsLessThan(const CompactedNest &leader) const;
  /// What \p leader lists and stores is what this statement needs.
  llvm::Error requireListOf(const CompactedNest &leader) const;

private:
  CompactionInput::Dims sharedInside(const CompactedNest &other) const;
  isl::map visit(const CompactionInput::Dims &shared = {}) const;
};

using CompactedNests = std::vector<std::unique_ptr<CompactedNest>>;

/// The statements of the compacted loops, which one list serves.
class Compactor {
public:
  /// \p nests: the one whose instances are listed, then the others.
  /// \p requested: the statement of the request.
  Compactor(CompactedNests nests, std::string requested);

  StepResult run();

private:
  std::map<unsigned, std::string> neededIndices() const;
  void declareList();
  const CompactedNest &nestOf(const std::string &statement) const;
  ScheduleTree inside(const ScheduleTree &node) const;
  void replaceNests();
  void ownScalars();
  void keepOwners();
  std::optional<std::vector<std::string>>
  usersOf(const std::string &scalar) const;
  void addIndexFacts();
  void addListedRule(const std::string &recorder);
  bool isUnique(unsigned dim) const;
  void addOffsetFacts();
  Enumeration enumeration(const CompactedNest &nest,
                          const std::string &recorder) const;

  const CompactedNests nests;
  const std::string requested;
  const CompactionInput &in;
  const CompactedDomain &set;
  const PositionStrategy &positions;
  Program next;
  /// Key dim => the array that lists its values.
  const std::map<unsigned, std::string> indices;
};

/// The compaction of \p request.statement.
llvm::Expected<std::unique_ptr<CompactedNest>>
compactNest(const Program &program, const CompactionRequest &request,
            CompactedDomain domain);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTOR_H
