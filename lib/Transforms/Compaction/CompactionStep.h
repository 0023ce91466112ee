//===- CompactionStep.h - executor, inspector and storage -------*- C++ -*-===//
///
/// \file
/// One compaction in the making. See Compaction.h for what it does; the parts
/// are in CompactionStep.cpp (order of the work, facts),
/// CompactionExecutor.cpp, CompactionNest.cpp (loops), CompactionLookup.cpp
/// (how positions are found), CompactionBounds.cpp (bounds of dimensions),
/// CompactionStorage.cpp (moved arrays), CompactionEdges.cpp (padding outside
/// of arrays), CompactionNumbers.cpp (numbers of instances),
/// CompactionGroup.cpp (sorting), CompactionInspector.cpp (structure) and
/// CompactionUpdate.cpp (values).
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTIONSTEP_H
#define SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTIONSTEP_H

#include "Compaction/Compaction.h"
#include "Inspection/InspectorBuilder.h"

#include <map>
#include <optional>
#include <set>

namespace sparsec {

/// An array that gets a place per point of the compacted nest.
struct MovedArray {
  std::string from, to;
  /// `{ R[..] -> [subscript] }` of its accesses, which are all alike.
  std::vector<isl::pw_aff> subscripts;
  /// Dimensions of `to` after the position; each starts at its least value.
  CompactedDomain::Dims dims;
  /// C text, what points without an instance hold.
  std::string padding;
  bool isIndex = false;
};

/// How the inspector finds the positions.
enum class Lookup {
  None,  ///< one value of K per O: the position is O itself
  Rows,  ///< instances number themselves, 0..count: that is the position
  Stamp, ///< count, scan, append; a stamp per key finds duplicates
  Mark,  ///< no O: mark the keys, collect the marked ones
  Group, ///< O follows from the values: sort the instances by (O, K)
};

/// Instances between the ends of the rows of a pointer array, which number
/// themselves (CompactionRuns.cpp).
struct RowRun {
  unsigned row;        ///< the key that runs through the rows
  std::string pointer; ///< the call of the row's begin
  isl::pw_aff number;  ///< `{ R[..] -> [number] }`
  /// The other keys: `{ P[O.., number] -> [value] }`.
  std::map<unsigned, isl::pw_aff> keys = {};
};
std::optional<RowRun> findRowRun(const Program &program,
                                 const CompactedDomain &set, bool isPadded);

class CompactionStep {
public:
  using Dims = CompactedDomain::Dims;

  CompactionStep(const Program &program, const CompactionRequest &request,
                 CompactedDomain set);
  /// \p others: what the same loops hold besides.
  llvm::Expected<StepResult> run(std::vector<CompactionStep> &others);

private:
  // CompactionStep.cpp
  llvm::Error prepare(StepResult &result);
  void nameParts();
  void addIndexFacts();
  bool listsInOrder(unsigned dim) const;
  Enumeration enumeration() const;
  void dropUnusedIndices(const std::vector<CompactionStep> &others);
  bool usesCallOf(const Statement &statement, const std::string &array) const;

  // CompactionExecutor.cpp
  /// What statements over (outer.., position, inner..) are made in.
  struct Frame {
    std::vector<std::string> iterators;
    std::map<unsigned, unsigned> place; ///< nest dim => statement dim
    unsigned at = 0;                    ///< the position's
    isl::space space;
    CallTable calls;

    isl::pw_aff valueOf(const UninterpretedCall &call) {
      return addCall(calls, call, iterators, space);
    }
  };
  Frame frameOf(const std::string &name, const Dims &outer,
                const Dims &inner) const;
  isl::pw_aff keyValue(unsigned dim, Frame &frame) const;
  isl::pw_multi_aff nestAt(const Statement &nest, Frame &frame) const;
  std::pair<isl::set, isl::set> positionBounds(const isl::pw_multi_aff &map,
                                               Frame &frame) const;
  /// The nest over (outer.., position, inner..), \p nest pulled back to it.
  Statement positioned(const Statement &nest, const std::string &name,
                       const Dims &outer, const Dims &inner,
                       isl::pw_multi_aff *map);
  Dims innerDims(const Statement &executor) const;
  llvm::Error makeExecutor(StepResult &result);
  isl::set withoutKeyBounds(const isl::set &domain) const;
  isl::set beyondList(const Statement &nest) const;
  llvm::Error requireNoEliminated(const Statement &executor) const;

