//===- DataCopy.cpp - work on a copy of the elements in use ---------------===//
///
/// \file
/// `datacopy` lets the statements below a loop work on a small temporary that
/// holds the elements of an array that one iteration of the outer loops
/// touches:
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
//===----------------------------------------------------------------------===//

#include "Coverage.h"
#include "LoopCoordinates.h"
#include "OuterView.h"
#include "Temporaries.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace sparsec {
namespace {

/// Above this a temporary does not belong on the stack.
constexpr long maxBytes = 256 * 1024;

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement, "a statement in the loop"},
    {"level", ParameterSpec::Kind::Loop,
     "the outermost loop that works on the copy; the copies stand around it"},
    {"array", ParameterSpec::Kind::Array, "the array to copy"},
    {"name", ParameterSpec::Kind::NewName,
     "name of the temporary; NAME_tmp unless given",
     /*optional=*/true},
    {"fastest", ParameterSpec::Kind::Loop,
     "the loop whose dimension of the array is contiguous in the temporary; "
     "the last dimension unless given",
     /*optional=*/true},
    {"pad", ParameterSpec::Kind::Integer,
     "unused elements after each row of the contiguous dimension; 0 unless "
     "given",
     /*optional=*/true},
};

/// Statements below the level that access the array.
std::vector<std::string> usersOf(const Program &program,
                                 const ScheduleTree &level,
                                 const std::string &array) {
  std::vector<std::string> users;
  for (const std::string &name : level.statements())
    if (llvm::any_of(
            program.statement(name).accesses(),
            [&](const Access &access) { return access.array == array; }))
      users.push_back(name);
  return users;
}

/// One application of datacopy, step by step.
class DataCopy {
public:
  /// \p isPrivate: the outer loops are the first iterators of the users.
  /// \p users: the statements below the level that access the array.
  DataCopy(StepResult &result, const Program &before, const Arguments &args,
           const std::vector<std::string> &users, bool isPrivate)
      : result(result), before(before), array(args.text("array")),
        statement(args.statement()), level(args.text("level")),
        tree(before.phaseOf(statement)->tree), depth(depthOfLevel()),
        view(before, tree, statement, depth), users(users),
        isPrivate(isPrivate) {}

  llvm::Error run(const Arguments &args);

private:
  unsigned depthOfLevel() const;
  bool sharesOwner(const Statement &other) const;
  bool isDeadAfter() const;
  unsigned dims() const {
    return unsigned(before.arrays.at(array).extents.size());
  }
  llvm::Error collectFootprints();
  llvm::Error findBox();
  bool isIndirect() const;
  llvm::Error orderDimensions(const std::string &fastest);
  llvm::Error makeArray(const Arguments &args);
  isl::map needed(const OuterRelation &seen) const;
  void rewriteAccesses();
  void rewriteStatement(const std::string &name);
  std::string makeCopy(const std::string &role, const isl::map &elements);
  ScheduleTree loopsOf(const std::string &copy);
  void placeCopies(const std::string &in, const std::string &out);

  StepResult &result;
  const Program &before;
  std::string array, statement, level, temporary;
  const ScheduleTree &tree;
  unsigned depth; ///< loops outside `level`
  OuterView view;
  const std::vector<std::string> &users;
  bool isPrivate;

  /// `{ O[outer] -> A[element] }`: all accesses; reads of values from outside;
  /// writes. Absent when there are none.
  std::optional<OuterRelation> touched, read, written;
  std::optional<ConstantBox> box; ///< around `touched`
  /// Dimension of the array at each position of the temporary.
  std::vector<unsigned> order;
  std::vector<std::string> elementLoops; ///< per position of the temporary
};

unsigned DataCopy::depthOfLevel() const {
  std::vector<const ScheduleTree *> loops = tree.loopsAround(statement);
  auto found = llvm::find_if(
      loops, [&](const ScheduleTree *loop) { return loop->name == level; });
  return unsigned(found - loops.begin());
}

llvm::Error DataCopy::collectFootprints() {
  auto add = [](std::optional<OuterRelation> &to, const OuterRelation &seen) {
    if (to)
      to->unite(seen);
    else
      to = seen;
  };
  std::vector<std::string> below =
      tree.findLoop(statement, level)->statements();
  Coverage coverage(before, tree, array);
  for (const std::string &name : below) {
    if (before.statement(name).action)
      return refuse("'" + name + "' below loop '" + level +
                    "' is no assignment; datacopy works on assignments");
    bool fed = coverage.isFed(name, below, depth);
    for (const Access &access : before.statement(name).accesses()) {
      if (access.array != array)
        continue;
      OuterRelation seen = view.see(name, "A", access.subscripts);
      add(touched, seen);
      if (access.isRead && !fed)
        add(read, seen);
      if (access.isWrite)
        add(written, seen);
    }
  }
  return llvm::Error::success();
}

