//===- SourceParts.cpp - a C file split over two languages ----------------===//
///
/// \file
/// CUDA output defines one function of a C file and is C++. Of the file it has
/// the directives and what the function uses: types and functions of one
/// expression. All the rest stays in C, with a prototype in place of the
/// function, less the static functions that only it used.
///
/// Output that stands beside the file (-rename) has what the function uses,
/// too, in C.
///
//===----------------------------------------------------------------------===//

#include "SourceParts.h"

#include "DefinitionText.h"
#include "Directives.h"
#include "FlatArrays.h"
#include "Globals.h"
#include "SourceTokens.h"
#include "TopLevel.h"

#include "sparsec/IR/UserInspector.h"

#include "clang/Basic/SourceManager.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace sparsec {
namespace {

/// A text from which some items of a file are left out.
class PartWriter {
public:
  explicit PartWriter(llvm::StringRef file) : file(file) {}

  void copyTo(size_t end) {
    if (end > at)
      text += file.slice(at, end).str();
    at = std::max(at, end);
  }
  void write(const std::string &replacement, size_t end) {
    text += replacement;
    at = std::max(at, end);
  }
  /// Leaves out up to \p end what starts here, with its comment.
  void drop(size_t end, const std::string &directives) {
    dropLeadingLines();
    at = std::max(at, end);
    // What is left of the line may be a comment on what was dropped.
    llvm::StringRef rest =
        file.substr(at).take_until([](char c) { return c == '\n'; });
    const bool isBlank = rest.trim().empty() || rest.ltrim().starts_with("//");
    if (isBlank)
      at += rest.size() + (at + rest.size() < file.size() ? 1 : 0);
    text += directives;
    const bool separated =
        text.empty() || llvm::StringRef(text).ends_with("\n\n");
    while (separated && at < file.size() && file[at] == '\n')
      ++at;
  }

  std::string text;

private:
  /// Comments and pragmas right before what is dropped, not those that begin
  /// the file, which are about all of it.
  void dropLeadingLines() {
    while (true) {
      llvm::StringRef before = llvm::StringRef(text);
      if (!before.consume_back("\n"))
        return;
      const size_t start = before.rfind('\n') + 1;
      llvm::StringRef line = before.substr(start).trim();
      size_t from = start;
      if (line.ends_with("*/")) {
        const size_t open = before.rfind("/*");
        from = before.rfind('\n', open) + 1;
        if (!before.slice(from, open).trim().empty())
          return;
      } else if (!line.starts_with("//") && !isPragma(line)) {
        return;
      }
      if (from == 0)
        return;
      text.resize(from);
    }
  }

  /// Whether \p line belongs to the declaration behind it.
  static bool isPragma(llvm::StringRef line) {
    if (!line.consume_front("#"))
      return false;
    line = line.ltrim();
    return line.consume_front("pragma") &&
           (line.ltrim().starts_with("omp") ||
            line.ltrim().starts_with("sparsec"));
  }

  llvm::StringRef file;
  size_t at = 0;
};

class SourceSplitter {
public:
  SourceSplitter(const clang::ASTContext &ast, const Diagnoser &diagnoser,
                 const FoundKernel &kernel, const SourceFunction &source)
      : ast(ast), diagnoser(diagnoser), kernel(kernel), source(source),
        top(ast), own(top.itemOf(kernel.function)) {}

  SourceBeside beside(const Program &program) {
    option = "-rename";
    if (source.isStatic || kernel.function->isInlineSpecified())
      refuse(kernel.function->getLocation(),
             "'" + source.name +
                 "' is static or inline, so that nothing would see it under "
                 "its new name; declare it without");
    findUsed();
    for (const SourceFunction::Argument &argument : source.arguments)
      if (argument.isGlobal)
        addVariable(argument.name);
    for (const auto &inspector : program.inspectors)
      addInspector(inspector->name);
    SourceBeside result;
    result.parts = partsOf(used, Form::PrivateC);
    for (std::string *text : {&result.parts.before, &result.parts.behind})
      *text = withoutSparsecPragmas(*text);
    result.problem = forms.problem;
    return result;
  }

  SourceForms split() {
    checkKernel();
    findUsed();
    findRest();
    forms.used = partsOf(used, Form::Cxx);
    for (std::string *text : {&forms.used.before, &forms.used.behind})
      *text = withoutSparsecPragmas(*text);
    // A condition of C++ hides it from clang.
    forms.opensLinkage =
        llvm::StringRef(forms.used.before).contains("extern \"C\" {");
    forms.rest = partsOf(rest, Form::AsWritten);
    const std::string left = forms.rest.before + forms.rest.behind;
    forms.rest.hasFacts = withoutSparsecPragmas(left) != left;
    describeKernel();
    return std::move(forms);
  }

private:
  using Numbers = TopLevel::Numbers;
  /// What becomes of the declarations that are kept.
  enum class Form { AsWritten, Cxx, PrivateC };

