//===- ElementOrder.cpp - elements in the order of their rows -------------===//

#include "Inspection/ElementOrder.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

isl::pw_aff none(const Program &program) {
  return poly::constant(isl::space::unit(program.context.ctx()), 0);
}

/// A statement of the inspector without instances yet.
struct Visit {
  Visit(const Program &program, const std::string &stem,
        std::vector<std::string> iterators) {
    made.name = program.freshName(stem);
    made.iterators = std::move(iterators);
    const isl::space space = poly::tupleSpace(program.context.ctx(), made.name,
                                              unsigned(made.iterators.size()));
    made.domain = made.constraints = isl::set::universe(space);
  }

  isl::pw_aff at(unsigned dim) const { return made.iterator(dim); }
  isl::pw_aff value(const std::string &array, const isl::pw_aff &at) {
    return addCall(made.calls, {array, {at}}, made.iterators, made.space());
  }
  /// Bounds loop \p dim by \p count.
  void runTo(unsigned dim, const isl::pw_aff &count) {
    made.domain = poly::withDimNames(
        made.domain.intersect(at(dim).ge_set(poly::constant(made.space(), 0)))
            .intersect(at(dim).lt_set(poly::onSpace(count, made.space()))),
        made.iterators);
  }

  Statement made;
};

/// The type of places that the runtime adds up, wide enough for \p pointers.
ElementType placeType(const ElementType &pointers) {
  const bool fitsInt =
      pointers.bytes < 4 || (pointers.bytes == 4 && pointers.isSigned);
  return fitsInt ? ElementType::int32() : ElementType::int64();
}

class ElementOrder {
public:
  ElementOrder(Program &next, InspectorBuilder &phases, const OrderedRows &rows,
               const isl::pw_aff &total)
      : next(next), phases(phases), rows(rows), total(total),
        type(placeType(next.arrays.at(rows.pointers).type)),
        first(next.freshName(rows.pointers + "_first")),
        made{next.freshName(rows.pointers + "_order"),
             next.freshName(rows.pointers + "_place"), total} {}

  llvm::Error check() const;
  OrderArrays make();

private:
  bool startsAtZero() const;
  bool endsAtTotal() const;
  void addRowStarts();
  void addPlaces();

  Program &next;
  InspectorBuilder &phases;
  const OrderedRows &rows;
  const isl::pw_aff &total;
  const ElementType type;
  const std::string first;
  const OrderArrays made;
};

bool ElementOrder::startsAtZero() const {
  return llvm::any_of(next.factsAbout(rows.pointers, Fact::Kind::Boundary),
                      [](const Fact *fact) {
                        return poly::constantValue(*fact->at) == 0 &&
                               poly::constantValue(*fact->upper) == 0;
                      });
}

/// Whether total is pointers[count].
bool ElementOrder::endsAtTotal() const {
  return llvm::any_of(next.calls, [&](const auto &entry) {
    const UninterpretedCall &call = entry.second;
    const isl::pw_aff end =
        poly::parameter(isl::space::unit(next.context.ctx()), entry.first);
    return call.function == rows.pointers && call.arguments.size() == 1 &&
           poly::equalOn(call.arguments[0], rows.count, next.context) &&
           poly::equalOn(total, end, next.context);
  });
}

llvm::Error ElementOrder::check() const {
  if (next.factsAbout(rows.pointers, Fact::Kind::Monotonic).empty() ||
      !startsAtZero())
    return refuse("'" + rows.pointers +
                  "' is not known to point to rows one after the other; state "
                  "csr(..), or monotonic(" +
                  rows.pointers + ") and where it begins");
  if (!endsAtTotal())
    return refuse("the rows of '" + rows.pointers + "' are not known to hold " +
                  affineText(total, {}) + " elements, which the arrays have");
  return llvm::Error::success();
}

