//===- ExprReader.cpp - expressions from text -----------------------------===//

#include "ExprReader.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec::looptext {

using Kind = LoopExpr::Kind;

LoopExpr ExprReader::read(Mode mode) {
  LoopExpr result;
  if (!cursor.enter())
    return result;
  const Level level(*this);
  result = operand(mode, LogicalOr);
  if (cursor.take("?")) {
    addLevel();
    LoopExpr then = read(mode);
    cursor.expect(":");
    LoopExpr otherwise = read(mode);
    result = made(Kind::Select, "", {result, then, otherwise}, mode);
  }
  cursor.leave();
  return result;
}

void ExprReader::addLevel() {
  // All that looks at expressions calls itself for operands.
  static constexpr unsigned mostLevels = 4000;
  if (++levels > mostLevels)
    cursor.fail("this expression has more than " + llvm::Twine(mostLevels) +
                " levels");
}

LoopExpr ExprReader::operand(Mode mode, int least) {
  return made(term(mode, least));
}

std::vector<LoopExpr> ExprReader::list(Mode mode, llvm::StringRef open,
                                       llvm::StringRef close) {
  std::vector<LoopExpr> result;
  cursor.expect(open);
  if (cursor.take(close))
    return result;
  do
    result.push_back(read(mode));
  while (cursor.take(","));
  cursor.expect(close);
  return result;
}

LoopExpr ExprReader::made(Kind kind, std::string name,
                          std::vector<LoopExpr> operands, Mode mode) const {
  return withWidth(LoopExpr::node(kind, std::move(name), std::move(operands)),
                   mode);
}

LoopExpr ExprReader::withWidth(LoopExpr expr, Mode mode) const {
  expr.wide = isWideByRule(expr, mode, scope);
  return expr;
}

LoopExpr ExprReader::made(Operator op, std::vector<LoopExpr> operands,
                          Mode mode) const {
  const Kind kind = operandsOf(op) == 1 ? Kind::Unary : Kind::Binary;
  LoopExpr expr = made(kind, "", std::move(operands), mode);
  expr.op = op;
  return expr;
}

LoopExpr ExprReader::made(Term term) {
  if (!term.kind)
    return std::move(term.parts.front());
  return LoopExpr::node(*term.kind, "", std::move(term.parts));
}

/// The term behind a minus: -3 for 3, -2 * b for 2 * b, else -1 times it.
ExprReader::Term ExprReader::negated(Term term) {
  LoopExpr &first = term.parts.front();
  const bool isScaled = term.isSigned && first.value > 0 &&
                        (!term.kind || term.kind == Kind::Mul);
  if (isScaled) {
    first = LoopExpr::integer(-first.value);
    return term;
  }
  return {{LoopExpr::node(Kind::Mul, "",
                          {LoopExpr::integer(-1), made(std::move(term))})}};
}

/// Of integers they have the operands in the other order.
static bool isTurned(Operator op) {
  return op == Operator::Greater || op == Operator::GreaterEqual;
}

ExprReader::Term ExprReader::combined(Mode mode, Operator op, Term left,
                                      Term right) {
  if (mode == Mode::Values)
    return {{made(op, {made(std::move(left)), made(std::move(right))}, mode)}};
  std::optional<Kind> own = kindOf(op);
  if (op == Operator::Subtract)
    right = negated(std::move(right));
  if (own == Kind::Mul || precedenceOf(op) == Additive) {
    const Kind kind = own.value_or(Kind::Add);
    if (left.kind != kind)
      left = {{made(std::move(left))}, kind, !left.kind && left.isSigned};
    left.parts.push_back(made(std::move(right)));
    return left;
  }
  std::vector<LoopExpr> operands = {made(std::move(left)),
                                    made(std::move(right))};
  if (isTurned(op)) {
    std::swap(operands[0], operands[1]);
    own = op == Operator::Greater ? Kind::Less : Kind::LessEqual;
  }
  return {{LoopExpr::node(*own, "", std::move(operands))}};
}

ExprReader::Term ExprReader::term(Mode mode, int least) {
  const Level level(*this);
  Term left = prefix(mode);
  while (cursor.peek().kind == Token::Kind::Symbol) {
    const Operator op = operatorNamed(cursor.peek().text, 2);
    if (op == Operator::None || precedenceOf(op) < least)
      break;
    const bool isKnown =
        kindOf(op) || isTurned(op) || precedenceOf(op) == Additive;
    if (mode == Mode::Integers && !isKnown) {
      cursor.fail(llvm::Twine("'") + spellingOf(op) +
                  "' is no operator of integers that fold; a statement's "
                  "own computation stands in braces: {a " +
                  spellingOf(op) + " b}");
      break;
    }
    cursor.next();
    Term right = term(mode, precedenceOf(op) + 1);
    addLevel();
    left = combined(mode, op, std::move(left), std::move(right));
  }
  return left;
}

