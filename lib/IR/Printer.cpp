//===- Printer.cpp - a Program as loops and as isl text -------------------===//
///
/// \file
/// `printLoops` shows the nest with the user's names; bounds are the minimum
/// and maximum of each loop's value for fixed outer loops, so it prints what
/// the sets say, not what a code generator makes of it. Conditions of a
/// statement that the loops around it do not imply stand in front of it.
///
//===----------------------------------------------------------------------===//

#include "LoopView.h"
#include "StatementText.h"
#include "sparsec/IR/LoopLines.h"
#include "sparsec/IR/Program.h"
#include "sparsec/Poly/LoopConditions.h"

namespace sparsec {

static std::string subscriptText(const Expr &expr, const Statement &statement) {
  std::string result;
  for (const isl::pw_aff &subscript : expr.subscripts)
    result += "[" + affineText(subscript, statement.iterators) + "]";
  for (const Expr &subscript : expr.operands)
    result += "[" + exprText(subscript, statement) + "]";
  return result;
}

std::string exprText(const Expr &expr, const Statement &statement) {
  auto operand = [&](size_t pos) {
    return exprText(expr.operands[pos], statement);
  };
  switch (expr.kind) {
  case Expr::Kind::Constant:
    return expr.text;
  case Expr::Kind::Affine:
    return affineText(expr.subscripts[0], statement.iterators);
  case Expr::Kind::Access:
    return expr.text + subscriptText(expr, statement);
  case Expr::Kind::Unary:
    return spellingOf(expr.op) + operand(0);
  case Expr::Kind::Binary:
    return "(" + operand(0) + " " + spellingOf(expr.op) + " " + operand(1) +
           ")";
  case Expr::Kind::Select:
    return "(" + operand(0) + " ? " + operand(1) + " : " + operand(2) + ")";
  case Expr::Kind::Cast:
    return "(" + expr.type.spelling + ")" + operand(0);
  case Expr::Kind::Masked:
    return operand(1) + " if " + operand(0);
  case Expr::Kind::Carrying: {
    std::string text = operand(0);
    for (size_t pos = 1; pos + 1 < expr.operands.size(); pos += 2)
      text += ", " + operand(pos) + " = " + operand(pos + 1);
    return text;
  }
  case Expr::Kind::Call:
    break;
  }
  std::string result = expr.text + "(";
  for (size_t pos = 0; pos < expr.operands.size(); ++pos)
    result += (pos ? ", " : "") + operand(pos);
  return result + ")";
}

namespace {

std::string bodyText(const Program &program, const Statement &statement) {
  if (statement.assignment)
    return exprText(statement.assignment->target, statement) + " " +
           spellingOf(statement.assignment->op) + " " +
           exprText(statement.assignment->value, statement) + ";";
  return actionText(program, statement);
}

/// Prints the loops of one tree.
class LoopPrinter {
public:
  explicit LoopPrinter(const Program &program, const Phase &phase)
      : program(program), phase(phase) {}

  std::vector<LoopLine> run() {
    print(phase.tree, 0);
    return std::move(lines);
  }

private:
  void add(LoopLine::Kind kind, unsigned depth, const std::string &name,
           std::string text, const SourceSpan &span,
           std::vector<std::string> statements) {
    lines.push_back({kind, depth, std::move(text), name,
                     size_t(&phase - program.phases.data()), span,
                     std::move(statements)});
  }

  void print(const ScheduleTree &node, unsigned depth) {
    if (node.isLeaf()) {
      printStatement(node.name, depth);
      return;
    }
    if (node.isSequence()) {
      for (const ScheduleTree &child : node.children)
        print(child, depth);
      return;
    }
    const std::vector<poly::LoopInterval> intervals = intervalsOf(node);
    add(LoopLine::Kind::Loop, depth, node.name,
        "for " + node.name + " in " + boundsText(node, intervals) +
            marksText(node.marks),
        node.span, node.statements());
    addImplied(node, intervals);
    condition.clear();
    print(node.children.front(), depth + 1);
    condition.clear();
  }

  /// Neighbours of one condition have it once.
  void printStatement(const std::string &name, unsigned depth) {
    const LoopView &view = viewOf(name);
    std::string last = std::move(condition);
    condition = conditionOf(name);
    if (!condition.empty() && condition != last)
      add(LoopLine::Kind::Condition, depth, name,
          "if " + ("(" + condition + ")"), view.statement.span, {name});
    add(LoopLine::Kind::Statement, depth + !condition.empty(), name,
        name + ": " + bodyText(program, view.statement), view.statement.span,
        {name});
  }

  std::string conditionOf(const std::string &name) {
    const LoopView &view = viewOf(name);
    return poly::conditionText(view.instances.gist(impliedFor.at(name)),
                               view.loops);
  }

