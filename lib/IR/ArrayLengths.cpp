//===- ArrayLengths.cpp - how many elements arrays have -------------------===//
///
/// \file
/// Facts give an array's extents, or else the loops do: the greatest subscript
/// of its accesses, each element of an index array within its range.
///
//===----------------------------------------------------------------------===//

#include "sparsec/IR/ArrayLengths.h"

#include "sparsec/IR/StructureMember.h"
#include "sparsec/Poly/Meet.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

namespace sparsec {

/// `{ [subscript] }` that \p subscript takes on \p instances of \p statement.
static isl::set imageOf(const Statement &statement, const isl::set &instances,
                        const isl::pw_aff &subscript) {
  isl::set image = instances.apply(subscript.as_map());
  std::vector<std::string> kept;
  for (const std::string &name : poly::paramNames(image.space()))
    if (!statement.calls.count(name))
      kept.push_back(name);
  return poly::keepParams(image, kept);
}

/// The same where the call's array is read: bounds are also where what they
/// bound is empty, so only the loops that \p position names count, whatever
/// values index arrays have; \p instances where those do not bound it.
static isl::set readPositions(const Statement &statement,
                              const isl::set &instances,
                              const isl::pw_aff &position) {
  isl::set reads = statement.instances();
  for (unsigned dim = 0; dim < statement.iterators.size(); ++dim)
    if (!poly::involvesDim(position, dim))
      reads = poly::dropConstraints(reads, dim);
  isl::set image = imageOf(statement, reads, position);
  return poly::parameterBounds(image, 0)
             ? image
             : imageOf(statement, instances, position);
}

/// The union of \p sets, which are many where an expression is long: halves
/// are united, not one after the other with all before, and what is one
/// interval becomes one.
static isl::set unionOf(llvm::ArrayRef<isl::set> sets) {
  constexpr size_t many = 16;
  if (sets.size() == 1)
    return sets.front();
  const size_t half = sets.size() / 2;
  isl::set all =
      unionOf(sets.take_front(half)).unite(unionOf(sets.drop_front(half)));
  return sets.size() > many ? all.coalesce() : all;
}

/// `{ : }` what facts say of the values of calls by elements at parameters:
/// `to[i] <= index[n]`.
static isl::set belowElements(const Program &program, const CallTable &calls) {
  isl::space unit = isl::space::unit(program.context.ctx());
  isl::set result = isl::set::universe(unit);
  for (const auto &[name, call] : calls)
    for (const Fact *fact :
         program.factsAbout(call.function, Fact::Kind::Range))
      if (fact->upper)
        result = poly::meet(result,
                            poly::parameter(unit, name).lt_set(*fact->upper));
  return result;
}

/// What tells the values of calls.
enum class Known {
  Plain,    ///< facts about parameters
  Elements, ///< others, too, that name elements of index arrays
};

/// The positions of dimension 0 in the accesses that \p statement makes to
/// \p array, as data or as an index; nothing when it makes none.
static std::optional<isl::set> positionsIn(const Program &program,
                                           const Statement &statement,
                                           const std::string &array,
                                           Known known) {
  std::vector<isl::set> touched;
  isl::set instances =
      statement.instances().intersect_params(program.callContext(statement));
  if (known == Known::Elements)
    instances =
        poly::meetParams(instances, belowElements(program, statement.calls));
  auto add = [&](const isl::set &positions) { touched.push_back(positions); };
  for (const Access &access : statement.accesses())
    if (access.array == array && !access.subscripts.empty())
      add(imageOf(statement, instances, access.subscripts[0]));
  for (const auto &[name, call] : statement.calls)
    if (call.function == array)
      add(readPositions(statement, instances, call.arguments[0]));
  if (touched.empty())
    return std::nullopt;
  return unionOf(touched);
}

const Program &accessesTo(const Program &program, const Array &array) {
  const bool isCallers = array.owner == Array::Owner::Argument;
  return isCallers && program.source ? *program.source : program;
}

bool isLengthDeclared(const Program &program, const Array &array) {
  if (!array.extents[0] || array.owner != Array::Owner::Argument ||
      !program.source ||
      !program.factsAbout(array.name, Fact::Kind::Extent).empty())
    return array.extents[0].has_value();
  auto found = program.source->arrays.find(array.name);
  return found == program.source->arrays.end() ||
         found->second.extents[0].has_value();
}

/// The same for all statements, index arrays that calls read included.
static std::optional<isl::set> touchedPositions(const Program &program,
                                                const Program &accessing,
                                                const Array &array,
                                                Known known) {
  std::optional<isl::set> touched;
  for (const auto &[name, statement] : accessing.statements) {
    if (!accessing.phaseOf(name))
      continue;
    std::optional<isl::set> positions =
        positionsIn(program, statement, array.name, known);
    if (positions)
      touched = touched ? touched->unite(*positions) : *positions;
  }
  return touched;
}

bool isSubscriptedByData(const Program &program, const std::string &array) {
  return llvm::any_of(program.statements, [&](const auto &entry) {
    const Statement &statement = entry.second;
    return statement.assignment && program.phaseOf(entry.first) &&
           llvm::any_of(statement.accesses(), [&](const Access &access) {
             return access.isWhole && access.array == array;
           });
  });
}

/// Whether facts leave open how far the values of an index array go that tell
/// the length of \p array.
static bool isToldByOpenRange(const Program &program, const Array &array) {
  return llvm::any_of(
      tellingArrays(program, array), [&](const std::string &name) {
        const auto ranges = program.factsAbout(name, Fact::Kind::Range);
        return !ranges.empty() && llvm::none_of(ranges, [](const Fact *fact) {
          return fact->upper;
        });
      });
}

llvm::Expected<isl::pw_aff> touchedExtent(const Program &program,
                                          const Array &array) {
  if (array.extents[0])
    return *array.extents[0];
  if (!array.partsOf.empty())
    return touchedExtent(program, program.arrays.at(array.partsOf));
  if (isSubscriptedByData(accessesTo(program, array), array.name))
    return unknownLength(program, array);
  // Where the source's loops do not bound a subscript, an inspector may; what
  // it stores in 16 bits, say, tells less than a look at the elements does.
  const Program &source = accessesTo(program, array);
  const bool isOpen = &source != &program && isToldByOpenRange(program, array);
  for (Known known : {Known::Plain, Known::Elements})
    for (const Program *accessing : {&source, &program}) {
      if (isOpen && accessing == &program)
        continue;
      std::optional<isl::set> touched =
          touchedPositions(program, *accessing, array, known);
      if (!touched || touched->is_empty())
        continue;
      try {
        return touched->max_multi_pw_aff().at(0).add_constant(1);
      } catch (const isl::exception &) {
        continue;
      }
    }
  return unknownLength(program, array);
}

static isl::pw_aff withoutDomain(const isl::pw_aff &value) {
  return value.gist(value.domain()).coalesce();
}

/// \p extent, 0 where the loops touch nothing.
static isl::pw_aff withNone(const Program &program, const isl::pw_aff &extent) {
  // Of p[0] .. p[n] not even p[0] is there when n is 0.
  isl::pw_aff simple = withoutDomain(extent);
  isl::set untouched = program.context.subtract(extent.domain());
  isl::pw_aff none = poly::constant(isl::space::unit(extent.ctx()), 0);
  if (untouched.is_subset(simple.le_set(none)))
    return simple;
  return extent.union_add(none.intersect_params(untouched))
      .gist(program.context)
      .coalesce();
}

llvm::Expected<isl::pw_aff> firstExtent(const Program &program,
                                        const Array &array) {
  llvm::Expected<isl::pw_aff> extent = touchedExtent(program, array);
  if (!extent)
    return extent;
  return withNone(program, *extent);
}

//===----------------------------------------------------------------------===//
// What would tell
//===----------------------------------------------------------------------===//

static void addOnce(std::vector<std::string> &names, const std::string &name) {
  if (!llvm::is_contained(names, name))
    names.push_back(name);
}

/// The functions of the calls that \p value mentions, and of those in their
/// arguments.
static void addFunctions(std::vector<std::string> &functions,
                         const CallTable &calls, const isl::pw_aff &value) {
  for (const auto &[name, call] : calls)
    if (poly::involvesParam(value, name)) {
      addOnce(functions, call.function);
      for (const isl::pw_aff &argument : call.arguments)
        addFunctions(functions, calls, argument);
    }
}

/// The functions in the bounds of loops that \p subscript mentions.
static void addBounds(std::vector<std::string> &functions,
                      const Statement &statement,
                      const isl::pw_aff &subscript) {
  for (unsigned dim = 0; dim < statement.iterators.size(); ++dim)
    if (poly::involvesDim(subscript, dim))
      for (const auto &[name, call] : statement.calls)
        if (poly::involvesParam(statement.constraints, name))
          addOnce(functions, call.function);
}

std::vector<std::string> tellingArrays(const Program &program,
                                       const Array &array) {
  std::vector<std::string> functions, bounds;
  auto add = [&](const Statement &statement, const isl::pw_aff &subscript) {
    addFunctions(functions, statement.calls, subscript);
    addBounds(bounds, statement, subscript);
  };
  for (const auto &[name, statement] : accessesTo(program, array).statements) {
    for (const Access &access : statement.accesses())
      if (access.array == array.name && !access.subscripts.empty())
        add(statement, access.subscripts[0]);
    for (const auto &[text, call] : statement.calls)
      if (call.function == array.name)
        add(statement, call.arguments[0]);
  }
  for (const std::string &bound : bounds)
    addOnce(functions, bound);
  llvm::erase_if(functions, [&](const std::string &name) {
    auto found = program.arrays.find(name);
    return name == array.name || found == program.arrays.end() ||
           found->second.owner != Array::Owner::Argument;
  });
  return functions;
}

} // namespace sparsec
