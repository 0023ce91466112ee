//===- WholeProducts.cpp - boxes that instructions do ---------------------===//

#include "WholeProducts.h"

#include "ScheduleBuilder.h"

#include "sparsec/IR/TensorAtom.h"
#include "sparsec/Poly/Constraints.h"

#include "llvm/ADT/STLExtras.h"

#include <functional>

namespace sparsec {
namespace {

/// The loops that one matrix instruction does, and what is around them.
struct Box {
  std::vector<isl::pw_aff> values; ///< of all loops, outermost first
  std::map<unsigned, long> sizes;  ///< of those in the box
};

/// The box of \p statement; one without sizes where it has no instruction, or
/// one that the pass refuses since lanes are not where they belong.
Box boxOf(const ScheduleTree &tree, const std::string &statement) {
  Box box;
  const TensorAtom *atom = nullptr;
  std::vector<TensorDigit> inside; ///< whose loops are still to come
  for (const ScheduleTree *loop : tree.loopsAround(statement)) {
    const unsigned at = unsigned(box.values.size());
    box.values.push_back(loop->values.at(statement));
    const GpuMark &gpu = loop->marks.gpu;
    const TensorAtom *marked = loop->marks.tensor;
    if (marked) {
      atom = marked;
      inside = atom->sumDigits();
    }
    if (atom && !inside.empty()) {
      box.sizes[at] = inside.front().modulus;
      inside.erase(inside.begin());
    } else if (atom) {
      box.sizes[at] = atom->depth;
    } else if (gpu.level == GpuMark::Level::Thread && gpu.dimension < 2) {
      box.sizes[at] = gpu.dimension ? TensorAtom::groups : TensorAtom::members;
    }
  }
  if (!atom || box.sizes.size() != 3 + atom->sumDigits().size())
    box.sizes.clear();
  return box;
}

/// `{ T[loops] }` all iterations of the boxes in which \p seen has some.
isl::set wholeBoxes(const Box &box, const isl::set &seen) {
  std::vector<unsigned> inside;
  for (const auto &[at, size] : box.sizes)
    inside.push_back(at);
  isl::set whole = poly::eliminateDims(seen, inside);
  for (const auto &[at, size] : box.sizes) {
    const isl::pw_aff value = poly::dimension(whole.space(), at);
    const isl::space space = value.space().domain();
    whole = whole.intersect(value.ge_set(poly::constant(space, 0)))
                .intersect(value.lt_set(poly::constant(space, size)));
  }
  return whole;
}

/// What \p set says by equalities, as far as it leaves each of the iterations
/// \p whole of \p filled, `{ S[..] }`, an instance: i == 4 * group, and not the
/// row == column of a diagonal.
isl::set equalitiesOf(const isl::set &set, const isl::map &times,
                      const isl::set &filled, const isl::set &whole) {
  isl::set bounds = isl::set::universe(set.space());
  for (const isl::set &equality :
       poly::constraintsOf(isl::set(set.affine_hull()))) {
    const isl::set fewer = bounds.intersect(equality);
    if (times.intersect_domain(filled.intersect(fewer)).range().is_equal(whole))
      bounds = fewer;
  }
  return bounds;
}

/// \p set, `{ S[..] }`, with all iterations of its boxes; null where it is not
/// clear which instances these would be.
isl::set filledUp(const Box &box, const isl::set &set) {
  const isl::pw_multi_aff times = poly::makeMap(set.space(), "T", box.values);
  const isl::map map = times.as_map();
  const isl::set whole = wholeBoxes(box, map.intersect_domain(set).range());
  const isl::set filled = whole.preimage(times);
  // Where loops tell less than the iterators, as i mod 8 does of i: with the
  // bounds that these have for any sizes, or what they have to do with others.
  const auto all = isl::set::universe(set.space());
  for (const auto &bounds : std::initializer_list<std::function<isl::set()>>{
           [&] { return all; }, [&] { return set.project_out_all_params(); },
           [&] { return equalitiesOf(set, map, filled, whole); }}) {
    const isl::set found = filled.intersect(bounds()).coalesce();
    const isl::map there = map.intersect_domain(found);
    if (there.is_injective() && there.range().is_equal(whole))
      return found;
  }
  return {};
}

/// The loops over lanes around instructions of \p phase, and how many there
/// are.
std::map<const ScheduleTree *, long> lanesOf(const Phase &phase) {
  std::map<const ScheduleTree *, long> lanes;
  for (const std::string &name : phase.tree.statements()) {
    const Box box = boxOf(phase.tree, name);
    const auto loops = phase.tree.loopsAround(name);
    for (const auto &[at, size] : box.sizes)
      if (loops[at]->marks.gpu.isMapped())
        lanes.emplace(loops[at], size);
  }
  return lanes;
}

/// The lanes around \p statement, which has no instruction, of which the loops
/// \p lanes have a single one for it, as where one column is all that there is:
/// isl would make that a loop of its own, before or behind the other lanes'.
Box loneLanesOf(const Program &program, const Phase &phase,
                const std::string &statement,
                const std::map<const ScheduleTree *, long> &lanes) {
  Box box;
  const isl::set domain = program.statement(statement).domain;
  for (const ScheduleTree *loop : phase.tree.loopsAround(statement)) {
    const isl::pw_aff value = loop->values.at(statement);
    const auto found = lanes.find(loop);
    for (long lane = 0; found != lanes.end() && lane < found->second; ++lane)
      if (domain.is_subset(
              value.eq_set(poly::constant(value.space().domain(), lane))))
        box.sizes[unsigned(box.values.size())] = found->second;
    box.values.push_back(value);
  }
  return box;
}

} // namespace

WholeProducts wholeProducts(const Program &program, const Phase &phase) {
  WholeProducts result{program, {}};
  const std::map<const ScheduleTree *, long> lanes = lanesOf(phase);
  for (const std::string &name : phase.tree.statements()) {
    Box box = boxOf(phase.tree, name);
    if (box.sizes.empty())
      box = loneLanesOf(program, phase, name, lanes);
    if (box.sizes.empty())
      continue;
    Statement statement = program.statement(name);
    const isl::set known =
        program.context.intersect(program.callContext(statement));
    isl::set whole = filledUp(box, statement.instances());
    if (whole.is_null() ||
        whole.intersect_params(known).is_subset(statement.instances()))
      continue;
    statement.domain = withoutImplied(
        program, CallSafety(program, {&program.statement(name)}), statement);
    const isl::set instances = statement.instances(),
                   domain = filledUp(box, statement.domain);
    whole = filledUp(box, instances);
    if (whole.is_null() || domain.is_null())
      continue;
    result.instances.emplace(name, instances);
    statement.domain = domain;
    statement.constraints = whole;
    result.program.statements.insert_or_assign(name, std::move(statement));
  }
  return result;
}

} // namespace sparsec
