//===- Attributes.cpp - how fields of each type are written ---------------===//

#include "Attributes.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec::looptext {
namespace {

constexpr const char *places[] = {"none",     "block.x",  "block.y", "block.z",
                                  "thread.x", "thread.y", "thread.z"};
constexpr const char *sharings[] = {"none", "combined", "atomic", "segments"};
constexpr const char *syncs[] = {"none", "barrier", "points"};
constexpr const char *products[] = {"whole", "parts", "tables"};
constexpr const char *memories[] = {"shared", "global"};

/// A part of a structure, `kernel = k`.
struct Part {
  const char *key;
  Place place;
};

/// Level and dimension at once.
Choice placeOf(GpuMark &mark) {
  using Level = GpuMark::Level;
  const size_t chosen = mark.isMapped() ? 3 * size_t(mark.level) - 2 +
                                              std::min(mark.dimension, 2u)
                                        : 0;
  return {places, chosen, [&mark](size_t number) {
            mark.level = Level((number + 2) / 3);
            mark.dimension = number ? unsigned((number - 1) % 3) : 0;
          }};
}

std::vector<Part> partsOf(GpuMark &mark) {
  return {{"on", placeOf(mark)},
          {"kernel", &mark.kernel},
          {"sharing", choice(sharings, mark.sharing)},
          {"resident", &mark.resident},
          {"blocks_at_once", &mark.blocksAtOnce},
          {"across_warps", &mark.acrossWarps}};
}

std::vector<Part> partsOf(WaveMark &mark) {
  return {{"sync", choice(syncs, mark.sync)},
          {"slots", &mark.slots},
          {"first", &mark.waits.first},
          {"slot", &mark.waits.slot},
          {"wave", &mark.waits.wave},
          {"progress", &mark.waits.progress},
          {"waves", &mark.waves},
          {"tasks", &mark.tasks},
          {"permutation", &mark.permutation},
          {"reversed", &mark.isReversed}};
}

std::vector<Part> partsOf(DigitMark &mark) {
  return {{"unrolled", &mark.unrolled},
          {"skips_zeros", &mark.skipsZeros},
          {"products", choice(products, mark.products)}};
}

/// Writes and reads one kind of field each.
struct EntryWriter {
  Entries entries;

  void operator()(const bool *) {}
  template <typename Number>
  void operator()(const Number *value) {
    if constexpr (std::is_integral_v<Number>)
      entries.push_back({"", std::to_string(*value)});
    else
      structure(*value);
  }
  void operator()(std::string *value) { entries.push_back({"", *value}); }
  void operator()(std::vector<std::string> *values) {
    for (const std::string &value : *values)
      entries.push_back({"", value});
  }
  void operator()(std::vector<Reduction> *reductions) {
    for (const Reduction &reduction : *reductions)
      entries.push_back({"", reduction.clause()});
  }
  void operator()(Update *update) {
    entries.push_back({"", spellingOf(*update)});
  }
  void operator()(std::optional<Partition> *partition) {
    entries.push_back({"rest", memories[size_t((*partition)->rest)]});
    for (long position : (*partition)->registers)
      entries.push_back({"", std::to_string(position)});
  }
  void operator()(const TensorAtom **atom) {
    entries.push_back({"", (*atom)->name.str()});
  }
  void operator()(const Choice &choice) {
    entries.push_back({"", choice.words[choice.chosen]});
  }

private:
  template <typename Mark>
  void structure(const Mark &value) {
    Mark mark = value, made;
    std::vector<Part> parts = partsOf(mark), defaults = partsOf(made);
    for (size_t at = 0; at < parts.size(); ++at)
      if (auto part = entriesOf(parts[at].place, defaults[at].place))
        entries.push_back(
            {parts[at].key, part->empty() ? "" : part->front().value});
  }
};

struct EntryReader {
  const Entries &entries;

