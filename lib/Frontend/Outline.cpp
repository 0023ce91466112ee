//===- Outline.cpp - the loops of a function as one of their own ----------===//
///
/// \file
/// A function with statements around its loops that sparsec does not read is
/// two in the output: one with the loops, which is translated, and the other
/// statements, which stay as they are and call it:
///
///     cs *permute(const cs *A, ..) {      void permute_loops(int n, ..,
///       .. C = spalloc(n);                                   int *nz_out) {
///       for (j = 0; j < n; j++)             for (j = 0; j < n; j++)
///         .. nz++ ..                =>        .. nz++ ..
///       return done(C, nz);                 *nz_out = nz;
///     }                                   }
///                                         cs *permute(const cs *A, ..) {
///                                           .. C = spalloc(n);
///                                           permute_loops(n, .., &nz);
///                                           return done(C, nz);
///                                         }
///
/// What is translated has all lines where the file has them, so that messages
/// fit. That it is C is left to clang, which reads it again.
///
//===----------------------------------------------------------------------===//

#include "Outline.h"
#include "CallerNumbers.h"
#include "CrossingMembers.h"
#include "CrossingVariables.h"
#include "DefinitionText.h"
#include "Directives.h"
#include "OutlineHazards.h"
#include "OutlinePlaces.h"
#include "TextEdits.h"

#include "sparsec/IR/FactParser.h"
#include "sparsec/Support/SourceText.h"

#include "clang/AST/Expr.h"
#include "clang/AST/TypeLoc.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

#include <map>

namespace sparsec {
namespace {

/// `double sum` for \p variable under \p name.
std::string declaration(const clang::VarDecl *variable, std::string name,
                        const clang::ASTContext &ast) {
  clang::QualType type = variable->getType();
  if (const auto *parameter = llvm::dyn_cast<clang::ParmVarDecl>(variable))
    type = parameter->getOriginalType();
  type.getAsStringInternal(name, ast.getPrintingPolicy());
  return name;
}

class Outliner {
public:
  Outliner(const FoundKernel &kernel, const LoopRegion &region,
           std::string name)
      : kernel(kernel), region(region), ast(kernel.function->getASTContext()),
        sources(ast.getSourceManager()),
        file(sources.getBufferData(sources.getMainFileID())) {
    result.name = std::move(name);
    result.caller = kernel.function->getNameAsString();
  }

  std::optional<OutlinedLoops> run() {
    std::set<std::string> named;
    for (const SparsecPragma &pragma : kernel.pragmas)
      for (const std::string &path : namesInFacts(pragma.fact))
        named.insert(llvm::StringRef(path).take_while(isWordCharacter).str());
    const auto found = crossingVariables(region, *kernel.function, named, why);
    if (!found || !findPlaces() || isHeld())
      return std::nullopt;
    const bool isListed = isInList(region, *kernel.function);
    const std::vector<CallerNumber> numbers =
        callerNumbers(region, *kernel.function, indentation(), isListed);
    for (const CrossingVariable &crossing : *found)
      if (!isReplaced(crossing.variable, numbers, *found, named))
        add(crossing);
    for (const CrossingMember &crossing :
         crossingMembers(region, *kernel.function))
      add(crossing);
    for (const CallerNumber &number : numbers)
      add(number);
    writeText();
    const std::string unused =
        idle.empty() ? "" : idle + (isListed ? ";\n" + indentation() : ", ");
    // What pragmas say of the loops is not said of their call.
    const llvm::StringRef gap = gapAt(result.begin);
    result.dropsHints =
        !hintLines(gap).empty() ||
        !hintLines(file.slice(result.begin, result.end)).empty();
    const std::string text = file.slice(head, result.begin - gap.size()).str() +
                             withoutHints(gap) + declared + unused +
                             result.name + "(" + arguments + ");" +
                             file.slice(result.end, close).str() + "}";
    result.callerText = withoutSparsecPragmas(text);
    return std::move(result);
  }

  /// What kept them, where run() gives nothing; and where they begin.
  KeptLoops kept() const {
    auto offset = [&](clang::SourceLocation place) {
      return sources.getFileOffset(sources.getExpansionLoc(place));
    };
    return {offset(region.statements.front()->getBeginLoc()),
            offset(region.statements.back()->getEndLoc()), why};
  }

private:
  bool isHeld() {
    if (isUnderHints(kernel.function->getBody()))
      why = "a pragma is about them and other statements";
    else if (isNameTaken(result.name, *kernel.function))
      why = "the function has something named '" + result.name +
            "', or a "
            "macro is";
    else if (hasTypesOfItsOwn(*kernel.function))
      why = "a type or a constant of the function hides one of the file, or "
            "its head defines a structure";
    else
      return false;
    return true;
  }

