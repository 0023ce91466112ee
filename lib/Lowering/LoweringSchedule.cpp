//===- LoweringSchedule.cpp - schedule trees for isl ----------------------===//
///
/// \file
/// See LoweringSchedule.h and docs/lowering.md. The tree is built from the
/// root down: isl refuses bands above a context node.
///
//===----------------------------------------------------------------------===//

#include "ScheduleBuilder.h"

#include "sparsec/IR/Mentioned.h"
#include "sparsec/IR/Widths.h"
#include "sparsec/Poly/AstBuild.h"
#include "sparsec/Poly/Linear.h"
#include "sparsec/Poly/SingleValued.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {
namespace {

/// `{ S[..] -> [times] }`
isl::map timesMap(const isl::space &space,
                  const std::vector<isl::pw_aff> &times) {
  isl::pw_multi_aff map = poly::makeMap(space, "T", times);
  return isl::multi_pw_aff(map).reset_range_tuple_id().as_map();
}

/// Whether the times of \p statement add up to its iterators.
bool areToldApart(const ScheduledStatement &statement) {
  isl::space space = statement.domain.space();
  for (unsigned dim = 0; dim < statement.domain.tuple_dim(); ++dim)
    if (!poly::isSumOf(statement.times, poly::dimension(space, dim), {}))
      return false;
  return true;
}

bool mentions(const isl::pw_aff &value, const std::string &name) {
  return poly::involvesParam(value, name);
}

} // namespace

/// Calls that bounds and loop values mention, and what their arguments mention,
/// arguments before users.
std::vector<std::string>
ScheduleBuilder::neededCalls(const Statement &statement) const {
  std::vector<std::string> needed;
  std::function<void(const std::string &)> add = [&](const std::string &name) {
    if (llvm::is_contained(needed, name))
      return;
    for (const UninterpretedCall &call :
         {statement.calls.at(name), statement.loadOf(name)})
      for (const std::string &inner : nestedCalls(call, statement.calls))
        add(inner);
    needed.push_back(name);
  };
  auto isUsed = [&](const std::string &name) {
    bool used = poly::involvesParam(statement.constraints, name) ||
                poly::involvesParam(statement.domain, name);
    for (const ScheduleTree *loop : tree.loopsAround(statement.name))
      used |= mentions(loop->values.at(statement.name), name);
    return used;
  };
  std::vector<std::string> used;
  for (const auto &entry : statement.calls)
    if (isUsed(entry.first))
      used.push_back(entry.first);
  // index(i) before index(i + 1), as one reads them.
  llvm::stable_sort(used, [](const std::string &a, const std::string &b) {
    return a.size() < b.size();
  });
  llvm::for_each(used, add);
  return needed;
}

void ScheduleBuilder::start(const std::string &name) {
  const Statement &statement = program.statement(name);
  isl::set domain = statement.domain;
  isl::set own = domain;
  if (useFacts) {
    // A copy is made for what the domain says: no load of it may go further,
    // where facts about calls that are not made would not hold.
    if (statement.copies.empty())
      domain = withoutImplied(program, safety, statement);
    own = beyondCalls(program, statement);
  }
  lives[name] = {&statement, domain, {}, {}, neededCalls(statement),
                 domain,     own};
}

/// \p set with calls that are not available yet projected out.
isl::set ScheduleBuilder::withoutHidden(const Live &live, isl::set set) const {
  for (const auto &entry : live.statement->calls)
    if (!live.ids.count(entry.first) && poly::involvesParam(set, entry.first))
      set = set.project_out_param(poly::makeId(set.ctx(), entry.first));
  return renamed(live, poly::dropUnusedParams(set));
}

/// `{ S[..] }` that the constraints known here allow.
isl::set ScheduleBuilder::visible(const Live &live) const {
  return withoutHidden(live,
                       live.domain.intersect(live.statement->constraints));
}

/// `{ : }` what is known of the calls available here.
isl::set ScheduleBuilder::facts(const Live &live) const {
  // Facts about a call hold only where it is made.
  Statement known = *live.statement;
  for (const auto &entry : live.statement->calls)
    if (!live.ids.count(entry.first))
      known.calls.erase(entry.first);
  return withoutHidden(live, program.callContext(known));
}

/// `{ S[..] -> [t0, .., td] }` of the bands so far.
isl::map ScheduleBuilder::prefixMap(const Live &live) const {
  return timesMap(live.statement->space(), live.prefix);
}

