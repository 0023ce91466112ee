//===- Remedies.cpp - what would make a refused step legal ----------------===//

#include "Remedies.h"

#include "Attempts.h"
#include "FactCandidates.h"

#include "sparsec/IR/FactParser.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace sparsec::recipe {
namespace {

using Names = std::vector<std::string>;

/// Suggestions of one kind; more are noise.
constexpr size_t suggestionLimit = 2;

std::string quoted(const std::string &text) { return "\"" + text + "\""; }

std::string listed(const Names &names) {
  std::vector<std::string> parts;
  for (const std::string &name : names)
    parts.push_back(quoted(name));
  return "{" + llvm::join(parts, ", ") + "}";
}

Names loopsAround(const Program &program, const std::string &statement) {
  Names names;
  if (const Phase *phase = program.phaseOf(statement))
    for (const ScheduleTree *loop : phase->tree.loopsAround(statement))
      names.push_back(loop->name);
  return names;
}

/// A command that may go before the refused step.
struct Command {
  const TransformSpec *spec;
  Arguments arguments;
  std::string text;
};

class Search : Attempts {
public:
  explicit Search(const RefusedStep &refused)
      : Attempts(refused), statement(refused.arguments.statement()) {}

  std::vector<std::string> run();

private:
  using Found = std::vector<std::string>;

  std::string triedSoMuch() const;
  std::vector<Command> commands() const;
  void addCommand(std::vector<Command> &result, llvm::StringRef name,
                  const std::string &of, const Names &loops) const;
  void addScalarExpansions(std::vector<Command> &result) const;
  void addUpdatesInPlace(std::vector<Command> &result) const;
  Found helpfulCommands();
  Found helpfulFacts();
  Found pairsOfFacts(const std::vector<std::string> &facts);
  Found otherLicence();
  Found otherOptions();
  void addOption(Found &found, const Arguments &other,
                 const ParameterSpec &parameter, const std::string &value);
  Found otherLoops();
  Found otherOrders();
  Found otherSteps() { return elsewhere(statement); }

