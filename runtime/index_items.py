"""Indexes the runtime's headers, for the compiler to paste what is used.

index_items.py OUTPUT HEADER...: writes the initializer of `Runtime` in
lib/Target/C/RuntimeText.cpp. A header is a list of paragraphs; each one is an
item: a function, a type or a macro with its comment. NAME_impl.h, right behind
NAME.h, is a template that NAME.h includes once per index type; its items are
instantiated here. What cannot be an item is an error, "FILE:LINE: why".
"""

import re
import sys
from pathlib import Path

WORD = re.compile(r"\w+", re.ASCII)
# What NAME.h defines before it includes NAME_impl.h.
INSTANCES = [("int", "INT_MAX", "_int"), ("long long", "LLONG_MAX", "_long")]
TEMPLATE = re.compile(
    r"\bSPARSEC_INDEX_NAME\(\W*(\w+)\)|\b(SPARSEC_INDEX_MAX|SPARSEC_INDEX)\b",
    re.ASCII,
)


class Refused(Exception):
    pass


def our_names(code):
    return [
        word for word in WORD.findall(code) if word.startswith(("sparsec_", "SPARSEC_"))
    ]


def words_in(code):
    """The words that macros of a file would change, and those that are called."""
    code = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'', "", without_comments(code))
    code = re.sub(r"^#(include|undef).*|^ *# *\w+", "", code, flags=re.M)
    words = re.findall(r"\b([A-Za-z_]\w*)\b(\s*\()?", code, re.ASCII)
    # No macro of a file has a name of the runtime.
    words = [word for word in words if not our_names(word[0])]
    return {word for word, _ in words}, {word for word, call in words if call}


def without_comments(text):
    return "".join(line.split("//")[0] + "\n" for line in text.split("\n"))


def defined_names(code):
    """What an item is there for: an enum's values too, of all else one name."""
    names = [
        name
        for name in our_names(code)
        if name != "SPARSEC_SHARED" and not name.startswith("SPARSEC_HAS_")
    ]
    if "#define SPARSEC_SHARED" in code:
        return {"SPARSEC_SHARED"}
    if "enum " in code:
        return set(names)
    function = re.search(r"\b(sparsec_\w*)\s*\(", code, re.ASCII)
    if function and "typedef " not in code and not code.lstrip().startswith("#define"):
        return {function.group(1)}
    return set(names[:1])


def check_whole(code):
    """An item must not end where a blank line happens to stand."""
    depth = 0
    for directive in re.findall(r"^\s*#\s*(ifdef|ifndef|if|endif)\b", code, re.M):
        depth += -1 if directive == "endif" else 1
        if depth < 0:
            raise Refused("an #endif without its condition; a paragraph is an item")
    if depth:
        raise Refused("a condition without its #endif; a paragraph is an item")
    plain = re.sub(r'"(\\.|[^"\\])*"|\'(\\.|[^\'\\])*\'', "", code)
    if "#if" not in code and plain.count("{") != plain.count("}"):
        raise Refused("braces that do not match; a paragraph is an item")


def guarded(text, name):
    """The item, once in each translation unit; see runtimeGuard in IR."""
    if text.startswith("#ifndef SPARSEC_HAS_"):
        return text
    guard = "SPARSEC_HAS_" + name.removeprefix("sparsec_").upper()
    return f"#ifndef {guard}\n#define {guard}\n{text}#endif\n"


def instances(text):
    """What a template stands for."""
    for type_, limit, suffix in INSTANCES:
        words = {"SPARSEC_INDEX": type_, "SPARSEC_INDEX_MAX": limit}
        yield TEMPLATE.sub(
            lambda match: match[1] + suffix if match[1] else words[match[2]], text
        )


class Header:
    def __init__(self, path):
        self.path = path
        self.name = path.name
        self.includes = []
        self.system = []  # lines
        self.conditional = []  # paragraphs


class Index:
    def __init__(self):
        self.headers = []
        self.items = []  # (header, text, defined names, used names, place)

    def add_item(self, text, place):
        code = without_comments(text)
        check_whole(code)
        defines = defined_names(code)
        if not defines:
            raise Refused("this paragraph defines no name of ours")
        guards = {name for name in our_names(code) if name.startswith("SPARSEC_HAS_")}
        uses = set(our_names(code)) - defines - guards
        text = guarded(text, min(defines))
        self.items.append((self.headers[-1].name, text, defines, uses, place))

    def add_paragraph(self, text, is_template, place):
        header = self.headers[-1]
        if text.startswith("#") and "#include <" in text:
            if text.startswith("#ifdef"):
                header.conditional.append(text + "\n")
            else:
                header.system += [line + "\n" for line in text.split("\n")]
            return
        ours = re.findall(r'^#include "sparsec/(.*)"', text, re.M)
        header.includes += [name for name in ours if not name.endswith("_impl.h")]
        guards = ("#ifndef SPARSEC_RUNTIME_", "#endif // SPARSEC_RUNTIME_", "//===")
        if ours or text.startswith(guards):
            return
        for instance in instances(text + "\n") if is_template else [text + "\n"]:
            self.add_item(instance, place)

    def read(self, path):
        is_template = path.stem.endswith("_impl")
        if not is_template:
            self.headers.append(Header(path))
        line = 1
        for paragraph in path.read_text().split("\n\n"):
            text = paragraph.strip("\n")
            start = line + len(paragraph) - len(paragraph.lstrip("\n"))
            line += paragraph.count("\n") + 2
            if not text:
                continue
            try:
                self.add_paragraph(text, is_template, f"{path}:{start}")
            except Refused as why:
                raise Refused(f"{path}:{start}: {why}") from None

    def check(self):
        """Names are defined, each once, and what is included is there."""
        places = {}
        for _, _, defines, _, place in self.items:
            for name in defines:
                if name in places:
                    raise Refused(f"{place}: {name} is also defined at {places[name]}")
                places[name] = place
        for _, _, _, uses, place in self.items:
            for name in sorted(uses - set(places)):
                raise Refused(f"{place}: nothing defines {name}")
        known = {header.name for header in self.headers}
        for header in self.headers:
            for name in set(header.includes) - known:
                raise Refused(f"{header.path}:1: {name} is no header of the list")


def strings(texts):
    return "{" + ", ".join(f'R"RUNTIME({text})RUNTIME"' for text in texts) + "}"


def initializer(index):
    lines = ["{"]
    for header in index.headers:
        lines.append(f'{{"{header.name}", {strings(header.includes)},')
        lines.append(f" {strings(header.system)}, {strings(header.conditional)}}},")
    lines.append("},\n{")
    for header, text, defines, uses, _ in index.items:
        lines.append(f'{{"{header}", R"RUNTIME({text})RUNTIME",')
        lines.append(f" {strings(sorted(defines))}, {strings(sorted(uses))},")
        words, called = words_in(text)
        lines.append(f" {strings(sorted(words))}, {strings(sorted(called))}}},")
    return "\n".join([*lines, "}", ""])


def main(output, paths):
    index = Index()
    try:
        for path in paths:
            index.read(path)
        index.check()
    except Refused as why:
        sys.exit(str(why))
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(initializer(index))


if __name__ == "__main__":
    main(Path(sys.argv[1]), [Path(name) for name in sys.argv[2:]])