ExprReader::Term ExprReader::prefix(Mode mode) {
  Term result = {{LoopExpr()}};
  if (!cursor.enter())
    return result;
  const Level level(*this);
  addLevel();
  const Token &token = cursor.peek();
  const Operator op =
      operatorNamed(token.is("sizeof") ? "sizeof " : token.text, 1);
  const bool isOperator =
      op != Operator::None &&
      (token.kind == Token::Kind::Symbol || token.kind == Token::Kind::Name);
  const auto opensType = [&](unsigned at) {
    return cursor.peek(at).is("(") &&
           (isTypeWord(cursor.peek(at + 1).text) ||
            cursor.peek(at + 1).kind == Token::Kind::String);
  };
  const bool isCast = opensType(0);
  if (token.is("-")) {
    result = minus(mode);
  } else if (token.is("sizeof") && opensType(1)) {
    result.parts = {postfix(sizeOfType(mode), mode)};
  } else if (isOperator && mode == Mode::Values) {
    cursor.next();
    result.parts = {made(op, {made(prefix(mode))}, mode)};
  } else if (isCast) {
    result.parts = {cast(mode)};
  } else {
    result = primary(mode);
  }
  cursor.leave();
  return result;
}

ExprReader::Term ExprReader::minus(Mode mode) {
  cursor.expect("-");
  const Token digits = cursor.peek();
  if (mode == Mode::Values)
    return {{made(Operator::Negate, {made(prefix(mode))}, mode)}};
  long value = 0;
  const bool isInteger =
      digits.kind == Token::Kind::Number && !cursor.peek(1).is("@") &&
      !llvm::StringRef("-" + digits.text).getAsInteger(10, value);
  if (!isInteger)
    return {{LoopExpr::node(Kind::Mul, "",
                            {LoopExpr::integer(-1), made(prefix(mode))})}};
  cursor.next();
  return {{LoopExpr::integer(value)}, std::nullopt, true};
}

bool ExprReader::isAtType() const {
  const Token &token = cursor.peek();
  return token.kind == Token::Kind::String ||
         (token.kind == Token::Kind::Name && isTypeWord(token.text)) ||
         (token.kind == Token::Kind::Name && cursor.peek(1).isName());
}

LoopType ExprReader::type() { return LoopType::named(typeName()); }

std::string ExprReader::typeName() {
  if (cursor.peek().kind == Token::Kind::String)
    return cursor.next().text;
  if (!isTypeWord(cursor.peek().text))
    return cursor.name("a type");
  std::string words, stars;
  while (isTypeWord(cursor.peek().text) &&
         cursor.peek().kind == Token::Kind::Name)
    words += (words.empty() ? "" : " ") + cursor.next().text;
  while (cursor.take("*"))
    stars += "*";
  return words + (stars.empty() ? "" : " ") + stars;
}

/// `(double)x`; of integers that fold `(long long)x` widens.
LoopExpr ExprReader::cast(Mode mode) {
  cursor.expect("(");
  const bool isSpelled = cursor.peek().kind != Token::Kind::String;
  const std::string name = typeName();
  cursor.expect(")");
  LoopExpr value = made(prefix(mode));
  if (isSpelled && mode == Mode::Integers && name == "long long")
    return made(Kind::Widen, "", {std::move(value)}, mode);
  return withWidth(LoopExpr::cast(LoopType::named(name), std::move(value)),
                   mode);
}

/// `sizeof(double)`
LoopExpr ExprReader::sizeOfType(Mode mode) {
  cursor.next();
  cursor.expect("(");
  LoopExpr size = LoopExpr::sizeOf(type());
  cursor.expect(")");
  return withWidth(std::move(size), mode);
}

/// Members, and the width where it is not what the rule says.
LoopExpr ExprReader::postfix(LoopExpr expr, Mode mode) {
  while (cursor.is(".") || cursor.is("->") || cursor.is("++") ||
         cursor.is("@")) {
    if (cursor.take("++")) {
      expr = made(Kind::Increment, "", {std::move(expr)}, mode);
      continue;
    }
    if (cursor.is(".") || cursor.is("->")) {
      const Kind kind = cursor.is("->") ? Kind::Arrow : Kind::Member;
      cursor.next();
      expr = made(kind, cursor.name("a member"), {std::move(expr)}, mode);
      continue;
    }
    const Token sign = cursor.next();
    const std::string bits = cursor.next().text;
    if (bits != "32" && bits != "64")
      cursor.failAt(sign, "expected '@32' or '@64'");
    expr.wide = bits == "64";
  }
  return expr;
}

