//===- Verifier.cpp - what all loops have to be ---------------------------===//

#include "sparsec/LoopIR/Verifier.h"

#include "sparsec/LoopIR/ExprPrinter.h"
#include "sparsec/LoopIR/Typing.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

#include <map>
#include <optional>
#include <set>

namespace sparsec {
namespace {

using Kind = LoopNode::Kind;
using E = LoopExpr::Kind;

/// Fewest and most operands of an expression of \p kind.
std::pair<size_t, size_t> arityOf(E kind) {
  constexpr size_t any = ~size_t{0};
  switch (kind) {
  case E::Integer:
  case E::Variable:
  case E::GpuIndex:
  case E::Literal:
  case E::String:
  case E::SizeOf:
    return {0, 0};
  case E::Widen:
  case E::Unary:
  case E::Cast:
  case E::Member:
  case E::Arrow:
  case E::Increment:
    return {1, 1};
  case E::FloorDiv:
  case E::Div:
  case E::Mod:
  case E::Less:
  case E::LessEqual:
  case E::Equal:
  case E::Binary:
    return {2, 2};
  case E::Select:
    return {3, 3};
  case E::Add:
  case E::Mul:
  case E::Min:
  case E::Max:
  case E::And:
  case E::Or:
    return {2, any};
  case E::Load:
  case E::Call:
  case E::List:
    return {0, any};
  }
  return {0, any};
}

/// A field that nodes of some kinds have.
struct Field {
  const char *name;
  bool (*isSet)(const LoopNode &);
  bool (*isOf)(Kind);
};

constexpr Field fields[] = {
    {"a body", [](const LoopNode &node) { return !node.body.empty(); },
     [](Kind kind) {
       return kind == Kind::For || kind == Kind::If || kind == Kind::Block ||
              kind == Kind::Action || kind == Kind::Region;
     }},
    {"another branch",
     [](const LoopNode &node) { return !node.otherwise.empty(); },
     [](Kind kind) { return kind == Kind::If; }},
    {"bounds", [](const LoopNode &node) { return !node.upper.empty(); },
     [](Kind kind) { return kind == Kind::For; }},
    {"a loop's marks",
     [](const LoopNode &node) {
       LoopMarks marks = node.marks;
       marks.tensor = nullptr;
       return !(marks == LoopMarks());
     },
     [](Kind kind) { return kind == Kind::For; }},
    {"a matrix instruction",
     [](const LoopNode &node) { return node.marks.tensor != nullptr; },
     [](Kind kind) { return kind == Kind::For || kind == Kind::Region; }},
    {"extents", [](const LoopNode &node) { return !node.dimensions.empty(); },
     [](Kind kind) { return kind == Kind::Declare || kind == Kind::Local; }},
    {"a list of values",
     [](const LoopNode &node) { return !node.values.empty(); },
     [](Kind kind) {
       return kind == Kind::Action || kind == Kind::Declare ||
              kind == Kind::Return || kind == Kind::If;
     }},
    {"a prologue", [](const LoopNode &node) { return !node.prologue.empty(); },
     [](Kind kind) { return kind == Kind::Region; }},
    {"an atomic update",
     [](const LoopNode &node) {
       return node.atomic != LoopNode::Atomic::None || !node.before.empty() ||
              !node.after.empty() || !node.updater.empty();
     },
     [](Kind kind) { return kind == Kind::Assign || kind == Kind::Region; }},
};

/// How many arguments \p callee takes, if it is a row of RuntimeFunctions.def
/// that says so.
std::optional<size_t> argumentsOf(llvm::StringRef callee) {
  if (!callee.consume_front("sparsec_"))
    return std::nullopt;
  const bool isTwin = callee.consume_front("gpu_");
  for (const RuntimeFunction *row : runtimeFunctions()) {
    const llvm::StringRef suffix = callee.substr(row->name.size());
    const bool isTyped = suffix == "_int" || suffix == "_long";
    if (!callee.starts_with(row->name) || !(suffix.empty() || isTyped))
      continue;
    // What the host's function returns, and the stream.
    const bool hasNumber = row->returns == RuntimeFunction::Returns::Number;
    return row->parameters.size() + (isTwin ? 1 + size_t(hasNumber) : 0);
  }
  return std::nullopt;
}

class Verifier {
public:
  Verifier(const Program &program, LocalNames names)
      : program(program), typing(program), names(names) {}

  /// Lists see what stands around them, and what was declared before.
  void check(const std::vector<LoopNode> &nodes) {
    enter();
    checkAll(nodes);
    leave();
  }

