//===- ReuseSum.cpp - sums that the execution has made before -------------===//
///
/// \file
/// `reuse_sum` computes a sum once that is computed twice, of the same terms
/// and from the same beginning:
///
///     for i                              for i
///       s = b[i]                           s = b[i]
///       for j: s -= a[j] * x[col[j]]       for j: s -= a[j] * x[col[j]]
///       ..                          =>     t[i] = s
///     for i                                ..
///       t[i] = b[i]                      for i
///       for j: t[i] -= a[j] * x[col[j]]    ..
///       ..
///
/// Instance maps: { K[i] -> B[i] } of the beginning and { K[i] -> S[i,j] } of
/// the terms, for all j at once. That the terms have the same values at K's
/// time is what the order check proves of their reads: nothing writes x[col[j]]
/// between the two times. That the sums are the same expressions over the same
/// instances is checked here.
///
//===----------------------------------------------------------------------===//

#include "Support/LoopCoordinates.h"
#include "Support/OuterView.h"

#include "sparsec/Transforms/LoopUtils.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <tuple>

namespace sparsec {
namespace {

constexpr ParameterSpec parameters[] = {
    {"statement", ParameterSpec::Kind::Statement,
     "the statement that adds up the sum for the second time"},
    {"earlier", ParameterSpec::Kind::Statement,
     "the statement that has added it up before"},
};

/// One sum: `begin` sets an element, the loops of `update` alone follow.
struct Sum {
  std::vector<const ScheduleTree *> outside, inside; ///< loops
  const Statement *begin = nullptr, *update = nullptr;

  const Assignment &start() const { return *begin->assignment; }
  const Assignment &term() const { return *update->assignment; }
};

class SumReuse {
public:
  SumReuse(const Program &program, const Arguments &args)
      : old(program), result(startStep(program)), later(args.statement()),
        earlier(args.text("earlier")) {}

  llvm::Expected<StepResult> run() {
    Phase *phase = result.program.phaseOf(later);
    if (later == earlier || phase != result.program.phaseOf(earlier))
      return refuse("'" + later + "' and '" + earlier +
                    "' are not two statements of one phase");
    llvm::Expected<Sum> second = sumOf(*phase, later);
    if (!second)
      return second.takeError();
    llvm::Expected<Sum> first = sumOf(*phase, earlier);
    if (!first)
      return first.takeError();
    if (llvm::Error error = checkElements(*first, *second))
      return error;
    if (llvm::Error error = checkTerms(*first, *second))
      return error;
    rewrite(*phase, *first, *second);
    // The check sees all terms of a sum at one time; checkTerms their order.
    result.mayReassociate = true;
    return std::move(result);
  }

private:
  /// The innermost sequence of several members around \p name, and its member.
  static std::pair<ScheduleTree *, size_t> placeOf(Phase &phase,
                                                   const std::string &name) {
    std::pair<ScheduleTree *, size_t> place{nullptr, 0};
    phase.tree.walk([&](ScheduleTree &node) {
      const size_t members = node.isSequence() ? node.children.size() : 0;
      for (size_t at = 0; members > 1 && at < members; ++at)
        if (node.children[at].contains(name))
          place = {&node, at};
    });
    return place;
  }

  llvm::Expected<Sum> sumOf(Phase &phase, const std::string &name) const {
    Sum sum;
    const auto [sequence, own] = placeOf(phase, name);
    sum.update = &old.statement(name);
    if (!sum.update->assignment || !sum.term().isReduction())
      return refuse("'" + name + "' is no update such as s += ..");
    if (!sequence || own == 0 ||
        sequence->children[own].statements().size() != 1 ||
        !sequence->children[own - 1].isLeaf())
      return refuse("the loops of '" + name +
                    "' alone are to stand directly behind the statement that "
                    "sets the sum's beginning; distribute, split_by at their "
                    "outermost one, or move_before take others away");
    sum.begin = &old.statement(sequence->children[own - 1].name);
    const ScheduleTree &tree = old.phaseOf(name)->tree;
    sum.outside = tree.loopsAround(sum.begin->name);
    sum.inside = tree.loopsAround(name);
    sum.inside.erase(sum.inside.begin(),
                     sum.inside.begin() + long(sum.outside.size()));
    if (llvm::Error error = checkBegin(sum))
      return error;
    return sum;
  }