  // CompactionLookup.cpp
  llvm::Error chooseLookup();
  std::string whyNotSorted() const;
  bool sortsInstances();
  llvm::Error checkThreads() const;
  llvm::Error checkOrder() const;
  llvm::Error checkBounds() const;
  llvm::Error checkWidths() const;

  // CompactionEdges.cpp
  bool storesAll(unsigned dim) const;
  void keepInside(const CompactionStep &step);

  // CompactionNest.cpp: the list and the loops that statements have in common.
  llvm::Error requireListOf(const CompactionStep &leader) const;
  void replaceNests(const std::vector<CompactionStep> &others);
  bool visitsAs(const CompactionStep &leader) const;
  bool storesAs(const CompactionStep &leader, const MovedArray &array,
                const MovedArray &other) const;
  isl::map visit() const;
  ScheduleTree innerLoops() const;

  // CompactionBounds.cpp
  std::pair<isl::pw_aff, isl::pw_aff> bounds(unsigned dim) const;
  std::optional<std::pair<isl::pw_aff, isl::pw_aff>>
  parameterBounds(unsigned dim) const {
    return poly::parameterBounds(set.nest.domain.intersect_params(old.context),
                                 dim);
  }
  /// The same, where it takes facts: `index(0) <= j < index(n)`.
  std::optional<std::pair<isl::pw_aff, isl::pw_aff>>
  factBounds(unsigned dim) const;
  std::optional<std::pair<isl::pw_aff, isl::pw_aff>>
  findFactBounds(unsigned dim) const;

  // CompactionStorage.cpp
  llvm::Error moveArrays();
  llvm::Error moveArray(const std::string &from, const std::string &to);
  llvm::Expected<std::vector<isl::pw_aff>>
  movedSubscripts(const std::string &from) const;
  bool dependsOn(const MovedArray &array, unsigned dim) const;
  llvm::Error choosePadding(MovedArray &array);
  llvm::Error chooseIndex(MovedArray &array);
  bool canDropGuard() const;
  bool hasPadding() const;
  void addStorage(const MovedArray &array);
  /// `{ space -> [subscript] }` of \p array at (position or O, dims).
  std::vector<isl::pw_aff>
  storageSubscripts(const MovedArray &array, const isl::space &space,
                    const std::map<unsigned, unsigned> &place,
                    std::optional<isl::pw_aff> position) const;
  void redirectAccesses(Statement &nest) const;
  void placeAccesses(Statement &executor,
                     const std::map<unsigned, unsigned> &place,
                     std::optional<unsigned> position) const;

  // CompactionInspector.cpp
  void makeInspector();
  void inspectRows();
  void inspectStamp();
  void inspectMark();
  void inspectGroup();
  void addPhase(Phase::Role role, ScheduleTree tree);
  std::string addVisit(Statement body, const Dims &visit,
                       const std::string &stem, bool parallel);
  void addStamps(const Dims &dims);
  void addWork(Action work);
  void allocate(const std::string &array);
  Statement bareNest() const;
  std::vector<isl::pw_aff> recordOf(const Dims &segments) const;
  std::optional<action::Stamp> stampOf(Statement &body) const;
  Statement counting() const;
  Statement appending() const;
  Expr lastOffset(long ahead) const;
  action::Call calling(const RuntimeFunction &function,
                       std::vector<Argument> arguments) const;
  bool keepsOrder() const;
  bool sortsSegments() const;
  ElementType keyType(unsigned dim) const;
  Array &addArray(const std::string &name, ElementType type,
                  Array::Owner owner);
  Expr offsetAt(const isl::space &space, const std::vector<isl::pw_aff> &outer,
                long ahead) const;
  std::vector<isl::pw_aff> segmentOf(const Dims &dims) const;

