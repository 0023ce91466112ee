//===- Refusal.cpp - why a step is illegal --------------------------------===//

#include "sparsec/Analysis/Refusal.h"

#include "StepCheck.h"

#include "llvm/ADT/StringExtras.h"

namespace sparsec {

char IllegalStep::ID = 0;

llvm::Error illegal(Refusal refusal, const llvm::Twine &prefix) {
  refusal.why = (prefix + refusal.why).str();
  return llvm::make_error<IllegalStep>(std::move(refusal));
}

llvm::Error refusal(const llvm::Twine &why) {
  return illegal({why.str(), "", ""});
}

static std::vector<std::string> primed(std::vector<std::string> names,
                                       llvm::StringRef prime) {
  for (std::string &name : names)
    name += prime;
  return names;
}

std::string instanceText(const Statement &statement, llvm::StringRef prime) {
  return statement.name + "[" +
         llvm::join(primed(statement.iterators, prime), ", ") + "]";
}

namespace {

/// Values of a statement with \p prime behind its iterators, within calls too.
class PrimedText {
public:
  PrimedText(const Statement &statement, llvm::StringRef prime)
      : calls(statement.calls), names(primed(statement.iterators, prime)) {}

  std::string operator()(isl::pw_aff value) const {
    return affineText(withPrimedCalls(std::move(value)), names);
  }

private:
  isl::pw_aff withPrimedCalls(isl::pw_aff value) const {
    for (const auto &[name, call] : calls) {
      if (!poly::involvesParam(value, name))
        continue;
      UninterpretedCall inner = call;
      for (isl::pw_aff &argument : inner.arguments)
        argument = withPrimedCalls(argument);
      value = poly::renameParam(value, name, callName(inner, names));
    }
    return value;
  }

  const CallTable &calls;
  std::vector<std::string> names;
};

} // namespace

std::string elementText(const Statement &statement, const Touch &touch,
                        llvm::StringRef prime) {
  if (!touch.subscripts)
    return "an element of " + touch.array;
  std::string text = touch.array;
  for (const isl::pw_aff &subscript : *touch.subscripts)
    text += "[" + PrimedText(statement, prime)(subscript) + "]";
  return text;
}

std::string ownResults(const std::vector<const Statement *> &statements,
                       const std::string &array) {
  for (const Statement *statement : statements) {
    if (!statement->assignment || statement->assignment->target.text != array)
      continue;
    const Assignment &made = *statement->assignment;
    const bool isChosen = isChoice(made.op);
    bool asks = false, reads = false, isOwn = true;
    auto look = [&](bool &found) {
      return [&](const Expr &node) {
        if (node.kind != Expr::Kind::Access || node.text != array)
          return;
        found = true;
        isOwn &= areSame(node.subscripts, made.target.subscripts);
      };
    };
    if (made.mask())
      made.mask()->walk(look(asks));
    made.computed().walk(look(reads));
    if (!asks && !(reads && (isChosen || made.mask())))
      continue;
    return "; what '" + statement->name + "' stores in '" + array +
           "' depends on " +
           (isOwn ? "what the element holds, which an earlier iteration may "
                    "have stored: where its value "
                  : "other elements of '" + array +
                        "', which earlier iterations may have stored: where "
                        "their values ") +
           "from before the loop will do, read " + (isOwn ? "it" : "these") +
           " from a copy that the caller makes" +
           (isChosen ? ", and '" + array +
                           "' is a minimum or maximum, whose "
                           "updates may change places"
                     : "");
  }
  return "";
}

RefusedAccess refusedAccess(const Statement &statement, const Touch &touch,
                            llvm::StringRef prime) {
  std::string verb = !touch.isWrite ? " reads "
                     : touch.isRead ? " updates "
                                    : " writes ";
  return {statement.name,
          instanceText(statement, prime) + verb +
              elementText(statement, touch, prime),
          touch.span.isKnown() ? touch.span : statement.span};
}

} // namespace sparsec
