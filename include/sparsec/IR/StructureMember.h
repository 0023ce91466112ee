//===- StructureMember.h - members of arrays of structures ------*- C++ -*-===//
#ifndef SPARSEC_IR_STRUCTUREMEMBER_H
#define SPARSEC_IR_STRUCTUREMEMBER_H

#include <optional>
#include <string>

namespace sparsec {

/// "e[].pos": an array whose element (k, d) is the caller's `e[k].pos[d]`.
struct StructureMember {
  std::string structures; ///< "e", a parameter
  std::string path;       ///< "pos", or "at.pos" of structures inside
};

/// What \p array is a member of; none for other arrays.
std::optional<StructureMember> structureMember(const std::string &array);

/// The name of such an array.
std::string nameOfMember(const std::string &structures,
                         const std::string &path);

/// The argument that \p name is a part of: "A" of "A->col" and of "A.at.x", "e"
/// of "e[].pos", "x" of "x".
std::string holderOf(const std::string &name);

} // namespace sparsec

#endif // SPARSEC_IR_STRUCTUREMEMBER_H