  // CompactionNumbers.cpp
  void numberInstances();
  void numberByRows(const Dims &rows, unsigned last, const isl::set &box,
                    const isl::set &visited);
  Expr endOfRows(const std::string &pointer, const isl::pw_aff &lastRow,
                 long base) const;

  // CompactionGroup.cpp
  /// How instances with one record get one entry of the list.
  enum class Merging {
    None,   ///< records are all different
    Stamps, ///< the first loop is the key: a stamp per segment tells repeats
    Sort,   ///< keys come in any order: sort those of a segment
  };
  bool recordsDiffer() const;
  Merging merging() const;
  void countInstances(const std::string &total, const Dims &visit);
  bool fillsInParallel() const;
  llvm::Error requireOneVisit();
  void addPerInstance(const std::string &name, const std::string &total,
                      Array::Owner owner);
  void rewind(const std::string &cursor);
  Statement collecting(const std::string &total, const std::string &key);
  void fillByInstance(const MovedArray &array, const Expr &value,
                      const std::string &op);
  static Statement marking(Statement body);
  action::Scatter scattering(const MovedArray &array, const Expr &value,
                             const std::string &op);

  // CompactionUpdate.cpp
  /// A statement over places, and where its dimensions are.
  struct Places {
    Statement statement;
    std::map<unsigned, unsigned> place; ///< nest dim => statement dim
    std::optional<isl::pw_aff> point;   ///< `{ statement[..] -> [p] }`
  };
  void makeUpdate();
  void updateInPlace();
  void updateBySlots();
  void updateInSegments();
  void updateInSegments(Phase::Role role);
  Phase::Role roleOf(const MovedArray &array) const;
  void updateByInstance();
  void updateByGather();
  std::vector<Statement> makeGathers();
  Expr broughtValue(const MovedArray &array) const;
  std::string fillOperator(const MovedArray &array) const;
  Dims visitWith(const Dims &storage) const;
  Places overPlaces(const std::string &name, const Dims &dims,
                    bool inSegment) const;
  isl::set segmentBounds(const Places &places, const isl::space &space,
                         CallTable &calls) const;
  Statement clearing(const MovedArray &array, bool inSegment) const;
  void clearAll(const MovedArray &array);
  Statement filling(const MovedArray &array, std::optional<isl::pw_aff> point,
                    const CallTable &calls) const;
  Statement fillingSegment(const MovedArray &array, const isl::pw_aff &point,
                           const CallTable &calls,
                           const std::string &table) const;
  std::vector<isl::pw_aff>
  segmentsIn(const Statement &made,
             const std::map<unsigned, unsigned> &place) const;

  const Program &old;
  /// What factBounds found of each dimension.
  mutable std::map<unsigned, std::optional<std::pair<isl::pw_aff, isl::pw_aff>>>
      knownBounds;
  const CompactionRequest &request;
  CompactedDomain set;
  Program next;

  Lookup lookup = Lookup::None;
  Statement source; ///< the nest with accesses redirected to moved arrays
  std::vector<MovedArray> moved;
  std::optional<Statement> executing; ///< the executor, once it is made
  std::vector<Statement> gathers;     ///< one per moved array, when distinct
  bool guarded = false;               ///< the executor keeps the exact guard
  std::string executor, position, offset, count, slot, present, stamps;
  std::map<unsigned, std::string> indexOf; ///< key dim => its index array
  std::optional<RowRun> rowRun;            ///< Lookup::Rows
  Dims counters; ///< dims that own a segment while counting
  ElementType indexType;
  /// Group: `{ R[..] -> [number of the instance] }` and how many there are.
  std::optional<isl::pw_aff> number;
  std::optional<Expr> instances;
  bool sortsAll = false; ///< Group: where segments could be visited in turn
  std::vector<Phase> phases;
  std::vector<std::string> inspectors;
  std::string recorder;             ///< the inspector that lists the values
  std::optional<unsigned> listedAt; ///< the executor's position
  std::optional<isl::set> members;  ///< and where it is in its segment
};

/// Whether dimension \p dim of \p box takes every value between \p bounds.
bool isDense(const isl::set &box, unsigned dim,
             const std::pair<isl::pw_aff, isl::pw_aff> &bounds);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_COMPACTION_COMPACTIONSTEP_H
