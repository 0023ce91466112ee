"""The code of docs/guide/python.md and pytorch.md, in its order, in empty folders."""

import contextlib
import io
import os
import unittest
from importlib.util import find_spec
from pathlib import Path

from support import TestCase

GUIDES = Path(__file__).resolve().parents[2] / "docs" / "guide"


def blocks(guide):
    """(line above, language, text)"""
    above, language, lines = "", None, []
    for line in guide.read_text(encoding="utf-8").splitlines():
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
    def test_python(self):
        self.run_code(GUIDES / "python.md")

    @unittest.skipUnless(find_spec("torch"), "there is no torch")
    def test_pytorch(self):
        self.run_code(GUIDES / "pytorch.md")

    def run_code(self, guide):
        old = os.getcwd()
        self.addCleanup(os.chdir, old)
        os.chdir(self.folder())
        names, ran, printed = {}, 0, ""
        for above, language, text in blocks(guide):
            if language == "c":
                Path(above.rstrip(":").split("`")[-2]).write_text(text)
            elif language == "python":
                output = io.StringIO()
                with contextlib.redirect_stdout(output):
                    exec(compile(text, str(guide), "exec"), names)
                printed, ran = output.getvalue(), ran + 1
            elif language == "text":
                self.assertEqual(printed, text)
        self.assertGreater(ran, 5)


if __name__ == "__main__":
    unittest.main()
