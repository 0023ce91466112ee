//===- DigitNest.cpp - a loop over numbers as one over digits -------------===//
///
/// \file
/// A loop over all numbers of m binary digits is a nest of m loops of two
/// iterations each. Every other time a digit's loop starts it runs backwards,
/// so that one digit changes per step (Gray order), and
///
/// * a sum of terms of one digit each is carried: where a digit changes, what
///   that changes is added, and nothing has to be restored;
/// * a sign that digits change is carried likewise;
/// * any other sum or product is kept as a part per digit: what depends on the
///   digit and on those outside only is joined there, not further inside.
///
///     for s in [0, 8)                       x = X(0); y = Y(0);
///       x = X(s >> 1, s >> 2)               for (p2 = 0; p2 < 2; p2++) {
///       y = Y(s >> 0, s >> 2)       =>        if (p2) { x += ..; y += ..; }
///       sum += x * y                          for (p1 = 0; p1 < 2; p1++) {
///                                               if (p1) x += p2 ? - .. : ..;
///                                               part = x;
///                                               sum += part * y;
///                                               y += p1 ? - .. : ..;
///                                               sum += part * y; } }
///
/// The lowest digits are straight-line code. Loop p of digit d starts with the
/// digit at the value of the loop outside, p': the digit is p ^ p'. (Suffix
/// products: reference permanent.md section 5; hoisting of partial reductions:
/// Gautam and Rajopadhye, POPL 2006.)
///
//===----------------------------------------------------------------------===//

#include "DigitNest.h"

#include "BoundElements.h"
#include "ConstantFolding.h"
#include "LoopPasses.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <functional>
#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using Nodes = std::vector<LoopNode>;
using Value = DigitValue;

LoopExpr binary(const char *op, LoopExpr a, LoopExpr b) {
  return LoopExpr::node(LoopExpr::Kind::Binary, op,
                        {std::move(a), std::move(b)});
}

LoopExpr minus(LoopExpr value) {
  return LoopExpr::node(LoopExpr::Kind::Unary, "-", {std::move(value)});
}

/// A sum or product so far, and what joins it.
LoopExpr joinedWith(const char *op, const std::optional<LoopExpr> &first,
                    LoopExpr second) {
  return first ? binary(op, *first, std::move(second)) : std::move(second);
}

class NestMaker {
public:
  NestMaker(const LoopNode &loop, const DigitBody &body,
            const BinaryDigits &digits, const Program &program)
      : loop(loop), body(body), digits(digits), program(program),
        count(digits.size()),
        unrolled(std::min(loop.marks.digits.unrolled, count)),
        order(body.needed()) {
    taken.insert(loop.name);
    for (const std::string &name : reservedNames(program))
      taken.insert(name);
    loop.walk([&](const LoopNode &node) { taken.insert(node.name); });
    // The body's own scalars are gone: what they held has their names.
    for (const LoopNode &root : loop.body)
      root.walk([&](const LoopNode &node) {
        if (node.kind == Kind::Local || node.kind == Kind::Declare)
          taken.erase(node.name);
      });
  }

  Nodes make() {
    nameAll();
    start();
    descend(count);
    finish();
    return std::move(out);
  }

private:
  // Where values are made.
  unsigned levelOf(unsigned value) const;
  std::vector<unsigned> joinedAt(unsigned value, unsigned level) const;
  bool hasSign(unsigned value) const;
  bool joinsSign(unsigned value, unsigned level) const;
  std::optional<unsigned> partAbove(unsigned value, unsigned level) const;
  // Their expressions.
  LoopExpr digit(unsigned number) const;
  LoopExpr leafValue(const Value &leaf) const;
  LoopExpr valueOf(unsigned value) const;
  LoopExpr signedValue(unsigned value) const;
  LoopExpr partOf(unsigned value, unsigned level) const;
  LoopExpr joinAt(unsigned value, unsigned level) const;
  LoopExpr entryPart(unsigned value) const;
  bool isAlias(unsigned value, unsigned level) const;
  bool isNegative(unsigned value) const;
  // Code.
  void nameAll();
  void start();
  LoopExpr named(const LoopExpr &expr);
  void startWith(unsigned number, LoopExpr value);
  void startCarried(unsigned number, const Value &value);
  void startSign(unsigned number, const Value &value);
  void noteChange(unsigned number, unsigned digit, const LoopExpr &clear,
                  const LoopExpr &set);
  void descend(unsigned level);
  void rolled(unsigned level);
  void block();
  void straight(unsigned level, bool isTop);
  void visit(unsigned level);
  void change(unsigned digit, const std::optional<LoopExpr> &backwards,
              bool isBackwards);
  void addChange(unsigned number, const LoopExpr &by,
                 const std::optional<LoopExpr> &backwards, bool isBackwards,
                 std::string &direction);
  void updateAll();
  void finish();
  std::optional<LoopExpr> zeroTest(unsigned level) const;
  void store(unsigned value, unsigned level, const std::string &name,
             LoopExpr result);
  void assign(const std::string &name, const std::string &op, LoopExpr value);
  std::string fresh(const std::string &stem);
  bool isInlined(unsigned value, unsigned level) const;

