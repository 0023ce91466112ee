//===- RowSearches.cpp - loops that look for one entry of a row -----------===//
///
/// \file
/// A loop that does something in one iteration only, the one in which an
/// element of an array has a value that the loop does not change, finds that
/// iteration where facts say that the elements rise. Where the value rises with
/// a serial loop around, the search goes on from where it was, and two sorted
/// rows are merged:
///
///     for p                           int at = lo;
///       for q in [lo, hi)             for p
///         if (b[q] == a[p])             if (hi <= at) break;
///           s += x[p] * y[q];           from = at; at = hi;
///                                       for q in [from, hi)
///                              =>         if (b[q] == a[p]) {
///                                           s += x[p] * y[q];
///                                           at = q + 1; break;
///                                         }
///                                         if (a[p] < b[q]) {
///                                           at = q; break;
///                                         }
///
/// Elsewhere the interval that may hold the entry is halved until it is empty.
/// Rows are those of `sorted(b, index, strict)`; the loop has to stay in one.
///
//===----------------------------------------------------------------------===//

#include "RowSearches.h"
#include "LoopRequests.h"
#include "sparsec/LoopIR/Statements.h"
#include "sparsec/LoopPasses/LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;

LoopExpr iteratorOf(const LoopNode &loop) {
  return LoopExpr::variable(loop.name, loop.type.isWide());
}

/// Whether iterations of \p loop run one after the other, upwards, as they are.
bool isSerial(const LoopNode &loop) {
  LoopMarks marks = loop.marks;
  marks.scalar = false;
  return marks == LoopMarks() && loop.step == 1 && !loop.stride &&
         !loop.goesOn && !loop.descending && loop.reductions.empty();
}

LoopExpr inside(const LoopExpr &at, const std::vector<LoopExpr> &ends) {
  LoopExpr result = LoopExpr::integer(1);
  for (const LoopExpr &upper : ends)
    result = logicalAnd(result, less(at, upper));
  return result;
}

LoopExpr isBehind(const LoopExpr &at, const std::vector<LoopExpr> &ends) {
  LoopExpr result = LoopExpr::integer(0);
  for (const LoopExpr &upper : ends)
    result = logicalOr(result, lessEqual(upper, at));
  return result;
}

LoopExpr leastOf(const std::vector<LoopExpr> &ends) {
  LoopExpr result = ends.front();
  for (const LoopExpr &end : ends)
    result = minOf(result, end);
  return result;
}

class SearchMaker {
public:
  SearchMaker(const Program &program, const WarningSink &warn)
      : program(program), warn(warn) {}

  /// Rewrites \p nodes, the body of \p around if there is one. What comes to
  /// stand before that goes to \p before.
  void visit(Nodes &nodes, RowOrder order, const LoopNode *around,
             Nodes *before) {
    Nodes result;
    for (LoopNode &node : nodes) {
      if (node.kind == Kind::Local)
        order.define(node);
      if (node.isFor()) {
        ofLoop(node, order, around, before, result);
        continue;
      }
      if (!node.body.empty() || !node.otherwise.empty())
        ofBranches(node, order);
      result.push_back(std::move(node));
    }
    nodes = std::move(result);
  }

private:
  void ofBranches(LoopNode &node, const RowOrder &order) {
    RowOrder within = order, otherwise = order;
    if (node.kind == Kind::If) {
      within.assume(node.condition);
      otherwise.assumeNot(node.condition);
    }
    visit(node.body, within, nullptr, nullptr);
    visit(node.otherwise, otherwise, nullptr, nullptr);
  }

  void ofLoop(LoopNode &loop, const RowOrder &order, const LoopNode *around,
              Nodes *before, Nodes &result) {
    std::optional<RowSearch> search;
    if (!loop.holdsBarrier())
      search = order.searchIn(loop);
    if (search && !isSerial(loop)) {
      tell(loop);
      search.reset();
    }
    RowOrder within = order;
    within.enter(loop);
    if (search) {
      visit(loop.body, within, nullptr, nullptr);
      const bool goesOn = before && order.searchGoesOn(*search, loop, *around);
      for (LoopNode &part :
           goesOn ? merged(loop, *search, *before) : halved(loop, *search)) {
        if (part.isFor() || part.kind == Kind::Local)
          part.exceedsInt = loop.exceedsInt;
        result.push_back(std::move(part));
      }
      return;
    }
    // Of lanes, digits and loops that expand, all iterations are alike.
    if (loop.marks.lanes || loop.marks.expand || loop.marks.digits.isSet) {
      result.push_back(std::move(loop));
      return;
    }
    Nodes ahead;
    const LoopNode head = loop;
    last.reset();
    visit(loop.body, within, isSerial(loop) ? &head : nullptr,
          isSerial(loop) ? &ahead : nullptr);
    if (ahead.size() == 1 && last && onlySearches(head))
      loop.body.insert(loop.body.begin(),
                       LoopNode::ifThen(*last, {stmt::leaveLoop()}));
    for (LoopNode &part : ahead)
      result.push_back(std::move(part));
    result.push_back(std::move(loop));
  }