  std::string wrong;

private:
  struct Name {
    /// Whether it is a number of 64 bits that counts: an iterator, or a local
    /// that no statement of the source sets.
    bool isWide;
    bool isFixed; ///< may not be assigned
    bool isLoop;
  };
  using Scope = std::map<std::string, Name>;

  void enter() {
    scopes.emplace_back();
    typing.enter();
  }
  void leave() {
    scopes.pop_back();
    typing.leave();
  }
  void checkAll(const std::vector<LoopNode> &nodes) {
    for (const LoopNode &node : nodes)
      checkNode(node);
  }
  void checkNode(const LoopNode &node);
  void checkFields(const LoopNode &node);
  void checkBody(const LoopNode &node);
  void checkExpr(const LoopExpr &expr);
  void checkVariable(const LoopExpr &variable);
  void checkLoad(const LoopExpr &load);
  void checkTypes(const LoopNode &node);
  void checkTarget(const LoopNode &node);
  bool isGiven(const std::string &name) const;
  void declare(const LoopNode &node);
  const Name *find(const std::string &name) const {
    for (const Scope &scope : llvm::reverse(scopes))
      if (auto found = scope.find(name); found != scope.end())
        return &found->second;
    return nullptr;
  }
  /// Only the first complaint counts.
  void complain(const std::string &about) {
    if (wrong.empty())
      wrong = about;
  }