  const LoopNode &loop;
  const DigitBody &body;
  const BinaryDigits &digits;
  const Program &program;
  unsigned count, unrolled;
  std::vector<unsigned> order;
  std::set<std::string> taken;
  /// Carried, Sign, Apply and leaves that never change => variable or number.
  std::map<unsigned, LoopExpr> names;
  /// Sums and products => the stem of their parts, and those parts.
  std::map<std::pair<unsigned, unsigned>, std::string> partNames;
  std::map<unsigned, std::string> entryNames;
  /// Digit => carried values that it changes, and by how much when it is set.
  std::map<unsigned, std::vector<std::pair<unsigned, LoopExpr>>> changes;
  /// Per update: the local that gathers it; "" for none.
  std::vector<std::string> gathered;
  /// Loop variables of the digits that are loops.
  std::map<unsigned, std::string> loops;
  /// In straight-line code: digits that are set, and by whom else (`inBlock`).
  uint64_t setDigits = 0;
  bool inBlock = false;
  /// In the block: signs that differ from the variable that holds them.
  std::set<unsigned> turned;
  std::set<std::string> declared;
  /// Digits that loops outside have fixed => their locals.
  std::vector<std::pair<LoopExpr, std::string>> bits;
  Nodes out;
};

std::string NestMaker::fresh(const std::string &stem) {
  std::string name = stem;
  for (unsigned number = 2; !taken.insert(name).second; ++number)
    name = stem + "_" + std::to_string(number);
  return name;
}

//===----------------------------------------------------------------------===//
// Where values are made
//===----------------------------------------------------------------------===//

/// The innermost digit that \p value depends on; `count` for none.
unsigned NestMaker::levelOf(unsigned value) const {
  uint64_t used = body.values[value].digits;
  return used ? unsigned(__builtin_ctzll(used)) : count;
}

/// Operands of a sum or product that are known at \p level, not outside.
std::vector<unsigned> NestMaker::joinedAt(unsigned value,
                                          unsigned level) const {
  std::vector<unsigned> result;
  for (unsigned operand : body.values[value].operands)
    if (levelOf(operand) == level && !joinsSign(value, operand))
      result.push_back(operand);
  return result;
}

/// Whether \p operand of \p value is a sign that changes in the block: it is
/// joined where the block begins, and turned at compile time from there on.
bool NestMaker::joinsSign(unsigned value, unsigned operand) const {
  return body.values[value].kind == Value::Kind::Product &&
         body.values[operand].kind == Value::Kind::Sign &&
         levelOf(operand) < unrolled;
}

bool NestMaker::hasSign(unsigned value) const {
  return llvm::any_of(body.values[value].operands, [&](unsigned operand) {
    return joinsSign(value, operand);
  });
}

