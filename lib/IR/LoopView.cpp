//===- LoopView.cpp - a statement as its loops see it ---------------------===//

#include "LoopView.h"

#include "sparsec/IR/LoopSpace.h"
#include "sparsec/Poly/PullBack.h"

#include "llvm/ADT/STLExtras.h"

#include <set>

namespace sparsec {

namespace {

class Viewer {
public:
  Viewer(const Program &program, const Statement &statement,
         const ScheduleTree &tree)
      : program(program), statement(statement),
        space(program, statement, tree) {}

  LoopView run() {
    LoopView view{statement, space.loops(), {}, {}, {}};
    if (!isPlain() && findInstance() && nameCalls())
      view.statement = bodyFromLoops();
    else
      names.clear();
    const isl::set instances = space.instances();
    const isl::set all = isl::set::universe(instances.space());
    view.instances = renamed(instances);
    view.facts = renamed(all.intersect_params(program.callContext(statement)));
    for (unsigned pos = 0; pos < space.loops().size(); ++pos)
      view.unknown.push_back(unknownCalls(pos));
    return view;
  }

private:
  /// Whether each loop runs through the iterator that is called so.
  bool isPlain() const {
    const auto &loops = space.loops();
    if (loops != statement.iterators)
      return false;
    for (unsigned pos = 0; pos < loops.size(); ++pos)
      if (!space.schedule().at(int(pos)).plain_is_equal(
              statement.iterator(pos)))
        return false;
    return true;
  }

  /// Whether the loops tell the instances apart.
  bool findInstance() {
    llvm::Expected<isl::pw_multi_aff> inverse = space.inverse();
    if (!inverse) {
      llvm::consumeError(inverse.takeError());
      return false;
    }
    for (unsigned pos = 0; pos < statement.iterators.size(); ++pos)
      instance.push_back(inverse->at(int(pos)));
    map = *inverse;
    return true;
  }

  bool nameCalls() {
    return llvm::all_of(statement.calls, [&](const auto &entry) {
      return nameCall(entry.first);
    });
  }

  /// Finds what the call \p name is called over the loops; false where that
  /// takes its own value.
  bool nameCall(const std::string &name) {
    if (names.count(name))
      return true;
    if (!open.insert(name).second)
      return false;
    UninterpretedCall call = statement.calls.at(name);
    for (isl::pw_aff &argument : call.arguments) {
      argument = argument.pullback(map).coalesce();
      for (const auto &entry : statement.calls)
        if (poly::involvesParam(argument, entry.first) &&
            !nameCall(entry.first))
          return false;
      argument = renamed(argument);
    }
    const std::string newName = callName(call, space.loops());
    calls.emplace(newName, std::move(call));
    names[name] = newName;
    return true;
  }

  /// \p object, over the loops, with the new names of calls.
  template <typename Object>
  Object renamed(const Object &object) const {
    isl::space loops = isl::manage_copy(space.schedule().space().range().get());
    return poly::pullBack(
        object, isl::pw_multi_aff(isl::multi_aff::identity_on_domain(loops)),
        names);
  }

  Statement bodyFromLoops() const {
    std::vector<isl::pw_aff> values;
    for (const isl::pw_aff &value : instance)
      values.push_back(renamed(value));
    isl::space loops = space.schedule().space().range();
    isl::pw_multi_aff to = poly::makeMap(loops, statement.name, values);
    Statement bare = statement;
    bare.domain = isl::set::universe(statement.space());
    bare.constraints = bare.domain;
    isl::set all = isl::set::universe(loops);
    return pullBack(bare, statement.name, space.loops(), to, calls, all, all);
  }

  std::vector<std::string> unknownCalls(unsigned depth) const {
    const std::vector<std::string> known = space.availableCalls(depth);
    std::vector<std::string> result;
    for (const auto &entry : statement.calls)
      if (!llvm::is_contained(known, entry.first)) {
        auto found = names.find(entry.first);
        result.push_back(found == names.end() ? entry.first : found->second);
      }
    return result;
  }

  const Program &program;
  const Statement &statement;
  LoopSpace space;
  /// `{ L[loop values] -> S[..] }`, over calls as the statement names them.
  isl::pw_multi_aff map;
  std::vector<isl::pw_aff> instance;
  /// What calls are called over the loops; those that are being named.
  poly::Renaming names;
  std::set<std::string> open;
  CallTable calls;
};

} // namespace

isl::set LoopView::valuesOf(unsigned pos) const {
  isl::set values = instances;
  for (const std::string &call : unknown[pos])
    if (poly::involvesParam(values, call))
      values = values.project_out_param(poly::makeId(values.ctx(), call));
  return poly::projectOutDims(values, pos + 1, unsigned(loops.size()) - pos - 1,
                              "L");
}

LoopView viewFromLoops(const Program &program, const Statement &statement,
                       const ScheduleTree &tree) {
  return Viewer(program, statement, tree).run();
}

} // namespace sparsec