  /// The offsets of what is cut; false where macros have them.
  bool findPlaces() {
    const auto places = placesOf(region, kernel, why);
    if (!places)
      return false;
    head = places->head;
    parenthesis = places->parenthesis;
    brace = places->brace;
    close = places->close;
    result.begin = places->begin;
    result.end = places->end;
    return true;
  }

  /// The comments and directives right before \p place in the body.
  llvm::StringRef gapAt(size_t place) const {
    const llvm::StringRef before = file.slice(brace + 1, place);
    return before.substr(gapBefore(before));
  }

  /// Whether pragmas are about more of \p statement than the region, such as
  /// threads of OpenMP that run it.
  bool isUnderHints(const clang::Stmt *statement) const {
    if (!statement || llvm::is_contained(region.statements, statement))
      return false;
    const size_t begin = offsetOf(statement->getBeginLoc());
    const size_t end = offsetOf(statement->getEndLoc());
    if (begin > result.begin || end < result.begin)
      return false;
    return !hintLines(gapAt(begin)).empty() ||
           llvm::any_of(statement->children(), [&](const clang::Stmt *child) {
             return isUnderHints(child);
           });
  }

  size_t offsetOf(clang::SourceLocation place) const {
    return sources.getFileOffset(sources.getExpansionLoc(place));
  }

  void give(const std::string &parameter, const std::string &value) {
    parameters += (parameters.empty() ? "" : ", ") + parameter;
    arguments += (arguments.empty() ? "" : ", ") + value;
  }

  void add(const CrossingMember &crossing) {
    const std::string path = crossing.pointer->getNameAsString() + "->" +
                             crossing.member->getNameAsString();
    const std::string name = freeName(crossing.pointer->getNameAsString() +
                                      "_" + crossing.member->getNameAsString());
    const std::string out = freeName(name + "_out");
    clang::QualType type = crossing.member->getType();
    auto declared = [&](std::string declarator) {
      type.getAsStringInternal(declarator, ast.getPrintingPolicy());
      return declarator;
    };
    give(declared(name), path);
    give(declared("*" + out), "&" + path);
    // The loops as they were work in place: what else leads there sees it.
    original.locals += " " + path + " = " + name + ";";
    original.stores += " *" + out + " = " + path + ";";
    stores += " *" + out + " = " + name + ";";
    for (const clang::MemberExpr *place : crossing.places) {
      const size_t begin = offsetOf(place->getBeginLoc());
      const size_t end = offsetOf(clang::Lexer::getLocForEndOfToken(
          place->getEndLoc(), 0, sources, ast.getLangOpts()));
      std::string text = name;
      text.resize(std::max(text.size(), end - begin), ' '); // columns stay
      renamed.replace(begin, end, text);
      copies[begin] = {file.slice(begin, end).str(), text.size(), end - begin};
    }
    result.setsMembers = true;
  }

  void add(const CallerNumber &number) {
    declared += number.before;
    give(number.declaration, number.value);
    for (const CallerNumber::Place &place : number.places) {
      std::string text = place.text;
      text.resize(std::max(text.size(), place.end - place.begin), ' ');
      renamed.replace(place.begin, place.end, text); // columns stay
    }
  }

  void declare(const std::string &local) {
    locals += local;
    original.locals += local;
  }

  void add(const CrossingVariable &crossing) {
    const std::string name = crossing.variable->getNameAsString();
    const std::string itself = declaration(crossing.variable, name, ast);
    if (crossing.comesIn)
      give(itself, name);
    const bool isIdle = !crossing.comesIn && !crossing.goesOut;
    if (isIdle && crossing.isDeclaredAround) // compilers warn of such
      idle += (idle.empty() ? "(void)" : ", (void)") + name;
    if (!crossing.goesOut) {
      declare(crossing.comesIn ? "" : " " + itself + ";");
      return;
    }
    const std::string out = freeName(name + "_out");
    give(declaration(crossing.variable, "*" + out, ast), "&" + name);
    stores += " *" + out + " = " + name + ";";
    original.stores += " *" + out + " = " + name + ";";
    if (crossing.isDeclared)
      declared += itself + ";\n" + indentation();
    else if (!crossing.comesIn)
      declare(" " + itself + ";");
  }

  std::string freeName(std::string name) const {
    while (ast.Idents.find(name) != ast.Idents.end())
      name += "_";
    return name;
  }

  /// What stands before the loops in their line.
  std::string indentation() const {
    const size_t line = file.take_front(result.begin).rfind('\n') + 1;
    return file.slice(line, result.begin).take_while(llvm::isSpace).str();
  }