  /// Whether `update`, in the iteration of its first iterators, updates what
  /// `begin` has set there.
  llvm::Error checkBegin(const Sum &sum) const {
    const Statement &begin = *sum.begin, &update = *sum.update;
    const size_t depth = begin.iterators.size();
    const auto reads = begin.accesses();
    if (begin.assignment && llvm::any_of(reads, [&](const Access &access) {
          return !access.isWrite && access.array == sum.start().target.text;
        }))
      return refuse("'" + begin.name + "' begins the sum with what '" +
                    sum.start().target.text + "' held before");
    bool isSet = begin.assignment && sum.start().op == Update::Set &&
                 !sum.start().mask() && depth <= update.iterators.size();
    if (isSet) {
      std::vector<isl::pw_aff> first;
      for (unsigned dim = 0; dim < depth; ++dim)
        first.push_back(update.iterator(dim));
      const auto toBegin = poly::makeMap(update.space(), begin.name, first);
      isSet = llvm::all_of(sum.outside, [&](const ScheduleTree *loop) {
        return loop->values.at(begin.name)
            .pullback(toBegin)
            .plain_is_equal(loop->values.at(update.name));
      });
      isSet &= sum.start()
                   .target
                   .mapAffine([&](const isl::pw_aff &value) {
                     return value.pullback(toBegin);
                   })
                   .isSame(sum.term().target);
    }
    if (!isSet)
      return refuse("'" + begin.name + "', directly before the loops of '" +
                    update.name + "', does not set what it updates");
    return llvm::Error::success();
  }

  llvm::Error checkElements(const Sum &first, const Sum &second) const {
    const Array &kept = old.arrays.at(second.term().target.text);
    if (kept.isScalar()) {
      std::vector<std::string> loops;
      for (const ScheduleTree *loop : second.outside)
        loops.push_back("\"" + loop->name + "\"");
      return refuse("'" + kept.name +
                    "' is one variable, and all sums are to be kept until they "
                    "are used; scalar_expand(\"" +
                    second.begin->name + "\", {" + llvm::join(loops, ", ") +
                    "}, \"" + kept.name + "\") before this step");
    }
    if (first.term().target.text == kept.name)
      return refuse("both sums are in '" + kept.name + "'");
    if (!(first.term().target.type == second.term().target.type))
      return refuse("the sums have different types");
    return llvm::Error::success();
  }

  /// \p other over the instances of \p one.
  static Statement overInstancesOf(const Statement &one,
                                   const Statement &other) {
    const isl::set all = isl::set::universe(one.space());
    return pullBack(other, one.name, one.iterators,
                    identityMap(one.space(), other.name), {}, all, all);
  }

  /// Whether both have the same instances and compute the same values there, at
  /// whatever time.
  bool isSameWork(const Statement &one, const Statement &other) const {
    if (one.iterators.size() != other.iterators.size())
      return false;
    const Statement own = overInstancesOf(one, one),
                    seen = overInstancesOf(one, other);
    auto isSame = [](const isl::pw_aff &a, const isl::pw_aff &b) {
      return a.plain_is_equal(b);
    };
    return llvm::equal(own.calls, seen.calls,
                       [&](const auto &a, const auto &b) {
                         return a.first == b.first &&
                                a.second.function == b.second.function &&
                                llvm::equal(a.second.arguments,
                                            b.second.arguments, isSame);
                       }) &&
           seen.instances()
               .intersect_params(old.context)
               .is_equal(own.instances().intersect_params(old.context)) &&
           seen.assignment->op == own.assignment->op &&
           seen.assignment->value.isSame(own.assignment->value);
  }

