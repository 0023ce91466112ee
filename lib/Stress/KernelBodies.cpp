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
    const std::string number = random.chance(85) ? name : "(long)" + name;
    return "((" + number + " >> " +
           std::to_string(random.below(size_t(count))) + ") & 1)";
  };
  std::vector<Node> body = {
      line("double " + value + " = " + factor(scope) + ";")};
  if (random.chance(35))
    for (Node &node : counted(scope, value, digit))
      body.push_back(std::move(node));
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

/// Digits that are counted, and what is added to \p value by that: products
/// that an int cannot hold, of unsigned numbers, or choices.
///
///     int c = 0;
///     c += ((s >> 1) & 1);
///     r += 2147483648 * c;
std::vector<Node> Maker::counted(const Scope &scope, const std::string &value,
                                 const std::function<std::string()> &digit) {
  const std::string name = fresh("c");
  // Not `int`, which stands for the type of all indices.
  std::vector<Node> body = {line("signed " + name + " = 0;")};
  for (int at = 0, terms = random.between(1, 3); at < terms; ++at)
    body.push_back(line(name + " += " + digit() + ";"));
  const std::string weight = random.pick(std::vector<std::string>{
      "2147483648 * " + name, "3000000000u * " + name,
      "(" + digit() + " ? 1 : 0.5) / 4 * " + factor(scope), name + " / 2"});
  body.push_back(
      line(value + (random.chance(50) ? " += " : " -= ") + weight + ";"));
  return body;
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