  const std::string statement;
};

//===----------------------------------------------------------------------===//
// Commands before the step
//===----------------------------------------------------------------------===//

/// `distribute(S0, "i")`: commands on one loop.
void Search::addCommand(std::vector<Command> &result, llvm::StringRef name,
                        const std::string &of, const Names &loops) const {
  for (const std::string &loop : loops) {
    Command command{findTransform(name), {}, ""};
    command.arguments.set("statement", of);
    command.arguments.set("loop", loop);
    command.text = name.str() + "(" + of + ", " + quoted(loop) + ")";
    result.push_back(std::move(command));
  }
}

/// Of the scalar that is to blame, over more and more of the loops around its
/// first writer.
void Search::addScalarExpansions(std::vector<Command> &result) const {
  const std::string &scalar = refused.refusal->array;
  auto array = refused.program.arrays.find(scalar);
  if (array == refused.program.arrays.end() || !array->second.isScalar())
    return;
  Names writers;
  for (const Phase &phase : refused.program.phases)
    for (const std::string &name : phase.tree.statements())
      for (const Access &access : refused.program.statement(name).accesses())
        if (access.array == scalar && access.isWrite)
          writers.push_back(name);
  if (writers.empty())
    return;
  Names loops;
  for (const std::string &loop : loopsAround(refused.program, writers[0])) {
    loops.push_back(loop);
    Command command{findTransform("scalar_expand"), {}, ""};
    command.arguments.set("statement", writers[0]);
    command.arguments.set("loops", loops);
    command.arguments.set("what", scalar);
    command.text = "scalar_expand(" + writers[0] + ", " + listed(loops) + ", " +
                   quoted(scalar) + ")";
    result.push_back(std::move(command));
  }
}

/// Of scalars of the function that statements beside the refused one store.
void Search::addUpdatesInPlace(std::vector<Command> &result) const {
  const Phase *phase = refused.program.phaseOf(statement);
  if (!phase)
    return;
  for (const std::string &name : phase->tree.statements()) {
    const Statement &store = refused.program.statement(name);
    if (!store.assignment || name == statement)
      continue;
    const Expr &value = store.assignment->value;
    auto array = refused.program.arrays.find(value.text);
    if (value.kind != Expr::Kind::Access || !value.subscripts.empty() ||
        array == refused.program.arrays.end() ||
        array->second.owner != Array::Owner::Local)
      continue;
    Command command{findTransform("update_in_place"), {}, ""};
    command.arguments.set("statement", name);
    command.text = "update_in_place(" + name + ")";
    result.push_back(std::move(command));
  }
}

std::vector<Command> Search::commands() const {
  std::vector<Command> result;
  if (refused.refusal && !refused.refusal->array.empty())
    addScalarExpansions(result);
  addUpdatesInPlace(result);
  Names loops = loopsAround(refused.program, statement);
  std::reverse(loops.begin(), loops.end());
  addCommand(result, "normalize", statement, unspoken(loops));
  addCommand(result, "distribute", statement, loops);
  return result;
}

Search::Found Search::helpfulCommands() {
  Found found;
  Program reordered = refused.program;
  reordered.allowReassociation = true;
  if (!refused.program.allowReassociation && isAccepted(reordered))
    found.push_back("put 'allow_reassociation()' before this step, if sums and "
                    "products may be rounded differently");
  Program finite = refused.program;
  finite.assumeFinite = true;
  if (!refused.program.assumeFinite && isAccepted(finite))
    found.push_back("put 'assume_finite()' before this step, if no floating "
                    "argument holds Inf or NaN");
  for (const Command &command : commands()) {
    if (isExhausted())
      break;
    std::optional<Program> before =
        resultOf(*command.spec, refused.program, command.arguments);
    if (before && before->statements.count(statement) && isAccepted(*before))
      found.push_back("put '" + command.text + "' before this step");
  }
  return found;
}

//===----------------------------------------------------------------------===//
// Facts
//===----------------------------------------------------------------------===//

/// Whether the source can say \p facts: what steps have made it does not know.
bool isOfSource(const Program &program, const std::string &facts) {
  return llvm::none_of(namesInFacts(facts), [&](const std::string &name) {
    auto array = program.arrays.find(name);
    if (array != program.arrays.end())
      return array->second.owner != Array::Owner::Argument;
    const Parameter *parameter = program.findParameter(name);
    return parameter && parameter->owner != Parameter::Owner::Argument;
  });
}

std::string factSentence(const Program &program, const Names &facts) {
  const std::string text = llvm::join(facts, "; ");
  std::string sentence = "put 'known(" + quoted(text) + ")' before this step";
  if (isOfSource(program, text))
    sentence += ", or '#pragma sparsec " + text + "' before the function";
  return sentence + ", if that is so";
}

Search::Found Search::helpfulFacts() {
  Found found;
  std::vector<std::string> harmless;
  for (const std::string &fact : factCandidates(refused)) {
    std::optional<Program> program = with(refused.program, fact);
    if (!program)
      continue;
    harmless.push_back(fact);
    if (isAccepted(*program))
      found.push_back(factSentence(refused.program, {fact}));
    if (found.size() >= suggestionLimit)
      return found;
  }
  return found.empty() ? pairsOfFacts(harmless) : found;
}

Search::Found Search::pairsOfFacts(const std::vector<std::string> &facts) {
  for (size_t first = 0; first < facts.size(); ++first)
    for (size_t second = first + 1; second < facts.size(); ++second) {
      if (isExhausted())
        return {};
      std::optional<Program> one = with(refused.program, facts[first]);
      std::optional<Program> both =
          one ? with(*one, facts[second]) : std::nullopt;
      if (both && isAccepted(*both))
        return {factSentence(refused.program, {facts[first], facts[second]})};
    }
  return {};
}

//===----------------------------------------------------------------------===//
// The step with other arguments
//===----------------------------------------------------------------------===//

/// The step of a format, allowed to round differently.
Search::Found Search::otherLicence() {
  const llvm::StringRef option = reassociationOption.name;
  Arguments other = refused.arguments;
  if (!other.has(option) || other.flag(option))
    return {};
  other.set(option, true);
  if (!isAccepted(refused.program, other))
    return {};
  return {"write '" + option.str() +
          " = true' in this step, if sums and products may be rounded "
          "differently"};
}

/// The words that one may try for \p parameter; "" for a flag.
static std::vector<std::string> choicesOf(const ParameterSpec &parameter) {
  if (!parameter.optional || parameter.name == reassociationOption.name)
    return {};
  if (parameter.kind == ParameterSpec::Kind::Flag)
    return {""};
  std::vector<std::string> choices;
  if (parameter.kind == ParameterSpec::Kind::Text)
    for (llvm::StringRef word : llvm::split(parameter.words, '|'))
      if (!word.empty())
        choices.push_back(word.str());
  return choices;
}

/// `parallel(S0, "i", {reduction = true})`: a step of nothing but a statement
/// and a loop, with one of its options.
Search::Found Search::otherOptions() {
  Found found;
  Arguments plain;
  for (const char *name : {"statement", "loop"})
    plain.set(name, refused.arguments.text(name));
  for (const ParameterSpec &parameter : refused.spec->parameters)
    if (refused.arguments.has(parameter.name) && !parameter.optional &&
        !plain.has(parameter.name))
      return {};
  for (const ParameterSpec &parameter : refused.spec->parameters)
    for (const std::string &choice : choicesOf(parameter)) {
      Arguments other = plain;
      if (choice.empty())
        other.set(parameter.name, true);
      else
        other.set(parameter.name, choice);
      addOption(found, other, parameter,
                choice.empty() ? "true" : quoted(choice));
    }
  return found;
}

/// Says what makes the step with the options \p other legal, if anything does.
void Search::addOption(Found &found, const Arguments &other,
                       const ParameterSpec &parameter,
                       const std::string &value) {
  const std::string call = refused.spec->name.str() + "(" + statement + ", " +
                           quoted(other.text("loop")) + ", {" +
                           parameter.name.str() + " = " + value + "})";
  if (isAccepted(refused.program, other)) {
    found.push_back("write '" + call + "' instead: " + parameter.help.str());
    return;
  }
  if (refused.program.allowReassociation)
    return;
  Program reordered = refused.program;
  reordered.allowReassociation = true;
  if (isAccepted(reordered, other))
    found.push_back("write 'allow_reassociation() " + call +
                    "' instead, if sums and products may be rounded "
                    "differently");
}

/// A mark of another loop, for steps that take just a statement and a loop to
/// mark.
Search::Found Search::otherLoops() {
  Found found;
  if (refused.spec->name != "parallel" && refused.spec->name != "simd")
    return found;
  for (const std::string &loop : loopsAround(refused.program, statement)) {
    Arguments other = refused.arguments;
    other.set("loop", loop);
    if (loop != refused.arguments.text("loop") &&
        isAccepted(refused.program, other))
      found.push_back("write '" + (refused.spec->name + "(").str() + statement +
                      ", " + quoted(loop) + ")' instead");
  }
  return found;
}

/// How many pairs of loops stand in another order.
unsigned distanceOf(const Names &order, const Names &wanted) {
  unsigned distance = 0;
  auto place = [&](const std::string &name) {
    return llvm::find(wanted, name) - wanted.begin();
  };
  for (size_t a = 0; a < order.size(); ++a)
    for (size_t b = a + 1; b < order.size(); ++b)
      distance += place(order[a]) > place(order[b]);
  return distance;
}

/// The legal orders nearest to the one asked for, the present one apart.
Search::Found Search::otherOrders() {
  Found found;
  constexpr size_t manyLoops = 4;
  const Names wanted = refused.arguments.texts("loops");
  if (refused.spec->name != "permute" || wanted.size() > manyLoops)
    return found;
  Names present;
  for (const std::string &loop : loopsAround(refused.program, statement))
    if (llvm::is_contained(wanted, loop))
      present.push_back(loop);
  std::vector<Names> orders;
  Names order = wanted;
  llvm::sort(order);
  do
    if (order != wanted && order != present)
      orders.push_back(order);
  while (std::next_permutation(order.begin(), order.end()));
  llvm::stable_sort(orders, [&](const Names &a, const Names &b) {
    return distanceOf(a, wanted) < distanceOf(b, wanted);
  });
  for (const Names &other : orders) {
    Arguments arguments = refused.arguments;
    arguments.set("loops", other);
    if (found.empty() && isAccepted(refused.program, arguments))
      found.push_back("write 'permute(" + statement + ", " + listed(other) +
                      ")' instead");
  }
  return found;
}

/// What a search says that has found nothing.
std::string Search::triedSoMuch() const {
  return "none found: " + std::to_string(count()) +
         " facts and commands were tried, and the step is refused after each" +
         (isExhausted() ? "; to try more would take too long" : "");
}

std::vector<std::string> Search::run() {
  Found all;
  // The one attempt of a licence first: the others may use up the budget.
  for (auto look :
       {&Search::otherLicence, &Search::otherOptions, &Search::otherSteps,
        &Search::helpfulCommands, &Search::otherLoops, &Search::otherOrders,
        &Search::helpfulFacts}) {
    Found found = (this->*look)();
    found.resize(std::min(found.size(), suggestionLimit));
    all.insert(all.end(), found.begin(), found.end());
  }
  // Facts that help, too, seldom hold of what has such a form.
  if (refused.refusal && !refused.refusal->advice.empty())
    all.insert(all.begin(), refused.refusal->advice);
  else if (all.empty() && refused.refusal && !refused.refusal->accesses.empty())
    all.push_back(triedSoMuch());
  return all;
}

} // namespace

std::vector<std::string> remediesFor(const RefusedStep &refused) {
  return Search(refused).run();
}

} // namespace sparsec::recipe
