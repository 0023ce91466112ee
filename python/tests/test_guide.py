"""The code of docs/guide/python.md, in its order, in an empty folder."""

import contextlib
import io
import os
import unittest
from pathlib import Path

from support import TestCase

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guide" / "python.md"


def blocks():
    """(line above, language, text)"""
    above, language, lines = "", None, []
    for line in GUIDE.read_text(encoding="utf-8").splitlines():
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
        os.chdir(self.folder())
        names, ran, printed = {}, 0, ""
        for above, language, text in blocks():
            if language == "c":
                Path(above.rstrip(":").split("`")[-2]).write_text(text)
            elif language == "python":
                output = io.StringIO()
                with contextlib.redirect_stdout(output):
                    exec(compile(text, str(GUIDE), "exec"), names)
                printed, ran = output.getvalue(), ran + 1
            elif language == "text":
                self.assertEqual(printed, text)
        self.assertGreater(ran, 5)


if __name__ == "__main__":
    unittest.main()
