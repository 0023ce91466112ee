//===- ScheduleTree.cpp - loops, sequences and statements -----------------===//

#include "sparsec/IR/ScheduleTree.h"

namespace sparsec {

std::string GpuMark::text() const {
  if (!isMapped())
    return "";
  return (level == Level::Block ? "block." : "thread.") +
         std::string(1, char('x' + dimension));
}

ScheduleTree ScheduleTree::leaf(std::string statement) {
  ScheduleTree result;
  result.kind = Kind::Leaf;
  result.name = std::move(statement);
  return result;
}

ScheduleTree ScheduleTree::loop(std::string name,
                                std::map<std::string, isl::pw_aff> values,
                                ScheduleTree body) {
  ScheduleTree result;
  result.kind = Kind::Loop;
  result.name = std::move(name);
  result.values = std::move(values);
  result.children.push_back(std::move(body));
  return result;
}

ScheduleTree ScheduleTree::sequence(std::vector<ScheduleTree> children) {
  ScheduleTree result;
  result.children = std::move(children);
  return result;
}

std::vector<std::string> ScheduleTree::statements() const {
  std::vector<std::string> result;
  walk([&](const ScheduleTree &node) {
    if (node.isLeaf())
      result.push_back(node.name);
  });
  return result;
}

bool ScheduleTree::contains(const std::string &statement) const {
  if (isLeaf())
    return name == statement;
  for (const ScheduleTree &child : children)
    if (child.contains(statement))
      return true;
  return false;
}

std::vector<const ScheduleTree *>
ScheduleTree::loopsAround(const std::string &statement) const {
  std::vector<const ScheduleTree *> result;
  const ScheduleTree *node = this;
  if (!contains(statement))
    return result;
  while (!node->isLeaf()) {
    if (node->isLoop())
      result.push_back(node);
    for (const ScheduleTree &child : node->children)
      if (child.contains(statement)) {
        node = &child;
        break;
      }
  }
  return result;
}

const ScheduleTree *ScheduleTree::findLoop(const std::string &statement,
                                           const std::string &loop) const {
  for (const ScheduleTree *node : loopsAround(statement))
    if (node->name == loop)
      return node;
  return nullptr;
}

ScheduleTree *ScheduleTree::findLoop(const std::string &statement,
                                     const std::string &loop) {
  return const_cast<ScheduleTree *>(
      static_cast<const ScheduleTree *>(this)->findLoop(statement, loop));
}

void ScheduleTree::walk(
    const std::function<void(const ScheduleTree &)> &visit) const {
  visit(*this);
  for (const ScheduleTree &child : children)
    child.walk(visit);
}

void ScheduleTree::walk(const std::function<void(ScheduleTree &)> &visit) {
  visit(*this);
  for (ScheduleTree &child : children)
    child.walk(visit);
}

void ScheduleTree::normalize() {
  for (ScheduleTree &child : children)
    child.normalize();
  if (!isSequence())
    return;
  std::vector<ScheduleTree> flat;
  for (ScheduleTree &child : children) {
    if (!child.isSequence()) {
      flat.push_back(std::move(child));
      continue;
    }
    for (ScheduleTree &grandchild : child.children)
      flat.push_back(std::move(grandchild));
  }
  children = std::move(flat);
  if (children.size() == 1) {
    ScheduleTree only = std::move(children.front());
    *this = std::move(only);
  }
}

std::vector<isl::pw_aff> ScheduleTree::timeOf(const std::string &statement,
                                              const isl::space &space) const {
  std::vector<isl::pw_aff> time;
  const ScheduleTree *node = this;
  while (node && !node->isLeaf()) {
    if (node->isLoop())
      time.push_back(node->values.at(statement));
    const ScheduleTree *next = nullptr;
    for (size_t pos = 0; pos < node->children.size() && !next; ++pos) {
      if (!node->children[pos].contains(statement))
        continue;
      if (node->isSequence())
        time.push_back(poly::constant(space, long(pos)));
      next = &node->children[pos];
    }
    node = next;
  }
  return time;
}

} // namespace sparsec