llvm::Expected<IslSchedule> ScheduleBuilder::run() {
  Names statements = tree.statements();
  isl::union_set domain(program.context.ctx(), "{ }");
  std::set<std::string> mentioned;
  for (const std::string &name : statements) {
    mentioned.merge(mentionedParameters(program, program.statement(name)));
    start(name);
    domain = domain.unite(isl::union_set(lives[name].domain));
  }
  // Neither bands nor filters may introduce parameters, but calls' contexts.
  isl::ctx ctx = domain.ctx();
  isl::space parameters = isl::space::unit(ctx);
  for (const Parameter &parameter : program.parameters)
    if (mentioned.count(parameter.name))
      parameters = parameters.add_param(poly::makeId(ctx, parameter.name));
  for (const std::string &name : statements) {
    const Statement &statement = program.statement(name);
    for (const std::string &used :
         poly::paramNames(statement.instances().space()))
      if (!statement.calls.count(used) && !program.findParameter(used))
        parameters = parameters.add_param(poly::makeId(ctx, used));
  }
  isl::schedule_node node = isl::schedule::from_domain(domain).root().child(0);
  isl::set known = isl::set::universe(parameters.add_unnamed_tuple(0));
  node = node.insert_context(known).child(0);
  node = introduceCalls(node, statements);
  llvm::Expected<isl::schedule_node> lowered = lower(node, tree);
  if (!lowered)
    return lowered.takeError();
  result.schedule = lowered->schedule();
  result.context = contextOf(program, mentioned);
  for (const auto &[name, live] : lives) {
    const isl::set instances = visible(live);
    ScheduledStatement done{live.ids, live.prefix, live.domain, instances,
                            instances.intersect_params(facts(live))};
    if (!areToldApart(done)) {
      auto instance = instanceAt(done, unsigned(done.times.size()));
      if (!instance)
        return instance.takeError();
    }
    result.statements.emplace(name, std::move(done));
  }
  return std::move(result);
}

/// Lowers \p tree at the leaf \p node; returns the root's position or below.
llvm::Expected<isl::schedule_node>
ScheduleBuilder::lower(isl::schedule_node node, const ScheduleTree &tree) {
  if (tree.isLoop())
    return lowerLoop(node, tree);
  if (tree.isSequence())
    return lowerSequence(node, tree);
  return node;
}

llvm::Expected<isl::schedule_node>
ScheduleBuilder::lowerSequence(isl::schedule_node node,
                               const ScheduleTree &tree) {
  if (tree.children.empty())
    return node;
  if (tree.children.size() == 1)
    return lower(node, tree.children[0]);
  isl::ctx ctx = node.ctx();
  isl::union_set_list filters(ctx, int(tree.children.size()));
  for (const ScheduleTree &child : tree.children) {
    isl::union_set filter(ctx, "{ }");
    for (const std::string &name : child.statements())
      filter = filter.unite(isl::union_set(poly::dropUnusedParams(
          isl::set::universe(program.statement(name).space()))));
    filters = filters.add(filter);
  }
  node = node.insert_sequence(filters);
  unsigned level = node.tree_depth();
  for (size_t pos = 0; pos < tree.children.size(); ++pos) {
    node = node.child(int(pos)).child(0);
    // What another member of the sequence copies is there now.
    Names statements = tree.children[pos].statements();
    if (llvm::any_of(statements, [&](const std::string &name) {
          return !program.statement(name).copies.empty();
        }))
      node = introduceCalls(node, statements);
    llvm::Expected<isl::schedule_node> below = lower(node, tree.children[pos]);
    if (!below)
      return below.takeError();
    node = below->ancestor(int(below->tree_depth() - level));
  }
  return node;
}

/// Adds the loop's value to the statement's prefix.
llvm::Error ScheduleBuilder::appendValue(Live &live, const ScheduleTree &loop) {
  const isl::pw_aff &value = loop.values.at(live.statement->name);
  for (const std::string &name : live.needed)
    if (!live.ids.count(name) && mentions(value, name))
      return outsideItsBounds(live, loop);
  live.prefix.push_back(poly::dropUnusedParams(renamed(live, value)));
  isl::set image = visible(live).apply(prefixMap(live)).coalesce();
  if (image.is_empty() || poly::isBounded(image, depth))
    return llvm::Error::success();
  return outsideItsBounds(live, loop);
}

/// A filter with the bounds of the innermost loop so far where only constraints
/// on calls that are not available yet imply them, as `0 <= i` where
/// `0 <= col(j) <= i`.
isl::schedule_node ScheduleBuilder::showBounds(isl::schedule_node node,
                                               const Names &statements) {
  isl::union_set filter(node.ctx(), "{ }");
  bool shows = false;
  for (const std::string &name : statements) {
    Live &live = lives[name];
    isl::set times = live.seen.apply(prefixMap(live)).coalesce();
    bool isSeen = times.is_empty() || poly::isBounded(times, depth);
    shows |= !isSeen;
    if (!isSeen)
      live.seen = live.seen.intersect(visible(live));
    filter = filter.unite(isl::union_set(poly::dropUnusedParams(
        isSeen ? isl::set::universe(live.statement->space()) : live.seen)));
  }
  return shows ? node.insert_filter(filter).child(0) : node;
}