  static std::string marksText(const LoopMarks &marks) {
    std::string result;
    if (marks.parallel)
      result += marks.hasParts()      ? " parallel(reduction)"
                : marks.isAtomic()    ? " parallel(atomic)"
                : marks.hasCopies()   ? " parallel(private)"
                : marks.isScanned()   ? " parallel(scan)"
                : marks.hasSegments() ? " parallel(segments)"
                                      : " parallel";
    if (marks.digits.isSet)
      result += " incremental";
    if (marks.lanes)
      result += " vectorize";
    if (marks.expand)
      result += " unroll";
    if (marks.simd)
      result += " simd";
    if (marks.scalar)
      result += " novector";
    if (marks.gpu.isMapped())
      result += " " + marks.gpu.kernel + ":" + marks.gpu.text();
    else if (!marks.gpu.kernel.empty())
      result += " " + marks.gpu.kernel + ":cooperative";
    if (marks.gpu.sharing == GpuMark::Sharing::Combined)
      result += " reduce";
    if (marks.gpu.sharing == GpuMark::Sharing::Atomic)
      result += " reduce(atomic)";
    if (marks.gpu.sharing == GpuMark::Sharing::Segments)
      result += marks.gpu.acrossWarps ? " reduce(segments, block)"
                                      : " reduce(segments)";
    if (marks.unroll != 1)
      result += marks.unroll ? " unroll(" + std::to_string(marks.unroll) + ")"
                             : " unroll";
    if (marks.wave.isSet())
      result += marks.wave.sync == WaveMark::Sync::Barrier ? " wave(barrier)"
                                                           : " wave(points)";
    if (!marks.tickets.empty())
      result += " tickets";
    for (const std::string &array : marks.vectors)
      result += " vectors(" + array + ")";
    return result;
  }

  /// One for each statement in \p loop.
  std::vector<poly::LoopInterval> intervalsOf(const ScheduleTree &loop) {
    std::vector<poly::LoopInterval> intervals;
    for (const std::string &name : loop.statements()) {
      const LoopView &view = viewOf(name);
      intervals.push_back(
          poly::intervalOf(view.valuesOf(depthOf(loop, view)), view.loops));
    }
    return intervals;
  }

  /// "[lower, upper]"; where they differ, of which statements: "[0, n - 1] for
  /// S0 and [1, n - 1] for S1".
  static std::string
  boundsText(const ScheduleTree &loop,
             const std::vector<poly::LoopInterval> &intervals) {
    const std::vector<std::string> statements = loop.statements();
    std::vector<std::pair<std::string, std::string>> users;
    for (size_t at = 0; at < intervals.size(); ++at) {
      const std::string &text = intervals[at].text;
      if (text == poly::LoopInterval::None)
        continue;
      auto known = llvm::find_if(
          users, [&](const auto &user) { return user.first == text; });
      if (known == users.end())
        users.push_back({text, statements[at]});
      else
        known->second += ", " + statements[at];
    }
    if (users.size() < 2)
      return users.empty() ? poly::LoopInterval::None : users[0].first;
    std::string result;
    for (const auto &[text, names] : users)
      result += (result.empty() ? "" : " and ") + text + " for " + names;
    return result;
  }

  static unsigned depthOf(const ScheduleTree &loop, const LoopView &view) {
    unsigned pos = 0;
    while (view.loops[pos] != loop.name)
      ++pos;
    return pos;
  }

  /// Adds what \p intervals say to what the statements in \p loop imply. Of
  /// several nobody sees whose they are.
  void addImplied(const ScheduleTree &loop,
                  const std::vector<poly::LoopInterval> &intervals) {
    isl::set within = intervals.front().within;
    for (const poly::LoopInterval &own : intervals)
      if (!own.within.is_subset(within))
        within = within.unite(own.within);
    // Parts would be multiplied in each condition by those of other loops.
    within = poly::conjunctionAround(within.coalesce());
    for (const std::string &name : loop.statements()) {
      isl::set &implied = impliedFor.at(name);
      implied = implied.intersect(
          poly::withInnerDims(within, unsigned(viewOf(name).loops.size())));
    }
  }

  const LoopView &viewOf(const std::string &name) {
    auto found = views.find(name);
    if (found != views.end())
      return found->second;
    LoopView view = viewFromLoops(program, program.statement(name), phase.tree);
    impliedFor[name] = view.facts;
    return views.emplace(name, std::move(view)).first->second;
  }

  const Program &program;
  const Phase &phase;
  std::map<std::string, LoopView> views;
  /// What the loops printed so far say of a statement, `{ L[loop values] }`.
  std::map<std::string, isl::set> impliedFor;
  /// Of the statement just printed.
  std::string condition;
  std::vector<LoopLine> lines;
};

} // namespace

std::vector<LoopLine> loopLines(const Program &program, bool allPhases) {
  static const char *const roles[] = {"inspect", "update", "execute"};
  std::vector<LoopLine> lines;
  for (const Phase &phase : program.phases) {
    if (!allPhases && phase.role != Phase::Role::Execute)
      continue;
    if (allPhases)
      lines.push_back(
          {LoopLine::Kind::Phase, 0,
           std::string(roles[int(phase.role)]) +
               (phase.onlyIf.empty() ? "" : " if " + phase.onlyIf) + ":",
           "", size_t(&phase - program.phases.data()), SourceSpan()});
    for (LoopLine &line : LoopPrinter(program, phase).run())
      lines.push_back(std::move(line));
  }
  return lines;
}

std::string printLoops(const Program &program, bool allPhases) {
  std::string text;
  for (const LoopLine &line : loopLines(program, allPhases))
    text += std::string(2 * line.depth, ' ') + line.text + "\n";
  return text;
}

std::string printIsl(const Program &program) {
  std::string result;
  for (const Phase &phase : program.phases)
    for (const std::string &name : phase.tree.statements()) {
      const Statement &statement = program.statement(name);
      result += name + "\n  domain: " + poly::text(statement.domain) +
                "\n  constraints: " + poly::text(statement.constraints) + "\n";
      for (const ScheduleTree *loop : phase.tree.loopsAround(name))
        result += "  loop " + loop->name + ": " +
                  poly::text(loop->values.at(name)) + "\n";
      for (const Access &access : statement.accesses())
        for (const isl::pw_aff &subscript : access.subscripts)
          result += std::string(access.isWrite ? "  write " : "  read ") +
                    access.array + ": " + poly::text(subscript) + "\n";
    }
  return result;
}

} // namespace sparsec
