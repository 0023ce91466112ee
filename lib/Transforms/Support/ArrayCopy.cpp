//===- ArrayCopy.cpp - work on a copy of the elements in use --------------===//

#include "Support/ArrayCopy.h"

#include "Support/LoopCoordinates.h"
#include "Support/WriteCoverage.h"

#include "sparsec/IR/DeviceLimits.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace sparsec {
namespace {

struct MemoryTraits {
  const char *suffix; ///< of the temporary's name
  long maxBytes;
};

MemoryTraits traitsOf(ArrayCopy::Memory memory) {
  switch (memory) {
  case ArrayCopy::Memory::Stack: // more does not belong there
    return {"_tmp", 256 * 1024};
  case ArrayCopy::Memory::Shared:
    return {"_shared", device::maxStaticSharedBytesPerBlock};
  case ArrayCopy::Memory::Constant: // parameters of a kernel
    return {"_constant", device::maxKernelParameterBytes};
  case ArrayCopy::Memory::Registers: // those of a GPU's thread
    break;
  }
  return {"_registers", device::maxRegisterBytesPerThread};
}

/// Statements of \p place that access the array or, with \p byCalls, call it.
std::vector<std::string> usersOf(const Program &program,
                                 const ScheduleTree &place,
                                 const std::string &array, bool byCalls) {
  std::vector<std::string> users;
  for (const std::string &name : place.statements()) {
    const Statement &statement = program.statement(name);
    if ((byCalls && isIndexedBy(statement, array)) ||
        llvm::any_of(statement.accesses(), [&](const Access &access) {
          return access.array == array;
        }))
      users.push_back(name);
  }
  return users;
}

/// Whether calls read \p array, a copy of the array that they name.
bool isReadByCalls(const Program &program, const std::string &array) {
  return llvm::any_of(program.statements, [&](const auto &statement) {
    return llvm::any_of(statement.second.copies, [&](const auto &copy) {
      return copy.second.function == array;
    });
  });
}

} // namespace

llvm::Error ArrayCopy::collectFootprints() {
  auto add = [](std::optional<OuterRelation> &to, const OuterRelation &seen) {
    if (to)
      to->unite(seen);
    else
      to = seen;
  };
  std::vector<std::string> below = place.node(tree).statements();
  // What never runs touches nothing: its subscripts have no values.
  llvm::erase_if(below, [&](const std::string &name) {
    return before.statement(name)
        .instances()
        .intersect_params(before.context)
        .is_empty();
  });
  WriteCoverage coverage(before, tree, array);
  for (const std::string &name : below) {
    const Statement &user = before.statement(name);
    if (user.action)
      return refuse("'" + name + "' in loop '" + place.loop +
                    "' is no assignment; only those can be copied");
    bool fed = coverage.isFed(name, below, depth);
    for (const Access &access : user.accesses()) {
      if (access.array != array)
        continue;
      if (access.isWhole)
        return refuse("data subscripts '" + array + "' in '" + name +
                      "': which elements to copy is not known");
      OuterRelation seen =
          view.see(name, "A", placesOf(user, access.subscripts));
      add(touched, seen);
      if (access.isRead && !fed)
        add(read, seen);
      if (access.isWrite)
        add(written, seen);
    }
    if (llvm::Error error = collectCalls(name))
      return error;
  }
  if (!touched)
    return refuse(untouched());
  if (read && written && beginsUnset())
    read.reset();
  return llvm::Error::success();
}

llvm::Error ArrayCopy::findBox() {
  isl::map all = touched->relation.intersect_params(before.context).coalesce();
  box = memory == Memory::Registers ? stridedBox(all) : constantBox(all);
  if (!box) {
    // Then neither tiles nor inner loops bound what is touched.
    bool isIndirect = llvm::any_of(users, [&](const std::string &name) {
      return isIndirectIn(before.statement(name));
    });
    return refuse("one iteration of " + place.text() + " touches a part of '" +
                  array + "' that no box of constant size holds" +
                  (isIndirect ? ": an index array subscripts it"
                              : "; tile the loops that subscript it"));
  }
  long maxBytes = traitsOf(memory).maxBytes;
  long most = maxBytes / long(before.arrays.at(array).type.bytes) / stages;
  if (box->elements(most) > most)
    return refuse("the copy of '" + array + "' would need more than " +
                  llvm::Twine(maxBytes / 1024) + " KiB for one iteration of " +
                  place.text() + "; use smaller tiles");
  return llvm::Error::success();
}

llvm::Error ArrayCopy::orderDimensions(const std::string &fastest) {
  for (unsigned pos = 0; pos < dims(); ++pos)
    order.push_back(pos);
  if (fastest.empty())
    return llvm::Error::success();
  auto moved = dimensionsMovedBy(before, statement, fastest, array);
  if (!moved)
    return moved.takeError();
  if (moved->size() != 1)
    return refuse("loop '" + fastest + "' moves along " +
                  llvm::Twine(moved->size()) + " dimensions of '" + array +
                  "' in '" + statement +
                  "'; `fastest` must name a loop that moves along one");
  unsigned last = *moved->begin();
  std::rotate(order.begin() + last, order.begin() + last + 1, order.end());
  return llvm::Error::success();
}

