//===- ResultKeys.cpp - what results depend on ----------------------------===//
#include "ResultKeys.h"

#include "sparsec/Bench/Toolchain.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/TargetParser/Host.h"

#include <thread>
#include <unistd.h>

extern char **environ;

namespace sparsec::bench {
namespace {

std::string machine() {
  char name[256] = "";
  gethostname(name, sizeof name - 1);
  return std::string(name) + " " + llvm::sys::getHostCPUName().str() + " " +
         std::to_string(std::thread::hardware_concurrency());
}

/// How threads are placed, and wait.
std::string threadSettings() {
  std::vector<std::string> settings;
  for (char **at = environ; *at; ++at)
    if (const llvm::StringRef one = *at;
        one.starts_with("OMP_") || one.starts_with("GOMP_"))
      settings.push_back(one.str());
  llvm::sort(settings);
  return llvm::join(settings, "\n");
}

} // namespace

std::string codeOf(llvm::StringRef text) {
  while (text.starts_with("//"))
    text = text.split('\n').second;
  return text.str();
}

std::string gpuIdentity(const Options &options) {
  return programIdentity(options.nvcc) + " " + options.gpuArchitecture + " " +
         gpuName();
}

ResultKeys::ResultKeys(const Program &program, const Options &options) {
  std::vector<std::string> sources = {options.source};
  llvm::append_range(sources, program.function.includes);
  for (const std::string &path : sources)
    if (auto text = llvm::MemoryBuffer::getFile(path))
      common.push_back((*text)->getBuffer().str());
  for (const DriverFile &file : commonFiles())
    common.push_back(file.text);
  common.push_back(programIdentity(options.compiler));
  for (const auto &words :
       {options.compilerFlags, options.libraries, options.clangArguments})
    common.push_back(llvm::join(words, "\n"));
  // What a budget drops depends on how it is ranked.
  common.push_back(exactText(options.seconds) + " " +
                   exactText(options.budget) + " " +
                   exactText(options.budget > 0 ? options.runs : 0) +
                   (options.sanitize ? " sanitize" : ""));
  for (const DriverFile &file : gpuFiles({}))
    gpu.push_back(file.text);
  gpu.push_back(gpuIdentity(options));
  common.push_back(machine());
  search = exactText(options.runs) + " " + exactText(options.trialTimeout) +
           (options.emulate ? " emulated" : "");
  for (int count : options.threads)
    search += " " + std::to_string(count);
  common.push_back(threadSettings());
}

void ResultKeys::use(const Inputs &inputs) {
  std::vector<std::string> parts;
  for (size_t slot = 0; slot < inputs.bytes.size(); ++slot) {
    parts.push_back(std::to_string(inputs.elements[slot]));
    parts.emplace_back(inputs.bytes[slot].begin(), inputs.bytes[slot].end());
  }
  data = hashOf(parts);
}

std::string ResultKeys::of(const Candidate &candidate, int threads) const {
  std::vector<std::string> parts = common;
  if (candidate.interface.isCuda)
    llvm::append_range(parts, gpu);
  llvm::append_range(parts,
                     std::vector<std::string>{codeOf(candidate.text), data,
                                              std::to_string(threads)});
  return hashOf(parts);
}

std::string ResultKeys::ofSearch(std::vector<std::string> inputs) const {
  std::vector<std::string> parts = common;
  llvm::append_range(parts, inputs);
  parts.push_back(search);
  return hashOf(parts);
}

} // namespace sparsec::bench