  std::string operator()(bool *value) {
    *value = true;
    return entries.empty() ? "" : "takes no value";
  }
  template <typename Field>
  std::string operator()(Field *value) {
    if constexpr (std::is_integral_v<Field>)
      return one() &&
                     !llvm::StringRef(entries[0].value).getAsInteger(10, *value)
                 ? ""
                 : "takes a number";
    else
      return structure(*value);
  }
  std::string operator()(std::string *value) {
    if (!one())
      return "takes one value";
    *value = entries[0].value;
    return "";
  }
  std::string operator()(std::vector<std::string> *values) {
    for (const Entry &entry : entries)
      values->push_back(entry.value);
    return entries.empty() ? "takes values" : "";
  }
  std::string operator()(std::vector<Reduction> *reductions) {
    for (const Entry &entry : entries) {
      auto [clause, variable] = llvm::StringRef(entry.value).split(':');
      reductions->push_back({updateOfClause(clause), variable.str()});
      if (reductions->back().op == Update::None || variable.empty())
        return "takes clauses, such as \"+:sum\"";
    }
    return entries.empty() ? "takes values" : "";
  }
  std::string operator()(Update *update) {
    *update = one() ? updateNamed(entries[0].value) : Update::None;
    return *update == Update::None ? "takes an update, such as \"+=\"" : "";
  }
  std::string operator()(std::optional<Partition> *partition) {
    partition->emplace();
    for (const Entry &entry : entries) {
      Choice rest = choice(memories, (*partition)->rest);
      Entry value{"", entry.value};
      long position = 0;
      if (entry.key == "rest") {
        if (std::string wrong = setEntries(rest, {value}); !wrong.empty())
          return wrong;
      } else if (llvm::StringRef(entry.value).getAsInteger(10, position)) {
        return "takes positions";
      } else {
        (*partition)->registers.push_back(position);
      }
    }
    return "";
  }
  std::string operator()(const TensorAtom **atom) {
    *atom = one() ? findTensorAtom(entries[0].value) : nullptr;
    return *atom ? "" : "takes a matrix instruction, such as \"m8n8k4.f64\"";
  }
  std::string operator()(const Choice &choice) {
    const auto *found = one() ? llvm::find_if(choice.words,
                                              [&](const char *word) {
                                                return entries[0].value == word;
                                              })
                              : choice.words.end();
    if (found == choice.words.end())
      return "takes one of " + llvm::join(choice.words, ", ");
    choice.choose(size_t(found - choice.words.begin()));
    return "";
  }

private:
  bool one() const { return entries.size() == 1; }

  template <typename Mark>
  std::string structure(Mark &mark) {
    if constexpr (std::is_same_v<Mark, DigitMark>)
      mark.isSet = true;
    std::vector<Part> parts = partsOf(mark);
    for (const Entry &entry : entries) {
      auto part = llvm::find_if(parts, [&](const Part &candidate) {
        return candidate.key == (entry.key.empty() ? entry.value : entry.key);
      });
      if (part == parts.end())
        return "has no '" + (entry.key.empty() ? entry.value : entry.key) + "'";
      Entries value;
      if (!entry.key.empty())
        value.push_back({"", entry.value});
      if (std::string wrong = setEntries(part->place, value); !wrong.empty())
        return std::string("'") + part->key + "' " + wrong;
    }
    return "";
  }
};

/// Whether two places of one type have equal values.
bool isEqual(const Place &a, const Place &b) {
  return std::visit(
      [&](const auto &place) {
        using Type = std::decay_t<decltype(place)>;
        const Type &other = std::get<Type>(b);
        if constexpr (std::is_same_v<Type, Choice>)
          return place.chosen == other.chosen;
        else
          return *place == *other;
      },
      a);
}

} // namespace

std::optional<Entries> entriesOf(const Place &place, const Place &made) {
  if (isEqual(place, made))
    return std::nullopt;
  EntryWriter writer;
  std::visit(writer, place);
  return writer.entries;
}

std::string entriesText(const Entries &entries) {
  std::vector<std::string> texts;
  for (const Entry &entry : entries) {
    const bool isFlag = !entry.key.empty() && entry.value.empty();
    texts.push_back(isFlag ? entry.key
                    : entry.key.empty()
                        ? valueText(entry.value)
                        : entry.key + " = " + valueText(entry.value));
  }
  return texts.empty() ? "" : "(" + llvm::join(texts, ", ") + ")";
}

std::string headText(const std::vector<std::string> &attributes) {
  return attributes.empty() ? "" : "[" + llvm::join(attributes, ", ") + "] ";
}

std::string setEntries(const Place &place, const Entries &entries) {
  return std::visit(EntryReader{entries}, place);
}

/// A name, a string or a number.
static std::string readValue(Cursor &cursor) {
  const Token::Kind kind = cursor.peek().kind;
  if (kind == Token::Kind::Name || kind == Token::Kind::String)
    return cursor.next().text;
  return std::to_string(cursor.integer("a name, a string or an integer"));
}

Entries readEntries(Cursor &cursor) {
  Entries entries;
  if (!cursor.take("("))
    return entries;
  do {
    Entry entry;
    entry.value = readValue(cursor);
    if (cursor.take("=")) {
      entry.key = std::move(entry.value);
      entry.value = readValue(cursor);
    }
    entries.push_back(std::move(entry));
  } while (cursor.take(","));
  cursor.expect(")");
  return entries;
}

} // namespace sparsec::looptext