  llvm::Error checkTerms(const Sum &first, const Sum &second) const {
    if (!isSameWork(*first.begin, *second.begin))
      return refuse("'" + first.begin->name + "' and '" + second.begin->name +
                    "' begin the sums with different values, or in different "
                    "iterations");
    if (!isSameWork(*first.update, *second.update))
      return refuse("'" + earlier + "' and '" + later +
                    "' add different terms, or in different iterations");
    const auto same = identityMap(first.update->space(), later);
    bool inOrder =
        llvm::equal(first.inside, second.inside,
                    [&](const ScheduleTree *a, const ScheduleTree *b) {
                      return b->values.at(later).pullback(same).plain_is_equal(
                          a->values.at(earlier));
                    });
    if (!inOrder &&
        !old.isExactReduction(second.term().target.text, second.term().op) &&
        !old.allowReassociation)
      return refuse("'" + earlier + "' adds the terms in another order than '" +
                    later +
                    "', which rounds differently; 'allow_reassociation()' "
                    "before this step permits it");
    return llvm::Error::success();
  }

  /// The statement that keeps the sum, and which old instances it stands for.
  Statement keeping(const Sum &first, const Sum &second) {
    Program &next = result.program;
    Statement base = *first.begin;
    const Statement seen = overInstancesOf(*first.begin, *second.begin);
    base.calls.insert(seen.calls.begin(), seen.calls.end());
    base.assignment =
        Assignment{seen.assignment->target, Update::Set, first.start().target};
    const std::string name = next.freshName(earlier + "_kept");
    const isl::space space = poly::tupleSpace(old.context.ctx(), name,
                                              unsigned(base.iterators.size()));
    const isl::set all = isl::set::universe(space);
    Statement made = pullBack(base, name, base.iterators,
                              identityMap(space, base.name), {}, all, all);
    std::vector<isl::pw_aff> term;
    for (unsigned dim = 0; dim < second.update->iterators.size(); ++dim)
      term.push_back(
          dim < base.iterators.size()
              ? made.iterator(dim)
              : poly::parameter(
                    space,
                    next.freshName("any_" + second.update->iterators[dim])));
    result.instanceMaps.push_back(
        {name, second.begin->name, identityMap(space, second.begin->name)});
    InstanceMap terms{name, later, poly::makeMap(space, later, term)};
    terms.merged = true;
    result.instanceMaps.push_back(std::move(terms));
    return made;
  }

  void rewrite(Phase &phase, const Sum &first, const Sum &second) {
    Statement made = keeping(first, second);
    const std::vector<std::string> gone = {second.begin->name, later};
    const auto toBegin = identityMap(made.space(), first.begin->name);
    auto [sequence, at] = placeOf(phase, later);
    auto from = sequence->children.begin() + long(at);
    sequence->children.erase(from - 1, from + 1);
    std::tie(sequence, at) = placeOf(phase, earlier);
    sequence->children.insert(sequence->children.begin() + long(at) + 1,
                              ScheduleTree::leaf(made.name));
    phase.tree.walk([&](ScheduleTree &node) {
      if (!node.isLoop())
        return;
      for (const std::string &name : gone)
        node.values.erase(name);
      if (node.contains(made.name))
        node.values[made.name] =
            node.values.at(first.begin->name).pullback(toBegin);
    });
    phase.tree.normalize();
    keepScheduleCalls(phase.tree, *first.begin, toBegin, made);
    result.made.push_back({"kept", made.name});
    result.program.statements.emplace(made.name, std::move(made));
    for (const std::string &name : gone)
      result.program.statements.erase(name);
  }

  const Program &old;
  StepResult result;
  const std::string later, earlier;
};

llvm::Expected<StepResult> apply(const Program &program,
                                 const Arguments &args) {
  return poly::tryIsl([&] { return SumReuse(program, args).run(); });
}

} // namespace

extern const TransformSpec reuse_sumSpec;
const TransformSpec reuse_sumSpec = {
    .name = "reuse_sum",
    .summary = "keep a sum that is needed again instead of adding it up twice",
    .before = "for i\n  s = b[i]\n  for j: s -= a[j] * x[col[j]]\n  ..\n"
              "for i\n  t[i] = b[i]\n  for j: t[i] -= a[j] * x[col[j]]\n  ..",
    .after = "for i\n  s = b[i]\n  for j: s -= a[j] * x[col[j]]\n"
             "  t[i] = s\n  ..\nfor i\n  ..",
    .legality = "when both sums are of the same terms, and nothing writes what "
                "they read between the two times",
    .parameters = parameters,
    .apply = apply};

} // namespace sparsec
