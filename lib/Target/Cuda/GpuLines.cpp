//===- GpuLines.cpp - the host's lines where arrays are on a GPU ----------===//

#include "sparsec/Target/Cuda/GpuLines.h"

#include "sparsec/Target/C/SourceRewrite.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace sparsec {
namespace {

using Lines = std::vector<std::string>;

const char *const ifFine = "if (status == SPARSEC_OK)";

llvm::Error notOnGpu(const llvm::Twine &what) {
  return llvm::createStringError(
      llvm::inconvertibleErrorCode(),
      "inspector(\"cuda\"): " + what +
          "leave the inspector on the host, inspector(\"host\")");
}

bool isWord(char c) { return llvm::isAlnum(c) || c == '_'; }

/// Whether \p line begins with a keyword that decides whether or how often
/// something is done; a name may begin with its letters.
bool isControl(llvm::StringRef line) {
  llvm::StringRef word = line.ltrim().take_while(isWord);
  return word == "if" || word == "else" || word == "for" || word == "while";
}

/// The bracket that closes the one at \p open; npos if there is none.
size_t closing(llvm::StringRef text, size_t open) {
  int depth = 0;
  for (size_t at = open; at < text.size(); ++at) {
    if (text[at] == '(' || text[at] == '[')
      ++depth;
    if ((text[at] == ')' || text[at] == ']') && --depth == 0)
      return at;
  }
  return llvm::StringRef::npos;
}

/// One line in which elements of arrays are fetched before.
class Fetcher {
public:
  explicit Fetcher(const Program &program) : program(program) {}

  /// \p line with a local in place of each element that it reads.
  llvm::Expected<std::string> fetchIn(llvm::StringRef line);

  struct Element {
    std::string local, type, place;
  };
  std::vector<Element> elements;

private:
  const Array *arrayAt(llvm::StringRef text, size_t &end) const;

  const Program &program;
};

/// The array whose element stands at the start of \p text, with the end of its
/// name; null when none does.
const Array *Fetcher::arrayAt(llvm::StringRef text, size_t &end) const {
  llvm::StringRef word = text.take_while(isWord);
  end = word.size();
  auto array = program.arrays.find(word.str());
  bool isElement = array != program.arrays.end() &&
                   array->second.owner != Array::Owner::Local &&
                   text.substr(end).starts_with("[");
  return isElement ? &array->second : nullptr;
}

llvm::Expected<std::string> Fetcher::fetchIn(llvm::StringRef line) {
  std::string result;
  for (size_t at = 0; at < line.size();) {
    if (line[at] == '"') {
      size_t end = std::min(line.find('"', at + 1), line.size() - 1) + 1;
      result += line.slice(at, end).str();
      at = end;
      continue;
    }
    if (!isWord(line[at])) {
      result += line[at++];
      continue;
    }
    size_t length = 0;
    const Array *array = arrayAt(line.substr(at), length);
    if (!array) {
      result += line.substr(at, length).str();
      at += length;
      continue;
    }
    size_t close = closing(line, at + length);
    std::string place = line.slice(at, close + 1).str();
    size_t ignored = 0;
    for (size_t inner = length; inner + 1 < place.size(); ++inner)
      if (!isWord(place[inner - 1]) &&
          arrayAt(llvm::StringRef(place).substr(inner), ignored))
        return notOnGpu("'" + place + "' is read through two arrays; ");
    std::string local = program.freshName(
        "element" +
        (elements.empty() ? "" : "_" + std::to_string(elements.size() + 1)));
    for (const Element &element : elements)
      if (element.place == place)
        local = element.local;
    if (llvm::none_of(elements, [&](const Element &element) {
          return element.place == place;
        }))
      elements.push_back({local, array->type.spelling, place});
    result += local;
    at = close + 1;
  }
  return result;
}

std::string readLine(const Fetcher::Element &element) {
  return "status = sparsec_gpu_read(&" + element.local + ", &" + element.place +
         ", stream);";
}

} // namespace

std::string onGpu(std::string text) {
  for (const char *function : {"min", "max", "floord", "mod"})
    for (const char *suffix : {"", "_int"})
      text = replaceWord(text, std::string("sparsec_") + function + suffix,
                         std::string("sparsec_gpu_") + function + suffix);
  return text;
}

llvm::Expected<Lines> linesForGpu(const Program &program, const Lines &lines) {
  Lines result;
  for (const std::string &line : lines) {
    Fetcher fetcher(program);
    llvm::Expected<std::string> text = fetcher.fetchIn(line);
    if (!text)
      return text.takeError();
    if (fetcher.elements.empty()) {
      result.push_back(*text);
      continue;
    }
    if (isControl(line))
      return notOnGpu("'" + fetcher.elements.front().place +
                      "', which is on the GPU, decides what the inspector "
                      "does; ");
    result.push_back("{");
    for (const Fetcher::Element &element : fetcher.elements)
      llvm::append_range(
          result, Lines{"  " + element.type + " " + element.local + " = 0;",
                        "  " + readLine(element), "  if (status != SPARSEC_OK)",
                        "    goto fail;"});
    result.push_back("  " + *text);
    if (llvm::StringRef(*text).starts_with("status = "))
      llvm::append_range(
          result, Lines{"  if (status != SPARSEC_OK)", "    goto fail;"});
    result.push_back("}");
  }
  return result;
}

llvm::Expected<Lines> declarationsForGpu(const Program &program,
                                         const Lines &lines) {
  Lines result, texts;
  Fetcher fetcher(program);
  for (const std::string &line : lines) {
    llvm::Expected<std::string> text = fetcher.fetchIn(line);
    if (!text)
      return text.takeError();
    texts.push_back(*text);
  }
  for (const Fetcher::Element &element : fetcher.elements)
    llvm::append_range(result,
                       Lines{element.type + " " + element.local + " = 0;",
                             readLine(element), "if (status != SPARSEC_OK)",
                             "  return status;"});
  llvm::append_range(result, texts);
  return result;
}

/// `sparsec_check_NAME(…);`, the end of \p line, with its twin.
static std::string checkWithTwin(llvm::StringRef line) {
  size_t at = line.find("sparsec_check_");
  if (at == llvm::StringRef::npos)
    return line.str();
  llvm::StringRef name = line.substr(at + 14).take_while(isWord);
  if (name == "present" || name == "position")
    return line.str();
  llvm::StringRef rest = line.substr(at + 14);
  rest.consume_back(");");
  return line.substr(0, at).str() + "sparsec_gpu_check_" + rest.str() +
         ", stream);";
}

llvm::Expected<Lines> checksForGpu(const Program &program, const Lines &lines) {
  Lines result, pending;
  Fetcher fetcher(program);
  for (const std::string &line : lines) {
    if (line == ifFine) {
      pending = {line};
      continue;
    }
    size_t known = fetcher.elements.size();
    llvm::Expected<std::string> text = fetcher.fetchIn(line);
    if (!text)
      return text.takeError();
    text = checkWithTwin(*text);
    for (size_t at = known; at < fetcher.elements.size(); ++at) {
      const Fetcher::Element &element = fetcher.elements[at];
      result.push_back(element.type + " " + element.local + " = 0;");
      result.push_back(ifFine);
      result.push_back("  " + readLine(element));
    }
    pending.push_back(*text);
    // What a condition guards stays next to it.
    if (isControl(line))
      continue;
    llvm::append_range(result, pending);
    pending.clear();
  }
  llvm::append_range(result, pending);
  return result;
}

} // namespace sparsec
