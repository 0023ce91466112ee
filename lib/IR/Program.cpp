//===- Program.cpp - look-ups and facts about calls -----------------------===//

#include "sparsec/IR/Program.h"

#include "sparsec/IR/Mentioned.h"
#include "sparsec/IR/StructureMember.h"
#include "sparsec/IR/TakenNames.h"
#include "sparsec/IR/Widths.h"
#include "sparsec/Poly/Meet.h"

#include <algorithm>
#include <cassert>

namespace sparsec {

Program::Program(isl::ctx ctx)
    : context(isl::set::universe(isl::space::unit(ctx))) {}

const Statement &Program::statement(const std::string &name) const {
  auto found = statements.find(name);
  assert(found != statements.end() && "no statement of that name");
  return found->second;
}

Statement &Program::statement(const std::string &name) {
  return const_cast<Statement &>(
      static_cast<const Program *>(this)->statement(name));
}

const Phase *Program::phaseOf(const std::string &statement) const {
  for (const Phase &phase : phases)
    if (phase.tree.contains(statement))
      return &phase;
  return nullptr;
}

Phase *Program::phaseOf(const std::string &statement) {
  return const_cast<Phase *>(
      static_cast<const Program *>(this)->phaseOf(statement));
}

const Parameter *Program::findParameter(const std::string &name) const {
  for (const Parameter &parameter : parameters)
    if (parameter.name == name)
      return &parameter;
  return nullptr;
}

const Parameter *Program::presenceOf(const std::string &pointer) const {
  for (const Parameter &parameter : parameters)
    if (!pointer.empty() && parameter.pointer == pointer)
      return &parameter;
  return nullptr;
}

std::vector<const Fact *> Program::factsAbout(const std::string &array,
                                              Fact::Kind kind) const {
  std::vector<const Fact *> result;
  for (const Fact &fact : facts)
    if (fact.kind == kind && !fact.arrays.empty() && fact.arrays[0] == array)
      result.push_back(&fact);
  return result;
}

bool Program::isExactReduction(const std::string &array, Update op) const {
  auto found = arrays.find(array);
  if (found == arrays.end())
    return true;
  const ElementType &type = found->second.type;
  const bool rounds =
      op == Update::Add || op == Update::Subtract || op == Update::Multiply;
  // A _Bool makes 1 of 2 and of -1, so sums of more than two depend on it.
  return !(rounds && type.isFloating()) &&
         !((rounds || op == Update::Xor) && isTruth(type));
}

std::string Program::freshName(const std::string &wanted) const {
  const std::optional<StructureMember> member = structureMember(wanted);
  std::string stem = member ? member->structures + "_" + member->path : wanted;
  for (char &letter : stem) // of a member
    if (letter == '>' || letter == '-' || letter == '.')
      letter = '_';
  auto taken = [&](const std::string &name) {
    if (arrays.count(name) || statements.count(name) || findParameter(name) ||
        !useOfLocal(*this, name).empty())
      return true;
    for (const SourceFunction::Argument &argument : function.arguments)
      if (argument.name == name)
        return true;
    bool loop = false;
    for (const Phase &phase : phases)
      phase.tree.walk([&](const ScheduleTree &node) {
        loop |= node.isLoop() && node.name == name;
      });
    return loop;
  };
  std::string name = stem;
  for (unsigned number = 2; taken(name); ++number)
    name = stem + "_" + std::to_string(number);
  return name;
}

/// Whether \p bound is affine in parameters only, without calls (`index(n)`).
static bool isPlain(const std::optional<isl::pw_aff> &bound,
                    const CallTable &calls) {
  if (!bound)
    return false;
  for (const auto &entry : calls)
    if (poly::involvesParam(*bound, entry.first))
      return false;
  return true;
}

isl::set Program::rangeOf(const std::string &name,
                          const UninterpretedCall &call) const {
  isl::ctx ctx = context.ctx();
  isl::space space = isl::space::unit(ctx).add_param(poly::makeId(ctx, name));
  isl::set range = isl::set::universe(space);
  isl::pw_aff value(space.param_aff_on_domain(poly::makeId(ctx, name)));
  for (const Fact *fact : factsAbout(call.function, Fact::Kind::Range)) {
    if (isPlain(fact->lower, calls))
      range = poly::meet(range, value.ge_set(*fact->lower));
    if (isPlain(fact->upper, calls))
      range = poly::meet(range, value.lt_set(*fact->upper));
  }
  return range;
}

/// What a monotone array says of two calls of it whose arguments differ by a
/// constant: `{ : first <= second }`.
static isl::set ordered(const Program &program, const std::string &firstName,
                        const UninterpretedCall &first,
                        const std::string &secondName,
                        const UninterpretedCall &second) {
  isl::ctx ctx = program.context.ctx();
  isl::set all = isl::set::universe(isl::space::unit(ctx));
  auto facts = program.factsAbout(first.function, Fact::Kind::Monotonic);
  if (facts.empty())
    return all;
  std::optional<long> distance =
      poly::constantValue(second.arguments[0].sub(first.arguments[0]));
  if (!distance || *distance <= 0)
    return all;
  isl::space space = isl::space::unit(ctx)
                         .add_param(poly::makeId(ctx, firstName))
                         .add_param(poly::makeId(ctx, secondName));
  isl::pw_aff low = poly::parameter(space, firstName);
  isl::pw_aff high = poly::parameter(space, secondName);
  long step = facts.front()->strict ? *distance : 0;
  return low.add_constant(step).le_set(high);
}

/// What row_length facts say of consecutive calls of an array: `{ : second -
/// first <= M }`.
static isl::set rowLength(const Program &program, const std::string &firstName,
                          const UninterpretedCall &first,
                          const std::string &secondName,
                          const UninterpretedCall &second) {
  isl::ctx ctx = program.context.ctx();
  isl::set result = isl::set::universe(isl::space::unit(ctx));
  auto facts = program.factsAbout(first.function, Fact::Kind::RowLength);
  if (facts.empty() ||
      poly::constantValue(second.arguments[0].sub(first.arguments[0])) != 1)
    return result;
  isl::space space = isl::space::unit(ctx)
                         .add_param(poly::makeId(ctx, firstName))
                         .add_param(poly::makeId(ctx, secondName));
  isl::pw_aff length =
      poly::parameter(space, secondName).sub(poly::parameter(space, firstName));
  for (const Fact *fact : facts)
    if (isPlain(fact->upper, program.calls))
      result = poly::meet(result, length.le_set(*fact->upper));
  return result;
}

isl::set Program::callContext(const Statement &statement) const {
  isl::set result = contextOf(*this, mentionedParameters(*this, statement));
  for (const auto &entry : statement.calls)
    result = poly::meet(result, rangeOf(entry.first, entry.second));
  for (const auto &first : statement.calls)
    for (const auto &second : statement.calls)
      if (first.first != second.first &&
          first.second.function == second.second.function &&
          first.second.arguments.size() == 1) {
        result = poly::meet(result, ordered(*this, first.first, first.second,
                                            second.first, second.second));
        result = poly::meet(result, rowLength(*this, first.first, first.second,
                                              second.first, second.second));
      }
  return result;
}

namespace {

/// Checks one phase's tree against the statements.
class Verifier {
public:
  explicit Verifier(const Program &program) : program(program) {}

