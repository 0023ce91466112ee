//===- ArrayCopy.h - work on a copy of the elements in use ------*- C++ -*-===//
///
/// \file
/// What datacopy and the copy_to_ steps have in common:
/// statements below a place in the loops work on a small temporary that holds
/// the elements of an array which one iteration of the loops outside touches:
///
///     for i                          for i
///       for k                          for t: tmp[t] = y[3*i + t]
///         y[3*i + k] += ..     =>      for k: tmp[k] += ..
///                                      for t: y[3*i + t] = tmp[t]
///
/// The footprint { O[outer] -> y[element] } is the accesses seen from the outer
/// loops; its box hull has constant extents and a lower corner that is affine
/// in the outer loops and in the calls that they fix, such as 3*explicit(p).
/// The copies visit only elements of the footprint.
///
/// In shared memory there are copies of index arrays, too, which calls read
/// (ArrayCopyCalls.cpp), copies of rows that an index array selects
/// (SelectedCopy.cpp), rings of copies (StagedCopy.cpp), and copies of several
/// iterations side by side (ArrayCopyParts.cpp).
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_TRANSFORMS_SUPPORT_ARRAYCOPY_H
#define SPARSEC_LIB_TRANSFORMS_SUPPORT_ARRAYCOPY_H

#include "Support/OuterView.h"
#include "Support/Temporaries.h"

#include "sparsec/Transforms/LoopUtils.h"

#include <optional>
#include <string>
#include <vector>

namespace sparsec {

/// What works on the copy: a loop around a statement, or the body of one; the
/// whole phase when `loop` is empty.
struct CopyPlace {
  std::string statement, loop;
  bool isBody = false;

  const ScheduleTree &node(const ScheduleTree &tree) const;
  ScheduleTree &node(ScheduleTree &tree) const;
  /// Loops outside of it.
  unsigned depth(const ScheduleTree &tree) const;
  /// "loop 'b'", or "the loops outside 'k'": whose iteration has a copy.
  std::string text() const;
};

/// One application, step by step.
class ArrayCopy {
public:
  enum class Memory { Stack, Shared, Registers, Constant };

  /// \p isPrivate: the outer loops are the first iterators of the users.
  /// \p users: the statements of \p place that access the array, or call it.
  ArrayCopy(StepResult &result, const Program &before, const Arguments &args,
            const CopyPlace &place, const std::vector<std::string> &users,
            bool isPrivate, Memory memory)
      : result(result), before(before), array(args.text("array")),
        statement(args.statement()), place(place),
        tree(before.phaseOf(statement)->tree), depth(place.depth(tree)),
        view(before, tree, statement, depth), users(users),
        isPrivate(isPrivate), memory(memory) {}

  llvm::Error run(const Arguments &args);

private:
  isl::set ownersOf(const Statement &user) const;
  bool sharesOwner(const Statement &other) const;
  bool ownersAreUsers() const;
  bool beginsUnset();
  llvm::Error readStages(const Arguments &args);
  llvm::Error checkStages() const;
  void addArrivals(Array &copy);
  void addBox(const isl::space &space,
              std::vector<isl::pw_aff> &subscripts) const;
  llvm::Error findFootprint();
  void findSelectors();
  std::string selectorOf(unsigned pos) const;
  bool hasSelectors() const;
  std::vector<isl::pw_aff>
  placesOf(const Statement &user,
           const std::vector<isl::pw_aff> &subscripts) const;
  isl::pw_aff selected(Statement &copy, unsigned pos,
                       const isl::pw_aff &place) const;
  bool isDeadAfter() const;
  unsigned dims() const {
    return unsigned(before.arrays.at(array).extents.size());
  }
  llvm::Error collectFootprints();
  std::vector<std::string> callsOf(const std::string &name) const;
  llvm::Error collectCalls(const std::string &name);
  std::string untouched() const;
  llvm::Error findBox();
  bool isIndirectIn(const Statement &user) const;
  llvm::Error placeParts(const std::vector<std::string> &loops);
  llvm::Error findParts(const std::vector<std::string> &loops);
  std::vector<long> sizes(long pad) const;
  std::vector<isl::pw_aff> partsOf(const std::string &user) const;
  void addParts(Statement &user, const isl::pw_multi_aff &toOuter,
                std::vector<isl::pw_aff> &subscripts) const;
  llvm::Error orderDimensions(const std::string &fastest);
  llvm::Error makeArray(const Arguments &args);
  isl::map needed(const OuterRelation &seen) const;
  void rewriteAccesses();
  void rewriteStatement(const std::string &name);
  void rewriteCalls(Statement &user,
                    const std::vector<isl::pw_aff> &corner) const;
  std::string makeCopy(const std::string &role, const isl::map &elements);
  ScheduleTree loopsOf(const std::string &copy);
  void placeCopies(const std::string &in, const std::string &out);

  StepResult &result;
  const Program &before;
  std::string array, statement, temporary;
  const CopyPlace &place;
  const ScheduleTree &tree;
  unsigned depth; ///< loops outside the place
  OuterView view;
  const std::vector<std::string> &users;
  bool isPrivate;
  Memory memory;

  /// `{ O[outer] -> A[element] }`: all accesses; reads of values from outside;
  /// writes. Absent when there are none.
  std::optional<OuterRelation> touched, read, written;
  std::optional<ConstantBox> box; ///< around `touched`
  /// Positions of the loops outside whose iterations have parts of one copy.
  std::vector<unsigned> apart;
  std::optional<OuterView> partsView; ///< over the loops outside these
  std::optional<ConstantBox> parts;   ///< around the values of these
  /// Dimension of the array at each position of a part.
  std::vector<unsigned> order;
  std::vector<std::string> elementLoops; ///< per position of the temporary
  /// Per dimension of the array: the index array that selects along it, whose
  /// positions are what the box has there in place of elements; "" for none.
  std::vector<std::string> selectors;
  long stages = 1; ///< boxes, which steps of the loop use by turns
  Array::OnGpu ring = Array::OnGpu::No;
};

/// Whether \p statement reads \p array by calls.
bool isIndexedBy(const Statement &statement, const std::string &array);

/// The step: arguments `statement`, `array`, `name`, `fastest`, `pad`, `apart`.
llvm::Expected<StepResult> copyArray(const Program &program,
                                     const Arguments &args,
                                     const CopyPlace &place,
                                     ArrayCopy::Memory memory);

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_SUPPORT_ARRAYCOPY_H