llvm::Error ArrayCopy::makeArray(const Arguments &args) {
  Program &program = result.program;
  bool isShared = memory == Memory::Shared;
  auto name = temporaryName(program, args, array + traitsOf(memory).suffix);
  if (!name)
    return name.takeError();
  temporary = *name;
  if (args.integer("pad") < 0)
    return refuse("`pad` must not be negative");
  const std::vector<long> extents = sizes(args.integer("pad"));
  const long maxBytes = traitsOf(memory).maxBytes;
  const long most = maxBytes / long(before.arrays.at(array).type.bytes);
  if (elementsOf(extents, most) > most)
    return refuse("the copy of '" + array +
                  "' with `pad` would need more than " +
                  llvm::Twine(maxBytes / 1024) +
                  " KiB; use smaller tiles, or a smaller `pad`");
  const unsigned owners = apart.empty() ? depth : apart.front();
  Array copy =
      localArray(program.context.ctx(), extents, isPrivate ? owners : 0);
  copy.name = temporary;
  copy.isShared = isShared;
  copy.onGpu = ring;
  if (memory == Memory::Constant) {
    copy.owner = Array::Owner::Plan;
    copy.constantElements = box->elements(device::maxKernelParameterBytes);
  }
  copy.type = before.arrays.at(array).type;
  if (ring == Array::OnGpu::BulkRing)
    addArrivals(copy);
  program.arrays[temporary] = copy;
  return llvm::Error::success();
}

/// array[subscripts] becomes temporary[(subscripts - lower corner) / stride].
void ArrayCopy::rewriteStatement(const std::string &name) {
  Statement &user = result.program.statement(name);
  isl::pw_multi_aff prefix = view.prefix(name);
  std::vector<isl::pw_aff> corner;
  const std::vector<long> &strides = box->strides;
  for (unsigned pos = 0; pos < dims(); ++pos)
    corner.push_back(
        view.lookFrom(user, prefix, isl::pw_aff(box->corner.at(int(pos)))));
  auto rewrite = [&](Expr &node) {
    if (node.kind != Expr::Kind::Access || node.text != array)
      return;
    const std::vector<isl::pw_aff> places = placesOf(user, node.subscripts);
    std::vector<isl::pw_aff> moved;
    for (unsigned pos : order)
      moved.push_back(poly::floorDiv(places[pos].sub(corner[pos]), strides[pos])
                          .coalesce());
    addParts(user, prefix, moved);
    addBox(user.space(), moved);
    node.text = temporary;
    node.subscripts = moved;
  };
  user.assignment->target = user.assignment->target.mapNodes(rewrite);
  user.assignment->value = user.assignment->value.mapNodes(rewrite);
  if (hasSelectors())
    dropUnusedCalls(user);
  rewriteCalls(user, corner);
  keepInstances(result, name);
}

void ArrayCopy::rewriteAccesses() {
  for (const std::string &name : users)
    rewriteStatement(name);
  for (unsigned pos = 0; pos < dims(); ++pos)
    elementLoops.push_back(
        result.program.freshName(temporary + "_" + std::to_string(pos)));
}

/// The elements to copy; a superset of the touched ones stays within the array.
isl::map ArrayCopy::needed(const OuterRelation &seen) const {
  return seen.exact
             ? seen.relation
             : withinExtents(before, before.arrays.at(array), seen.relation);
}

/// The statement `C[outer, t]` that copies the elements `{ O[outer] -> A[..] }`
/// into the temporary, or back.
std::string ArrayCopy::makeCopy(const std::string &role,
                                const isl::map &elements) {
  Program &program = result.program;
  Statement copy;
  copy.name =
      program.freshName(temporary + (role == "copy_in" ? "_in" : "_out"));
  copy.iterators = view.outer();
  copy.iterators.insert(copy.iterators.end(), elementLoops.begin(),
                        elementLoops.end());
  isl::space space =
      poly::tupleSpace(program.context.ctx(), copy.name, depth + dims());

  // { C[outer, t] -> O[outer] }
  std::vector<isl::pw_aff> outer, offsets;
  for (unsigned pos = 0; pos < depth; ++pos)
    outer.push_back(poly::dimension(space, pos));
  isl::pw_multi_aff toOuter = poly::makeMap(space, "O", outer);
  for (unsigned pos = 0; pos < dims(); ++pos)
    offsets.push_back(poly::dimension(space, depth + pos));

  // { C[outer, t] -> A[corner + t] } with the calls of O, for the domain
  std::vector<isl::pw_aff> visible(dims()), subscripts(dims());
  for (unsigned pos = 0; pos < dims(); ++pos) {
    isl::pw_aff corner(box->corner.at(int(order[pos])));
    const isl::pw_aff step = offsets[pos].scale(box->strides[order[pos]]);
    visible[order[pos]] = corner.pullback(toOuter).add(step);
    subscripts[order[pos]] =
        selected(copy, order[pos],
                 view.lookFrom(copy, toOuter, corner).add(step).coalesce());
  }
  isl::pw_multi_aff toElement = poly::makeMap(space, "A", visible);
  isl::set instances =
      elements.wrap().preimage(toOuter.range_product(toElement));
  setInstances(copy, view.adopt(copy, toOuter, instances));

  const ElementType &type = program.arrays.at(array).type;
  Expr original = Expr::access(array, subscripts, type);
  addParts(copy, toOuter, offsets);
  addBox(space, offsets);
  Expr moved = Expr::access(temporary, offsets, type);
  copy.assignment = role == "copy_in"
                        ? Assignment{moved, Update::Set, original}
                        : Assignment{original, Update::Set, moved};
  std::string name = copy.name;
  program.statements.emplace(name, std::move(copy));
  result.made.push_back({role, name});
  return name;
}

