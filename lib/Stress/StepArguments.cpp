//===- StepArguments.cpp - arguments of random steps ----------------------===//

#include "StepIdioms.h"

#include "sparsec/Analysis/Checker.h"
#include "sparsec/IR/TensorAtom.h"
#include "sparsec/Stress/StepMaker.h"
#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

#include <algorithm>

namespace sparsec::stress {
namespace {

using Kind = ParameterSpec::Kind;

std::string quoted(const std::string &text) { return "\"" + text + "\""; }

std::string quoted(const std::vector<std::string> &texts) {
  std::vector<std::string> parts;
  for (const std::string &text : texts)
    parts.push_back(quoted(text));
  return "{" + llvm::join(parts, ", ") + "}";
}

} // namespace

/// As many numbers as the last list had.
std::string StepMaker::numbers(int low, int high) {
  std::vector<std::string> parts;
  for (size_t at = 0; at < listed.size(); ++at)
    parts.push_back(std::to_string(random.between(low, high)));
  return "{" + llvm::join(parts, ", ") + "}";
}

/// Selects some iterations of the chosen loop, not all.
std::string StepMaker::condition(const Program &program) {
  const LoopTraits &loop = *findLoop(chosen);
  const std::string &name = loop.name, &outermost = loops.front().name;
  if (loop.trips().value_or(0) > 1 && loop.start() && !isWild) {
    long cut = *loop.start() + random.between(1, int(*loop.trips()) - 1);
    return name + (random.chance(60) ? " < " : " >= ") + std::to_string(cut);
  }
  std::vector<std::string> forms = {name + " < 3", name + " >= 2",
                                    "2*" + name + " > 5"};
  if (name != outermost)
    forms.push_back(name + " < " + outermost + " + 2");
  if (program.findParameter("n") && name == outermost)
    forms = {name + " < n - 2", "2*" + name + " < n", name + " >= n - 1",
             name + " < 3"};
  return random.pick(forms);
}

/// About loops around the statement and index arrays that it reads.
std::string StepMaker::arrayCondition(const Program &program) {
  std::vector<std::string> arrays;
  for (const auto &[name, call] : program.statement(statement).calls)
    if (call.arguments.size() == 1)
      arrays.push_back(call.function);
  if (arrays.empty())
    return condition(program);
  auto loop = [&] { return random.pick(loops).name; };
  auto element = [&] { return random.pick(arrays) + "[" + loop() + "]"; };
  std::string array = random.pick(arrays), at = loop();
  std::vector<std::string> forms = {
      array + "[" + at + " + 1] - " + array + "[" + at + "] > 2",
      loop() + " < " + element() + " + 2",
      element() + " % 2 == 0",
      element() + " / 3 == " + loop() + " / 3",
      element() + " == " + loop(),
      "!(" + element() + " < 3) && " + loop() + " > 0",
      element() + " != 2 || " + element() + " > " + loop()};
  return random.pick(forms);
}

int StepMaker::unrollFactor() {
  const LoopTraits &loop = *findLoop(chosen);
  if (loop.trips() && random.chance(25))
    return 0;
  return isWild && random.chance(20) ? 0 : random.between(2, 4);
}

std::string StepMaker::sizes(const Program &program) {
  auto length = lengths.find(listed.empty() ? "" : listed.front());
  std::vector<std::string> names;
  for (const Parameter &each : program.parameters)
    if (each.owner == Parameter::Owner::Plan)
      names.push_back(each.name);
  if (listed.size() == 1 && length != lengths.end() && random.chance(60))
    return "{" + quoted(length->second) + "}";
  if (!names.empty() && random.chance(isWild ? 40 : 3))
    return "{" +
           llvm::join(std::vector<std::string>(listed.size(),
                                               quoted(random.pick(names))),
                      ", ") +
           "}";
  return numbers(1, 5);
}

/// A statement that a loop of its own could begin with.
std::string StepMaker::beginningOf(const Program &program) {
  const ScheduleTree &tree = program.phaseOf(statement)->tree;
  const ScheduleTree *node = tree.findLoop(statement, chosen);
  if (isWild || !node || !node->children[0].isSequence())
    return random.pick(tree.statements());
  std::vector<ScheduleTree> members = node->children[0].children;
  size_t at = size_t(random.between(1, int(members.size()) - 1));
  return members[at].statements().front();
}

/// A statement outside the chosen loop; "" if there is none.
std::string StepMaker::outsideOf(const Program &program) {
  const ScheduleTree &tree = program.phaseOf(statement)->tree;
  const ScheduleTree *node = tree.findLoop(statement, chosen);
  std::vector<std::string> others = tree.statements();
  if (node && !isWild)
    llvm::erase_if(others,
                   [&](const auto &one) { return node->contains(one); });
  return others.empty() ? "" : random.pick(others);
}

/// Places of the chosen loop's binary digits.
std::string StepMaker::digitPlaces() {
  std::vector<std::string> places;
  for (unsigned at = 0;
       at < llvm::Log2_64(uint64_t(*findLoop(chosen)->trips())); ++at)
    places.push_back(std::to_string(at));
  const std::vector<std::string> same = places;
  for (int tries = 0; tries < 4 && places == same; ++tries)
    random.shuffle(places);
  return "{" + llvm::join(places, ", ") + "}";
}

/// How threads of the chosen loop update elements, of \p ways: in runs more
/// often where elements do not fall, which few do.
std::string StepMaker::updates(const Program &program, llvm::StringRef ways) {
  if (!isWild && random.chance(50) &&
      !conflictInUpdates(program, statement, chosen,
                         LoopMarks::Updates::Segments))
    return quoted("segments");
  llvm::SmallVector<llvm::StringRef> words;
  ways.split(words, '|');
  return quoted(words[size_t(random.below(words.size()))].str());
}

/// A key that rises with the chosen loop: one of levels of one iteration each.
std::string StepMaker::keyOf(const Program &program) {
  const ScheduleTree &node =
      *program.phaseOf(statement)->tree.findLoop(statement, chosen);
  const bool runsDown = !writtenValue(node, program.statement(statement))
                             .plain_is_equal(node.values.at(statement));
  return (runsDown ? "7 - 3 * " : "3 * ") + chosen;
}

/// A value that a loop may run over: of loops, and of index arrays that the
/// statement reads.
std::string StepMaker::valueOfLoops(const Program &program) {
  std::vector<std::string> arrays;
  for (const auto &[name, call] : program.statement(statement).calls)
    if (call.arguments.size() == 1)
      arrays.push_back(call.function);
  const std::string loop = random.pick(loops).name;
  if (arrays.empty())
    return loop + " / 3";
  const std::string element = random.pick(arrays) + "[" + loop + "]";
  return random.pick(std::vector<std::string>{
      element, element + " / 2", element + " % 3 + 1", "4 - 2 * " + element,
      element + " - " + loop, loop + " / 3"});
}

/// What new loops run over: index expressions, or a value of loops.
std::vector<std::string> StepMaker::valuesForLoops(const Program &program) {
  std::vector<std::string> all = indexExpressions(program);
  if (random.chance(30))
    all = {valueOfLoops(program)};
  random.shuffle(all);
  all.resize(std::min<size_t>(all.size(), random.chance(80) ? 1 : 2));
  return all;
}

/// What a count tells apart: an index expression, a loop, or a value of them.
std::string StepMaker::countedValue(const Program &program) {
  std::vector<std::string> all = indexExpressions(program);
  for (const LoopTraits &loop : loops)
    all.push_back(loop.name);
  return random.chance(30) ? valueOfLoops(program) : random.pick(all);
}

std::string StepMaker::freeText(const Program &program,
                                const TransformSpec &spec,
                                const ParameterSpec &parameter) {
  llvm::StringRef name = parameter.name;
  if (name == "condition")
    return quoted(spec.name == "split_by" ? arrayCondition(program)
                                          : condition(program));
  if (name == "expressions")
    return quoted(listed = valuesForLoops(program));
  if (name == "distinct")
    return quoted(countedValue(program));
  if (name == "what") {
    std::vector<std::string> scalars = scalarsOf(program);
    if (!scalars.empty())
      scalars.push_back("lhs");
    return quoted(scalars.empty() || random.chance(40) ? "rhs"
                                                       : random.pick(scalars));
  }
  if (spec.name == "precision") {
    std::vector<std::string> locals = localsOf(program);
    return quoted(locals.empty() ? "y" : random.pick(locals));
  }
  if (spec.name == "specialize") // with the values, its next argument
    return knownValues({program, statement, loops, random, {}, &known});
  if (name == "rows") {
    std::vector<std::string> pointers = indexArrays(program);
    return pointers.empty() ? "" : quoted(random.pick(pointers));
  }
  if (spec.name == "reorder_data") {
    std::vector<std::string> arrays = permutedArrays(program, statement);
    return arrays.empty() ? "" : quoted(random.pick(arrays));
  }
  if (name == "how")
    return storage(program);
  if (name == "other_loop")
    return quoted(fusedOther);
  if (name == "before")
    return quoted(std::vector<std::string>{beginningOf(program)});
  if (spec.name == "sparse_partition" && name == "by")
    return quoted(keyOf(program));
  if (name == "also") {
    const std::string statement = outsideOf(program);
    return statement.empty() ? "" : quoted(statement);
  }
  if (name == "schedule")
    return quoted(random.pick(std::vector<std::string>{
        "static", "dynamic", "guided", "dynamic, 2", "balanced"}));
  if (name == "atom") {
    std::vector<std::string> names;
    for (const TensorAtom &atom : tensorAtoms())
      names.push_back(atom.name.str());
    return quoted(random.pick(names));
  }
  if (spec.name == "pragma")
    return quoted(random.pick(std::vector<std::string>{
        "GCC unroll 2", "GCC unroll 4", "GCC unroll 8"}));
  return quoted(random.pick(loops).name);
}

std::string StepMaker::count(const TransformSpec &spec,
                             llvm::StringRef parameter) {
  return std::to_string(parameter == "level"
                            ? level()
                            : random.between(spec.name == "peel" ? 1 : 2, 4));
}

/// Whether the chosen array has floating elements.
bool StepMaker::isValues(const Program &program) const {
  auto array = program.arrays.find(chosenArray);
  return array != program.arrays.end() && array->second.type.isFloating() &&
         !array->second.isScalar();
}

/// How `encode` is to store the chosen array. All that there is fits; only what
/// a plan has added up may need more than 8 digits.
std::string StepMaker::storage(const Program &program) {
  if (!isValues(program))
    return isWild && random.chance(20) ? quoted("half") : "16";
  const Array &array = program.arrays.at(chosenArray);
  std::vector<std::string> formats = {"half"};
  if (array.type.bytes > 4 || isWild)
    formats.push_back("float");
  if (array.owner == Array::Owner::Argument)
    formats.push_back("bfloat16");
  else if (array.extents.size() > 1 || isWild)
    formats.push_back("mask");
  return quoted(random.pick(formats));
}

/// What stands before a step that rounds.
std::string StepMaker::permission(const Program &program,
                                  const TransformSpec &spec) {
  return spec.name == "encode" && isValues(program) &&
                 !(isWild && random.chance(30))
             ? allowsRounding + quoted(chosenArray) + ") "
             : "";
}

std::string StepMaker::integer(llvm::StringRef parameter) {
  if (parameter == "unrolled")
    return std::to_string(random.between(0, 6));
  if (parameter == "factor")
    return std::to_string(unrollFactor());
  return std::to_string(parameter == "pad" ? random.between(0, 2)
                                           : random.between(-3, 3));
}

/// One of the words that \p parameter may be.
static std::string pickWord(const ParameterSpec &parameter, auto &random) {
  llvm::SmallVector<llvm::StringRef> words;
  parameter.words.split(words, '|');
  return quoted(words[size_t(random.below(words.size()))].str());
}

/// The loop that an argument names; "" leaves it out.
std::string StepMaker::loopFor(const Program &program,
                               const TransformSpec &spec,
                               llvm::StringRef parameter) {
  if (parameter == "fastest") {
    std::string name = fastest(program);
    return name.empty() ? "" : quoted(name);
  }
  if (spec.name != "encode" || isWild)
    return quoted(loop(program, spec));
  if (isValues(program))
    return "";
  if (parameter == "delta" && random.chance(80))
    return quoted(loops.back().name);
  if (parameter == "far" && loops.size() > 1)
    return quoted(loops[loops.size() - 2].name);
  return quoted(loop(program, spec));
}

std::string StepMaker::argument(const Program &program,
                                const TransformSpec &spec,
                                const ParameterSpec &parameter) {
  bool isFirst = &parameter == spec.parameters.begin();
  switch (parameter.kind) {
  case Kind::Statement:
    return quoted(isFirst || other.empty() ? statement : other);
  case Kind::Loop:
    return loopFor(program, spec, parameter.name);
  case Kind::Loops:
    listed = loopList(spec);
    return quoted(listed);
  case Kind::NewName:
    return quoted(freshName());
  case Kind::NewNames: {
    std::vector<std::string> list;
    while (list.size() < listed.size())
      list.push_back(freshName());
    return quoted(list);
  }
  case Kind::Count:
    return count(spec, parameter.name);
  case Kind::Integer:
    return integer(parameter.name);
  case Kind::Counts:
    return numbers(1, 4);
  case Kind::Integers:
    if (spec.name == "permute_digits" && findLoop(chosen)->trips())
      return digitPlaces();
    return numbers(-2, 2);
  case Kind::Numbers:
    return spec.name == "specialize" ? "" : numbers(-2, 2);
  case Kind::Sizes:
    return sizes(program);
  case Kind::Array:
  case Kind::Arrays:
    chosenArray = array(program, spec);
    listed = {chosenArray};
    return quoted(chosenArray);
  case Kind::Text:
  case Kind::Texts:
    if (parameter.name == "updates")
      return updates(program, parameter.words);
    return parameter.words.empty() ? freeText(program, spec, parameter)
                                   : pickWord(parameter, random);
  case Kind::Flag:
    if (parameter.name == "rising") // so far as facts say
      return "";
    if (parameter.name == reassociationOption.name)
      return random.chance(80) ? "false" : "true";
    return random.chance(50) && (isWild || !findLoop(chosen)->isInnermost)
               ? "true"
               : "false";
  }
  return "";
}

std::vector<std::pair<std::string, std::string>>
arraysInRows(const Program &program) {
  std::vector<std::pair<std::string, std::string>> found;
  for (const auto &[end, call] : program.calls)
    for (const auto &[name, array] : program.arrays)
      if (array.owner == Array::Owner::Argument && !array.isIndex &&
          array.extents.size() == 1 && array.extents[0] &&
          poly::involvesParam(*array.extents[0], end))
        found.emplace_back(name, call.function);
  return found;
}

} // namespace sparsec::stress