  void refuse(clang::SourceLocation where, const llvm::Twine &what) {
    if (forms.problem.empty())
      forms.problem =
          diagnoser.location(where) + ": " + option + ": " + what.str();
  }

  void checkKernel() {
    const bool isInline = kernel.function->isInlineSpecified();
    if (source.isStatic || isInline)
      refuse(kernel.function->getLocation(),
             "'" + source.name + "' is " + (isInline ? "inline" : "static") +
                 ": the file's other functions, which stay in C, could not "
                 "call the new one; declare it without");
  }

  bool declaresKernel(size_t item) const {
    return llvm::all_of(top.items()[item].declared,
                        [&](const clang::Decl *declared) {
                          return declared->getCanonicalDecl() ==
                                 kernel.function->getCanonicalDecl();
                        });
  }

  /// What the function needs of the file.
  void findUsed() {
    for (size_t item : top.reachable({own}, {}))
      if (item != own && !declaresKernel(item))
        used.insert(item);
  }

  /// Facts may name variables that the function does not mention.
  void addVariable(const std::string &name) {
    const clang::VarDecl *variable = globalNamed(name, ast);
    const size_t item = variable ? top.itemOf(variable) : top.items().size();
    if (item == top.items().size())
      return; // a header has it
    for (size_t needed : top.reachable({item}, {own}))
      used.insert(needed);
  }

  /// Recipes may have it called, or not.
  void addInspector(const std::string &name) {
    for (size_t item = 0; item < top.items().size(); ++item)
      for (const clang::Decl *declared : top.items()[item].declared) {
        const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declared);
        if (!function || function->getName() != name)
          continue;
        mayBeUnused.insert(function->getCanonicalDecl());
        for (size_t needed : top.reachable({item}, {own}))
          used.insert(needed);
      }
  }