/// Whether a subscript of the array follows from an index array: then neither
/// tiles nor inner loops bound what is touched.
bool DataCopy::isIndirect() const {
  for (const std::string &name : tree.findLoop(statement, level)->statements())
    for (const Access &access : before.statement(name).accesses())
      for (const isl::pw_aff &subscript : access.subscripts)
        for (const auto &entry : before.statement(name).calls)
          if (access.array == array &&
              poly::involvesParam(subscript, entry.first))
            return true;
  return false;
}

llvm::Error DataCopy::findBox() {
  isl::map all = touched->relation.intersect_params(before.context).coalesce();
  box = constantBox(all);
  if (!box)
    return refuse("one iteration of the loops outside '" + level +
                  "' touches a part of '" + array +
                  "' that no box of constant size holds" +
                  (isIndirect() ? ": an index array subscripts it"
                                : "; tile the loops that subscript it"));
  long most = maxBytes / long(before.arrays.at(array).type.bytes);
  if (box->elements(most) > most)
    return refuse("the copy of '" + array + "' would need more than " +
                  llvm::Twine(maxBytes / 1024) +
                  " KiB for one iteration of the loops outside '" + level +
                  "'; use smaller tiles");
  return llvm::Error::success();
}

llvm::Error DataCopy::orderDimensions(const std::string &fastest) {
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

llvm::Error DataCopy::makeArray(const Arguments &args) {
  Program &program = result.program;
  auto name = temporaryName(program, args, array + "_tmp");
  if (!name)
    return name.takeError();
  temporary = *name;
  if (args.integer("pad") < 0)
    return refuse("`pad` must not be negative");
  std::vector<long> sizes;
  for (unsigned pos : order)
    sizes.push_back(box->sizes[pos]);
  if (!sizes.empty())
    sizes.back() += args.integer("pad");
  Array copy = localArray(program.context.ctx(), sizes, isPrivate ? depth : 0);
  copy.name = temporary;
  copy.type = before.arrays.at(array).type;
  program.arrays[temporary] = copy;
  return llvm::Error::success();
}

/// array[subscripts] becomes temporary[subscripts - lower corner].
void DataCopy::rewriteStatement(const std::string &name) {
  Statement &user = result.program.statement(name);
  isl::pw_multi_aff prefix = view.prefix(name);
  std::vector<isl::pw_aff> corner;
  for (unsigned pos = 0; pos < dims(); ++pos)
    corner.push_back(
        view.lookFrom(user, prefix, isl::pw_aff(box->corner.at(int(pos)))));
  auto rewrite = [&](Expr &node) {
    if (node.kind != Expr::Kind::Access || node.text != array)
      return;
    std::vector<isl::pw_aff> moved;
    for (unsigned pos : order)
      moved.push_back(node.subscripts[pos].sub(corner[pos]).coalesce());
    node.text = temporary;
    node.subscripts = moved;
  };
  user.assignment->target = user.assignment->target.mapNodes(rewrite);
  user.assignment->value = user.assignment->value.mapNodes(rewrite);
  keepInstances(result, name);
}

void DataCopy::rewriteAccesses() {
  for (const std::string &name : users)
    rewriteStatement(name);
  for (unsigned pos = 0; pos < dims(); ++pos)
    elementLoops.push_back(
        result.program.freshName(temporary + "_" + std::to_string(pos)));
}

/// The elements to copy; a superset of the touched ones stays within the array.
isl::map DataCopy::needed(const OuterRelation &seen) const {
  return seen.exact
             ? seen.relation
             : withinExtents(before, before.arrays.at(array), seen.relation);
}

/// The statement `C[outer, t]` that copies the elements `{ O[outer] -> A[..] }`
/// into the temporary, or back.
std::string DataCopy::makeCopy(const std::string &role,
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
    visible[order[pos]] = corner.pullback(toOuter).add(offsets[pos]);
    subscripts[order[pos]] =
        view.lookFrom(copy, toOuter, corner).add(offsets[pos]).coalesce();
  }
  isl::pw_multi_aff toElement = poly::makeMap(space, "A", visible);
  isl::set instances =
      elements.wrap().preimage(toOuter.range_product(toElement));
  setInstances(copy, view.adopt(copy, toOuter, instances));

  const ElementType &type = program.arrays.at(array).type;
  Expr original = Expr::access(array, subscripts, type);
  Expr moved = Expr::access(temporary, offsets, type);
  copy.assignment = role == "copy_in" ? Assignment{moved, "=", original}
                                      : Assignment{original, "=", moved};
  std::string name = copy.name;
  program.statements.emplace(name, std::move(copy));
  result.made.push_back({role, name});
  return name;
}

/// for t0: for t1: .. copy
ScheduleTree DataCopy::loopsOf(const std::string &copy) {
  ScheduleTree node = ScheduleTree::leaf(copy);
  const Statement &made = result.program.statement(copy);
  for (unsigned pos = dims(); pos-- > 0;)
    node = ScheduleTree::loop(elementLoops[pos],
                              {{copy, made.iterator(depth + pos)}}, node);
  return node;
}

