//===- StepLoops.cpp - loops and arrays that a step could work on ---------===//

#include "sparsec/Stress/StepMaker.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>

namespace sparsec::stress {
namespace {

bool isListed(const TransformSpec &spec,
              std::initializer_list<llvm::StringRef> names) {
  return llvm::is_contained(names, spec.name);
}

/// `col[j]` for the call `col(j)`.
std::string inC(std::string call) {
  std::replace(call.begin(), call.end(), '(', '[');
  std::replace(call.begin(), call.end(), ')', ']');
  return call;
}

/// Whether an iterator of \p loop moves \p subscript.
bool movesAlong(const Statement &where, const isl::pw_aff &subscript,
                const LoopTraits &loop) {
  return llvm::any_of(loop.iterators, [&](unsigned pos) {
    return movesWith(where, subscript, pos);
  });
}

} // namespace

/// Elements of index arrays that subscripts mention: what make_dense takes.
std::vector<std::string>
StepMaker::indexExpressions(const Program &program) const {
  std::vector<std::string> result;
  const Statement &where = program.statement(statement);
  for (const Access &access : where.accesses())
    for (const isl::pw_aff &subscript : access.subscripts)
      for (const auto &[name, call] : where.calls)
        if (poly::involvesParam(subscript, name) &&
            !llvm::is_contained(result, inC(name)))
          result.push_back(inC(name));
  return result;
}

std::vector<std::string> StepMaker::arraysOf(const Program &program,
                                             const std::string &level) const {
  std::vector<std::string> result;
  const Statement &where = program.statement(statement);
  size_t first = 0;
  while (first < loops.size() && loops[first].name != level)
    ++first;
  auto isBoundless = [&](const isl::pw_aff &subscript) {
    for (size_t at = first; at < loops.size(); ++at)
      if (!loops[at].trips() && movesAlong(where, subscript, loops[at]))
        return true;
    return false;
  };
  for (const Access &access : where.accesses())
    if (!access.subscripts.empty() &&
        llvm::none_of(access.subscripts, isBoundless) &&
        !llvm::is_contained(result, access.array))
      result.push_back(access.array);
  return result;
}

std::vector<std::string> StepMaker::scalarsOf(const Program &program) const {
  std::vector<std::string> result;
  for (const Access &access : program.statement(statement).accesses())
    if (access.subscripts.empty())
      result.push_back(access.array);
  return result;
}

std::vector<std::string> StepMaker::localsOf(const Program &program) const {
  std::vector<std::string> result = scalarsOf(program);
  llvm::erase_if(result, [&](const std::string &name) {
    auto array = program.arrays.find(name); // a measured length is none
    return array == program.arrays.end() ||
           array->second.owner != Array::Owner::Local ||
           array->second.type.spelling != "double";
  });
  return result;
}

const LoopTraits *StepMaker::findLoop(const std::string &name) const {
  auto found = llvm::find_if(
      loops, [&](const LoopTraits &each) { return each.name == name; });
  return found == loops.end() ? &loops.front() : &*found;
}

std::vector<std::string> StepMaker::namesOf(size_t begin, size_t end) const {
  std::vector<std::string> result;
  for (size_t at = begin; at < std::min(end, loops.size()); ++at)
    result.push_back(loops[at].name);
  return result;
}

bool StepMaker::suitTogether(const TransformSpec &spec, size_t begin,
                             size_t end) const {
  if (isWild)
    return true;
  bool isGuarded = false, isAllGuarded = true;
  for (size_t at = begin; at < end; ++at) {
    const LoopTraits &each = loops[at];
    if (each.holdsSequence && at + 1 < end)
      return false;
    if (spec.name == "scalar_expand" && !each.isParametric && !each.trips())
      return false;
    for (size_t outer = begin; spec.name == "tile" && outer < at; ++outer)
      if (each.binders().count(loops[outer].name))
        return false;
    isGuarded |= each.isGuarded;
    isAllGuarded &= each.isGuarded;
  }
  if (isListed(spec, {"compact", "coalesce"}))
    return isGuarded && loops[begin].isAlone;
  if (spec.name == "compact_and_pad")
    return isAllGuarded && loops[begin].isAlone;
  return true;
}

/// A new order of loops without anything in between, in which those that fix
/// bounds stay outside; empty when there seems to be none.
std::vector<std::string> StepMaker::permuted() {
  size_t begin = loops.size() - 1;
  while (begin > 0 && (isWild || !loops[begin - 1].holdsSequence))
    --begin;
  for (int tries = 0; tries < 8; ++tries) {
    size_t first = begin, end = loops.size();
    if (end - begin > 2 && random.chance(50)) {
      first = begin + size_t(random.below(end - begin - 1));
      end = first + 2;
    }
    std::vector<std::string> before = namesOf(first, end), after = before;
    random.shuffle(after);
    auto comesLate = [&](const std::string &binder, size_t at) {
      return llvm::is_contained(llvm::ArrayRef(after).drop_front(at), binder);
    };
    bool isFine = after != before;
    for (size_t at = 0; at < after.size() && isFine && !isWild; ++at)
      for (const std::string &binder : findLoop(after[at])->binders())
        isFine &= !comesLate(binder, at);
    if (isFine)
      return after;
  }
  return {};
}

std::vector<std::string> StepMaker::skewedBy() {
  std::vector<std::string> others;
  for (const LoopTraits &each : loops) {
    bool isChosen = each.name == chosen;
    if (isChosen && !others.empty() && (!each.isAlone || random.chance(80)))
      break;
    if (!isChosen)
      others.push_back(each.name);
  }
  return {random.pick(others)};
}

/// Some loops around the statement, in the order that \p spec wants.
std::vector<std::string> StepMaker::loopList(const TransformSpec &spec) {
  if (spec.name == "permute") {
    std::vector<std::string> order = permuted();
    return order.empty() ? namesOf(0, loops.size()) : order;
  }
  if (spec.name == "skew")
    return skewedBy();
  std::vector<std::pair<size_t, size_t>> likely;
  for (size_t begin = 0; begin < loops.size(); ++begin)
    for (size_t end = begin + 1; end <= std::min(loops.size(), begin + 3);
         ++end) {
      if (!suitTogether(spec, begin, end))
        continue;
      bool isUsual =
          spec.name == "coalesce" ? end - begin == 2 : end - begin == 1;
      bool isNew = isRecent(loops[begin].name) ||
                   (spec.name == "scalar_expand" && begin == 0);
      likely.insert(likely.end(), (isUsual ? 4 : 1) * (isNew ? 3 : 1),
                    {begin, end});
    }
  auto [begin, end] =
      likely.empty() ? std::pair<size_t, size_t>(0, 1) : random.pick(likely);
  return namesOf(begin, end);
}

std::string StepMaker::loop(const Program &program, const TransformSpec &spec) {
  if (!fusedLoop.empty() && !other.empty())
    return fusedLoop;
  std::vector<std::string> likely;
  for (const LoopTraits &each : loops) {
    if (!isWild && !suits(program, spec, each))
      continue;
    // Only by loops inside could an outermost one be skewed.
    bool isUsual = spec.name != "skew" || &each != &loops.front();
    likely.insert(likely.end(),
                  (isUsual ? 4 : 1) * (isRecent(each.name) ? 3 : 1), each.name);
  }
  return chosen =
             likely.empty() ? random.pick(loops).name : random.pick(likely);
}

/// Where the tile loops go, 1 for outermost: no further out than the loops
/// that fix the bounds of those that are tiled, mostly.
int StepMaker::level() {
  if (isWild || listed.empty())
    return random.between(1, int(loops.size()));
  const LoopTraits *first = findLoop(listed.front());
  int most = int(first - loops.data());
  int least = most;
  auto isMovable = [&](const LoopTraits &outer) {
    return !outer.holdsSequence &&
           llvm::none_of(listed, [&](const std::string &name) {
             return findLoop(name)->binders().count(outer.name);
           });
  };
  while (least > 0 && isMovable(loops[size_t(least) - 1]))
    --least;
  return random.between(least, most) + 1;
}

/// The arrays of the statement that nothing writes: what can move into a plan.
std::vector<std::string>
StepMaker::movableArrays(const Program &program) const {
  std::vector<std::string> all = arraysOf(program, "");
  llvm::erase_if(all, [&](const std::string &each) {
    return llvm::any_of(program.statements, [&](const auto &entry) {
      return llvm::any_of(entry.second.accesses(), [&](const Access &access) {
        return access.array == each && access.isWrite;
      });
    });
  });
  return all;
}

std::string StepMaker::array(const Program &program,
                             const TransformSpec &spec) {
  bool isMoved = spec.name == "compact_and_pad" || spec.name == "relayout";
  std::vector<std::string> all =
      spec.name == "encode" && !isWild ? encodedArrays(program)
      : isMoved && !isWild             ? movableArrays(program)
                           : arraysOf(program, isMoved || isWild ? "" : chosen);
  return all.empty() ? "y" : random.pick(all);
}

/// What the statement takes indices from.
std::vector<std::string> StepMaker::indexArrays(const Program &program) const {
  std::vector<std::string> arrays;
  for (const auto &entry : program.statement(statement).calls)
    arrays.push_back(entry.second.function);
  return arrays;
}

/// These, and floating arrays that can move into a plan.
std::vector<std::string>
StepMaker::encodedArrays(const Program &program) const {
  std::vector<std::string> arrays = indexArrays(program);
  for (const std::string &each : movableArrays(program))
    if (program.arrays.at(each).type.kind == ElementType::Kind::Floating)
      arrays.push_back(each);
  return arrays;
}

/// A loop that moves along one dimension of the copied array.
std::string StepMaker::fastest(const Program &program) {
  const Statement &where = program.statement(statement);
  std::vector<std::string> likely;
  for (const LoopTraits &each : loops)
    for (const Access &access : where.accesses())
      if (access.array == chosenArray &&
          llvm::count_if(access.subscripts, [&](const auto &subscript) {
            return movesAlong(where, subscript, each);
          }) == 1)
        likely.push_back(each.name);
  if (isWild)
    return random.pick(loops).name;
  return likely.empty() ? "" : random.pick(likely);
}

} // namespace sparsec::stress
