//===- StructureMember.cpp - members of arrays of structures --------------===//

#include "sparsec/IR/StructureMember.h"

namespace sparsec {

static const std::string between = "[].";

std::optional<StructureMember> structureMember(const std::string &array) {
  const size_t end = array.find(between);
  if (end == std::string::npos)
    return std::nullopt;
  return StructureMember{array.substr(0, end),
                         array.substr(end + between.size())};
}

std::string holderOf(const std::string &name) {
  return name.substr(0, name.find_first_of("-.["));
}

std::string nameOfMember(const std::string &structures,
                         const std::string &path) {
  return structures + between + path;
}

} // namespace sparsec
