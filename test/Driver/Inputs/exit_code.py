"""usage: exit_code.py CODE COMMAND...: runs COMMAND, fails unless it exits CODE."""

import subprocess
import sys

code = subprocess.run(sys.argv[2:]).returncode
if code != int(sys.argv[1]):
    sys.exit(f"exit code {code}, not {sys.argv[1]}")
