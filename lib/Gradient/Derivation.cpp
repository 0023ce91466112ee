//===- Derivation.cpp - the loops that add a gradient up ------------------===//
///
/// \file
/// y += a * x becomes, for x, grad_x += grad_y * a: a statement for each read
/// of x, with the instances and at the place of the one that reads it. Of a
/// chain through locals it is the deepest statement's place. Statements that
/// give locals the values that factors read stay.
///
//===----------------------------------------------------------------------===//

#include "Chains.h"

#include "sparsec/Gradient/Gradient.h"
#include "sparsec/Poly/PullBack.h"
#include "sparsec/Support/Diagnostics.h"

#include "llvm/ADT/STLExtras.h"

namespace sparsec {

std::string gradientName(const std::string &array) { return "grad_" + array; }

namespace {

/// `{ made[..] -> S[..] }` of the first dimensions.
isl::pw_multi_aff prefixMap(const isl::space &space,
                            const Statement &statement) {
  std::vector<isl::pw_aff> values;
  for (unsigned dim = 0; dim < statement.iterators.size(); ++dim)
    values.push_back(poly::dimension(space, dim));
  return poly::makeMap(space, statement.name, values);
}

class Derivation {
public:
  Derivation(const Program &source, const std::string &array)
      : source(source), result(source), array(array) {}

  llvm::Expected<Program> derive();

private:
  llvm::Error checkArray() const;
  llvm::Error derive(const Chain &chain);
  llvm::Error checkFactors(const Chain &chain) const;
  llvm::Error checkRead(const Chain::Link &link, const Chain &chain,
                        const std::string &read) const;
  Statement made(const Chain &chain, const std::string &name) const;
  llvm::Error useGradient(const std::string &of, const Statement &where);
  llvm::Error keepLocals();
  llvm::Error keep(const std::string &local);
  llvm::Error keepReads(const Statement &statement);
  void place(ScheduleTree &tree);
  void placeLeaf(ScheduleTree &leaf);
  void placeLoop(ScheduleTree &loop);

  const Program &source;
  Program result;
  const std::string &array;
  /// Names that gradients have.
  std::set<std::string> gradients;
  /// What stands where a statement of the source does, and which stay.
  std::map<std::string, std::vector<std::string>> placed;
  std::set<std::string> kept;
};

llvm::Error Derivation::checkArray() const {
  auto refuse = [&](const llvm::Twine &why) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "no gradient by '" + array + "': " + why);
  };
  auto found = source.arrays.find(array);
  if (found == source.arrays.end() || !isCallers(source, array))
    return refuse("the function takes no array of that name");
  const auto argument = llvm::find_if(
      source.function.arguments, [&](const SourceFunction::Argument &argument) {
        return argument.name == array && !argument.isGlobal;
      });
  if (argument == source.function.arguments.end() || argument->hasRows)
    return refuse("it is no array of elements; pass one as a parameter of the "
                  "function");
  if (found->second.type.kind != ElementType::Kind::Floating)
    return refuse("its elements are " + found->second.type.spelling +
                  ", and not real");
  if (!writersOf(source, array).empty())
    return refuse("the loops write it");
  if (source.function.result && !source.function.result->argument.empty())
    return refuse("the function returns a value; let it store the value in an "
                  "array");
  return llvm::Error::success();
}

/// The array dL/d\p of, which has that one's shape; \p where meets it.
llvm::Error Derivation::useGradient(const std::string &of,
                                    const Statement &where) {
  const std::string name = gradientName(of);
  if (!gradients.insert(name).second)
    return llvm::Error::success();
  const auto argument = llvm::find_if(
      source.function.arguments,
      [&](const SourceFunction::Argument &taken) { return taken.name == of; });
  if (argument == source.function.arguments.end() || argument->isGlobal ||
      argument->hasRows)
    return refuseGradient(where, "'" + of +
                                     "' is no array that the function takes, "
                                     "so '" +
                                     name +
                                     "' would be none; pass it as a parameter");
  // Whoever has the name would be read or written in place of the gradient. A
  // result is not there any more: that of a gradient, which is derived again.
  const bool isResult =
      isCallers(source, name) && !writersOf(source, name).empty();
  if (!isResult && source.freshName(name) != name)
    return refuseGradient(
        where, "the gradient by '" + of + "' is called '" + name +
                   "', which the source uses; rename '" + name + "' there");
  Array made = source.arrays.at(of);
  made.name = name;
  made.isConst = of != array;
  made.isRestrict = true;
  made.isIndex = false;
  result.arrays.insert_or_assign(name, std::move(made));
  return llvm::Error::success();
}

