//===- StructureSetter.cpp - structures set member by member --------------===//

#include "StructureSetter.h"
#include "StructureUses.h"

namespace sparsec {

StructureValues::Members
StructureValues::Setter::split(clang::QualType type, const std::string &name,
                               const std::string &path) {
  Members own;
  if (type->isArithmeticType()) {
    own[path] = NewNodes(all.kernel, function.getLocation())
                    .variable(name, type.getUnqualifiedType());
    return own;
  }
  for (const clang::FieldDecl *field :
       type->getAs<clang::RecordType>()->getDecl()->fields()) {
    const std::string part = field->getNameAsString();
    own.merge(split(field->getType(), name + "_" + part, path + "." + part));
  }
  return own;
}

/// Of a parameter of a called function, or of a value on the way.
StructureValues::Members &
StructureValues::Setter::membersOf(const clang::VarDecl *variable) {
  auto [place, isNew] = all.members.try_emplace(variable);
  if (isNew)
    place->second = split(variable->getType(), variable->getNameAsString(), "");
  return place->second;
}

/// `e[j] = v`, a member at a time. What is read is read before.
bool StructureValues::Setter::store(const clang::BinaryOperator *assign,
                                    Statements &parts, NewNodes &nodes) {
  clang::Expr *target = assign->getLHS();
  clang::Expr *value = assign->getRHS()->IgnoreParenImpCasts();
  if (!target->isLValue() || target->HasSideEffects(ast))
    return false;
  std::string path;
  const clang::VarDecl *root = rootOfMembers(value, path);
  Members copy;
  if (!all.members.count(root)) {
    path.clear();
    copy = split(value->getType(), "stored", "");
    if (!set(copy, "", value, parts, nodes))
      return false;
  }
  const Members &source = copy.empty() ? all.members.find(root)->second : copy;
  storeMembers(llvm::cast<clang::Expr>(replaceIn(target)), path, source, parts,
               nodes);
  return true;
}

void StructureValues::Setter::storeMembers(clang::Expr *target,
                                           const std::string &path,
                                           const Members &source,
                                           Statements &parts, NewNodes &nodes) {
  const auto *record = target->getType()->getAs<clang::RecordType>();
  for (clang::FieldDecl *field : record->getDecl()->fields()) {
    clang::Expr *member = memberOf(target, field);
    const std::string here = path + "." + field->getNameAsString();
    auto own = source.find(here);
    if (own != source.end())
      parts.push_back(nodes.assign(member, nodes.load(own->second)));
    else
      storeMembers(member, here, source, parts, nodes);
  }
}

clang::Expr *StructureValues::Setter::memberOf(clang::Expr *structure,
                                               clang::FieldDecl *field) {
  return clang::MemberExpr::CreateImplicit(
      ast, structure, false, field,
      ast.getQualifiedType(field->getType(),
                           structure->getType().getQualifiers()),
      clang::VK_LValue, clang::OK_Ordinary);
}

StructureValues::Members &
StructureValues::Setter::resultOf(const clang::FunctionDecl *callee) {
  auto [place, isNew] = all.results.try_emplace(callee);
  if (isNew)
    place->second =
        split(callee->getReturnType(), callee->getNameAsString(), "");
  return place->second;
}

/// Sets \p target, at \p path, to the structure \p value.
bool StructureValues::Setter::set(const Members &target,
                                  const std::string &path, clang::Expr *value,
                                  Statements &parts, NewNodes &nodes) {
  value = value->IgnoreParenImpCasts();
  if (auto *literal = llvm::dyn_cast<clang::CompoundLiteralExpr>(value))
    value = literal->getInitializer()->IgnoreParenImpCasts();
  if (auto *list = llvm::dyn_cast<clang::InitListExpr>(value))
    return setByList(target, path, list, parts, nodes);
  auto *call = llvm::dyn_cast<clang::CallExpr>(value);
  const clang::FunctionDecl *callee =
      call && call->getDirectCallee() ? call->getDirectCallee()->getDefinition()
                                      : nullptr;
  if (callee) {
    parts.push_back(replaceIn(call));
    return setBy(target, path, "", resultOf(callee), parts, nodes);
  }
  std::string from;
  const clang::VarDecl *root = rootOfMembers(value, from);
  auto known = root ? all.members.find(root) : all.members.end();
  if (known != all.members.end())
    return setBy(target, path, from, known->second, parts, nodes);
  if (!value->isLValue() || value->HasSideEffects(ast))
    return false;
  return setByMembers(target, path, value, parts, nodes);
}

/// The members behind \p from of \p source.
bool StructureValues::Setter::setBy(const Members &target,
                                    const std::string &path,
                                    const std::string &from,
                                    const Members &source, Statements &parts,
                                    NewNodes &nodes) {
  for (const auto &[name, member] : source) {
    if (!llvm::StringRef(name).starts_with(from))
      continue;
    auto own = target.find(path + name.substr(from.size()));
    if (own != target.end())
      parts.push_back(
          nodes.assign(nodes.named(own->second), nodes.load(member)));
  }
  return true;
}

bool StructureValues::Setter::setByList(const Members &target,
                                        const std::string &path,
                                        clang::InitListExpr *list,
                                        Statements &parts, NewNodes &nodes) {
  const auto *record = list->getType()->getAs<clang::RecordType>();
  if (!record || list->HasSideEffects(ast))
    return false;
  unsigned pos = 0;
  for (const clang::FieldDecl *field : record->getDecl()->fields()) {
    clang::Expr *value =
        pos < list->getNumInits() ? list->getInit(pos) : nullptr;
    ++pos;
    const std::string here = path + "." + field->getNameAsString();
    const bool isZero =
        !value || llvm::isa<clang::ImplicitValueInitExpr>(value);
    auto own = target.find(here);
    if (own != target.end())
      parts.push_back(nodes.assign(
          nodes.named(own->second),
          isZero ? nodes.number(0) : llvm::cast<clang::Expr>(replaced(value))));
    else if (isZero || !set(target, here, value, parts, nodes))
      return false;
  }
  return true;
}

/// From a structure that is elsewhere, `e[j]`.
bool StructureValues::Setter::setByMembers(const Members &target,
                                           const std::string &path,
                                           clang::Expr *source,
                                           Statements &parts, NewNodes &nodes) {
  const auto *record = source->getType()->getAs<clang::RecordType>();
  for (clang::FieldDecl *field : record->getDecl()->fields()) {
    clang::Expr *member = memberOf(source, field);
    const std::string here = path + "." + field->getNameAsString();
    auto own = target.find(here);
    if (own != target.end())
      parts.push_back(
          nodes.assign(nodes.named(own->second), nodes.load(member)));
    else if (!setByMembers(target, here, member, parts, nodes))
      return false;
  }
  return true;
}

} // namespace sparsec
