# Sphinx configuration: Markdown through MyST, `sphinx-build -W -b html docs OUT`.
project = "sparsec"
author = "the sparsec authors"
extensions = ["myst_parser"]
source_suffix = {".md": "markdown"}
exclude_patterns = ["_build"]
myst_heading_anchors = 3
# Code blocks show sparsec's loops, which no lexer knows in full.
highlight_language = "none"
html_theme = "furo"
html_title = "sparsec"
html_show_copyright = False
html_static_path = ["_static"]
html_css_files = ["wide.css"]

# `sphinx-build -b man`: the pages of the manual that are about programs and files.
man_make_section_directory = True
man_pages = [
    ("command-line", "sparsec", "compile sparse loops in C", author, 1),
    ("guide/sparsec-bench", "sparsec-bench", "verify and time generated code", author, 1),
    ("permanent", "sparsec-permanent", "permanents of sparse matrices", author, 1),
    ("recipe-language", "sparsec-recipe", "the language of recipes", author, 7),
    ("facts", "sparsec-facts", "facts about index arrays", author, 7),
]
