"""The code of pages in docs/guide, in its order, in an empty folder for each."""

import contextlib
import io
import os
import unittest
from importlib.util import find_spec
from pathlib import Path

from support import TestCase

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guide"
PAGES = ["python.md", "gallery.md", "sparse.md"]
PAGES += ["pytorch.md"] if find_spec("torch") else []
PAGES += ["gnn.md"] if find_spec("torch_geometric") else []


def blocks(page):
    """(line above, language, text)"""
    above, language, lines = "", None, []
    for line in page.read_text(encoding="utf-8").splitlines():
        if line.startswith("```"):
            if language is not None:
                yield above, language, "\n".join(lines) + "\n"
                language, lines = None, []
            else:
                language = line[3:]
        elif language is not None:
            lines.append(line)
        elif line.strip():
            above = line


class Guide(TestCase):
    def test_code(self):
        old = os.getcwd()
        self.addCleanup(os.chdir, old)
        for name in PAGES:
            os.chdir(self.folder())
            with self.subTest(name):
                self.assertGreater(self.run_page(GUIDE / name), 3)

    def run_page(self, page):
        """How many pieces of Python it has."""
        names, ran, printed = {}, 0, ""
        for above, language, text in blocks(page):
            if language == "c":
                Path(above.rstrip(":").split("`")[-2]).write_text(text)
            elif language == "python":
                output = io.StringIO()
                with contextlib.redirect_stdout(output):
                    exec(compile(text, str(page), "exec"), names)
                printed, ran = output.getvalue(), ran + 1
            elif language == "text":
                self.assertEqual(printed, text)
        return ran


if __name__ == "__main__":
    unittest.main()
