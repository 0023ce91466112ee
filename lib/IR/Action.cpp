//===- Action.cpp - what inspectors do besides assignments ----------------===//

#include "sparsec/IR/Action.h"

#include <type_traits>

namespace sparsec {

using namespace action;

namespace {

/// Calls \p visit on the operands of \p work, which may be const, in the order
/// of its fields: on Expr and, of a Measure, on isl::pw_aff.
template <typename Work, typename Visit>
void eachOperand(Work &work, Visit visit) {
  using Kind = std::remove_const_t<Work>;
  auto visitStamp = [&](auto &stamp) {
    if (stamp) {
      visit(stamp->mark);
      visit(stamp->segment);
    }
  };
  if constexpr (std::is_same_v<Kind, SetNumber>) {
    visit(work.value);
  } else if constexpr (std::is_same_v<Kind, Count>) {
    visit(work.counter);
    visitStamp(work.stamp);
  } else if constexpr (std::is_same_v<Kind, Append>) {
    for (auto &list : work.lists)
      visit(list.second);
    visit(work.counter);
    visitStamp(work.stamp);
  } else if constexpr (std::is_same_v<Kind, Meet>) {
    visit(work.number);
    visit(work.counter);
    visit(work.last);
  } else if constexpr (std::is_same_v<Kind, Mark>) {
    visit(work.flag);
  } else if constexpr (std::is_same_v<Kind, Collect>) {
    if (work.key)
      visit(*work.key);
    visit(work.segment);
    if (work.slot.element)
      visit(*work.slot.element);
    if (work.stamp)
      visit(*work.stamp);
    if (work.keys && work.keys->element)
      visit(*work.keys->element);
  } else if constexpr (std::is_same_v<Kind, Scatter>) {
    visit(work.place);
    visit(work.value);
  } else if constexpr (std::is_same_v<Kind, Measure>) {
    visit(work.greatest);
  } else if constexpr (std::is_same_v<Kind, Call>) {
    for (auto &argument : work.arguments)
      if (argument.value)
        visit(*argument.value);
    for (auto &result : work.results)
      visit(result.value);
  }
}

/// Finds what each kind of work accesses.
class AccessFinder {
public:
  std::vector<Access> result;

  void operator()(const Allocate &work) {
    result.push_back(Access::whole(work.array, /*isWrite=*/true));
    result.back().isMade = true;
  }

  void operator()(const SetNumber &work) {
    read(work.value);
    result.push_back(Access::whole(work.target, /*isWrite=*/true));
  }

  void operator()(const Count &work) {
    update(work.counter, Update::Add);
    ask(work.stamp);
  }

  void operator()(const CountAll &work) {
    result.push_back(Access::update(work.total, {}, Update::Add));
  }

  void operator()(const Append &work) {
    const Update order = work.inTurn ? Update::None : Update::AnyOrder;
    update(work.counter, order);
    ask(work.stamp);
    for (const auto &[list, value] : work.lists) {
      read(value);
      write(list).reduction = order;
    }
  }

  void operator()(const Meet &work) {
    read(work.number);
    update(work.counter, Update::None);
    update(work.last, Update::None);
    if (!work.list.empty())
      write(work.list);
  }

  void operator()(const Mark &work) {
    update(work.flag, Update::Or);
    result.back().isAtomic = true;
  }

  void operator()(const Collect &work) {
    if (work.key)
      read(*work.key);
    place(work.slot);
    if (work.stamp)
      update(*work.stamp, Update::AnyOrder);
    if (work.keys)
      place(*work.keys);
    if (!work.total.empty())
      result.push_back(Access::update(work.total, {}));
  }

  void operator()(const Scatter &work) {
    result.push_back(Access::update(work.cursor, {}));
    result.push_back(Access::whole(work.slot, /*isWrite=*/false));
    result.push_back(Access::whole(work.place.text, /*isWrite=*/true));
    if (work.isShared) {
      result.back().reduction = work.op == Update::Set ? Update::Or : work.op;
      result.back().isAtomic = true;
    }
    read(work.value);
  }

  void operator()(const Measure &work) {
    result.push_back(Access::update(work.length, {}, Update::Greatest));
  }