void DataCopy::placeCopies(const std::string &in, const std::string &out) {
  ScheduleTree &whole = result.program.phaseOf(statement)->tree;
  std::vector<const ScheduleTree *> around = tree.loopsAround(statement);
  for (const std::string &copy : {in, out}) {
    if (copy.empty())
      continue;
    for (unsigned pos = 0; pos < depth; ++pos)
      whole.findLoop(statement, around[pos]->name)->values[copy] =
          result.program.statement(copy).iterator(pos);
  }
  ScheduleTree *loop = whole.findLoop(statement, level);
  std::vector<ScheduleTree> sequence;
  if (!in.empty())
    sequence.push_back(loopsOf(in));
  sequence.push_back(*loop);
  if (!out.empty())
    sequence.push_back(loopsOf(out));
  *loop = ScheduleTree::sequence(sequence);
  whole.normalize();
}

/// `{ owner[outer iterators] }`, the owners of private elements that instances
/// of \p statement use, or more than these.
static isl::set ownersOf(const Statement &statement, unsigned privateDepth) {
  isl::set instances = statement.instances();
  for (const auto &call : statement.calls)
    instances = poly::dropParam(instances, call.first);
  return poly::projectOutDims(instances, privateDepth,
                              instances.tuple_dim() - privateDepth, "owner");
}

/// Whether \p other and the users may work on one copy of the array.
bool DataCopy::sharesOwner(const Statement &other) const {
  unsigned privateDepth = unsigned(before.arrays.at(array).privateDepth);
  return llvm::any_of(users, [&](const std::string &user) {
    return !ownersOf(before.statement(user), privateDepth)
                .is_disjoint(ownersOf(other, privateDepth));
  });
}

/// Whether nothing reads the array once \p level has run: its owners begin and
/// end inside, or no run of it reads what another one has left.
bool DataCopy::isDeadAfter() const {
  const Array &original = before.arrays.at(array);
  if (original.liveOut || original.privateDepth < 0 ||
      (original.privateDepth < int(depth) && read))
    return false;
  return llvm::all_of(before.statements, [&](const auto &entry) {
    return llvm::is_contained(users, entry.first) ||
           llvm::none_of(
               entry.second.accesses(),
               [&](const Access &access) { return access.array == array; }) ||
           !sharesOwner(entry.second);
  });
}

llvm::Error DataCopy::run(const Arguments &args) {
  const Array &original = before.arrays.at(array);
  if (original.isScalar())
    return refuse("'" + array +
                  "' is a scalar; scalar_expand makes an array "
                  "of it");
  if (llvm::Error error = collectFootprints())
    return error;
  if (llvm::Error error = findBox())
    return error;
  if (llvm::Error error = orderDimensions(args.text("fastest")))
    return error;
  if (llvm::Error error = makeArray(args))
    return error;
  rewriteAccesses();

  std::string in, out;
  // Elements that may not be written but are copied back were copied in.
  std::optional<OuterRelation> source = read;
  if (written && !written->exact) {
    written->relation = needed(*written);
    if (source)
      source->unite(*written);
    else
      source = written;
  }
  if (source)
    in = makeCopy("copy_in", needed(*source));
  if (written && !isDeadAfter())
    out = makeCopy("copy_out", written->relation);
  placeCopies(in, out);
  result.storageMap[array] = temporary;
  return llvm::Error::success();
}

llvm::Expected<StepResult> datacopy(const Program &program,
                                    const Arguments &args) {
  StepResult result = startStep(program);
  // Copies stand directly around the loop: old instances keep their order.
  result.orderPreserved = true;
  auto level = requireLoop(program, args.statement(), args.text("level"));
  if (!level)
    return level.takeError();
  auto around =
      program.phaseOf(args.statement())->tree.loopsAround(args.statement());
  unsigned depth = unsigned(llvm::find(around, *level) - around.begin());
  std::vector<std::string> users =
      usersOf(program, **level, args.text("array"));
  if (users.empty())
    return refuse("no statement below loop '" + args.text("level") +
                  "' accesses '" + args.text("array") + "'");
  bool isPrivate = useLoopCoordinates(result, users, depth);
  Program base = result.program;
  if (llvm::Error error =
          DataCopy(result, base, args, users, isPrivate).run(args))
    return error;
  return result;
}

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return datacopy(program, args); });
}

} // namespace

extern const TransformSpec datacopySpec;
const TransformSpec datacopySpec = {
    .name = "datacopy",
    .summary = "work on a temporary copy of the elements that a loop touches",
    .before = "for i\n  for k\n    y[3*i + k] += ..",
    .after = "for i\n  for t: y_tmp[t] = y[3*i + t]\n  for k\n"
             "    y_tmp[k] += ..\n  for t: y[3*i + t] = y_tmp[t]",
    .legality = "when the touched elements lie in a box of constant size "
                "whose corner the outer loops fix",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
