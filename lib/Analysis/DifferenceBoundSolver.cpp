//===- DifferenceBoundSolver.cpp - facts as difference constraints --------===//

#include "DifferenceMatch.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

using Kind = Fact::Kind;

DifferenceBoundSolver::DifferenceBoundSolver(
    const Program &program, isl::space space, const CallTable &table,
    const std::vector<RuleInstance> &instances)
    : context(program.context), space(std::move(space)) {
  nodeOf("");
  for (const Parameter &parameter : program.parameters)
    nodeOf(parameter.name);
  for (const poly::Differences &part : poly::differencesOf(context)) {
    contexts.push_back(boundsOf(part));
    isContextExact &= part.isExact;
  }
  unsigned dims = unsigned(isl::set::universe(this->space).tuple_dim());
  for (unsigned dim = 0; dim < dims; ++dim)
    nodeOf(poly::dimensionVariable(dim));
  for (const auto &[name, call] : table)
    addCall(name, call);
  findSegments();
  for (const Fact &fact : program.facts) {
    addFact(fact);
    if (fact.kind == Kind::Order && fact.rule)
      addShifts(program, fact);
  }
  findBases();
  findPairs();
  for (const RuleInstance &instance : instances)
    addRule(instance);
  findAsked();
}

DifferenceBoundSolver::Node
DifferenceBoundSolver::nodeOf(const std::string &variable) {
  return nodes.emplace(variable, Node(nodes.size())).first->second;
}

std::optional<DifferenceBoundSolver::Place>
DifferenceBoundSolver::findPlace(const isl::pw_aff &value) const {
  std::optional<poly::Place> place = poly::placeOf(value);
  auto node = place ? nodes.find(place->variable) : nodes.end();
  if (node == nodes.end())
    return std::nullopt;
  return Place{node->second, place->offset};
}

std::optional<DifferenceBoundSolver::Place>
DifferenceBoundSolver::placeOf(const std::optional<isl::pw_aff> &value) {
  if (!value)
    return std::nullopt;
  std::optional<poly::Place> place = poly::placeOf(*value);
  if (!place) {
    isComplete = false;
    return std::nullopt;
  }
  return Place{nodeOf(place->variable), place->offset};
}

FactSet DifferenceBoundSolver::bitOf(const std::string &text) {
  auto found = llvm::find(texts, text);
  if (found == texts.end())
    found = texts.insert(texts.end(), text);
  return FactSet(1) << std::min<long>(found - texts.begin(), 63);
}

void DifferenceBoundSolver::addCall(const std::string &name,
                                    const UninterpretedCall &call) {
  Node value = nodeOf(name);
  if (call.arguments.empty())
    return;
  std::optional<Place> argument;
  if (call.arguments.size() == 1)
    argument = placeOf(call.arguments[0]);
  else
    isComplete = false;
  if (!argument) {
    addOther(name, call);
    if (call.arguments.size() == 1)
      argument = placeOfSum(call.arguments[0]);
  }
  if (argument)
    calls.push_back(
        {name, call.function, value, *argument, &arrays[call.function]});
}

/// \p value as a variable that stands for a sum of few, each once, as
/// `perm(p) + lo` and `t - n` are, and its constant.
std::optional<DifferenceBoundSolver::Place>
DifferenceBoundSolver::placeOfSum(const isl::pw_aff &value) {
  const std::optional<poly::Terms> terms = poly::termsOf(value);
  const bool isSum =
      terms && terms->factors.size() > 1 && terms->factors.size() < 4 &&
      llvm::all_of(
          terms->factors,
          [](const auto &one) { return std::abs(one.second) == 1; });
  if (!isSum)
    return std::nullopt;
  const std::string name = poly::sumVariable(terms->factors);
  addSum(name, *terms);
  return Place{nodeOf(name), terms->constant};
}