ExprReader::Term ExprReader::primary(Mode mode) {
  const Token &token = cursor.peek();
  if (token.is("(") || token.is("{")) {
    const bool switches = token.is("{");
    const Mode other = mode == Mode::Values ? Mode::Integers : Mode::Values;
    cursor.next();
    LoopExpr inner = read(switches ? other : mode);
    cursor.expect(switches ? "}" : ")");
    return {{postfix(std::move(inner), mode)}};
  }
  if (token.kind == Token::Kind::String)
    return {{made(Kind::String, cursor.next().text, {}, mode)}};
  if (token.kind == Token::Kind::Number) {
    const bool isSigned = mode == Mode::Integers && !cursor.peek(1).is("@");
    return {{postfix(number(mode), mode)}, std::nullopt, isSigned};
  }
  return {{postfix(named(mode), mode)}};
}

LoopExpr ExprReader::number(Mode mode) {
  const Token token = cursor.peek();
  if (mode == Mode::Values)
    return made(Kind::Literal, cursor.next().text, {}, mode);
  long value = 0;
  if (llvm::StringRef(token.text).getAsInteger(10, value))
    cursor.fail("'" + token.text +
                "' is no decimal integer of 64 bits; a literal of a "
                "statement's own computation stands in braces");
  cursor.next();
  return LoopExpr::integer(value);
}

/// A variable, a load or a call.
LoopExpr ExprReader::named(Mode mode) {
  const bool isVariable = cursor.take("%");
  const Token name = cursor.peek();
  if (!name.isName()) {
    cursor.fail("expected an expression");
    return {};
  }
  cursor.next();
  if (cursor.is("(") && !isVariable)
    return called(name, mode);
  const bool isLoad =
      !isVariable && (cursor.is("[") || scope.isScalar(name.text));
  if (!isLoad)
    return checked(made(Kind::Variable, name.text, {}, mode), name);
  std::vector<LoopExpr> subscripts;
  while (cursor.take("[")) {
    if (subscripts.empty() && cursor.take("]"))
      break;
    subscripts.push_back(read(Mode::Integers));
    cursor.expect("]");
  }
  return checked(made(Kind::Load, name.text, std::move(subscripts), mode),
                 name);
}

LoopExpr ExprReader::checked(LoopExpr leaf, const Token &name) {
  if (!knowsNames || cursor.error())
    return leaf;
  std::string wrong = scope.wrongWith(leaf);
  if (!wrong.empty())
    cursor.failAt(name, wrong);
  return leaf;
}

LoopExpr ExprReader::gpuIndex() {
  cursor.expect("(");
  const Token place = cursor.peek();
  const std::optional<GpuIndex> index =
      gpuIndexNamed(cursor.string("a place such as \"block.x\""));
  if (!index)
    cursor.failAt(place, "'" + place.text +
                             "' is none of block, thread and blocks in x, y "
                             "and z, such as \"block.x\"");
  cursor.expect(")");
  return LoopExpr::gpuIndex(index.value_or(GpuIndex()));
}

LoopExpr ExprReader::called(const Token &name, Mode mode) {
  if (name.is("literal") && mode == Mode::Values) {
    cursor.expect("(");
    std::string text = cursor.string("the text of a literal");
    cursor.expect(")");
    return made(Kind::Literal, std::move(text), {}, mode);
  }
  if (name.is(gpuIndexName) && mode == Mode::Integers)
    return gpuIndex();
  std::vector<LoopExpr> operands = list(mode, "(", ")");
  if (name.is("list"))
    return made(Kind::List, "", std::move(operands), mode);
  std::optional<Kind> kind =
      name.kind == Token::Kind::Name && mode == Mode::Integers
          ? functionKind(name.text)
          : std::nullopt;
  if (!kind)
    return made(Kind::Call, name.text, std::move(operands), mode);
  const size_t least = kind == Kind::FloorDiv ? 2 : 1;
  if (operands.size() < least ||
      (kind == Kind::FloorDiv && operands.size() > 2))
    cursor.failAt(name, "'" + name.text + "' with " +
                            llvm::Twine(operands.size()) + " operands");
  return LoopExpr::node(*kind, "", std::move(operands));
}

} // namespace sparsec::looptext
