//===- KernelBodies.cpp - bodies with a form of their own -----------------===//

#include "RandomKernel.h"

namespace sparsec::stress {
namespace {

Node line(const std::string &text, const std::string &target = "") {
  return {text, {}, false, target};
}

Node block(const std::string &head, std::vector<Node> body) {
  return {head, std::move(body), true, ""};
}

} // namespace

/// A loop over all numbers of some digits, sums and products of which are
/// summed up:
///
///     for (int s = 0; s < 16; s++) {
///       double r = b[i];
///       r += 2 * ((s >> 3) & 1);
///       y[i] += r * (1 - 2 * (s & 1));
///     }
std::vector<Node> Maker::digits(const Scope &scope) {
  int count = random.between(2, 6);
  std::string name = fresh("s"), value = fresh("r");
  auto digit = [&] {
    return "((" + name + " >> " + std::to_string(random.below(size_t(count))) +
           ") & 1)";
  };
  std::vector<Node> body = {
      line("double " + value + " = " + factor(scope) + ";")};
  for (int at = 0, terms = random.between(1, 4); at < terms; ++at)
    body.push_back(line(value + (random.chance(70) ? " += " : " -= ") +
                        factor(scope) + " * " + digit() + ";"));
  if (random.chance(40))
    body.push_back(line(value + " *= 1 - 2 * " + digit() + ";"));
  // Steps that permute digits know them by shifts only.
  std::string lowest =
      random.chance(85) ? "((" + name + " >> 0) & 1)" : "(" + name + " & 1)";
  std::string array, to = target(scope, array);
  body.push_back(
      line(to + " += " + value + " * (1 - 2 * " + lowest + ");", array));
  return {block("for (int " + name + " = 0; " + name + " < " +
                    std::to_string(1 << count) + "; " + name + "++)",
                std::move(body))};
}

/// Loops that share an array of the body:
///
///     double h[4];
///     for (int t = 0; t < 4; t++)
///       h[t] = b[i];
///     for (int t2 = 0; t2 < 4; t2++)
///       y[i] += h[t2] * 3;
std::vector<Node> Maker::local(const Scope &scope) {
  int count = random.between(2, 4);
  std::string array = fresh("h");
  auto loop = [&](const std::string &name, const Node &inside) {
    return block("for (int " + name + " = 0; " + name + " < " +
                     std::to_string(count) + "; " + name + "++)",
                 {inside});
  };
  auto within = [&](const std::string &name) {
    Scope inner = scope;
    inner.few.push_back(name);
    return inner;
  };
  std::string first = fresh("t"), last = fresh("t");
  std::vector<Node> body = {
      line("double " + array + "[" + std::to_string(count) + "];"),
      loop(first,
           line(array + "[" + first + "] = " + factor(within(first)) + ";"))};
  if (random.chance(50)) {
    std::string middle = fresh("t");
    body.push_back(loop(middle, line(array + "[" + middle +
                                     "] += " + factor(within(middle)) + ";")));
  }
  std::string written, to = target(scope, written);
  body.push_back(loop(last, line(to + " += " + array + "[" + last + "] * " +
                                     factor(within(last)) + ";",
                                 written)));
  return body;
}

} // namespace sparsec::stress
