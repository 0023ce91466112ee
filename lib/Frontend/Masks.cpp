//===- Masks.cpp - branches under conditions on data ----------------------===//
///
/// \file
/// A condition that no set of iterations expresses is computed into a scalar of
/// its own, and each statement under it is masked:
///
///     if (r < s) {            c = r < s;
///       f[i] += r;       =>   f[i] += r   where c
///       f[j] -= r;            f[j] -= r   where c
///     }
///
/// One statement alone has the condition itself for a mask. A masked statement
/// does not overwrite. So that scalars that only serve such
/// a branch are private to an iteration all the same, they are set to 0 before.
///
//===----------------------------------------------------------------------===//

#include "Masks.h"
#include "Aliases.h"
#include "ForLoop.h"
#include "InlineCalls.h"
#include "Modified.h"

#include "sparsec/IR/CallSafety.h"

#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"

#include <algorithm>
#include <array>

namespace sparsec {
namespace {

class Mentions : public clang::RecursiveASTVisitor<Mentions> {
public:
  explicit Mentions(const clang::VarDecl *variable) : variable(variable) {}

  unsigned times = 0;
  bool VisitDeclRefExpr(clang::DeclRefExpr *reference) {
    times += reference->getDecl() == variable;
    return true;
  }

private:
  const clang::VarDecl *variable;
};

unsigned timesIn(const clang::Stmt *statement, const clang::VarDecl *variable) {
  Mentions visitor(variable);
  visitor.TraverseStmt(const_cast<clang::Stmt *>(statement));
  return visitor.times;
}

/// Whether the first thing that \p statement does with \p variable, in any
/// case, is to set it.
bool setsFirst(const clang::Stmt *statement, const clang::VarDecl *variable) {
  if (const auto *list = llvm::dyn_cast<clang::CompoundStmt>(statement)) {
    for (const clang::Stmt *child : list->body())
      if (timesIn(child, variable))
        return setsFirst(child, variable);
    return false;
  }
  if (const auto *branch = llvm::dyn_cast<clang::IfStmt>(statement))
    return branch->getElse() && !timesIn(branch->getCond(), variable) &&
           setsFirst(branch->getThen(), variable) &&
           setsFirst(branch->getElse(), variable);
  const auto *assign = llvm::dyn_cast<clang::BinaryOperator>(statement);
  return assign && assign->getOpcode() == clang::BO_Assign &&
         namedVariable(assign->getLHS()) == variable &&
         !timesIn(assign->getRHS(), variable);
}

/// All of \p parts, and \p outer before them.
Expr allOf(ExprBuilder &builder, llvm::ArrayRef<const clang::Expr *> parts,
           std::optional<Expr> outer) {
  for (const clang::Expr *part : parts) {
    Expr holds = builder.holds(part);
    outer = outer ? Expr::binary(Operator::LogicalAnd, std::move(*outer),
                                 std::move(holds))
                  : std::move(holds);
    outer->type = ElementType::int32();
  }
  return *outer;
}

/// The calls that \p value reads whatever else is so.
void addCertain(const Expr &value, std::set<std::string> &calls) {
  for (const isl::pw_aff &subscript : value.subscripts)
    for (const std::string &name : poly::paramNames(subscript.space()))
      if (poly::involvesParam(subscript, name))
        calls.insert(name);
  const bool isLazy = value.kind == Expr::Kind::Select ||
                      value.kind == Expr::Kind::Masked ||
                      value.kind == Expr::Kind::Carrying || isLogical(value.op);
  for (size_t pos = 0; pos < value.operands.size(); ++pos)
    if (pos == 0 || !isLazy)
      addCertain(value.operands[pos], calls);
}

/// The calls that \p value reads where a choice in it says so, `c ? here : ..`.
void addChosen(const Expr &value, std::set<std::string> &calls) {
  const bool isLazy = value.kind == Expr::Kind::Select ||
                      value.kind == Expr::Kind::Carrying || isLogical(value.op);
  for (size_t pos = 0; pos < value.operands.size(); ++pos) {
    const Expr &operand = value.operands[pos];
    if (!isLazy || pos == 0) {
      addChosen(operand, calls);
      continue;
    }
    operand.walk([&](const Expr &part) {
      for (const isl::pw_aff &subscript : part.subscripts)
        for (const std::string &name : poly::paramNames(subscript.space()))
          if (poly::involvesParam(subscript, name))
            calls.insert(name);
    });
  }
}

/// Adds what the arguments of \p certain calls of \p statement read.
void addNested(const Statement &statement, std::set<std::string> &certain) {
  for (const auto &[name, call] : statement.calls)
    if (certain.count(name))
      for (const std::string &inner : nestedCalls(call, statement.calls))
        certain.insert(inner);
}

/// The calls that \p statement, which has no mask, reads in each instance.
std::set<std::string> certainCalls(const Statement &statement) {
  std::set<std::string> certain;
  for (const auto &entry : statement.calls)
    if (poly::involvesParam(statement.constraints, entry.first))
      certain.insert(entry.first);
  addCertain(statement.assignment->target, certain);
  addCertain(statement.assignment->value, certain);
  addNested(statement, certain);
  return certain;
}

} // namespace

void Masks::walk(const clang::IfStmt *branch, ScheduleTree &into) {
  const size_t plain = kernel.scan.dataBranches.at(branch);
  const std::vector<const clang::Expr *> parts =
      plain ? conjuncts(branch->getCond())
            : std::vector<const clang::Expr *>{branch->getCond()};
  const ScopePtr before = scopes.current();
  walkParts(branch, llvm::ArrayRef(parts).take_front(plain),
            llvm::ArrayRef(parts).drop_front(plain), into);
  scopes.restore(before);
  scopes.forgetModified(branch);
}

/// The \p plain conjuncts, which come first, restrict the iterations.
void Masks::walkParts(const clang::IfStmt *branch,
                      llvm::ArrayRef<const clang::Expr *> plain,
                      llvm::ArrayRef<const clang::Expr *> masked,
                      ScheduleTree &into) {
  if (plain.empty())
    return walkMasked(branch, masked, into);
  const ConditionFrame frame{plain.front(), false, scopes.current()};
  frames.under(frame, [&](const Statement &) {
    walkParts(branch, plain.drop_front(), masked, into);
    return true;
  });
}

void Masks::walkMasked(const clang::IfStmt *branch,
                       llvm::ArrayRef<const clang::Expr *> parts,
                       ScheduleTree &into) {
  clearSet(branch, into);
  if (const clang::Expr *single = singleOf(branch))
    return walkSingle(branch, single, parts, into);
  const std::string local = compute(branch, parts, into);
  const ScopePtr before = scopes.current();
  for (const bool negated : {false, true}) {
    const clang::Stmt *body = negated ? branch->getElse() : branch->getThen();
    if (!body)
      continue;
    scopes.restore(before);
    frames.under(MaskFrame{local, negated}, [&](const Statement &) {
      visit.statement(body, into);
      return true;
    });
  }
}

/// The only statement of \p branch, if it assigns data and has no steps in it.
const clang::Expr *Masks::singleOf(const clang::IfStmt *branch) const {
  const clang::Stmt *body = branch->getThen();
  while (const auto *block = llvm::dyn_cast<clang::CompoundStmt>(body)) {
    if (block->size() != 1)
      return nullptr;
    body = block->body_front();
  }
  const auto *expression = llvm::dyn_cast<clang::Expr>(body);
  const clang::Expr *plain = expression ? expression->IgnoreParens() : nullptr;
  const clang::Expr *target = plain ? modifiedBy(plain) : nullptr;
  const bool isSingle = target && !branch->getElse() &&
                        !callsStatements(plain) && stepsIn(plain).empty() &&
                        !scopes.boundTarget(target);
  return isSingle ? plain : nullptr;
}

void Masks::walkSingle(const clang::IfStmt *branch, const clang::Expr *single,
                       llvm::ArrayRef<const clang::Expr *> parts,
                       ScheduleTree &into) {
  visit.add(
      single, into,
      [&](ExprBuilder &builder) {
        Expr mask = allOf(builder, parts, frames.mask());
        Assignment result = builder.assignment(single);
        result.value = Expr::masked(std::move(mask), std::move(result.value));
        return result;
      },
      false);
}

/// The scalar that holds whether all \p parts and the conditions around do.
std::string Masks::compute(const clang::IfStmt *branch,
                           llvm::ArrayRef<const clang::Expr *> parts,
                           ScheduleTree &into) {
  Array array;
  array.name = kernel.program.freshName("holds");
  array.type = ElementType::int32();
  array.owner = Array::Owner::Local;
  kernel.program.arrays.emplace(array.name, array);
  if (frames.mask())
    clear(array.name, branch->getCond(), into);
  visit.add(
      branch->getCond(), into,
      [&](ExprBuilder &builder) {
        return Assignment{Expr::access(array.name, {}, array.type), Update::Set,
                          allOf(builder, parts, std::nullopt)};
      },
      true);
  return array.name;
}

/// Scalars that both branches set, or that only this branch uses and sets
/// first, have no value that matters before.
void Masks::clearSet(const clang::IfStmt *branch, ScheduleTree &into) {
  const std::set<const clang::VarDecl *> set = modifiedVariables(branch);
  std::vector<const clang::VarDecl *> inOrder(set.begin(), set.end());
  llvm::sort(inOrder, [](const auto *a, const auto *b) {
    return a->getLocation() < b->getLocation();
  });
  for (const clang::VarDecl *variable : inOrder) {
    // Those that begin in the branch are set there (begin).
    const bool isOutside =
        kernel.ast.getSourceManager().isBeforeInTranslationUnit(
            variable->getLocation(), branch->getBeginLoc());
    if (!isOutside || !variable->isLocalVarDecl() ||
        variable->isStaticLocal() || scopes.isBound(variable))
      continue;
    const unsigned inside = timesIn(branch, variable);
    const bool isOnly =
        inside == timesIn(kernel.function.getBody(), variable) &&
        !variable->getInit();
    const bool isSetWhereUsed =
        !timesIn(branch->getCond(), variable) &&
        llvm::all_of(std::array{branch->getThen(), branch->getElse()},
                     [&](const clang::Stmt *part) {
                       return !part || !timesIn(part, variable) ||
                              setsFirst(part, variable);
                     });
    if ((isOnly && isSetWhereUsed) ||
        (!frames.mask() && setsFirst(branch, variable)))
      clear(objectIn(kernel, variable, scopes.current()).name,
            branch->getCond(), into);
  }
}

void Masks::begin(const clang::VarDecl *variable, const clang::Stmt *source,
                  ScheduleTree &into) {
  if (frames.mask() && variable->getType()->isScalarType() &&
      !variable->getType()->isPointerType())
    clear(objectIn(kernel, variable, scopes.current()).name, source, into);
}

void Masks::clear(const std::string &scalar, const clang::Stmt *source,
                  ScheduleTree &into) {
  auto array = kernel.program.arrays.find(scalar);
  if (array == kernel.program.arrays.end() || !array->second.isScalar())
    return;
  const ElementType type = array->second.type;
  visit.add(
      source, into,
      [&](ExprBuilder &) {
        return Assignment{Expr::access(scalar, {}, type), Update::Set,
                          Expr::constant("0", ElementType::int32())};
      },
      false);
}

/// Whether \p call needs no more than the first \p dims iterators.
static bool isMadeWithin(const std::string &call, const CallTable &calls,
                         size_t dims) {
  const UninterpretedCall &made = calls.at(call);
  const std::vector<std::string> inner = nestedCalls(made, calls);
  return llvm::all_of(made.arguments,
                      [&](const isl::pw_aff &argument) {
                        const unsigned all =
                            unsigned(argument.as_map().domain().tuple_dim());
                        for (unsigned pos = unsigned(dims); pos < all; ++pos)
                          if (poly::involvesDim(argument, pos))
                            return false;
                        return true;
                      }) &&
         llvm::all_of(inner, [&](const std::string &name) {
           return isMadeWithin(name, calls, dims);
         });
}

/// Whether a statement that always runs before \p statement reads \p call, in
/// the same iteration of the loops around both or in a loop inside.
bool Masks::isReadBefore(const std::string &call,
                         const Statement &statement) const {
  return llvm::any_of(kernel.program.statements, [&](const auto &entry) {
    const Statement &other = entry.second;
    auto made = other.calls.find(call);
    if (made == other.calls.end() || other.assignment->mask() ||
        !certainCalls(other).count(call))
      return false;
    const size_t shared = size_t(
        std::mismatch(other.iterators.begin(), other.iterators.end(),
                      statement.iterators.begin(), statement.iterators.end())
            .first -
        other.iterators.begin());
    if (!isMadeWithin(call, other.calls, shared))
      return false;
    auto outer = [&](const Statement &of) {
      return poly::projectOutDims(of.instances(), unsigned(shared),
                                  unsigned(of.iterators.size() - shared),
                                  other.name);
    };
    return outer(statement).is_subset(outer(other));
  });
}

void Masks::apply(Statement &statement, clang::SourceRange range,
                  bool isMasked) {
  Assignment &body = *statement.assignment;
  std::optional<Expr> mask = isMasked ? frames.mask() : std::nullopt;
  if (mask)
    body.value = Expr::masked(std::move(*mask), std::move(body.value));
  std::set<std::string> asked;
  if (!body.mask())
    addChosen(body.value, asked);
  if (statement.calls.empty() || (!body.mask() && asked.empty()))
    return;
  std::set<std::string> certain = frames.callsAroundMasks();
  if (body.mask())
    addCertain(*body.mask(), certain);
  else
    certain.merge(certainCalls(statement));
  addNested(statement, certain);
  addNested(statement, asked);
  const CallSafety safety(kernel.program, {&statement});
  const std::set<std::string> safe =
      safety.safeCalls(statement, statement.domain);
  for (const auto &[name, call] : statement.calls)
    if (!safe.count(name) && !certain.count(name) &&
        (body.mask() || asked.count(name)) && !isReadBefore(name, statement))
      kernel.diagnoser.refuse(
          range,
          "'" + call.function +
              "', which bounds or subscripts read here, need not be readable "
              "where the condition does not hold",
          "give its extent, such as '#pragma sparsec extent(" + call.function +
              ", n)', and the ranges of what subscripts it");
}

} // namespace sparsec