/// for t0: for t1: .. copy
ScheduleTree ArrayCopy::loopsOf(const std::string &copy) {
  ScheduleTree node = ScheduleTree::leaf(copy);
  const Statement &made = result.program.statement(copy);
  for (unsigned pos = dims(); pos-- > 0;)
    node = ScheduleTree::loop(elementLoops[pos],
                              {{copy, made.iterator(depth + pos)}}, node);
  return node;
}

void ArrayCopy::placeCopies(const std::string &in, const std::string &out) {
  // Of what the executor only reads, before it runs.
  if (memory == Memory::Constant) {
    std::vector<Phase> &phases = result.program.phases;
    phases.insert(phases.end() - 1, {Phase::Role::Update, loopsOf(in)});
    return;
  }
  ScheduleTree &whole = result.program.phaseOf(statement)->tree;
  std::vector<const ScheduleTree *> around = tree.loopsAround(statement);
  for (const std::string &copy : {in, out}) {
    if (copy.empty())
      continue;
    for (unsigned pos = 0; pos < depth; ++pos)
      whole.findLoop(statement, around[pos]->name)->values[copy] =
          result.program.statement(copy).iterator(pos);
  }
  ScheduleTree &node = place.node(whole);
  std::vector<ScheduleTree> sequence;
  if (!in.empty())
    sequence.push_back(loopsOf(in));
  sequence.push_back(node);
  if (!out.empty())
    sequence.push_back(loopsOf(out));
  node = ScheduleTree::sequence(sequence);
  whole.normalize();
}

llvm::Error ArrayCopy::run(const Arguments &args) {
  const Array &original = before.arrays.at(array);
  // A scalar in shared memory tells its value to other threads.
  if (original.isScalar() && memory != Memory::Shared)
    return refuse("'" + array +
                  "' is a scalar; scalar_expand makes an array "
                  "of it");
  if (llvm::Error error = readStages(args))
    return error;
  if (llvm::Error error = findFootprint())
    return error;
  if (llvm::Error error = checkStages())
    return error;
  if (llvm::Error error = findParts(args.texts("apart")))
    return error;
  if (llvm::Error error = orderDimensions(args.text("fastest")))
    return error;
  if (llvm::Error error = makeArray(args))
    return error;
  rewriteAccesses();

  std::string in, out;
  // Elements that may not be written but are copied back were copied in.
  std::optional<OuterRelation> source = read;
  bool isCopiedBack = written && !isDeadAfter();
  if (isCopiedBack && !written->exact) {
    written->relation = needed(*written);
    if (source)
      source->unite(*written);
    else
      source = written;
  }
  if (source)
    in = makeCopy("copy_in", needed(*source));
  if (isCopiedBack)
    out = makeCopy("copy_out", written->relation);
  placeCopies(in, out);
  result.storageMap[array] = temporary;
  return llvm::Error::success();
}

llvm::Expected<StepResult> copyArray(const Program &program,
                                     const Arguments &args,
                                     const CopyPlace &place,
                                     ArrayCopy::Memory memory) {
  StepResult result = startStep(program);
  const Phase &phase = *program.phaseOf(args.statement());
  const std::string array = args.text("array");
  if (program.arrays.at(array).partition)
    return refuse("partition_storage has given each element of '" + array +
                  "' its place; copy before that, and divide the copy");
  if (isReadByCalls(program, array))
    return refuse("'" + array +
                  "' holds elements of an index array: these are "
                  "read where they are");
  const bool byCalls = memory == ArrayCopy::Memory::Shared;
  if (byCalls && program.arrays.at(array).owner == Array::Owner::Constant)
    return refuse("'" + array +
                  "' is nowhere in memory: code has its elements");
  std::vector<std::string> users =
      usersOf(program, place.node(phase.tree), array, byCalls);
  if (users.empty())
    return refuse("no statement in loop '" + place.loop + "' accesses '" +
                  array + (byCalls ? "' or reads it as an index" : "'"));
  bool isPrivate = useLoopCoordinates(result, users, place.depth(phase.tree));
  Program base = result.program;
  if (llvm::Error error =
          ArrayCopy(result, base, args, place, users, isPrivate, memory)
              .run(args))
    return error;
  return result;
}

} // namespace sparsec
