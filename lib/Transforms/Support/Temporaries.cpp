//===- Temporaries.cpp - arrays that a step makes for the region ----------===//

#include "Support/Temporaries.h"

#include "sparsec/IR/LoopSpace.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace sparsec {

long elementsOf(const std::vector<long> &extents, long most) {
  long product = 1;
  for (long extent : extents)
    product = std::min(product * std::min(extent, most + 1), most + 1);
  return product;
}

long ConstantBox::elements(long most) const { return elementsOf(sizes, most); }

std::optional<ConstantBox> constantBox(const isl::map &elements) {
  isl::fixed_box box = elements.range_simple_fixed_box_hull();
  if (!box.is_valid())
    return std::nullopt;
  ConstantBox result{box.offset(), {}, {}};
  for (int pos = 0; pos < int(box.size().size()); ++pos)
    result.sizes.push_back(box.size().at(pos).num_si());
  result.strides.assign(result.sizes.size(), 1);
  return result;
}

/// `{ P[outer, t] }` where corner(outer) + strides * t is one of \p elements.
static isl::set numbered(const isl::map &elements,
                         const std::vector<isl::aff> &corner,
                         const std::vector<long> &strides) {
  const unsigned depth = elements.domain_tuple_dim();
  const isl::space space =
      poly::tupleSpace(elements.ctx(), "P", depth + unsigned(strides.size()));
  std::vector<isl::pw_aff> outer, places;
  for (unsigned pos = 0; pos < depth; ++pos)
    outer.push_back(poly::dimension(space, pos));
  const isl::pw_multi_aff toOuter =
      poly::makeMap(space, elements.domain_tuple_id().name(), outer);
  for (unsigned pos = 0; pos < strides.size(); ++pos)
    places.push_back(
        isl::pw_aff(corner[pos])
            .pullback(toOuter)
            .add(poly::dimension(space, depth + pos).scale(strides[pos])));
  return elements.wrap().preimage(toOuter.range_product(
      poly::makeMap(space, elements.range_tuple_id().name(), places)));
}

std::optional<ConstantBox> stridedBox(const isl::map &elements) {
  std::optional<ConstantBox> plain = constantBox(elements);
  const isl::fixed_box lattice = elements.range_lattice_tile();
  const isl::multi_pw_aff least = elements.min_multi_pw_aff();
  const unsigned dims = elements.range_tuple_dim();
  if (!lattice.is_valid())
    return plain;
  ConstantBox box{lattice.offset(), {}, {}};
  std::vector<isl::aff> corner;
  for (int pos = 0; pos < int(dims); ++pos) {
    box.strides.push_back(std::max(1L, lattice.size().at(pos).num_si()));
    const isl::pw_aff value = least.at(pos);
    const isl::pw_aff simple = value.gist(value.domain()).coalesce();
    if (!simple.isa_aff())
      return plain;
    corner.push_back(simple.as_aff());
    box.corner = box.corner.set_at(pos, corner.back());
  }
  const isl::set numbers = numbered(elements, corner, box.strides);
  for (unsigned pos = 0; pos < dims; ++pos) {
    const isl::val most =
        numbers.dim_max_val(int(elements.domain_tuple_dim() + pos));
    if (!most.is_int())
      return plain;
    box.sizes.push_back(most.num_si() + 1);
  }
  constexpr long many = 1L << 40;
  return plain && plain->elements(many) <= box.elements(many) ? plain : box;
}

isl::map valuesAnywhere(const isl::map &values) {
  return isl::map::universe(values.space())
      .intersect_domain(values.domain())
      .intersect_range(values.range().project_out_all_params());
}

isl::map withinExtents(const Program &program, const Array &array,
                       const isl::map &elements) {
  isl::space space = poly::tupleSpace(program.context.ctx(), "A",
                                      unsigned(array.extents.size()));
  isl::set inside = isl::set::universe(space);
  for (unsigned pos = 0; pos < array.extents.size(); ++pos) {
    isl::pw_aff element = poly::dimension(space, pos);
    inside = inside.intersect(element.ge_set(poly::constant(space, 0)));
    const std::optional<isl::pw_aff> &extent = array.extents[pos];
    bool plain = extent && llvm::none_of(program.calls, [&](const auto &call) {
                   return poly::involvesParam(*extent, call.first);
                 });
    if (!plain)
      continue;
    // Offsets have one more, where the last segment ends.
    const long more = array.extents.size() == 1 ? array.extraElements : 0;
    inside = inside.intersect(
        element.lt_set(extent->add_constant(more).insert_domain(space)));
  }
  return elements.intersect_range(inside);
}