  std::string run() {
    if (program.phases.empty() ||
        program.phases.back().role != Phase::Role::Execute)
      return "the last phase is not an Execute phase";
    for (const Phase &phase : program.phases) {
      if (!phase.onlyIf.empty() && !program.findParameter(phase.onlyIf))
        fail("a phase depends on '" + phase.onlyIf +
             "', which is no parameter");
      phase.tree.walk([&](const ScheduleTree &node) { check(node); });
    }
    return problem;
  }

private:
  void fail(const std::string &what) {
    if (problem.empty())
      problem = what;
  }

  void check(const ScheduleTree &node) {
    if (node.isLeaf())
      return checkStatement(node.name);
    if (!node.isLoop())
      return;
    if (node.children.size() != 1)
      fail("loop '" + node.name + "' has no single body");
    for (const std::string &below : node.statements())
      if (!node.values.count(below))
        fail("loop '" + node.name + "' has no value for '" + below + "'");
  }

  void checkStatement(const std::string &name) {
    auto found = program.statements.find(name);
    if (found == program.statements.end())
      return fail("leaf '" + name + "' is no statement");
    const Statement &statement = found->second;
    if (statement.assignment.has_value() == statement.action.has_value())
      fail("'" + name + "' is neither an assignment nor an action, or both");
    const auto *call =
        statement.action ? statement.action->as<action::Call>() : nullptr;
    if (call && !verifyCall(*call).empty())
      return fail("'" + name + "' " + verifyCall(*call));
    if (statement.iterators.size() != statement.domain.tuple_dim())
      fail("'" + name + "' names other dimensions than it has");
    for (const std::string &parameter :
         poly::paramNames(statement.constraints.space()))
      if (!statement.calls.count(parameter) &&
          !program.findParameter(parameter) && !program.calls.count(parameter))
        fail("'" + name + "' mentions unknown '" + parameter + "'");
    for (const Access &access : statement.accesses())
      if (!program.arrays.count(access.array) &&
          !program.findParameter(access.array))
        fail("'" + name + "' accesses unknown array '" + access.array + "'");
  }

  const Program &program;
  std::string problem;
};

} // namespace

std::string verify(const Program &program) { return Verifier(program).run(); }

} // namespace sparsec
