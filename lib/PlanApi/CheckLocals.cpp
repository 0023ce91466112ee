//===- CheckLocals.cpp - what checks of facts declare ---------------------===//

#include "CheckLocals.h"

#include "sparsec/LoopIR/Statements.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/Path.h"

namespace sparsec {

std::string CheckLocals::fresh(const std::string &stem) {
  std::string name = stem;
  for (unsigned number = 2;
       names.count(name) || program.freshName(name) != name; ++number)
    name = stem + "_" + std::to_string(number);
  names.insert(name);
  return name;
}

LoopNode CheckLocals::make(LoopType type, const std::string &stem,
                           LoopExpr value) {
  return stmt::constant(std::move(type), fresh(stem), std::move(value));
}

LoopExpr CheckLocals::add(LoopNode local) {
  declarations.push_back(std::move(local));
  return LoopExpr::variable(declarations.back().name);
}

LoopExpr CheckLocals::addTable(const ElementType &type, const std::string &stem,
                               std::vector<LoopExpr> elements) {
  const std::string name = fresh(stem);
  LoopNode table =
      stmt::variable(LoopType(type).constant().in(LoopType::Storage::Static),
                     name, expr::list(std::move(elements)));
  table.dimensions = {LoopExpr::literal("")};
  return add(std::move(table));
}

LoopExpr CheckLocals::viewOf(const std::string &array) {
  std::optional<LoopExpr> &view = views[array];
  if (view)
    return *view;
  std::string stem;
  for (char c : array)
    if (llvm::isAlnum(c) || c == '_')
      stem += c;
    else if (!llvm::StringRef(stem).ends_with("_"))
      stem += '_';
  const ElementType &type = program.arrays.at(array).type;
  const long bytes = type.isSigned ? long(type.bytes) : -long(type.bytes);
  view = add(make(LoopType::opaque("sparsec_view"), stem + "_view",
                  expr::call(runtime::view_of,
                             {expr::string(array), LoopExpr::variable(array),
                              LoopExpr::integer(bytes)})));
  return *view;
}

LoopExpr CheckLocals::textOf(const Fact &fact) {
  // The file without its folder: the text must not depend on where it was.
  std::string place = llvm::sys::path::filename(fact.location).str();
  std::string full = place.empty() ? fact.text : place + ": " + fact.text;
  llvm::erase_if(full, [](char c) { return !llvm::isPrint(c); });
  std::optional<LoopExpr> &text = texts[full];
  if (!text)
    text = add(make(LoopType::pointerTo(*ElementType::named("char"),
                                        /*isConstant=*/false,
                                        LoopType::Pointer::Constant),
                    "fact", expr::string(full)));
  return *text;
}

} // namespace sparsec