  void operator()(const Call &work) {
    for (size_t pos = 0; pos < work.arguments.size(); ++pos)
      pass(work.arguments[pos], work.function->parameters[pos]);
    if (!work.target.empty())
      result.push_back(Access::whole(work.target, /*isWrite=*/true));
    for (const SetNumber &made : work.results)
      (*this)(made);
  }

private:
  void read(const Expr &value) {
    value.walk([&](const Expr &node) {
      if (node.kind == Expr::Kind::Access)
        result.push_back(Access::read(node.text, node.subscripts));
    });
  }

  void update(const Expr &element, Update order) {
    result.push_back(Access::update(element.text, element.subscripts, order));
  }

  /// Any element of \p list.
  Access &write(const std::string &list) {
    result.push_back({list, {}, /*isWrite=*/true});
    result.back().isWhole = true;
    return result.back();
  }

  void place(const Collect::Place &one) {
    if (one.element)
      update(*one.element, Update::None);
    else
      result.push_back(Access::whole(one.array, /*isWrite=*/true));
  }

  void ask(const std::optional<Stamp> &stamp) {
    if (stamp)
      update(stamp->mark, Update::AnyOrder);
  }

  void pass(const Argument &argument, const RuntimeParameter &parameter) {
    using Kind = Argument::Kind;
    const bool isOut = parameter.kind != RuntimeParameter::Kind::In &&
                       parameter.kind != RuntimeParameter::Kind::Value;
    if (argument.kind == Kind::Value)
      read(*argument.value);
    if (argument.kind == Kind::Array || argument.kind == Kind::Scalar ||
        argument.kind == Kind::Result)
      result.push_back(Access::whole(argument.name, isOut));
  }
};

} // namespace

Argument Argument::array(std::string name) {
  return {Kind::Array, std::move(name)};
}

Argument Argument::scalar(std::string name) {
  return {Kind::Scalar, std::move(name)};
}

Argument Argument::result(std::string name) {
  return {Kind::Result, std::move(name)};
}

Argument Argument::size(std::string array, long more) {
  return {Kind::Size, std::move(array), more};
}

Argument Argument::integer(long number) { return {Kind::Integer, "", number}; }

Argument Argument::of(Expr value) {
  return {Kind::Value, "", 0, std::move(value)};
}

std::vector<Access> Action::accesses() const {
  AccessFinder finder;
  std::visit(finder, work);
  return std::move(finder.result);
}

std::vector<Expr> Action::operands() const {
  struct Collector {
    std::vector<Expr> &all;
    void operator()(const Expr &operand) { all.push_back(operand); }
    void operator()(const isl::pw_aff &value) {
      all.push_back(Expr::affine(value, ElementType::int64()));
    }
  };
  std::vector<Expr> result;
  std::visit([&](const auto &kind) { eachOperand(kind, Collector{result}); },
             work);
  return result;
}

void Action::mapAffine(
    const std::function<isl::pw_aff(const isl::pw_aff &)> &rewrite) {
  struct Rewriter {
    const std::function<isl::pw_aff(const isl::pw_aff &)> &rewrite;
    void operator()(Expr &operand) { operand = operand.mapAffine(rewrite); }
    void operator()(isl::pw_aff &value) { value = rewrite(value); }
  };
  std::visit([&](auto &kind) { eachOperand(kind, Rewriter{rewrite}); }, work);
  for (isl::pw_aff &value : record)
    value = rewrite(value);
}

/// Whether an argument of \p kind is what \p parameter takes.
static bool takes(const RuntimeParameter &parameter, Argument::Kind kind) {
  using Kind = Argument::Kind;
  const bool isArray = kind == Kind::Array || kind == Kind::None;
  if (parameter.isArray())
    return isArray;
  return (parameter.kind == RuntimeParameter::Kind::Result) ==
             (kind == Kind::Result) &&
         !isArray;
}

std::string verifyCall(const Call &call) {
  if (!call.function)
    return "calls nothing";
  const RuntimeFunction &function = *call.function;
  if (call.arguments.size() != function.parameters.size())
    return ("passes a wrong number of arguments to '" + function.name + "'")
        .str();
  if (call.target.empty() ==
      (function.returns == RuntimeFunction::Returns::Number))
    return ("has a wrong result of '" + function.name + "'").str();
  for (size_t pos = 0; pos < call.arguments.size(); ++pos)
    if (!takes(function.parameters[pos], call.arguments[pos].kind))
      return ("passes another kind of '" + function.parameters[pos].name +
              "' to '" + function.name + "'")
          .str();
  return "";
}

} // namespace sparsec