llvm::Expected<std::set<unsigned>>
dimensionsMovedBy(const Program &program, const std::string &statement,
                  const std::string &loop, const std::string &array) {
  const Statement &user = program.statement(statement);
  LoopSpace space(program, user, program.phaseOf(statement)->tree);
  auto inverse = space.inverse();
  if (!inverse)
    return inverse.takeError();
  unsigned depth =
      unsigned(llvm::find(space.loops(), loop) - space.loops().begin());
  std::set<unsigned> moved;
  for (const Access &access : user.accesses())
    for (unsigned pos = 0; pos < access.subscripts.size(); ++pos) {
      isl::pw_aff value = access.subscripts[pos].pullback(*inverse);
      if (access.array == array &&
          poly::involvesDim(value.gist(value.domain()), depth))
        moved.insert(pos);
    }
  return moved;
}

llvm::Expected<std::string> temporaryName(const Program &program,
                                          const Arguments &args,
                                          const std::string &stem) {
  if (!args.has("name"))
    return program.freshName(stem);
  std::string name = args.text("name");
  if (program.freshName(name) != name)
    return refuse("'" + name + "' is taken; give another name");
  return name;
}

Array localArray(isl::ctx ctx, const std::vector<long> &sizes,
                 unsigned privateDepth) {
  Array array;
  for (long size : sizes)
    array.extents.emplace_back(poly::constant(isl::space::unit(ctx), size));
  array.owner = Array::Owner::Local;
  array.privateDepth = int(privateDepth);
  return array;
}

static bool uses(const Statement &statement, const std::string &array) {
  return llvm::any_of(statement.accesses(), [&](const Access &access) {
    return access.array == array;
  });
}

std::string ownLocal(Program &program, const std::string &array,
                     const std::vector<std::string> &statements) {
  const bool isShared =
      llvm::any_of(program.statements, [&](const auto &entry) {
        return !llvm::is_contained(statements, entry.first) &&
               uses(entry.second, array);
      });
  // What a runtime function is given keeps its name.
  const bool isGiven = llvm::any_of(statements, [&](const std::string &name) {
    const Statement &user = program.statement(name);
    return !user.assignment && uses(user, array);
  });
  Array own = program.arrays.at(array);
  // Nor has what is read behind the loops another name there.
  if (!isShared || isGiven || own.liveOut)
    return array;
  own.name = program.freshName(array);
  auto rename = [&](Expr &node) {
    if (node.kind == Expr::Kind::Access && node.text == array)
      node.text = own.name;
  };
  for (const std::string &name : statements) {
    Statement &user = program.statement(name);
    if (!uses(user, array))
      continue;
    user.assignment->target = user.assignment->target.mapNodes(rename);
    user.assignment->value = user.assignment->value.mapNodes(rename);
    if (auto known = user.sharing.extract(array)) {
      known.key() = own.name;
      user.sharing.insert(std::move(known));
    }
  }
  program.arrays.emplace(own.name, own);
  return own.name;
}

/// The type C gives the value of an expression with operands of these types.
static ElementType promoted(const ElementType &a, const ElementType &b) {
  if (a.isFloating() != b.isFloating())
    return a.isFloating() ? a : b;
  if (a.bytes != b.bytes)
    return a.bytes > b.bytes ? a : b;
  return a.isSigned ? b : a;
}

ElementType typeOf(const Expr &value) {
  auto arithmetic = [](ElementType type) {
    bool narrow = type.isInteger() && type.bytes < 4;
    return narrow ? ElementType::int32() : type;
  };
  switch (value.kind) {
  case Expr::Kind::Unary:
    return value.op == Operator::Not ? ElementType::int32()
                                     : arithmetic(typeOf(value.operands[0]));
  case Expr::Kind::Binary:
    if (isComparison(value.op) || isLogical(value.op))
      return ElementType::int32();
    return arithmetic(
        promoted(typeOf(value.operands[0]), typeOf(value.operands[1])));
  case Expr::Kind::Select:
    return arithmetic(
        promoted(typeOf(value.operands[1]), typeOf(value.operands[2])));
  case Expr::Kind::Masked:
    return typeOf(value.operands[1]);
  case Expr::Kind::Carrying:
    return typeOf(value.operands[0]);
  default:
    return value.type;
  }
}

} // namespace sparsec
