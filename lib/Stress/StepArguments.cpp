//===- StepArguments.cpp - arguments of random steps ----------------------===//

#include "sparsec/Analysis/Checker.h"
#include "sparsec/Stress/StepMaker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

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

/// `col[j]` for the call `col(j)`.
std::string inC(std::string call) {
  std::replace(call.begin(), call.end(), '(', '[');
  std::replace(call.begin(), call.end(), ')', ']');
  return call;
}

bool isListed(const TransformSpec &spec,
              std::initializer_list<llvm::StringRef> names) {
  return llvm::is_contained(names, spec.name);
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

/// Whether \p value changes with iterator \p pos of \p where.
static bool movesWith(const Statement &where, const isl::pw_aff &value,
                      unsigned pos) {
  if (poly::involvesDim(value, pos))
    return true;
  return llvm::any_of(where.calls, [&](const auto &entry) {
    return poly::involvesParam(value, entry.first) &&
           llvm::any_of(entry.second.arguments, [&](const auto &argument) {
             return movesWith(where, argument, pos);
           });
  });
}

/// The arrays of the statement; without those that loop \p still moves along,
/// unless that is "".
std::vector<std::string> StepMaker::arraysOf(const Program &program,
                                             const std::string &still) const {
  std::vector<std::string> result;
  const Statement &where = program.statement(statement);
  auto found = llvm::find(where.iterators, still);
  auto pos = unsigned(found - where.iterators.begin());
  for (const Access &access : where.accesses()) {
    bool moves = llvm::any_of(access.subscripts, [&](const auto &subscript) {
      return found != where.iterators.end() && movesWith(where, subscript, pos);
    });
    if (!access.subscripts.empty() && !moves &&
        !llvm::is_contained(result, access.array))
      result.push_back(access.array);
  }
  return result;
}

std::vector<std::string> StepMaker::scalarsOf(const Program &program) const {
  std::vector<std::string> result;
  for (const Access &access : program.statement(statement).accesses())
    if (access.subscripts.empty())
      result.push_back(access.array);
  return result;
}

/// Some loops around the statement, in the order that \p spec wants.
std::vector<std::string> StepMaker::loopList(const TransformSpec &spec) {
  if (spec.name == "permute") {
    std::vector<std::string> all = loops;
    if (all.size() > 2 && random.chance(50)) {
      size_t first = size_t(random.below(all.size() - 1));
      all = {all[first], all[first + 1]};
    }
    std::vector<std::string> before = all;
    for (int tries = 0; tries < 4 && all == before; ++tries)
      random.shuffle(all);
    return all;
  }
  if (spec.name == "skew") {
    std::vector<std::string> others;
    for (const std::string &each : loops) {
      if (each == chosen && !others.empty() && random.chance(80))
        break;
      if (each != chosen)
        others.push_back(each);
    }
    return {random.pick(others)};
  }
  size_t first = size_t(random.below(loops.size()));
  for (size_t at = 0; at < loops.size(); ++at)
    if (llvm::is_contained(recent, loops[at]) && random.chance(50))
      first = at;
  if (isListed(spec, {"scalar_expand"}) && random.chance(70))
    first = 0;
  size_t count = random.chance(spec.name == "coalesce" ? 25 : 60)
                     ? 1
                     : size_t(random.between(1, 3));
  if (spec.name == "coalesce" && count < 2)
    count = random.chance(70) ? 2 : 1;
  size_t last = std::min(loops.size(), first + count);
  return {loops.begin() + long(first), loops.begin() + long(last)};
}

std::string StepMaker::loop(const Program &program, const TransformSpec &spec) {
  if (!fusedLoop.empty() && !other.empty())
    return fusedLoop;
  if (!chosen.empty())
    return chosen;
  // The outermost loop starts at 0 mostly, and an inner one touches one element
  // of an array that it does not subscript.
  if (spec.name == "measure" && random.chance(50))
    return chosen = loops.front();
  if (spec.name == "datacopy" && random.chance(70))
    return chosen = loops.back();
  if (spec.name == "skew" && random.chance(80))
    return chosen = loops[size_t(random.between(1, int(loops.size()) - 1))];
  std::vector<std::string> likely;
  for (const std::string &each : loops) {
    if (llvm::is_contained(recent, each))
      likely.push_back(each);
    if (spec.name == "parallel" &&
        whyNotParallel(program, statement, each).empty())
      likely.insert(likely.end(), 4, each);
    if (spec.name == "simd" && whyNotSimd(program, statement, each).empty())
      likely.insert(likely.end(), 4, each);
  }
  chosen = !likely.empty() && random.chance(60) ? random.pick(likely)
                                                : random.pick(loops);
  return chosen;
}

/// A number, or as many as the last list had.
std::string StepMaker::numbers(int low, int high) {
  std::vector<std::string> parts;
  for (size_t at = 0; at < listed; ++at)
    parts.push_back(std::to_string(random.between(low, high)));
  return "{" + llvm::join(parts, ", ") + "}";
}

std::string StepMaker::condition(const Program &program) {
  std::string name = chosen.empty() ? random.pick(loops) : chosen;
  std::vector<std::string> forms = {name + " < 3", name + " >= 2",
                                    "2*" + name + " > 5"};
  if (name != loops.front())
    forms.push_back(name + " < " + loops.front() + " + 2");
  if (program.findParameter("n") && name == loops.front())
    forms = {name + " < n - 2", "2*" + name + " < n", name + " >= n - 1",
             name + " < 3"};
  return random.pick(forms);
}

std::string StepMaker::freeText(const Program &program,
                                const TransformSpec &spec,
                                const ParameterSpec &parameter) {
  llvm::StringRef name = parameter.name;
  if (name == "condition")
    return quoted(condition(program));
  if (name == "expressions") {
    std::vector<std::string> all = indexExpressions(program);
    random.shuffle(all);
    all.resize(std::min<size_t>(all.size(), random.chance(80) ? 1 : 2));
    listed = all.size();
    return quoted(all);
  }
  if (name == "what") {
    std::vector<std::string> scalars = scalarsOf(program);
    return quoted(scalars.empty() || random.chance(40) ? "rhs"
                                                       : random.pick(scalars));
  }
  if (name == "other_loop")
    return quoted(fusedOther);
  if (name == "before")
    return "{" + quoted(random.pick(program.executePhase().tree.statements())) +
           "}";
  if (name == "schedule")
    return quoted(random.pick(std::vector<std::string>{
        "static", "dynamic", "guided", "dynamic, 2", "static, 1"}));
  if (spec.name == "pragma")
    return quoted(random.pick(std::vector<std::string>{
        "GCC unroll 2", "GCC unroll 4", "GCC unroll 8"}));
  return quoted(random.pick(loops));
}

std::string StepMaker::argument(const Program &program,
                                const TransformSpec &spec,
                                const ParameterSpec &parameter) {
  bool isFirst = &parameter == spec.parameters.begin();
  auto pickWord = [&] {
    llvm::SmallVector<llvm::StringRef> words;
    parameter.words.split(words, '|');
    return quoted(words[size_t(random.below(words.size()))].str());
  };
  switch (parameter.kind) {
  case Kind::Statement:
    return quoted(isFirst || other.empty() ? statement : other);
  case Kind::Loop:
    return quoted(parameter.name == "fastest" ? random.pick(loops)
                                              : loop(program, spec));
  case Kind::Loops: {
    std::vector<std::string> list = loopList(spec);
    listed = list.size();
    return quoted(list);
  }
  case Kind::NewName:
    return quoted(freshName());
  case Kind::NewNames: {
    std::vector<std::string> list;
    while (list.size() < listed)
      list.push_back(freshName());
    return quoted(list);
  }
  case Kind::Count:
    return std::to_string(parameter.name == "level"
                              ? random.between(1, int(loops.size()))
                              : random.between(spec.name == "peel" ? 1 : 2, 4));
  case Kind::Integer:
    if (parameter.name == "factor")
      return std::to_string(random.chance(8) ? 0 : random.between(2, 4));
    return std::to_string(parameter.name == "pad" ? random.between(0, 2)
                                                  : random.between(-3, 3));
  case Kind::Counts:
    return numbers(1, 4);
  case Kind::Integers:
    return numbers(-2, 2);
  case Kind::Sizes: {
    for (const Parameter &each : program.parameters)
      if (each.owner == Parameter::Owner::Plan && random.chance(30))
        return "{" +
               llvm::join(std::vector<std::string>(listed, quoted(each.name)),
                          ", ") +
               "}";
    return numbers(1, 5);
  }
  case Kind::Array:
  case Kind::Arrays: {
    bool isCopy = spec.name == "datacopy" && random.chance(85);
    std::vector<std::string> all = arraysOf(program, isCopy ? chosen : "");
    if (all.empty())
      return quoted("y");
    listed = 1;
    return quoted(random.pick(all));
  }
  case Kind::Text:
  case Kind::Texts:
    return parameter.words.empty() ? freeText(program, spec, parameter)
                                   : pickWord();
  case Kind::Flag:
    return random.chance(50) ? "true" : "false";
  }
  return "";
}

} // namespace sparsec::stress
