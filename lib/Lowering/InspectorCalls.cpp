//===- InspectorCalls.cpp - runtime calls of inspectors -------------------===//
///
/// \file
/// Storage in inspector actions as C: sizes, allocation. The transformations
/// say only which array is meant.
///
//===----------------------------------------------------------------------===//

#include "sparsec/Lowering/InspectorCalls.h"

#include "sparsec/LoopIR/UpdateOperators.h"
#include "sparsec/Lowering/ArrayExtents.h"

namespace sparsec {
namespace {

class StorageFiller {
public:
  explicit StorageFiller(Program &program) : program(program) {}

  llvm::Error run() {
    for (auto &entry : program.statements) {
      std::optional<Action> &action = entry.second.action;
      if (!action)
        continue;
      if (action->kind == Action::Kind::Allocate)
        if (llvm::Error error = allocate(*action))
          return error;
      if (program.inspectsOnGpu)
        useThreads(*action);
      std::vector<std::string> filled;
      for (const std::string &line : action->lines)
        if (llvm::Error error = fill(line, filled))
          return error;
      action->lines = std::move(filled);
    }
    return llvm::Error::success();
  }

private:
  std::string storageName(const Array &array) const {
    return (array.owner == Array::Owner::Plan ? "plan->" : "") + array.name;
  }

  /// Loops use locals in place of the plan's fields.
  void addRebind(const Array &array, std::vector<std::string> &lines) const {
    if (array.owner == Array::Owner::Plan)
      lines.push_back(array.name + " = plan->" + array.name + ";");
  }

  /// Zeroed where the array has an initial value, which then is 0.
  llvm::Error allocate(Action &action) {
    const Array &array = program.arrays.at(action.allocated());
    llvm::Expected<std::string> elements = elementsText(program, array);
    if (!elements)
      return elements.takeError();
    std::string target = storageName(array);
    bool isPlan = array.owner == Array::Owner::Plan;
    const std::string limit = isPlan ? "fill_limit" : "LLONG_MAX";
    if (program.inspectsOnGpu) {
      action.lines = {"status = " +
                          gpuAllocation(array, target, *elements, limit),
                      "if (status != SPARSEC_OK)", "  goto fail;"};
      addRebind(array, action.lines);
      return llvm::Error::success();
    }
    std::string size = "sizeof(" + array.type.spelling + ")";
    action.lines = {"status = sparsec_allocate(&" + target + ", \"" +
                        array.name + "\", " + *elements + ", " + size + ", " +
                        limit + ");",
                    "if (status != SPARSEC_OK)", "  goto fail;"};
    if (!array.initial.empty())
      action.lines.push_back("memset(" + target +
                             ", 0, (size_t)sparsec_product(" + *elements +
                             ", " + size + "));");
    addRebind(array, action.lines);
    return llvm::Error::success();
  }

  /// What one of many threads does in place of the action's lines.
  static void useThreads(Action &action) {
    if (action.kind == Action::Kind::Measure)
      action.lines = {"sparsec_raise(" + action.accesses.front().array +
                      ", (long long)({0}) + 1);"};
    if (action.kind == Action::Kind::Mark)
      action.lines = {"sparsec_mark(&{x0});"};
    if (action.kind == Action::Kind::Scatter)
      for (const Access &access : action.accesses)
        if (access.isAtomic)
          scatterAtomically(action, access.reduction);
  }

  /// Instances meet in one place: `place op= {x1};`.
  static void scatterAtomically(Action &action, const std::string &op) {
    const std::string place =
        "&" + llvm::StringRef(action.lines.front()).rsplit("] ").first.str() +
        "]";
    const std::string value = op == "-=" ? "-({x1})" : "{x1}";
    action.lines = {op == "|=" ? "sparsec_mark(" + place + ");"
                               : "sparsec_update(" + place + ", " + value +
                                     ", " + operatorOf(op) + ");"};
  }

  /// Appends \p line to \p lines with its holes replaced, from the left.
  llvm::Error fill(std::string line, std::vector<std::string> &lines) {
    for (const char *kind : {"{size:", "{block:"}) {
      size_t begin;
      while ((begin = line.find(kind)) != std::string::npos) {
        size_t end = line.find('}', begin);
        size_t colon = line.find(':', begin);
        std::string name = line.substr(colon + 1, end - colon - 1);
        llvm::Expected<std::string> text = holeText(kind, name);
        if (!text)
          return text.takeError();
        line.replace(begin, end - begin + 1, *text);
      }
    }
    lines.push_back(line);
    return llvm::Error::success();
  }

  llvm::Expected<std::string> holeText(llvm::StringRef kind,
                                       llvm::StringRef name) {
    Array array = program.arrays.at(name.str());
    if (kind == "{block:") {
      array.extents.erase(array.extents.begin());
      array.extraElements = 0;
      if (array.extents.empty())
        return std::string("1");
    }
    return elementsText(program, array);
  }

  Program &program;
};

} // namespace

std::string gpuAllocation(const Array &array, const std::string &target,
                          const std::string &elements,
                          const std::string &limit) {
  const std::string zeroed = array.initial.empty() ? "" : "_zeroed",
                    place = zeroed + "(&" + target + ", \"" + array.name +
                            "\", " + elements;
  if (array.owner == Array::Owner::Workspace)
    return "sparsec_gpu_scratch" + place + ", stream);";
  return "sparsec_gpu_allocate" + place + ", " + limit +
         (zeroed.empty() ? ");" : ", stream);");
}

llvm::Expected<Program> withStorage(Program program) {
  if (llvm::Error error = StorageFiller(program).run())
    return error;
  return program;
}

} // namespace sparsec
