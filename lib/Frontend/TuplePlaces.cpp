//===- TuplePlaces.cpp - where values of extrema are from -----------------===//
///
/// \file
/// `if (v > m) { m = v; at = e; }` leaves the first of equal values. Which one
/// that is the loops' order says, so each value gets its place in it, the
/// values of the loops around that go through values of one tuple:
///
///     for i                                    S[i, j] is from (j), if m is
///       for j                                  private to i, else from (i, j)
///         S: if (v > m) { m = v; at = e; }
///
/// Where several statements update a tuple their order counts last. Updates of
/// which cells belong to other tuples, too, or are set anew by other loops than
/// the rest, or that stand in different loops, get no places, and keep their
/// order.
///
//===----------------------------------------------------------------------===//

#include "TuplePlaces.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <map>
#include <set>

namespace sparsec {
namespace {

class TuplePlacer {
public:
  explicit TuplePlacer(Program &program)
      : program(program), tree(program.executePhase().tree) {
    for (const std::string &name : tree.statements())
      if (const auto &body = program.statement(name).assignment;
          body && hasTies(body->op))
        updates.push_back(name);
  }

  void run() {
    for (const std::string &name : updates) {
      Assignment &update = *program.statement(name).assignment;
      std::vector<const std::string *> beside;
      const std::set<std::string> own = update.written();
      bool isWhole = haveOneLife(own);
      for (const std::string &other : updates) {
        const Assignment &its = *program.statement(other).assignment;
        const std::set<std::string> cells = its.written();
        const bool meets = llvm::any_of(
            cells, [&](const std::string &cell) { return own.count(cell); });
        isWhole &=
            !meets || (cells == own && its.op == update.op &&
                       its.target.text == update.target.text &&
                       tree.loopsAround(other) == tree.loopsAround(name));
        if (meets)
          beside.push_back(&other);
      }
      if (isWhole)
        update.computed().subscripts = placesOf(name, update, beside);
    }
  }

private:
  std::vector<isl::pw_aff>
  placesOf(const std::string &name, const Assignment &update,
           const std::vector<const std::string *> &beside) const {
    std::vector<isl::pw_aff> places;
    const auto around = tree.loopsAround(name);
    for (size_t depth = sharedDepth(update); depth < around.size(); ++depth) {
      const isl::pw_aff &value = around[depth]->values.at(name);
      const bool tellsTuple =
          llvm::any_of(update.target.subscripts, [&](const isl::pw_aff &one) {
            return one.plain_is_equal(value);
          });
      if (!tellsTuple)
        places.push_back(value);
    }
    if (beside.size() > 1 && !places.empty()) {
      const auto own = llvm::find_if(
          beside, [&](const std::string *one) { return *one == name; });
      places.push_back(poly::constant(program.statement(name).space(),
                                      own - beside.begin()));
    }
    return places;
  }

  /// Whether all cells begin, and end, with the iterations of the same loops.
  /// One that lives longer tells which of these came last.
  bool haveOneLife(const std::set<std::string> &cells) const {
    const Array &first = program.arrays.at(*cells.begin());
    return llvm::all_of(cells, [&](const std::string &cell) {
      const Array &other = program.arrays.at(cell);
      return other.privateDepth == first.privateDepth &&
             other.liveOut == first.liveOut;
    });
  }

  /// The loops outside of which a tuple is another one.
  size_t sharedDepth(const Assignment &update) const {
    return size_t(
        std::max(program.arrays.at(update.target.text).privateDepth, 0));
  }

  Program &program;
  const ScheduleTree &tree;
  std::vector<std::string> updates;
};

} // namespace

void placeTuples(Program &program) { TuplePlacer(program).run(); }

} // namespace sparsec