  /// Threads of a GPU try entries side by side, as asked.
  void tell(const LoopNode &loop) const {
    if (!warn || loop.marks.gpu.isMapped())
      return;
    const std::string name = loop.source ? loop.source->name : loop.name;
    warn({CodeWarning::Kind::WeakLoop, name,
          loop.source ? loop.source->span : SourceSpan(),
          "loop '" + name +
              "' tries all entries of a row to find one: only a loop that runs "
              "one entry after the other, upwards, is a search; leave it as it "
              "is, and make the loops around it parallel",
          [name](const Program &program) {
            return hasWeakLoop(program, name);
          }});
  }

  /// Whether the body of \p loop is one loop besides locals.
  static bool onlySearches(const LoopNode &loop) {
    unsigned loops = 0;
    for (const LoopNode &node : loop.body) {
      if (node.kind != Kind::Local && !node.isFor())
        return false;
      loops += node.isFor();
    }
    return loops == 1;
  }

  std::string fresh(const LoopNode &loop, const char *what) {
    return loop.name + "_" + what + "#s" + std::to_string(names++);
  }

  static LoopNode found(const LoopNode &loop, const LoopExpr &at) {
    Nodes body = {stmt::constant(loop.type, loop.name, at)};
    body.insert(body.end(), loop.body.begin(), loop.body.end());
    return LoopNode::ifThen(inside(at, loop.upper), std::move(body));
  }

  static LoopExpr elementAt(const LoopNode &loop, const RowSearch &search,
                            const LoopExpr &at) {
    return search.element.substitute(loop.name, at);
  }

  /// The search that begins where the one before it ended. In this order of
  /// the tests compilers make the code of a merge.
  Nodes merged(LoopNode loop, const RowSearch &search, Nodes &before) {
    const bool isWide = loop.type.isWide();
    const LoopExpr at = LoopExpr::variable(fresh(loop, "at"), isWide);
    const LoopExpr from = LoopExpr::variable(fresh(loop, "from"), isWide);
    const LoopExpr here = iteratorOf(loop);
    const LoopExpr next = search.findsOnce ? here + LoopExpr::integer(1) : here;
    Nodes &work = loop.body.back().body;
    work.push_back(stmt::assign(at, next));
    work.push_back(stmt::leaveLoop());
    loop.body.push_back(
        LoopNode::ifThen(less(search.value, search.element),
                         {stmt::assign(at, here), stmt::leaveLoop()}));
    loop.lower = from;
    before.push_back(stmt::variable(loop.type, at.name, search.lower));
    last = isBehind(at, search.upper);
    return {stmt::constant(loop.type, from.name, at),
            stmt::assign(at, leastOf(search.upper)), std::move(loop)};
  }

  /// The search that halves what is left.
  Nodes halved(const LoopNode &loop, const RowSearch &search) {
    const bool isWide = loop.type.isWide();
    const LoopExpr at = LoopExpr::variable(fresh(loop, "at"), isWide);
    const LoopExpr end = LoopExpr::variable(fresh(loop, "end"), isWide);
    const LoopExpr middle = LoopExpr::variable(fresh(loop, "middle"), isWide);
    LoopNode halves = stmt::countedLoop(
        LoopType::int32(), program.freshName("half"), LoopExpr::integer(0),
        LoopExpr::integer(64),
        {stmt::constant(loop.type, middle.name,
                        at + plainDiv(end - at, LoopExpr::integer(2))),
         LoopNode::ifThen(less(elementAt(loop, search, middle), search.value),
                          {stmt::assign(at, middle + LoopExpr::integer(1))},
                          {stmt::assign(end, middle)})});
    halves.goesOn = less(at, end);
    return {stmt::variable(loop.type, at.name, loop.lower),
            stmt::variable(loop.type, end.name, leastOf(loop.upper)),
            std::move(halves), found(loop, at)};
  }

  const Program &program;
  const WarningSink &warn; ///< null: nobody asks
  unsigned names = 0;
  /// Where the last search that goes on finds nothing any more.
  std::optional<LoopExpr> last;
};

} // namespace

/// Arrays that the loops make, as far as they can be told.
static std::set<std::string> madeIn(const LoopAst &ast,
                                    const Program &program) {
  std::set<std::string> made;
  bool hasActions = false;
  ast.walk([&](const LoopNode &node) {
    if (node.kind == Kind::Assign)
      made.insert(node.target.name);
    hasActions |= node.kind == Kind::Action || node.kind == Kind::Call;
  });
  if (hasActions)
    for (const auto &[name, array] : program.arrays)
      if (array.owner != Array::Owner::Argument)
        made.insert(name);
  return made;
}

static bool saysOfOrder(const Fact &fact) {
  return fact.strict && (fact.kind == Fact::Kind::Sorted ||
                         fact.kind == Fact::Kind::Monotonic);
}

void findEntries(LoopAst &ast, const Program &program,
                 const WarningSink &warn) {
  if (llvm::none_of(program.facts, saysOfOrder))
    return;
  const std::set<std::string> made = madeIn(ast, program);
  SearchMaker(program, warn)
      .visit(ast.body, RowOrder(program, made), nullptr, nullptr);
}

} // namespace sparsec