/// Whether \p read, of a link that another one's place is not, has its value
/// there, too.
llvm::Error Derivation::checkRead(const Chain::Link &link, const Chain &chain,
                                  const std::string &read) const {
  const Chain::Link &deepest = chain.deepest();
  if (isCallers(source, read) || &link == &deepest)
    return llvm::Error::success();
  const std::vector<const Statement *> writers = writersOf(source, read);
  if (writers.size() == 1 &&
      placeOf(source, *writers.front()) < placeOf(source, *deepest.statement))
    return llvm::Error::success();
  return refuseGradient(*link.statement,
                        "'" + link.statement->source + "' reads '" + read +
                            "', which has no value yet where '" +
                            deepest.statement->source +
                            "' is; write it into an array");
}

llvm::Error Derivation::checkFactors(const Chain &chain) const {
  for (const Chain::Link &link : chain.links) {
    std::vector<std::string> names;
    auto add = [&](const Expr &node) {
      if (node.kind == Expr::Kind::Access)
        names.push_back(node.text);
    };
    for (const Term::Factor &factor : link.term.factors)
      factor.value.walk(add);
    for (const Expr &condition : link.term.conditions)
      condition.walk(add);
    for (const std::string &name : names)
      if (llvm::Error error = checkRead(link, chain, name))
        return error;
  }
  return llvm::Error::success();
}

/// \p value where all of \p conditions hold, the first of which may guard what
/// the others read.
Expr whereAll(const std::vector<Expr> &conditions, Expr value) {
  if (conditions.empty())
    return value;
  Expr all = conditions.front();
  for (const Expr &condition : llvm::drop_begin(conditions)) {
    all = Expr::binary(Operator::LogicalAnd, std::move(all), condition);
    all.type = ElementType::int32();
  }
  return Expr::masked(std::move(all), std::move(value));
}

/// \p part with \p given in place of the gradient, which stands behind
/// \p factors left operands.
void giveGradient(Assignment &part, size_t factors, const Assignment &given) {
  Expr *innermost = &part.computed();
  for (size_t at = 0; at < factors; ++at)
    innermost = &innermost->operands[0];
  *innermost = given.computed();
  std::vector<Expr> conditions;
  for (const Expr *mask : {given.mask(), part.mask()})
    if (mask)
      conditions.push_back(*mask);
  part.value = whereAll(conditions, Expr(part.computed()));
}

/// What \p link multiplies a gradient by, over the instances of \p deepest as
/// \p name's, and where; the gradient itself is the innermost left operand.
Statement linkOver(const Chain::Link &link, const Statement &deepest,
                   const std::string &name) {
  Statement part = *link.statement;
  part.sharing.clear();
  Expr product = part.assignment->target;
  product.text = gradientName(product.text);
  for (const Term::Factor &factor : link.term.factors)
    product =
        Expr::binary(factor.divides ? Operator::Divide : Operator::Multiply,
                     product, factor.value);
  part.assignment = Assignment{link.term.place, Update::Add,
                               whereAll(link.term.conditions, product)};
  const isl::space space = poly::tupleSpace(part.domain.ctx(), name,
                                            unsigned(deepest.iterators.size()));
  const isl::set all = isl::set::universe(space);
  return pullBack(part, name, deepest.iterators, prefixMap(space, part), {},
                  all, all);
}

/// The statement of \p chain: its links, each over the deepest one's instances,
/// from the end, whose gradient is given.
Statement Derivation::made(const Chain &chain, const std::string &name) const {
  const Statement &deepest = *chain.deepest().statement;
  Statement whole = linkOver(chain.links.back(), deepest, name);
  bool isNegative =
      chain.links.back().isNegative != chain.links.back().term.isNegative;
  for (size_t at = chain.links.size() - 1; at-- > 0;) {
    const Chain::Link &link = chain.links[at];
    Statement part = linkOver(link, deepest, name);
    giveGradient(*part.assignment, link.term.factors.size(), *whole.assignment);
    whole.assignment = part.assignment;
    whole.domain = whole.domain.intersect(part.domain);
    whole.constraints = whole.constraints.intersect(part.constraints);
    whole.calls.insert(part.calls.begin(), part.calls.end());
    isNegative ^= link.isNegative != link.term.isNegative;
  }
  const Statement &first = *chain.links.front().statement;
  whole.assignment->target.text = gradientName(array);
  whole.assignment->op = isNegative ? Update::Subtract : Update::Add;
  whole.location = first.location;
  whole.source = first.source;
  whole.span = {};
  dropUnusedCalls(whole);
  return whole;
}

/// Whether both of \p one and \p other hold the same condition, or none.
bool haveSameMask(const Assignment &one, const Assignment &other) {
  if (!one.mask() || !other.mask())
    return !one.mask() && !other.mask();
  return one.mask()->isSame(*other.mask());
}

/// Makes one statement of two, \p whole and \p part, whose instances add to the
/// same elements: of x[c] * x[c], which reads x twice. False if they do not.
bool join(Statement &whole, const Statement &part) {
  Assignment &sum = *whole.assignment;
  const Assignment &added = *part.assignment;
  if (!haveSameMask(sum, added) || !sum.target.isSame(added.target) ||
      !whole.domain.is_equal(part.domain) ||
      !whole.constraints.is_equal(part.constraints))
    return false;
  const Operator op = sum.op == added.op ? Operator::Add : Operator::Subtract;
  sum.computed() = Expr::binary(op, sum.computed(), added.computed());
  whole.calls.insert(part.calls.begin(), part.calls.end());
  return true;
}

