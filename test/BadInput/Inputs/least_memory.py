"""least_memory.py PROGRAM ARGUMENT...: runs it with less and less memory. It
ends with 0, or with 1 and an error that says so, or does not even start: where
initialisers of its libraries get no memory, they abort before main."""
import resource
import subprocess
import sys


def run_with(limit, command):
    return subprocess.run(
        command, capture_output=True, text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, (limit, limit)))


outcomes = set()
for megabytes in (4000, 700, 500, 400, 340, 300, 260, 220, 180, 140, 100):
    limit = megabytes << 20
    if run_with(limit, [sys.argv[1], "-help"]).returncode:
        break
    run = run_with(limit, sys.argv[1:])
    said = "memory" in run.stderr
    outcomes.add(run.returncode)
    if run.returncode not in (0, 1) or (run.returncode == 1 and not said):
        sys.exit("%d MB: exit code %d: %s" % (megabytes, run.returncode, run.stderr))
if 0 not in outcomes:
    sys.exit("it never runs: " + run.stderr)