  const Program &program;
  Typing typing;
  const LocalNames names;
  std::vector<Scope> scopes;
  bool isInKernel = false, isInTeam = false;
};

void Verifier::declare(const LoopNode &node) {
  if (node.type.isNone())
    complain("'" + node.name + "' has no type");
  // Loops of one iteration leave locals of one name until all get theirs.
  const bool counts = node.isFor() || (node.kind == Kind::Local &&
                                       node.isConst && !node.isStatement);
  const bool isFixed =
      node.isFor() || (node.kind == Kind::Local && node.isConst);
  if (const Name *outer = node.isFor() ? find(node.name) : nullptr;
      outer && outer->isLoop)
    complain("a loop '" + node.name + "' is inside another one");
  const bool isNew =
      scopes.back()
          .insert_or_assign(node.name, Name{counts && node.type.isWide(),
                                            isFixed, node.isFor()})
          .second;
  if (!isNew && names == LocalNames::OfC)
    complain("'" + node.name + "' is declared twice");
  typing.declare(node);
}

void Verifier::checkVariable(const LoopExpr &variable) {
  const std::string &name = variable.name;
  if (const Name *known = find(name)) {
    if (known->isWide && !variable.wide)
      complain("'" + name + "' has 64 bits, not 32");
    return;
  }
  const bool isSymbol = program.findParameter(name) ||
                        program.arrays.count(name) ||
                        isNameOfFunction(name, program);
  if (!isSymbol)
    complain("no loop, local or parameter '" + name + "'");
}

void Verifier::checkLoad(const LoopExpr &load) {
  if (find(load.name))
    return;
  auto array = program.arrays.find(load.name);
  if (array == program.arrays.end())
    return complain("no array '" + load.name + "'");
  const size_t rank = array->second.extents.size();
  const size_t given = load.operands.size();
  if (given != rank && !(given == 1 && rank > 1))
    complain("'" + printExpr(load) + "' of an array with " +
             std::to_string(rank) + " dimensions");
}

void Verifier::checkExpr(const LoopExpr &expr) {
  expr.walk([&](const LoopExpr &part) {
    const auto [least, most] = arityOf(part.kind);
    const size_t given = part.operands.size();
    if (given < least || given > most)
      complain("'" + part.name + "' with " + std::to_string(given) +
               " operands");
    else if (part.isVariable())
      checkVariable(part);
    else if (part.kind == E::Load)
      checkLoad(part);
    else if (part.kind == E::GpuIndex && !isInKernel)
      complain("'" + printExpr(part) + "' outside kernels");
    else if (part.kind == E::Call &&
             argumentsOf(part.name).value_or(given) != given)
      complain("'" + part.name + "' with " + std::to_string(given) +
               " arguments");
  });
}

void Verifier::checkFields(const LoopNode &node) {
  for (const Field &field : fields)
    if (!field.isOf(node.kind) && field.isSet(node))
      complain("'" + node.name + "' has " + field.name +
               ", which nodes of its kind have not");
  if (node.isFor() && (node.upper.empty() || node.step < 1))
    complain("loop '" + node.name + "' has no end");
  const bool isFunction = node.atomic == LoopNode::Atomic::Function;
  if (isFunction == node.updater.empty())
    complain("an atomic update by no function, or a function for none");
}

/// Whether \p name is what functions take by value or as const.
bool Verifier::isGiven(const std::string &name) const {
  if (auto array = program.arrays.find(name); array != program.arrays.end())
    return array->second.isConst && !array->second.isPrivate();
  const Parameter *parameter = program.findParameter(name);
  return parameter && parameter->owner == Parameter::Owner::Argument;
}

/// What is assigned may be, and by that operator.
void Verifier::checkTarget(const LoopNode &node) {
  if (node.isBarrier() && !isInKernel && !isInTeam)
    complain("a barrier where no threads of a block or team are");
  if (node.kind != Kind::Assign)
    return;
  const Name *known = find(node.target.name);
  if (known && known->isFixed && node.target.operands.empty())
    complain("'" + node.target.name + "', which is constant, is assigned");
  if (!known && isGiven(node.target.name))
    complain("'" + node.target.name + "', which the caller gives, is assigned");
  const bool isOfBits =
      llvm::is_contained({Update::And, Update::Or, Update::Xor}, node.op);
  try {
    const LoopType type = typing.typeOf(node.target);
    if (isOfBits && !type.isNone() && !type.isInteger())
      complain("bits of '" + printExpr(node.target) + "' of type '" +
               type.spelling() + "' are changed");
  } catch (const TypeMismatch &) {
    // checkTypes says what is wrong.
  }
}

/// What is assigned fits, and conditions and bounds are what they have to be.
void Verifier::checkTypes(const LoopNode &node) {
  const auto want = [&](const LoopExpr &expr, const LoopType &target) {
    const LoopType type = typing.typeOf(expr);
    if (!converts(type, target))
      complain("'" + printExpr(expr) + "' of type '" + type.spelling() +
               "' for '" + target.spelling() + "'");
  };
  const auto wantInteger = [&](const LoopExpr &expr) {
    const LoopType type = typing.typeOf(expr);
    if (!type.isNone() && !type.isInteger())
      complain("'" + printExpr(expr) + "' of type '" + type.spelling() +
               "' bounds a loop");
  };
  try {
    // All of them have a type.
    node.visitExprs([&](const LoopExpr &expr, bool) { typing.typeOf(expr); });
    if (node.isFor()) {
      wantInteger(node.lower);
      for (const LoopExpr &bound : node.upper)
        wantInteger(bound);
    }
    if (node.kind == Kind::If)
      want(node.condition, LoopType::int32());
    if (node.kind == Kind::Local && node.dimensions.empty())
      want(node.value, node.type);
    if (node.kind == Kind::Assign && node.atomic != LoopNode::Atomic::Function)
      want(node.value, typing.typeOf(node.target));
  } catch (const TypeMismatch &mismatch) {
    complain(mismatch.what());
  }
}

/// What is in \p node; blocks have no scope of their own.
void Verifier::checkBody(const LoopNode &node) {
  if (node.kind == Kind::Block)
    return checkAll(node.body);
  const bool outer = isInKernel, outerTeam = isInTeam;
  isInKernel |= node.isFor() && node.marks.gpu.isMapped();
  isInTeam |= node.kind == Kind::Region && node.isParallel;
  enter();
  if (node.isFor())
    declare(node);
  checkAll(node.prologue);
  enter();
  checkAll(node.body);
  leave();
  leave();
  isInKernel = outer;
  isInTeam = outerTeam;
  check(node.otherwise);
}

void Verifier::checkNode(const LoopNode &node) {
  checkFields(node);
  checkTarget(node);
  node.visitExprs([&](const LoopExpr &expr, bool) { checkExpr(expr); });
  if (wrong.empty())
    checkTypes(node);
  checkBody(node);
  if (node.kind == Kind::Local || node.kind == Kind::Declare)
    declare(node);
}

} // namespace

bool isNameOfFunction(const std::string &name, const Program &program) {
  static const llvm::StringRef own[] = {"plan", "status", "stream",
                                        "fill_limit"};
  return llvm::is_contained(own, name) ||
         llvm::any_of(program.arrays, [&](const auto &entry) {
           return entry.second.perThread &&
                  program.arrayOfThreads(entry.first) == name;
         });
}

std::string wrongWith(const LoopAst &loops, const Program &program,
                      LocalNames names) {
  Verifier verifier(program, names);
  verifier.check(loops.body);
  return verifier.wrong;
}

} // namespace sparsec
