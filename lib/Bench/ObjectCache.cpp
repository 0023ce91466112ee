//===- ObjectCache.cpp - objects that many drivers share ------------------===//
#include "ObjectCache.h"

#include "sparsec/Support/FileOutput.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringSet.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Program.h"
#include "llvm/Support/SHA256.h"
#include "llvm/TargetParser/Host.h"

namespace sparsec::bench {
namespace {

/// \p file and the files of the driver it includes, by names that stand in
/// quotes in their texts.
void addWithIncludes(const DriverFile &file, llvm::ArrayRef<DriverFile> files,
                     llvm::StringSet<> &seen, std::vector<std::string> &parts) {
  if (!seen.insert(file.name).second)
    return;
  parts.push_back(file.name);
  parts.push_back(file.text);
  for (const DriverFile &other : files)
    if (file.text.find("\"" + other.name + "\"") != std::string::npos)
      addWithIncludes(other, files, seen, parts);
}

/// Copies whole files only: others may read \p to at the same time.
bool copy(const std::string &from, const std::string &to) {
  auto object = llvm::MemoryBuffer::getFile(from);
  if (!object)
    return false;
  llvm::Error failure = writeFile(to, (*object)->getBuffer());
  return !llvm::errorToBool(std::move(failure));
}

} // namespace

std::string programIdentity(const std::string &name) {
  auto path = llvm::sys::findProgramByName(name);
  llvm::sys::fs::file_status status;
  if (!path || llvm::sys::fs::status(*path, status))
    return "";
  auto time = status.getLastModificationTime().time_since_epoch().count();
  return *path + " " + std::to_string(status.getSize()) + " " +
         std::to_string(time);
}

std::string hashOf(const std::vector<std::string> &parts) {
  llvm::SHA256 hash;
  for (const std::string &part : parts) {
    hash.update(std::to_string(part.size()) + ":");
    hash.update(part);
  }
  return llvm::toHex(hash.final(), /*LowerCase=*/true);
}

ObjectCache::ObjectCache(const WorkFolder &folder,
                         llvm::ArrayRef<DriverFile> files,
                         const ToolchainOptions &options)
    : folder(folder) {
  if (options.objects.empty() ||
      llvm::sys::fs::create_directories(options.objects))
    return;
  // Relative to the driver's folder, so that its name is no part of the hash.
  for (const BuildStep &step : buildSteps("", files, options)) {
    const DriverFile *file = llvm::find_if(files, [&](const DriverFile &one) {
      return one.name == step.file && one.visible.empty() && one.hidden.empty();
    });
    if (file == files.end())
      continue;
    const std::string compiler = programIdentity(step.words[0]);
    if (compiler.empty())
      continue;
    std::vector<std::string> parts = {compiler,
                                      llvm::sys::getHostCPUName().str()};
    llvm::append_range(parts, step.words);
    llvm::StringSet<> seen;
    addWithIncludes(*file, files, seen, parts);
    places[file->name] = options.objects + "/" + hashOf(parts) + ".o";
  }
}

bool ObjectCache::fetch(const BuildStep &step) const {
  auto place = places.find(step.file);
  return place != places.end() &&
         copy(place->second, folder.file(step.file + ".o"));
}

void ObjectCache::keep(const BuildStep &step) const {
  if (auto place = places.find(step.file); place != places.end())
    copy(folder.file(step.file + ".o"), place->second);
}

} // namespace sparsec::bench
