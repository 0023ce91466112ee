//===- PlanComments.cpp - what callers of the contract must know ------===//

#include "PlanFunctions.h"

#include "sparsec/IR/StructureMember.h"
#include "sparsec/Target/C/Comments.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

std::string doc(const std::string &text) { return filled("///", text, ""); }

/// "n, index and col"
std::string listText(const std::vector<std::string> &names) {
  if (names.size() < 2)
    return names.empty() ? "" : names[0];
  std::vector<std::string> first(names.begin(), names.end() - 1);
  return llvm::join(first, ", ") + " and " + names.back();
}

/// "A->val": members of the structure \p argument that _update takes new values
/// of.
std::vector<std::string> refreshedMembers(const PlanInterface &model,
                                          const std::string &argument) {
  std::vector<std::string> names;
  for (const auto &[name, array] : model.program.arrays) {
    const bool isTaken =
        llvm::any_of(model.updatePhases, [&](const PhaseCode &phase) {
          return phase.touched.count(name) != 0;
        });
    if (name != argument && holderOf(name) == argument && !array.isIndex &&
        array.owner == Array::Owner::Argument && isTaken)
      names.push_back(name);
  }
  return names;
}

} // namespace

std::vector<std::string> frozenContents(const PlanInterface &model) {
  std::vector<std::string> names;
  for (const std::string &name : model.inspect.arguments) {
    const Array *array = model.findArray(name);
    bool isValue = array && !array->isIndex && model.update.takes(name);
    if (!isValue)
      names.push_back(name);
  }
  return names;
}

std::vector<std::string> refreshed(const PlanInterface &model) {
  std::vector<std::string> names;
  std::vector<std::string> frozen = frozenContents(model);
  for (const std::string &name : model.update.arguments)
    if (!llvm::is_contained(frozen, name))
      names.push_back(name);
    else
      llvm::append_range(names, refreshedMembers(model, name));
  return names;
}

std::string inspectComment(const PlanInterface &model) {
  std::string text = "Makes a plan for " + model.execute.name +
                     ": 0, or a status with the text in sparsec_last_error() "
                     "and *plan_out = NULL.";
  if (!model.checks.empty())
    text += " The declared facts about the arguments are checked.";
  if (model.inspectsOnGpu())
    text += " Arrays are on the GPU; waits for its work on \\p stream.";
  std::vector<std::string> frozen = frozenContents(model);
  for (std::string &name : frozen)
    if (auto members = refreshedMembers(model, name); !members.empty())
      name += " (but for " + listText(members) + ")";
  if (!frozen.empty())
    text += " Frozen while the plan is in use: " + listText(frozen) + ".";
  return doc(text);
}

std::string updateComment(const PlanInterface &model) {
  std::string text = "Takes new values of " + listText(refreshed(model)) +
                     " into the plan; all else must be as inspected. Not while "
                     "the plan is executed.";
  if (model.inspectsOnGpu())
    text += " Arrays are on the GPU; may not wait for its work on \\p stream.";
  return doc(text);
}

/// What `_execute` asks of the caller's pointers.
static std::string alignmentText(const PlanInterface &model) {
  std::string text;
  for (const auto &[name, bytes] : model.executePhase.alignments)
    text += (text.empty() ? " Pointers are multiples of bytes: " : ", ") +
            name + " of " + std::to_string(bytes);
  return text.empty() ? "" : text + ".";
}

/// Where `_execute` wants the caller's arrays.
static std::string placeText(const PlanInterface &model) {
  if (!model.isCuda())
    return "";
  const auto arrays = model.executeArrays();
  const bool isHeld = llvm::any_of(arrays, [](const auto &array) {
    return array.first->name != array.second;
  });
  return std::string(" Arrays are on the GPU") +
         (isHeld ? ", structures that hold them on the host" : "") +
         "; does not wait for the work, which goes to \\p stream.";
}

/// Memory of the plan that threads work in is that of one execution.
static std::string onceText(const PlanInterface &model) {
  return model.isForOneExecution() ? " One execution of a plan at a time." : "";
}

std::string executeComment(const PlanInterface &model) {
  return doc("Does the work of " + model.program.function.name +
             " with a plan that " + model.inspect.name +
             " made: 0, or a status, and then nothing was modified." +
             placeText(model) + onceText(model) + alignmentText(model));
}

std::string destroyComment(const PlanInterface &model) {
  return doc("Frees \\p plan, which may be null.");
}

} // namespace sparsec