llvm::Error Derivation::derive(const Chain &chain) {
  if (llvm::Error error = checkFactors(chain))
    return error;
  const std::string &target =
      chain.links.back().statement->assignment->target.text;
  if (llvm::Error error = useGradient(target, *chain.links.back().statement))
    return error;
  if (llvm::Error error = useGradient(array, *chain.links.front().statement))
    return error;
  const std::string &where = chain.deepest().statement->name;
  for (const std::string &earlier : placed[where])
    if (join(result.statements.at(earlier), made(chain, earlier)))
      return llvm::Error::success();
  const std::string name = result.freshName(where + "_gradient");
  result.statements.emplace(name, made(chain, name));
  placed[where].push_back(name);
  return llvm::Error::success();
}

/// Statements that give \p local its values stay.
llvm::Error Derivation::keep(const std::string &local) {
  for (const Statement *writer : writersOf(source, local))
    if (kept.insert(writer->name).second)
      if (llvm::Error error = keepReads(*writer))
        return error;
  return llvm::Error::success();
}

llvm::Error Derivation::keepReads(const Statement &statement) {
  for (const Access &access : statement.accesses()) {
    // What is updated is not read, and may have the name of a result; but a
    // local that stays has what it was set to before.
    const bool isKeptLocal = kept.count(statement.name) != 0 &&
                             source.arrays.count(access.array) != 0 &&
                             !isCallers(source, access.array);
    if (!access.isRead || (access.isWrite && !isKeptLocal) ||
        source.arrays.count(access.array) == 0)
      continue;
    const bool isWritten = !writersOf(source, access.array).empty();
    if (isCallers(source, access.array)) {
      if (isWritten)
        return refuseGradient(statement, "'" + statement.source + "' reads '" +
                                             access.array +
                                             "', which the loops write");
      continue;
    }
    if (llvm::Error error = keep(access.array))
      return error;
  }
  return llvm::Error::success();
}

llvm::Error Derivation::keepLocals() {
  for (const auto &entry : placed)
    for (const std::string &name : entry.second)
      if (llvm::Error error = keepReads(result.statement(name)))
        return error;
  return llvm::Error::success();
}

/// What stands for a statement: the new ones, and it where it stays.
void Derivation::placeLeaf(ScheduleTree &leaf) {
  std::vector<ScheduleTree> leaves;
  for (const std::string &name : placed[leaf.name])
    leaves.push_back(ScheduleTree::leaf(name));
  if (kept.count(leaf.name))
    leaves.push_back(leaf);
  leaf = ScheduleTree::sequence(std::move(leaves));
}

void Derivation::placeLoop(ScheduleTree &loop) {
  const std::map<std::string, isl::pw_aff> old = std::move(loop.values);
  loop.values.clear();
  for (const auto &[name, value] : old) {
    if (kept.count(name))
      loop.values.emplace(name, value);
    for (const std::string &made : placed[name])
      loop.values.emplace(
          made, poly::pullBack(value,
                               prefixMap(result.statement(made).space(),
                                         source.statement(name)),
                               {}));
  }
}

void Derivation::place(ScheduleTree &tree) {
  if (tree.isLeaf())
    return placeLeaf(tree);
  if (tree.isLoop())
    placeLoop(tree);
  for (ScheduleTree &child : tree.children)
    place(child);
  // Loops of which nothing is left.
  llvm::erase_if(tree.children, [](const ScheduleTree &child) {
    return !child.isLeaf() && child.statements().empty();
  });
}

llvm::Expected<Program> Derivation::derive() {
  if (llvm::Error error = checkArray())
    return error;
  llvm::Expected<std::vector<Chain>> chains = chainsFrom(source, array);
  if (!chains)
    return chains.takeError();
  if (chains->empty())
    return llvm::createStringError(llvm::inconvertibleErrorCode(),
                                   "no gradient by '" + array +
                                       "': nothing that the loops write "
                                       "depends on it");
  for (const Chain &chain : *chains)
    if (llvm::Error error = derive(chain))
      return error;
  if (llvm::Error error = keepLocals())
    return error;
  place(result.executePhase().tree);
  result.executePhase().tree.normalize();
  for (const auto &entry : source.statements)
    if (!kept.count(entry.first))
      result.statements.erase(entry.first);
  // Guards, as the loops: what they leave out adds nothing.
  if (std::string wrong = verify(result); !wrong.empty())
    return llvm::make_error<InternalError>("derivative: " + wrong);
  return std::move(result);
}

} // namespace

llvm::Expected<Program> gradientProgram(const Program &program,
                                        const std::string &array) {
  return poly::tryIsl([&]() -> llvm::Expected<Program> {
    return Derivation(program, array).derive();
  });
}

} // namespace sparsec
