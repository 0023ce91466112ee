//===- Renaming.cpp - a function under another name -----------------------===//

#include "Renaming.h"
#include "FileNames.h"

#include "sparsec/IR/TakenNames.h"

namespace sparsec {

llvm::Error renameFunction(Program &program, const std::string &name,
                           const std::optional<OutlinedLoops> &loops,
                           SourceBeside beside) {
  SourceFunction &function = program.function;
  const auto refuse = [](const std::string &why) {
    return llvm::createStringError(llvm::inconvertibleErrorCode(), why);
  };
  if (!isPlainName(name) || name.front() < 'A') // digits come before letters
    return refuse("-rename takes a C identifier, not '" + name + "'");
  if (std::string use = useOfFunction(program, name); !use.empty())
    return refuse("-rename: '" + name + "' is " + use + "; give another name");
  if (loops)
    return refuse(function.file + ": -rename: '" + loops->caller +
                  "' is not translated whole, and alone calls '" + loops->name +
                  "'; put the loops into a function of your own");
  if (!beside.problem.empty())
    return refuse(beside.problem);
  function.name = name;
  function.around = std::move(beside.parts);
  return llvm::Error::success();
}

} // namespace sparsec