/// first[p + 1] = pointers[order[p] + 1] - pointers[order[p]]; scan.
void ElementOrder::addRowStarts() {
  Array &starts = phases.addArray(first, type, Array::Owner::Workspace,
                                  {rows.count.add_constant(1)});
  starts.isZeroed = starts.isIndex = true;
  phases.allocate(first);
  Visit visit(next, "lengths_" + first, {rows.loop});
  visit.runTo(0, rows.count);
  const isl::pw_aff row = visit.value(rows.order, visit.at(0));
  const isl::pw_aff length = visit.value(rows.pointers, row.add_constant(1))
                                 .sub(visit.value(rows.pointers, row));
  visit.made.assignment =
      Assignment{Expr::access(first, {visit.at(0).add_constant(1)}, type),
                 Update::Set, Expr::affine(length, type)};
  phases.add(std::move(visit.made), /*parallel=*/true);
  phases.call("scan", callFor(type, runtime::inclusive_scan,
                              {Argument::array(first), Argument::size(first)}));
}

/// inverse[e] = first[p] + e - pointers[order[p]], for e in row order[p].
void ElementOrder::addPlaces() {
  phases.addArray(made.inverse, type, Array::Owner::Plan, {total});
  phases.allocate(made.inverse);
  Visit visit(next, "places_" + first, {rows.loop, next.freshName("element")});
  visit.runTo(0, rows.count);
  const isl::pw_aff row = visit.value(rows.order, visit.at(0)),
                    element = visit.at(1),
                    begin = visit.value(rows.pointers, row),
                    end = visit.value(rows.pointers, row.add_constant(1));
  visit.made.constraints =
      poly::withDimNames(begin.le_set(element).intersect(element.lt_set(end)),
                         visit.made.iterators);
  const isl::pw_aff place =
      visit.value(first, visit.at(0)).add(element).sub(begin);
  visit.made.assignment =
      Assignment{Expr::access(made.inverse, {element}, type), Update::Set,
                 Expr::affine(place, type)};
  phases.add(std::move(visit.made), /*parallel=*/true);
  next.facts.push_back(provedRange(made.inverse, none(next), total));
  Fact permutation = provedFact(Fact::Kind::Permutation, {made.inverse});
  permutation.upper = total;
  next.facts.push_back(permutation);
}

OrderArrays ElementOrder::make() {
  addRowStarts();
  addPlaces();
  invertOrder(next, phases, next.freshName("element"),
              {made.inverse, made.order, total});
  return made;
}

} // namespace

void invertOrder(Program &next, InspectorBuilder &phases,
                 const std::string &loop, const OrderArrays &arrays) {
  const auto &[order, inverse, count] = arrays;
  const ElementType type = next.arrays.at(order).type;
  phases.addArray(inverse, type, Array::Owner::Plan, {count});
  phases.allocate(inverse);
  Visit visit(next, "invert_" + loop, {loop});
  visit.runTo(0, count);
  const isl::pw_aff number = visit.value(order, visit.at(0));
  visit.made.assignment =
      Assignment{Expr::access(inverse, {number}, type), Update::Set,
                 Expr::affine(visit.at(0), type)};
  phases.add(std::move(visit.made), /*parallel=*/true);

  next.facts.push_back(provedRange(inverse, none(next), count));
  Fact permutation = provedFact(Fact::Kind::Permutation, {inverse});
  permutation.upper = count;
  next.facts.push_back(permutation);
  next.facts.push_back(provedFact(Fact::Kind::Inverse, {inverse, order}));
  next.facts.push_back(provedFact(Fact::Kind::Inverse, {order, inverse}));
}

llvm::Expected<OrderArrays> orderElements(Program &next,
                                          InspectorBuilder &phases,
                                          const OrderedRows &rows,
                                          const isl::pw_aff &total) {
  ElementOrder order(next, phases, rows, total);
  if (llvm::Error error = order.check())
    return error;
  return order.make();
}

} // namespace sparsec
