//===- Attributes.h - fields by name, in brackets ---------------*- C++ -*-===//
///
/// \file
/// `[parallel, schedule("static"), unroll(2)]`: fields that most nodes and
/// symbols have as they are made. A field is a row of a table, with its name
/// and its place; how it is written follows from its type, and what is as it is
/// made is not written.
///
//===----------------------------------------------------------------------===//
#ifndef SPARSEC_LIB_LOOPTEXT_ATTRIBUTES_H
#define SPARSEC_LIB_LOOPTEXT_ATTRIBUTES_H

#include "Cursor.h"

#include "sparsec/IR/Program.h"
#include "sparsec/IR/TensorAtom.h"
#include "sparsec/LoopIR/LoopAst.h"
#include "sparsec/Support/Diagnostics.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLExtras.h"

#include <functional>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace sparsec::looptext {

/// What stands between the parentheses of an attribute: `kernel = "k"`.
struct Entry {
  std::string key; ///< "" for a value alone
  std::string value;
};
using Entries = std::vector<Entry>;

/// An enumeration: its words, and which of them a place has.
struct Choice {
  llvm::ArrayRef<const char *> words;
  size_t chosen;
  std::function<void(size_t)> choose;
};

template <typename Enum>
Choice choice(llvm::ArrayRef<const char *> words, Enum &place) {
  return {words, size_t(place),
          [&place](size_t chosen) { place = Enum(chosen); }};
}

/// Where a field is.
using Place =
    std::variant<bool *, int *, unsigned *, long *, std::string *,
                 std::vector<std::string> *, std::vector<Reduction> *, Update *,
                 GpuMark *, WaveMark *, DigitMark *, std::optional<Partition> *,
                 const TensorAtom **, Choice>;

template <typename Owner>
struct Attribute {
  const char *name; ///< "": the words of its choice are its names
  Place (*place)(Owner &);
  /// Whose it is; others may have what is left of another kind. Null: all.
  bool (*isOf)(const Owner &) = nullptr;
};

llvm::ArrayRef<Attribute<LoopNode>> nodeAttributes();
llvm::ArrayRef<Attribute<Array>> arrayAttributes();
llvm::ArrayRef<Attribute<Parameter>> parameterAttributes();

/// What is written of \p place; nothing where it is as \p made.
std::optional<Entries> entriesOf(const Place &place, const Place &made);
/// "(a, kernel = k)"; "" for no entries.
std::string entriesText(const Entries &entries);
/// "[a, b] " of \p attributes; "" for none.
std::string headText(const std::vector<std::string> &attributes);
/// What is wrong with \p entries; "" once \p place has them.
std::string setEntries(const Place &place, const Entries &entries);
/// `(a, kernel = k)` if it is next.
Entries readEntries(Cursor &cursor);

/// The attributes of \p owner, "parallel, unroll(2)", where it differs from
/// \p made.
template <typename Owner>
std::vector<std::string> attributesOf(llvm::ArrayRef<Attribute<Owner>> table,
                                      const Owner &owner, Owner made = {}) {
  std::vector<std::string> texts;
  // A place is one to write to; here it is only looked at.
  Owner &place = const_cast<Owner &>(owner);
  for (const Attribute<Owner> &attribute : table) {
    if (attribute.isOf && !attribute.isOf(owner))
      continue;
    std::optional<Entries> entries =
        entriesOf(attribute.place(place), attribute.place(made));
    const bool isNamed = *attribute.name;
    if (entries)
      texts.push_back(isNamed ? attribute.name + entriesText(*entries)
                              : entries->front().value);
  }
  return texts;
}

/// The words that \p attribute begins with.
template <typename Owner>
std::vector<std::string> wordsOf(const Attribute<Owner> &attribute,
                                 Owner &owner) {
  if (*attribute.name)
    return {attribute.name};
  llvm::ArrayRef<const char *> words =
      std::get<Choice>(attribute.place(owner)).words;
  return {words.begin(), words.end()};
}

/// Reads the attribute at \p cursor into \p owner.
template <typename Owner>
void readAttribute(Cursor &cursor, llvm::ArrayRef<Attribute<Owner>> table,
                   Owner &owner) {
  const Token name = cursor.peek();
  std::vector<std::string> all;
  for (const Attribute<Owner> &attribute : table) {
    std::vector<std::string> words = wordsOf(attribute, owner);
    all.insert(all.end(), words.begin(), words.end());
    if (!name.isName() || !llvm::is_contained(words, name.text))
      continue;
    cursor.next();
    Entries entries =
        *attribute.name ? readEntries(cursor) : Entries{{"", name.text}};
    std::string wrong = setEntries(attribute.place(owner), entries);
    if (!wrong.empty())
      cursor.failAt(name, "'" + name.text + "' " + wrong);
    return;
  }
  cursor.fail("no attribute '" + name.text + "'" + didYouMean(name.text, all));
}

} // namespace sparsec::looptext

#endif // SPARSEC_LIB_LOOPTEXT_ATTRIBUTES_H