void DifferenceBoundSolver::addOther(const std::string &name,
                                     const UninterpretedCall &call) {
  OtherCall made{call.function, nodeOf(name), {}};
  for (const isl::pw_aff &argument : call.arguments) {
    const std::optional<poly::Terms> terms = poly::termsOf(argument);
    if (!terms)
      return;
    made.arguments.push_back({{}, terms->constant});
    for (const auto &[variable, factor] : terms->factors)
      made.arguments.back().terms.emplace_back(nodeOf(variable), factor);
    if (poly::countsAsVariable(*terms, poly::Sums::Parameters))
      addSum(poly::sumVariable(terms->factors), *terms);
  }
  others.push_back(std::move(made));
}

void DifferenceBoundSolver::findSegments() {
  for (const Call &begin : calls)
    for (const Call &end : calls)
      if (begin.about == end.about &&
          begin.argument.node == end.argument.node &&
          begin.argument.offset + 1 == end.argument.offset)
        arrays[begin.function].segments.push_back(
            {begin.argument, begin.value, end.value, begin.name});
}

void DifferenceBoundSolver::addRule(const RuleInstance &instance) {
  if (instance.premise.is_empty())
    return;
  auto premise = boundsOf(instance.premise);
  auto conclusion = boundsOf(instance.conclusion);
  if (!premise || !conclusion) {
    isComplete = false;
    return;
  }
  Rule rule{{}, std::move(*premise), std::move(*conclusion), 0};
  for (const std::string &text : instance.texts)
    rule.why |= bitOf(text);
  for (const std::string &trigger : instance.triggers)
    rule.triggers.push_back(nodeOf(trigger));
  rules.push_back(std::move(rule));
}

/// By which parameters an Order fact says that related iterations lie apart: of
/// two loops of which one runs behind the other, `v = u + n`.
void DifferenceBoundSolver::addShifts(const Program &program,
                                      const Fact &order) {
  for (const poly::Differences &part :
       poly::differencesOf(order.rule->premise, poly::Sums::All))
    for (const auto &[name, sum] : part.sums)
      if (sum.factors.size() == 2)
        for (const Parameter &parameter : program.parameters)
          if (sum.factors.count(parameter.name))
            shifts.insert(parameter.name);
}

/// Whether \p sum is a variable plus or minus such a parameter, or the negated
/// parameter.
bool DifferenceBoundSolver::isShift(const poly::Terms &sum) const {
  auto isUnit = [](const auto &one) { return std::abs(one.second) == 1; };
  auto isOne = [&](const auto &one) { return shifts.count(one.first) != 0; };
  return sum.factors.size() <= 2 && llvm::all_of(sum.factors, isUnit) &&
         llvm::count_if(sum.factors, isOne) == 1;
}

void DifferenceBoundSolver::addFact(const Fact &fact) {
  if (fact.arrays.empty() || fact.kind == Kind::Extent ||
      fact.kind == Kind::NoAlias || fact.kind == Kind::Rounded || fact.rule)
    return;
  // A bound that is no place (n - 1 is, n + m is not) is one fact less.
  ArrayFact one{&fact,
                bitOf(fact.text),
                placeOf(fact.lower),
                placeOf(fact.upper),
                placeOf(fact.at),
                fact.arrays.size() > 1 ? &arrays[fact.arrays[1]] : nullptr};
  if (fact.kind == Kind::Inverse)
    inverses.push_back(one);
  arrays[fact.arrays[0]].facts.push_back(std::move(one));
  // These speak of more than two values at once.
  if (fact.kind == Kind::RowLength || fact.kind == Kind::Condition)
    isComplete = false;
}

/// How positions are counted is a convention, not a fact to leave out.
void DifferenceBoundSolver::findBases() {
  for (auto &[name, about] : arrays) {
    auto first = llvm::find_if(about.facts, [](const ArrayFact &one) {
      return one.fact->kind == Kind::Boundary && one.at && one.upper &&
             one.at->node == 0 && one.at->offset == 0 && one.upper->node == 0;
    });
    if (first != about.facts.end())
      about.base = first->upper->offset;
  }
}

