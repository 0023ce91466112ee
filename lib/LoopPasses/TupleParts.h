//===- TupleParts.h - what threads find of an extremum ----------*- C++ -*-===//
///
/// \file
/// An extremum and what goes along with it, `if (v > m) { m = v; at = e; }`,
/// where iterations of one loop update it on several threads: each has a copy
/// of the tuple, and the place that its value is from. Of equal values the one
/// of the first (or last) place is what the source's loops leave.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_LOOPPASSES_TUPLEPARTS_H
#define SPARSEC_LIB_LOOPPASSES_TUPLEPARTS_H

#include "sparsec/IR/Program.h"
#include "sparsec/LoopIR/LoopAst.h"

#include "llvm/Support/Error.h"

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sparsec {

/// Locals that hold a tuple, and where it is from.
struct TupleCopy {
  LoopExpr value;
  /// Of equal values the one with the first place, compared by component, is
  /// what the loops leave: minus the place of the source where the last one
  /// counts. The largest numbers for none.
  std::vector<LoopExpr> places;
  /// What goes along; nothing where it is a component of the place.
  std::vector<LoopExpr> cells;
};

/// Makes a name that is new of the one given.
using NewName = std::function<std::string(const std::string &)>;

/// Why loops that each find an extremum cannot have it one after the other.
inline constexpr const char *laterHasFirst =
    "loops behind each other find it, of which the later may have what came "
    "first; leave out the step that took them apart";

/// One tuple that iterations of a loop update together.
class TupleParts {
public:
  /// Those of \p loop: each of its iterations may update them, and does
  /// nothing else with them. An error: some of what goes along is not updated
  /// with it everywhere.
  /// Threads that share \p loop have to find each tuple together, or iterations
  /// to have one of their own: else an error.
  /// \p scattered, if any, gets the arrays of tuples that loops inside choose.
  static llvm::Expected<std::vector<TupleParts>>
  of(const LoopNode &loop, const Program &program, const NewName &newName,
     std::set<std::string> *scattered = nullptr);

  /// Declares locals without a value yet, and adds them to \p into.
  TupleCopy declare(std::vector<LoopNode> &into) const;
  /// Lets \p loop update \p copy. \p inOrder: who runs several iterations
  /// comes by the places in their order.
  void redirect(LoopNode &loop, const TupleCopy &copy, bool inOrder) const;
  /// Puts the tuple of \p part into \p whole if that is what the loops would
  /// have left of the two.
  LoopNode join(const TupleCopy &whole, const TupleCopy &part) const;
  /// Behind the loop: updates the target by what all iterations found.
  LoopNode update(const TupleCopy &found) const;

  Update op() const { return how; }
  const LoopExpr &element() const { return target; }
  const std::set<std::string> &statements() const { return names; }
  LoopType valueType() const { return type; }
  LoopType placeType(size_t pos) const { return placeTypes[pos]; }
  LoopType cellType(size_t pos) const { return cellTypes[pos]; }
  /// What is in TupleCopy::places where there is no value.
  LoopExpr noPlace(size_t pos) const;
  /// A local of \p type that \p value is put in, at the end of \p into.
  LoopExpr name(const std::string &stem, const LoopType &type, LoopExpr value,
                std::vector<LoopNode> &into) const;

private:
  /// Locals of a loop => their values.
  using Locals = std::map<std::string, LoopExpr>;

  TupleParts(const LoopNode &update, const Program &program,
             const NewName &newName, const Locals &locals);
  static Locals localsIn(const LoopNode &loop);
  static LoopExpr resolved(const LoopExpr &expr, const Locals &locals);
  bool isOne(const LoopNode &node) const;
  /// Takes the statement of \p update in; false: it has other cells.
  bool add(const LoopNode &update);
  /// Whether iterations of \p loop have tuples of their own.
  bool varies(const LoopNode &loop) const;
  /// Whether each iteration of \p loop, that varies it, has its own.
  bool isOfIteration(const LoopNode &loop, const Program &program) const;
  /// Whether \p loop does more with the tuple than update it: each of its
  /// iterations has one of its own then, if it is private.
  bool isTouched(const LoopNode &loop) const;
  void redirectOne(LoopNode &update, const TupleCopy &copy, bool inOrder) const;
  LoopExpr isBetter(const LoopExpr &value, const LoopExpr &other,
                    bool orEqual = false) const;
  LoopExpr directed(const LoopExpr &place) const;

  Update how;
  LoopExpr target;
  std::vector<LoopExpr> cells;
  /// The component of the place that a cell always is, if it is one.
  std::vector<std::optional<size_t>> cellPlaces;
  LoopType type;
  std::vector<LoopType> placeTypes, cellTypes;
  std::set<std::string> names;
  NewName newName;
  Locals locals;
};

/// Whether \p node is the update of a tuple as a whole.
bool isTupleUpdate(const LoopNode &node);
/// The assignments of one: what takes the value, and what goes along. Before
/// them stand locals.
std::vector<const LoopNode *> assignmentsOf(const LoopNode &update);
/// The array of the first of them.
const std::string &arrayOfTuple(const LoopNode &update);
/// Array of a tuple => all statements that update it.
using TupleStatements = std::map<std::string, std::set<std::string>>;
TupleStatements tupleStatements(const std::vector<LoopNode> &nodes);
/// Updates in \p nodes whose values have places, and of which no thread has a
/// part, are branches of the loops around them: an error where these do not
/// come by the places of a tuple in their order.
llvm::Error checkBranches(const std::vector<LoopNode> &nodes,
                          const Program &program,
                          const TupleStatements &statements);
/// "'m' is an extremum with what goes along, and WHY".
llvm::Error refuseTuple(const LoopExpr &element, const char *why);

} // namespace sparsec

#endif // SPARSEC_LIB_LOOPPASSES_TUPLEPARTS_H
