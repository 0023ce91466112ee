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