/// Whether the innermost loop so far may have values that an int cannot hold.
bool ScheduleBuilder::mayExceedInt(const Live &live) const {
  CallTable made;
  for (const auto &[name, id] : live.ids)
    made.emplace(id, live.statement->calls.at(name));
  isl::set image = visible(live).apply(prefixMap(live));
  return sparsec::mayExceedInt(image.intersect_params(facts(live)), depth,
                               typesIn(program, made));
}

/// The calls that keep \p loop from having bounds are not available yet.
llvm::Error ScheduleBuilder::outsideItsBounds(const Live &live,
                                              const ScheduleTree &loop) {
  const Statement &statement = *live.statement;
  std::string calls, inner;
  auto loops = tree.loopsAround(statement.name);
  bool below = false;
  for (const std::string &name : live.needed) {
    if (live.ids.count(name))
      continue;
    const UninterpretedCall &call = statement.calls.at(name);
    calls += calls.empty() ? "`" : " and `";
    calls += call.function;
    for (const isl::pw_aff &argument : call.arguments)
      calls += "[" + affineText(argument, statement.iterators) + "]";
    calls += "`";
  }
  for (const ScheduleTree *other : loops) {
    if (below)
      inner += (inner.empty() ? "" : ", ") + other->name;
    below |= other == &loop;
  }
  if (calls.empty())
    return llvm::createStringError("loop '%s' around '%s' has no finite bounds",
                                   loop.name.c_str(), statement.name.c_str());
  if (inner.empty())
    return llvm::createStringError(
        "%s bounds loop '%s' around '%s', but no loop outside it fixes the "
        "subscript",
        calls.c_str(), loop.name.c_str(), statement.name.c_str());
  return llvm::createStringError(
      "%s bounds loop '%s' around '%s' but the loop that fixes the subscript "
      "is now inside it (inside are: %s); permute '%s' inwards, or make_dense "
      "first",
      calls.c_str(), loop.name.c_str(), statement.name.c_str(), inner.c_str(),
      loop.name.c_str());
}

llvm::Expected<isl::schedule_node>
ScheduleBuilder::lowerLoop(isl::schedule_node node, const ScheduleTree &loop) {
  Names statements = loop.statements();
  isl::ctx ctx = node.ctx();
  isl::union_pw_aff values;
  bool exceedsInt = false;
  for (const std::string &name : statements) {
    Live &live = lives[name];
    if (llvm::Error error = appendValue(live, loop))
      return error;
    exceedsInt = exceedsInt || mayExceedInt(live);
    isl::union_pw_aff value(live.prefix.back());
    values = values.is_null() ? value : values.union_add(value);
  }
  node = showBounds(node, statements);
  node = node.insert_partial_schedule(isl::multi_union_pw_aff(values));
  const char *option =
      shape == LoopShape::Atomic ? "{ atomic[x] }" : "{ separate[x] }";
  node = node.as<isl::schedule_node_band>().set_ast_build_options(
      isl::union_set(ctx, option));
  node = node.insert_mark(
      poly::makeId(ctx, "loop:" + std::to_string(result.loops.size())));
  result.loops.push_back({&loop, depth, exceedsInt});
  ++depth;
  node = node.child(0).child(0);
  if (loop.marks.gpu.isMapped())
    node = node
               .insert_mark(poly::makeId(
                   ctx, "value:" + std::to_string(result.loops.size() - 1)))
               .child(0);
  node = introduceCalls(node, statements);
  llvm::Expected<isl::schedule_node> below = lower(node, loop.children[0]);
  --depth;
  return below;
}

llvm::Expected<isl::pw_multi_aff>
instanceAt(const ScheduledStatement &statement, unsigned depth) {
  isl::space space = statement.domain.space();
  std::vector<isl::pw_aff> times(statement.times.begin(),
                                 statement.times.begin() + depth);
  isl::map map = timesMap(space, times);
  for (const isl::set &domain : {isl::set::universe(space), statement.domain,
                                 statement.instances, statement.known}) {
    isl::map back = map.intersect_domain(domain).reverse();
    if (poly::isSingleValued(back))
      return back.as_pw_multi_aff();
  }
  return llvm::createStringError(
      "the loops around '%s' do not tell its instances apart",
      map.domain_tuple_id().name().c_str());
}

llvm::Expected<IslSchedule> buildIslSchedule(const Program &program,
                                             const ScheduleTree &tree,
                                             LoopShape shape,
                                             const CallSafety &safety) {
  // Loops outside those that bind their calls need all affine bounds.
  auto tight = ScheduleBuilder(program, tree, shape, safety, true).run();
  if (tight)
    return tight;
  llvm::consumeError(tight.takeError());
  return ScheduleBuilder(program, tree, shape, safety, false).run();
}

} // namespace sparsec
