"""Notebooks in docs/notebooks: run, with the outputs that they have."""

import subprocess
import sys
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


class Notebooks(unittest.TestCase):
    def test_outputs(self):
        notebooks = sorted((ROOT / "docs" / "notebooks").glob("*.ipynb"))
        self.assertGreater(len(notebooks), 1)
        done = subprocess.run(
            [sys.executable, ROOT / "scripts" / "run-notebook.py", "--check", *notebooks],
            capture_output=True, text=True,
        )
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)


if __name__ == "__main__":
    unittest.main()