/// The next level outside \p level at which \p value has a part.
std::optional<unsigned> NestMaker::partAbove(unsigned value,
                                             unsigned level) const {
  for (unsigned above = level + 1; above <= count; ++above)
    if (!joinedAt(value, above).empty())
      return above;
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// Expressions
//===----------------------------------------------------------------------===//

/// The digit \p number at present.
LoopExpr NestMaker::digit(unsigned number) const {
  if (inBlock && number < unrolled) {
    long known = long(setDigits >> number & 1);
    bool startsOutside = number + 1 == unrolled && unrolled < count;
    if (!startsOutside)
      return LoopExpr::integer(known);
    LoopExpr outside = LoopExpr::variable(loops.at(unrolled));
    return known ? LoopExpr::integer(1) - outside : outside;
  }
  LoopExpr own = LoopExpr::variable(loops.at(number));
  if (number + 1 == count)
    return own;
  return binary("^", own, LoopExpr::variable(loops.at(number + 1)));
}

LoopExpr NestMaker::leafValue(const Value &leaf) const {
  return digits.withDigits(leaf.expr,
                           [&](unsigned number) { return digit(number); });
}

LoopExpr NestMaker::valueOf(unsigned value) const {
  auto name = names.find(value);
  if (name != names.end())
    return name->second;
  if (body.values[value].isPartial())
    return partOf(value, levelOf(value));
  return leafValue(body.values[value]);
}

/// Whether the part of \p value at \p level is another value as it stands.
bool NestMaker::isAlias(unsigned value, unsigned level) const {
  bool isFirst =
      !partAbove(value, level) && !(hasSign(value) && level < unrolled);
  return isFirst && joinedAt(value, level).size() == 1;
}

/// What is known of a sum or product at \p level.
LoopExpr NestMaker::partOf(unsigned value, unsigned level) const {
  std::vector<unsigned> own = joinedAt(value, level);
  if (own.empty()) {
    std::optional<unsigned> above = partAbove(value, level);
    bool isEntry = hasSign(value) && (!above || *above >= unrolled);
    return isEntry ? entryPart(value) : partOf(value, *above);
  }
  if (isAlias(value, level))
    return signedValue(own.front());
  auto name = partNames.find({value, level});
  return name != partNames.end() ? LoopExpr::variable(name->second)
                                 : joinAt(value, level);
}

/// What a product with a sign is when the block begins.
LoopExpr NestMaker::entryPart(unsigned value) const {
  return LoopExpr::variable(entryNames.at(value));
}

/// The part of \p value at \p level, computed from the one outside.
LoopExpr NestMaker::joinAt(unsigned value, unsigned level) const {
  const char *op = body.values[value].kind == Value::Kind::Product ? "*" : "+";
  std::optional<LoopExpr> result;
  std::optional<unsigned> above = partAbove(value, level);
  if (hasSign(value) && level < unrolled && (!above || *above >= unrolled))
    result = entryPart(value);
  else if (above)
    result = partOf(value, *above);
  for (unsigned operand : joinedAt(value, level))
    result = joinedWith(op, result, signedValue(operand));
  return *result;
}

LoopExpr NestMaker::signedValue(unsigned value) const {
  LoopExpr result = valueOf(value);
  return isNegative(value) ? minus(std::move(result)) : result;
}

/// Whether the product \p value is the negative of its parts, in the block.
bool NestMaker::isNegative(unsigned value) const {
  bool negative = false;
  for (unsigned operand : body.values[value].operands)
    negative ^= joinsSign(value, operand) && turned.count(operand);
  return negative;
}

//===----------------------------------------------------------------------===//
// Code
//===----------------------------------------------------------------------===//

/// Whether the part that an update uses needs no variable: it is computed where
/// it is used.
bool NestMaker::isInlined(unsigned value, unsigned level) const {
  if (level != 0 || levelOf(value) != 0 || !body.values[value].isPartial())
    return false;
  unsigned uses = 0;
  for (const DigitUpdate &update : body.updates)
    uses += update.value == value;
  for (unsigned other : order)
    uses += 2 * unsigned(llvm::count(body.values[other].operands, value));
  return uses == 1;
}

void NestMaker::nameAll() {
  for (unsigned number : order) {
    const Value &value = body.values[number];
    const std::string stem = value.stem.empty() ? "part" : value.stem;
    bool isNamed = value.kind == Value::Kind::Carried ||
                   value.kind == Value::Kind::Sign ||
                   value.kind == Value::Kind::Apply;
    if (isNamed)
      names[number] = LoopExpr::variable(fresh(stem));
    if (!value.isPartial())
      continue;
    for (unsigned level = 0; level <= count; ++level)
      if (!joinedAt(number, level).empty() && !isAlias(number, level) &&
          !isInlined(number, level))
        partNames[{number, level}] = fresh(stem + "_" + std::to_string(level));
    if (hasSign(number))
      entryNames[number] = fresh(stem + "_signed");
  }
  for (unsigned level = unrolled; level < count; ++level)
    loops[level] = fresh("d" + std::to_string(level));
}

void NestMaker::assign(const std::string &name, const std::string &op,
                       LoopExpr value) {
  LoopNode node;
  node.kind = Kind::Assign;
  node.name = loop.name;
  node.target = LoopExpr::variable(name);
  node.op = op;
  node.value = std::move(value);
  out.push_back(std::move(node));
}

/// A new variable, or in the block one that may be there already.
void NestMaker::store(unsigned value, unsigned level, const std::string &name,
                      LoopExpr result) {
  bool isAgain = inBlock && !declared.insert(name).second;
  if (isAgain)
    return assign(name, "=", std::move(result));
  LoopNode node =
      LoopNode::local(body.values[value].type, name, std::move(result));
  node.isStatement = true;
  node.isConst = !(inBlock && level + 1 <= unrolled);
  out.push_back(std::move(node));
}

/// What \p digit changes in the carried value \p number when it is set.
void NestMaker::noteChange(unsigned number, unsigned digit,
                           const LoopExpr &clear, const LoopExpr &set) {
  LoopExpr change = folded(binary("-", set, clear));
  for (auto &[other, sum] : changes[digit])
    if (other == number) {
      sum = folded(binary("+", sum, change));
      return;
    }
  changes[digit].emplace_back(number, std::move(change));
}

/// \p expr with locals for the digits that loops outside have fixed.
LoopExpr NestMaker::named(const LoopExpr &expr) {
  return BinaryDigits::withNamedBits(expr, [&](const LoopExpr &bit) {
    for (const auto &[known, name] : bits)
      if (known == bit)
        return LoopExpr::variable(name);
    const LoopExpr &shift = bit.operands[0];
    std::optional<long> place = integerOf(shift.operands[1]);
    std::string name =
        fresh("bit" + (place ? std::to_string(*place) : std::string()));
    LoopNode node = LoopNode::local("int", name, bit);
    // A number of 64 bits has digits of 64 bits.
    if (bit.wide)
      node.value = LoopExpr::node(LoopExpr::Kind::Cast, "int", {bit});
    node.isStatement = true;
    out.push_back(std::move(node));
    bits.emplace_back(bit, name);
    return LoopExpr::variable(name);
  });
}

void NestMaker::startWith(unsigned number, LoopExpr value) {
  LoopNode node = LoopNode::local(body.values[number].type,
                                  names.at(number).name, std::move(value));
  node.isConst = false;
  node.isStatement = true;
  out.push_back(std::move(node));
}

void NestMaker::startCarried(unsigned number, const Value &value) {
  std::optional<LoopExpr> first;
  Number constant = value.type == "double" ? Number(0.0) : Number(0L);
  for (unsigned operand : value.operands) {
    const Value &leaf = body.values[operand];
    LoopExpr clear = named(leafAt(leaf, digits, 0));
    if (leaf.digits)
      noteChange(number, levelOf(operand), clear,
                 named(leafAt(leaf, digits, 1)));
    LoopExpr sum = binary("+", expressionOf(constant), clear);
    if (std::optional<Number> next = numberOf(sum); next && isFinite(*next))
      constant = *next;
    else
      first = joinedWith("+", first, clear);
  }
  LoopExpr known = expressionOf(constant);
  startWith(number, first ? binary("+", known, *first) : known);
}

void NestMaker::startSign(unsigned number, const Value &value) {
  double constant = 1;
  std::vector<LoopExpr> rest;
  for (unsigned operand : value.operands) {
    LoopExpr clear = named(leafAt(body.values[operand], digits, 0));
    if (std::optional<Number> known = numberOf(clear))
      constant *= doubleOf(*known);
    else
      rest.push_back(std::move(clear));
  }
  // The constant first: products of ints might not fit.
  LoopExpr first = expressionOf(
      value.type == "double" ? Number(constant) : Number(long(constant)));
  for (const LoopExpr &factor : rest)
    first = binary("*", first, factor);
  startWith(number, first);
}

/// Carried values where all digits are clear, and what never changes.
void NestMaker::start() {
  for (unsigned number : order) {
    const Value &value = body.values[number];
    if (value.kind == Value::Kind::Carried)
      startCarried(number, value);
    if (value.kind == Value::Kind::Sign)
      startSign(number, value);
  }
  for (auto &[digit, list] : changes)
    for (auto &[number, change] : list) {
      if (numberOf(change))
        continue;
      std::string name = fresh(names.at(number).name + "_change");
      LoopNode node = LoopNode::local(body.values[number].type, name, change);
      node.isStatement = true;
      out.push_back(std::move(node));
      change = LoopExpr::variable(name);
    }
  for (const DigitUpdate &update : body.updates) {
    bool isSum = update.op == "+=" || update.op == "-=";
    gathered.push_back("");
    if (!isSum)
      continue;
    const std::string &type = body.values[update.value].type;
    gathered.back() = fresh("gathered");
    LoopNode node = LoopNode::local(
        type, gathered.back(),
        expressionOf(type == "double" ? Number(0.0) : Number(0L)));
    node.isConst = false;
    node.isStatement = true;
    out.push_back(std::move(node));
  }
}

void NestMaker::addChange(unsigned number, const LoopExpr &by,
                          const std::optional<LoopExpr> &backwards,
                          bool isBackwards, std::string &direction) {
  std::optional<Number> known = numberOf(by);
  bool isNegative = known && doubleOf(*known) < 0;
  LoopExpr size = isNegative ? folded(minus(by)) : by;
  const std::string &name = names.at(number).name;
  if (!backwards)
    return assign(name, isNegative != isBackwards ? "-=" : "+=", size);
  if (body.values[number].type != "double")
    return assign(name,
                  "+=", LoopExpr::select(*backwards, folded(minus(by)), by));
  if (direction.empty()) {
    direction = fresh("direction");
    LoopNode node = LoopNode::local(
        "double", direction,
        LoopExpr::select(*backwards, exactLiteral(isBackwards ? 1.0 : -1.0),
                         exactLiteral(isBackwards ? -1.0 : 1.0)));
    node.isStatement = true;
    out.push_back(std::move(node));
  }
  LoopExpr up = LoopExpr::variable(direction);
  bool isOne = known && std::fabs(doubleOf(*known)) == 1;
  assign(name, isNegative ? "-=" : "+=", isOne ? up : binary("*", up, size));
}

/// Digit \p digit changes: from set to clear where \p backwards is not zero.
void NestMaker::change(unsigned digit, const std::optional<LoopExpr> &backwards,
                       bool isBackwards) {
  std::string direction;
  auto list = changes.find(digit);
  if (list != changes.end())
    for (const auto &[number, by] : list->second)
      if (std::optional<Number> known = numberOf(by);
          !known || doubleOf(*known) != 0)
        addChange(number, by, backwards, isBackwards, direction);
  for (unsigned number : order) {
    const Value &value = body.values[number];
    bool changes = value.kind == Value::Kind::Sign && value.digits >> digit & 1;
    if (!changes)
      continue;
    if (!inBlock)
      assign(names.at(number).name, "=", minus(names.at(number)));
    else if (!turned.insert(number).second)
      turned.erase(number);
  }
}

/// Computes what joins at \p level.
void NestMaker::visit(unsigned level) {
  for (unsigned number : order) {
    const Value &value = body.values[number];
    if (value.kind == Value::Kind::Apply && levelOf(number) == level) {
      LoopExpr result = value.expr;
      for (unsigned operand : value.operands)
        result = result.substitute("@" + std::to_string(operand),
                                   signedValue(operand));
      store(number, level, names.at(number).name, folded(result));
    }
    auto name = partNames.find({number, level});
    if (name != partNames.end())
      store(number, level, name->second, joinAt(number, level));
  }
}

/// Whether what is gathered is 0 whatever the digits inside \p level are.
std::optional<LoopExpr> NestMaker::zeroTest(unsigned level) const {
  if (!loop.marks.digits.skipsZeros || body.updates.size() != 1)
    return std::nullopt;
  const DigitUpdate &update = body.updates.front();
  bool isProduct = !gathered.front().empty() &&
                   body.values[update.value].kind == Value::Kind::Product &&
                   !joinedAt(update.value, level).empty();
  if (!isProduct)
    return std::nullopt;
  return binary("!=", partOf(update.value, level), LoopExpr::integer(0));
}

/// All digits inside \p level, those at it and outside at their values.
void NestMaker::descend(unsigned level) {
  visit(level);
  std::optional<LoopExpr> isNotZero =
      level > 0 && level >= unrolled ? zeroTest(level) : std::nullopt;
  Nodes outer;
  if (isNotZero)
    std::swap(out, outer);
  if (level == unrolled)
    block();
  else
    rolled(level - 1);
  if (!isNotZero)
    return;
  // What the digits inside would leave behind: one of them has changed.
  Nodes inside, skipped;
  std::swap(out, inside);
  std::optional<LoopExpr> backwards;
  if (level < count)
    backwards = LoopExpr::variable(loops.at(level));
  change(level - 1, backwards, false);
  std::swap(out, skipped);
  out = std::move(outer);
  out.push_back(
      LoopNode::ifThen(*isNotZero, std::move(inside), std::move(skipped)));
}

/// The loop of digit \p level.
void NestMaker::rolled(unsigned level) {
  LoopNode node;
  node.kind = Kind::For;
  node.type = "int";
  node.name = loops.at(level);
  node.lower = LoopExpr::integer(0);
  node.upper = {LoopExpr::integer(2)};
  Nodes outer;
  std::swap(out, outer);
  std::optional<LoopExpr> backwards;
  if (level + 1 < count)
    backwards = LoopExpr::variable(loops.at(level + 1));
  change(level, backwards, false);
  Nodes changing;
  std::swap(out, changing);
  if (!changing.empty())
    out.push_back(
        LoopNode::ifThen(LoopExpr::variable(node.name), std::move(changing)));
  descend(level);
  std::swap(out, outer);
  node.body = std::move(outer);
  out.push_back(std::move(node));
}

/// The digits that are straight-line code.
void NestMaker::block() {
  for (const auto &[value, name] : entryNames) {
    std::optional<LoopExpr> entry;
    unsigned above = unrolled;
    if (joinedAt(value, above).empty())
      above = partAbove(value, unrolled).value_or(count + 1);
    if (above <= count)
      entry = partOf(value, above);
    for (unsigned operand : body.values[value].operands)
      if (joinsSign(value, operand))
        entry = joinedWith("*", entry, names.at(operand));
    store(value, unrolled, name, *entry);
  }
  inBlock = true;
  declared.clear();
  turned.clear();
  setDigits = 0;
  straight(unrolled, true);
  inBlock = false;
  std::set<unsigned> left;
  std::swap(left, turned);
  for (unsigned number : left)
    assign(names.at(number).name, "=", minus(names.at(number)));
}

/// The digits inside \p level.
void NestMaker::straight(unsigned level, bool isTop) {
  if (level == 0)
    return updateAll();
  const unsigned own = level - 1;
  std::optional<LoopExpr> backwards;
  if (isTop && level < count)
    backwards = LoopExpr::variable(loops.at(level));
  visit(own);
  straight(own, false);
  change(own, backwards, setDigits >> own & 1);
  setDigits ^= uint64_t{1} << own;
  visit(own);
  straight(own, false);
}

void NestMaker::updateAll() {
  for (size_t pos = 0; pos < body.updates.size(); ++pos) {
    const DigitUpdate &update = body.updates[pos];
    LoopExpr value = valueOf(update.value);
    bool negative = isNegative(update.value);
    if (gathered[pos].empty()) {
      LoopNode node;
      node.kind = Kind::Assign;
      node.name = update.statement;
      node.target = update.target;
      node.op = update.op;
      node.value = negative ? minus(value) : value;
      out.push_back(std::move(node));
      continue;
    }
    bool subtracts = negative != (update.op == "-=");
    assign(gathered[pos], subtracts ? "-=" : "+=", std::move(value));
  }
}

void NestMaker::finish() {
  for (size_t pos = 0; pos < body.updates.size(); ++pos) {
    if (gathered[pos].empty())
      continue;
    LoopNode node;
    node.kind = Kind::Assign;
    node.name = body.updates[pos].statement;
    node.target = body.updates[pos].target;
    node.op = "+=";
    node.value = LoopExpr::variable(gathered[pos]);
    out.push_back(std::move(node));
  }
}

} // namespace

std::vector<LoopNode> digitNest(const LoopNode &loop, const DigitBody &body,
                                const BinaryDigits &digits,
                                const Program &program) {
  return NestMaker(loop, body, digits, program).make();
}

} // namespace sparsec
