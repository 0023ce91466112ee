//===- PlaceMarks.h - marks where the inspector puts elements ---*- C++ -*-===//
#ifndef SPARSEC_LIB_TRANSFORMS_INSPECTION_PLACEMARKS_H
#define SPARSEC_LIB_TRANSFORMS_INSPECTION_PLACEMARKS_H

#include "Inspection/InspectorBuilder.h"

#include "sparsec/IR/Program.h"

#include "llvm/Support/Error.h"

#include <map>
#include <string>
#include <vector>

namespace sparsec {

/// Marks the elements of an array of the plan that the inspector puts values
/// into: the phases which fill it run once more, for marks in place of values.
class PlaceMarks {
public:
  PlaceMarks(const Program &program, std::string array)
      : old(program), array(std::move(array)) {}

  /// Fails where anything but plain assignments fills the array.
  llvm::Error check();
  /// Whether places are counted by 64-bit numbers. After check.
  bool areMany() const { return hasLongIndices; }
  /// Of a mark: a byte, or a word where threads of a GPU may put several values
  /// at one place at once. After check.
  const ElementType &typeOfMark() const { return markType; }
  /// Adds the phases: \p marks, of the array's extents, that \p next has, all
  /// 0, become 1 where values go.
  void mark(Program &next, const std::string &marks, InspectorBuilder &phases);

private:
  bool isRunAgain(const Statement &part) const;
  void copyWorkspace(Program &next, const ScheduleTree &tree,
                     const std::string &suffix);
  Statement marking(const Statement &part, const std::string &made,
                    const isl::pw_multi_aff &map, const ScheduleTree &tree,
                    const Program &next, const std::string &marks) const;
  void markSources(Program &next, const Phase &filler, const std::string &marks,
                   InspectorBuilder &phases);

  const Program &old;
  const std::string array;
  std::vector<const Phase *> fillers;
  std::map<std::string, std::string> workspace; ///< of fillers => for marks
  std::map<std::string, std::string> sources;   ///< copied from => its marks
  bool hasLongIndices = false;
  ElementType markType = ElementType::byte();
};

} // namespace sparsec

#endif // SPARSEC_LIB_TRANSFORMS_INSPECTION_PLACEMARKS_H