/// \p name is the variable that stands for the sum \p terms.
void DifferenceBoundSolver::addSum(const std::string &name,
                                   const poly::Terms &terms) {
  const Node added = nodeOf(name);
  std::map<Node, long> own;
  for (const auto &[variable, factor] : terms.factors)
    own.emplace(nodeOf(variable), factor);
  if (!sums.emplace(added, own).second)
    return;
  // n + 2 * x differs from n, and 2 * x from 0.
  sums.try_emplace(0);
  for (const auto &[node, factor] : own)
    sums.try_emplace(node, std::map<Node, long>{{node, 1}});
  for (const auto &[other, factors] : sums) {
    std::map<Node, long> rest = own;
    for (const auto &[node, factor] : factors)
      rest[node] -= factor;
    std::erase_if(rest, [](const auto &one) { return one.second == 0; });
    if (rest.size() == 1)
      rest.emplace(0, -rest.begin()->second);
    if (rest.size() != 2)
      continue;
    const auto &[a, factorOfA] = *rest.begin();
    const auto &[b, factorOfB] = *rest.rbegin();
    if (factorOfA != -factorOfB)
      continue;
    const Node up = factorOfA > 0 ? a : b, down = factorOfA > 0 ? b : a;
    const long factor = std::abs(factorOfA);
    multiples.push_back({added, other, up, down, factor});
    multiples.push_back({other, added, down, up, factor});
  }
}

DifferenceBoundSolver::Part
DifferenceBoundSolver::boundsOf(const poly::Differences &differences) {
  for (const auto &[name, terms] : differences.sums)
    addSum(name, terms);
  Part bounds;
  for (const poly::Difference &one : differences.all)
    bounds.push_back({nodeOf(one.left), nodeOf(one.right), one.bound});
  return bounds;
}

void DifferenceBoundSolver::findPairs() {
  for (size_t first = 0; first < calls.size(); ++first)
    for (size_t second = 0; second < calls.size(); ++second) {
      Call &call = calls[first];
      const Call &other = calls[second];
      if (second > first && call.about == other.about)
        call.pairs.push_back(second);
      if (second != first && llvm::any_of(inverses, [&](const ArrayFact &one) {
            return inverts(one, call, other);
          }))
        call.inverted.push_back(second);
    }
}

void DifferenceBoundSolver::findAsked() {
  for (Call &call : calls) {
    call.asked.resize(NodePairs::wordsFor(Node(nodes.size())));
    auto add = [&](Node node) { NodePairs::insert(call.asked, node); };
    add(call.value);
    add(call.argument.node);
    for (const ArrayFact &one : call.about->facts) {
      if (one.at)
        add(one.at->node);
      if (!one.second)
        continue;
      for (const Segment &segment : one.second->segments)
        for (Node node : {segment.row.node, segment.begin, segment.end})
          add(node);
    }
  }
}

std::optional<DifferenceBoundSolver::Part>
DifferenceBoundSolver::boundsOf(const isl::set &set) {
  std::vector<poly::Differences> parts = poly::differencesOf(set);
  if (parts.size() != 1 || !parts[0].isExact)
    return std::nullopt;
  return boundsOf(parts[0]);
}

DifferenceBoundSolver::Question
DifferenceBoundSolver::questionOf(const isl::set &points) {
  std::vector<poly::Differences> parts = poly::differencesOf(points);
  auto areExact = [](const std::vector<poly::Differences> &all) {
    return llvm::all_of(all, [](const auto &part) { return part.isExact; });
  };
  Question question;
  if (isContextExact && areExact(parts)) {
    question.isExact = isComplete;
    for (const poly::Differences &part : parts)
      for (const Part &known : contexts) {
        question.parts.push_back(boundsOf(part));
        llvm::append_range(question.parts.back(), known);
      }
    return question;
  }
  // What holds for the parameters may make differences of other constraints,
  // and so do sums that calls have for arguments, or that facts speak of.
  parts = poly::differencesOf(
      points.intersect_params(context), poly::Sums::Parameters,
      [&](const std::string &name, const poly::Terms &sum) {
        return nodes.count(name) != 0 || isShift(sum);
      });
  question.isExact = isComplete && areExact(parts);
  for (const poly::Differences &part : parts)
    question.parts.push_back(boundsOf(part));
  return question;
}

} // namespace sparsec