  void writeText() {
    result.prototype = head;
    locals += original.locals.empty() ? "" : " "; // a place for them
    const std::string storage =
        kernel.function->getStorageClass() == clang::SC_Static ? "static " : "";
    const llvm::StringRef gap = file.slice(parenthesis, brace);
    std::string text =
        file.take_front(parenthesis).str() + ";" + gap.str() +
        (gap.empty() ? " " : "") + storage + "void " + result.name + "(" +
        (parameters.empty() ? "void" : parameters) + ") {" + locals;
    const size_t length = text.size();
    layOut(length - locals.size(), locals.size(), original.locals);
    text += blank(brace + 1, result.begin, length);
    result.shift = text.size() - result.begin;
    const std::string loops =
        renamed.apply(file.str(), result.begin, result.end);
    for (const auto &[begin, end] : hintLines(loops))
      result.layout.push_back({text.size() + begin, text.size() + end, ""});
    text += blankedHints(loops);
    size_t longer = 0;
    for (const auto &[begin, copy] : copies) {
      const size_t at = begin + result.shift + longer;
      result.layout.push_back({at, at + copy.width, copy.name});
      longer += copy.width - copy.replaced;
    }
    const size_t end = text.size();
    layOut(end, stores.size(), original.stores);
    text += stores + blank(result.end, close, end + stores.size());
    result.text = text + file.substr(close).str();
  }

  /// \p statements, which stand at \p place, on lines of their own.
  void layOut(size_t place, size_t size, const std::string &statements) {
    std::string lines;
    llvm::SmallVector<llvm::StringRef> parts;
    llvm::StringRef(statements).split(parts, ';', -1, /*KeepEmpty=*/false);
    for (llvm::StringRef part : parts)
      lines += "\n" + indentation() + part.ltrim().str() + ";";
    if (!parts.empty())
      result.layout.push_back({place, place + size, lines});
  }

  /// `[begin, end)` without all but lines and directives, which comes to stand
  /// at \p place.
  std::string blank(size_t begin, size_t end, size_t place) {
    std::string text;
    size_t gap = 0;
    bool continues = false;
    auto closeGap = [&] {
      const size_t line = text.rfind('\n');
      if (text.size() > gap)
        result.layout.push_back(
            {place + gap, place + text.size(),
             line == text.npos ? " " : text.substr(std::max(line, gap))});
    };
    const std::string plain =
        blankedHints(blankedComments(file.slice(begin, end)));
    llvm::StringRef rest = plain;
    for (bool isFirst = true; !rest.empty(); isFirst = false) {
      const size_t stop = rest.find('\n');
      const llvm::StringRef line = rest.take_front(
          stop == llvm::StringRef::npos ? rest.size() : stop + 1);
      rest = rest.drop_front(line.size());
      const bool isDirective =
          continues || (!isFirst && line.ltrim().starts_with("#"));
      continues = isDirective && line.rtrim().ends_with("\\");
      if (isDirective) {
        closeGap();
        text += line.str();
        gap = text.size();
      } else {
        for (char c : line)
          text += llvm::isSpace(c) ? c : ' ';
      }
    }
    closeGap();
    return text;
  }

  const FoundKernel &kernel;
  const LoopRegion &region;
  const clang::ASTContext &ast;
  const clang::SourceManager &sources;
  const llvm::StringRef file;
  /// Offsets of the caller's head, of its end and of the braces.
  size_t head = 0, parenthesis = 0, brace = 0, close = 0;
  std::string parameters, arguments, locals, stores, declared, idle;
  /// The locals and stores of the loops as they were.
  struct {
    std::string locals, stores;
  } original;
  /// What stands for a member: its name, the room that it takes, and that of
  /// the member in the file, where it begins.
  struct Copy {
    std::string name;
    size_t width, replaced;
  };
  std::map<size_t, Copy> copies;
  TextEdits renamed; ///< of the loops
  OutlinedLoops result;
  std::string why;
};

} // namespace

std::vector<OutlinedLoops> outlineLoops(const FoundKernel &kernel,
                                        std::vector<KeptLoops> *kept) {
  const std::vector<LoopRegion> regions = loopRegions(*kernel.function);
  const std::string name = kernel.function->getNameAsString() + "_loops";
  std::vector<OutlinedLoops> result;
  const clang::IdentifierTable &taken = kernel.function->getASTContext().Idents;
  unsigned number = 0;
  for (const LoopRegion &region : regions) {
    std::string free = name;
    for (bool isMany = regions.size() > 1;
         isMany || taken.find(free) != taken.end(); isMany = false)
      free = name + std::to_string(++number);
    // What stands around the loops may be what keeps them there.
    const LoopRegion loopsAlone = withoutEnds(region);
    Outliner outliner(kernel, region, free),
        shorter(kernel, loopsAlone, std::move(free));
    auto loops = outliner.run();
    if (!loops && loopsAlone.statements.size() != region.statements.size())
      loops = shorter.run();
    if (loops) {
      loops->hasAllLoops = holdsAllLoops(region, *kernel.function);
      result.push_back(std::move(*loops));
    } else if (kept) {
      kept->push_back(outliner.kept());
    }
  }
  // The output is the source of the next part.
  if (result.size() > 1)
    for (OutlinedLoops &loops : result)
      loops.callerText = pragmaLines(kernel) + loops.callerText;
  return result;
}

} // namespace sparsec
