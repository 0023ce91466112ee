//===- ContractPlan.cpp - fields, locals and allocation -------------------===//

#include "ContractPlan.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

bool isPlanArray(const Array &array) {
  return array.owner == Array::Owner::Plan;
}

bool isWordCharacter(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Whether \p text passes the address of \p target or assigns it.
bool makes(llvm::StringRef text, const std::string &target) {
  for (size_t at = text.find(target); at != llvm::StringRef::npos;
       at = text.find(target, at + 1)) {
    llvm::StringRef before = text.take_front(at).rtrim(' ');
    llvm::StringRef after = text.drop_front(at + target.size());
    bool isWhole = after.empty() || !isWordCharacter(after.front());
    bool isFirst = before.empty() || before.size() < at ||
                   llvm::StringRef("\n;{").contains(text[at - 1]);
    if (isWhole &&
        (before.ends_with("&") || (isFirst && after.starts_with(" = "))))
      return true;
  }
  return false;
}

/// Whether a phase makes \p target: passes its address to a call or assigns it.
bool isMadeByPhase(const std::vector<const PhaseCode *> &phases,
                   const std::string &target) {
  return llvm::any_of(
      phases, [&](const PhaseCode *code) { return makes(code->text, target); });
}

class FrameBuilder {
public:
  FrameBuilder(const ContractModel &model,
               const std::vector<const PhaseCode *> &phases, bool building)
      : model(model), phases(phases), building(building) {}

  llvm::Expected<Frame> build();

private:
  bool uses(const std::string &name) const {
    return llvm::any_of(phases, [&](const PhaseCode *code) {
      return code->names.count(name) != 0;
    });
  }
  bool writes(const std::string &name) const {
    return llvm::any_of(phases, [&](const PhaseCode *code) {
      return code->written.count(name) != 0;
    });
  }
  llvm::Error addPlanArray(const Array &array);
  llvm::Error addWorkspace(const Array &array);
  void addScalar(const std::string &name, const std::string &type);
  std::string allocation(const Array &array, const std::string &target,
                         const std::string &elements,
                         const std::string &limit) const;

  const ContractModel &model;
  const std::vector<const PhaseCode *> &phases;
  bool building;
  Frame frame;
};

std::string FrameBuilder::allocation(const Array &array,
                                     const std::string &target,
                                     const std::string &elements,
                                     const std::string &limit) const {
  return "status = sparsec_allocate(&" + target + ", \"" + array.name + "\", " +
         elements + ", sizeof(" + array.type.spelling + "), " + limit + ");";
}

llvm::Error FrameBuilder::addPlanArray(const Array &array) {
  const std::string field = "plan->" + array.name;
  bool used = uses(array.name);
  const std::string constant = building || writes(array.name) ? "" : "const ";
  if (!building) {
    if (used)
      frame.locals.push_back(constant + array.type.spelling + " *restrict " +
                             array.name + " = " + field + ";");
    return llvm::Error::success();
  }
  if (used)
    frame.locals.push_back(array.type.spelling + " *" + array.name +
                           " = NULL;");
  if (isMadeByPhase(phases, field))
    return llvm::Error::success();
  llvm::Expected<std::string> elements = elementsText(model.program, array);
  if (!elements)
    return elements.takeError();
  frame.allocations.push_back(
      allocation(array, field, *elements, "fill_limit"));
  if (used)
    frame.allocations.push_back(array.name + " = " + field + ";");
  return llvm::Error::success();
}

llvm::Error FrameBuilder::addWorkspace(const Array &array) {
  // Parallel regions cut their part from one array for all threads.
  const std::string shared = array.name + "_of_threads";
  bool isShared = uses(shared);
  const std::string &name = isShared ? shared : array.name;
  if (!uses(name))
    return llvm::Error::success();
  frame.locals.push_back(array.type.spelling + " *" + name + " = NULL;");
  frame.releases.push_back("free(" + name + ");");
  if (isMadeByPhase(phases, name))
    return llvm::Error::success();
  llvm::Expected<std::string> elements = elementsText(model.program, array);
  if (!elements)
    return elements.takeError();
  frame.allocations.push_back(allocation(
      array, name,
      isShared ? "sparsec_product(sparsec_threads(), " + *elements + ")"
               : *elements,
      "LLONG_MAX"));
  if (!isShared)
    llvm::append_range(frame.allocations, fillLines(array, *elements));
  return llvm::Error::success();
}

void FrameBuilder::addScalar(const std::string &name, const std::string &type) {
  if (!uses(name))
    return;
  if (!building) {
    std::string constant = writes(name) ? "" : "const ";
    frame.locals.push_back(constant + type + " " + name + " = plan->" + name +
                           ";");
    return;
  }
  frame.locals.push_back(type + " " + name + " = 0;");
  if (writes(name))
    frame.stores.push_back("plan->" + name + " = " + name + ";");
}

llvm::Expected<Frame> FrameBuilder::build() {
  for (const auto &entry : model.program.arrays) {
    const Array &array = entry.second;
    if (array.isScalar()) {
      if (isPlanArray(array) && !model.program.findParameter(array.name))
        addScalar(array.name, array.type.spelling);
      continue;
    }
    if (isPlanArray(array))
      if (llvm::Error failure = addPlanArray(array))
        return failure;
    if (array.owner == Array::Owner::Workspace)
      if (llvm::Error failure = addWorkspace(array))
        return failure;
  }
  for (const Parameter &parameter : model.program.parameters)
    if (parameter.owner == Parameter::Owner::Plan)
      addScalar(parameter.name, parameter.type.spelling);
  return std::move(frame);
}

} // namespace

std::vector<PlanField> planFields(const ContractModel &model) {
  std::vector<PlanField> fields;
  for (const auto &entry : model.program.arrays) {
    const Array &array = entry.second;
    bool isParameter = model.program.findParameter(array.name) != nullptr;
    if (isPlanArray(array) && !isParameter)
      fields.push_back(
          {array.name, array.type.spelling, !array.isScalar(), ""});
  }
  for (const Parameter &parameter : model.program.parameters)
    if (parameter.owner == Parameter::Owner::Plan)
      fields.push_back({parameter.name, parameter.type.spelling, false, ""});
  for (const std::string &name : model.frozen)
    fields.push_back({name, model.program.findParameter(name)->type.spelling,
                      false, "as inspected"});
  return fields;
}

llvm::Expected<Frame> frameOf(const ContractModel &model,
                              const std::vector<const PhaseCode *> &phases,
                              bool building) {
  return FrameBuilder(model, phases, building).build();
}

} // namespace sparsec