  static bool isStaticFunction(const clang::Decl *declared) {
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declared);
    return function && function->getStorageClass() == clang::SC_Static;
  }

  /// All but static functions that nothing is left to use of.
  void findRest() {
    Numbers helpers;
    for (size_t item : used)
      if (llvm::all_of(top.items()[item].declared, isStaticFunction))
        helpers.insert(item);
    for (size_t item = 0; item < top.items().size(); ++item)
      if (item != own && !helpers.count(item))
        rest.insert(item);
    rest = top.reachable(rest, {own});
  }

  /// What \p function of the file's is in C++, where it is there, too.
  void writeInCxx(const clang::FunctionDecl *function, size_t begin) {
    flatten(function);
    if (function->isInlined() || isStaticFunction(function))
      return;
    if (function->getDefinition())
      makeStatic(*function, begin);
    else
      edits.replace(begin, begin, "extern \"C\" ");
  }

  /// Gives a definition's declaration, a function or a constant, which begins
  /// at \p begin, to this file alone.
  template <typename Declaration>
  void makeStatic(const Declaration &declared, size_t begin,
                  const std::string &mark = "") {
    const clang::SourceManager &sources = ast.getSourceManager();
    bool isElsewhere = declared.getStorageClass() == clang::SC_Extern;
    for (const auto *other : declared.redecls())
      isElsewhere |=
          !sources.isInMainFile(sources.getExpansionLoc(other->getLocation()));
    // Behind a declaration that has no `static`, it is an error.
    const bool isDeclaredOnce = llvm::hasSingleElement(declared.redecls());
    if (isElsewhere)
      refuse(declared.getLocation(),
             "'" + source.name + "' needs '" + declared.getName() +
                 "', which other files see, too; move its definition to "
                 "another file" +
                 (isDeclaredOnce ? ", or make it static" : ""));
    else
      edits.replace(begin, begin, mark + "static ");
  }

  /// Two outputs of one file have constants each, but share no variable that it
  /// defines.
  void makePrivate(const clang::VarDecl &variable, size_t begin) {
    const bool isStatic = variable.getStorageClass() == clang::SC_Static;
    const bool isDefined =
        llvm::any_of(variable.redecls(), [](const clang::VarDecl *declared) {
          return declared->isThisDeclarationADefinition() !=
                 clang::VarDecl::DeclarationOnly;
        });
    if (!isDefined)
      return;
    if (!ast.getBaseElementType(variable.getType()).isConstQualified())
      refuse(variable.getLocation(),
             "'" + source.name + "' uses the variable '" + variable.getName() +
                 "', which this file defines, and outputs beside it would not "
                 "share it; pass it as a parameter, or define it in another "
                 "file and declare it extern");
    else if (!isStatic)
      makeStatic(variable, begin);
  }

  void makePrivate(const clang::Decl *declared, size_t begin) {
    if (const auto *variable = llvm::dyn_cast<clang::VarDecl>(declared))
      makePrivate(*variable, begin);
    const auto *function = llvm::dyn_cast<clang::FunctionDecl>(declared);
    if (!function)
      return;
    const bool isUnused = mayBeUnused.count(function->getCanonicalDecl());
    const std::string mark = isUnused ? "__attribute__((unused)) " : "";
    if (function->getDefinition() && !isStaticFunction(function) &&
        !function->isInlined())
      makeStatic(*function, begin, mark);
    else if (isUnused)
      edits.replace(begin, begin, mark);
  }

  void flatten(const clang::FunctionDecl *function) {
    if (std::optional<NotCxx> problem =
            flattenArrays(function, ast, diagnoser, edits))
      refuse(problem->where, problem->what);
  }

  std::string textOf(const TopLevelItem &item, Form form) {
    for (const clang::Decl *declared : item.declared)
      if (form == Form::PrivateC)
        makePrivate(declared, item.begin);
      else if (const auto *function =
                   llvm::dyn_cast<clang::FunctionDecl>(declared))
        writeInCxx(function, item.begin);
    return edits.apply(source.fileText, item.begin, item.end);
  }

  std::string partOf(const Numbers &kept, Form form, size_t begin, size_t end) {
    PartWriter writer(llvm::StringRef(source.fileText).take_front(end));
    writer.write("", begin);
    for (size_t number = 0; number < top.items().size(); ++number) {
      const TopLevelItem &item = top.items()[number];
      if (item.begin < begin || item.end > end)
        continue;
      writer.copyTo(item.begin);
      if (kept.count(number)) {
        if (form != Form::AsWritten)
          writer.write(textOf(item, form), item.end);
        continue;
      }
      const Directives directives = directivesOf(
          llvm::StringRef(source.fileText).slice(item.begin, item.end));
      if (directives.isCut)
        refuse(item.declared.front()->getLocation(),
               "a condition of the preprocessor begins or ends inside this "
               "declaration; put it around the whole");
      writer.drop(item.end, directives.lines);
    }
    writer.copyTo(end);
    return writer.text;
  }

  FileParts partsOf(const Numbers &kept, Form form) {
    return {partOf(kept, form, 0, source.begin) +
                textAmidPragmas(kernel, ast.getSourceManager()),
            partOf(kept, form, source.end, source.fileText.size())};
  }

  /// The definition without its pragmas, its parameters, its directives.
  void describeKernel() {
    const std::string &text = source.fileText;
    flatten(kernel.function);
    const clang::SourceManager &sources = ast.getSourceManager();
    const size_t begin = sources.getFileOffset(kernel.begin());
    dropPragmas(kernel, sources, edits);
    // `extern "C"`, which the new function gets, takes no other `extern`.
    eachToken(ast, begin, sources.getFileOffset(kernel.name()),
              [&](const clang::Token &token, size_t offset) {
                if (token.is(clang::tok::raw_identifier) &&
                    token.getRawIdentifier() == "extern")
                  edits.replace(offset, offset + token.getLength(), "");
                return true;
              });
    forms.definition = definitionText(kernel, ast, edits);
    for (const clang::ParmVarDecl *parameter : kernel.function->parameters())
      forms.declarators.push_back(flatDeclarator(parameter, ast, diagnoser));
    forms.directives =
        directivesOf(llvm::StringRef(text).slice(begin, source.end)).lines;
  }

  const clang::ASTContext &ast;
  const Diagnoser &diagnoser;
  const FoundKernel &kernel;
  const SourceFunction &source;
  TopLevel top;
  const size_t own;
  Numbers used, rest;
  std::set<const clang::Decl *> mayBeUnused; ///< canonical
  TextEdits edits;
  SourceForms forms;
  const char *option = "CUDA output"; ///< what problems are about
};

} // namespace

SourceForms splitSource(const clang::ASTContext &ast,
                        const Diagnoser &diagnoser, const FoundKernel &kernel,
                        const SourceFunction &source) {
  return SourceSplitter(ast, diagnoser, kernel, source).split();
}

SourceBeside besideSource(const clang::ASTContext &ast,
                          const Diagnoser &diagnoser, const FoundKernel &kernel,
                          const Program &program) {
  return SourceSplitter(ast, diagnoser, kernel, program.function)
      .beside(program);
}

} // namespace sparsec
