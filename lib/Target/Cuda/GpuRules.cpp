//===- GpuRules.cpp - rules of the user, checked on a GPU -----------------===//

#include "sparsec/Target/Cuda/GpuRules.h"

#include "sparsec/Target/Cuda/GpuLines.h"

#include "sparsec/Target/C/SourceRewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <algorithm>

namespace sparsec {
namespace {

using Lines = std::vector<std::string>;

/// What the body of \p rule reads: members of the structure, and their values
/// on the host.
struct Members {
  std::string declarations, values;
};

Members membersOf(const GpuRule &rule) {
  Members members;
  auto add = [&](const std::string &type, const std::string &name) {
    members.declarations += type + name + ";\n";
    members.values += name + ", ";
  };
  const std::set<std::string> used = identifiersOf(llvm::join(rule.body, "\n"));
  for (const auto &[name, array] : rule.program.arrays)
    if (used.count(name))
      add("const " + array.type.spelling + " *", name);
  for (const Parameter &parameter : rule.program.parameters)
    if (used.count(parameter.name) &&
        !llvm::is_contained(rule.variables, parameter.name))
      add(parameter.type.spelling + " ", parameter.name);
  return members;
}

/// The messages that \p found, a report, stands for.
Lines messagesOf(const GpuRule &rule, const std::string &found) {
  Lines lines;
  for (size_t number = 0; number < rule.reports.size(); ++number) {
    const auto &[format, count] = rule.reports[number];
    std::string values;
    for (size_t at = 1; at <= count; ++at)
      values += ", " + found + "[" + std::to_string(at) + "]";
    lines.push_back("if (status == SPARSEC_OK && " + found +
                    "[0] == " + std::to_string(number + 1) + ")");
    lines.push_back("  status = sparsec_fail(SPARSEC_FACT_VIOLATED, \"" +
                    format + "\", " + rule.factName + values + ");");
  }
  return lines;
}

} // namespace

GpuRuleCheck checkOnGpu(const GpuRule &rule, const std::string &name) {
  const Members members = membersOf(rule);
  const std::string begin = rule.program.freshName("begin"),
                    made = name + "_made", found = name + "_found";
  size_t most = 0;
  for (const GpuRule::Report &report : rule.reports)
    most = std::max(most, report.values);
  const std::string room = std::to_string(most + 1);
  GpuRuleCheck check;
  check.type = "/// A rule, for one value of its first variable.\nstruct " +
               name + " {\n" + members.declarations + "long long " + begin +
               ";\n__device__ long long operator()(long long item) const {\n"
               "return at(item, NULL);\n}\n__device__ long long at(long long " +
               rule.item + ", long long *" + rule.report +
               ") const {\nconst long long " + rule.variables[0] + " = " +
               begin + " + " + rule.item + ";\n" +
               onGpu(llvm::join(rule.body, "\n")) +
               "\nreturn LLONG_MAX;\n}\n};\n";
  check.lines = {"const " + name + " " + made + " = {" + members.values +
                     rule.first + "};",
                 "long long " + found + "[" + room + "] = {0};",
                 "if (status == SPARSEC_OK)",
                 "  status = sparsec_gpu_check_rule(" + made + ", " + rule.end +
                     " - " + made + "." + begin + ", " + found + ", " + room +
                     ", stream);"};
  llvm::append_range(check.lines, messagesOf(rule, found));
  return check;
}

} // namespace sparsec
