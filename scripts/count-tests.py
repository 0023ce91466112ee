#!/usr/bin/env python3
"""Counts tests in the JUnit files of ctest and lit: prints `PASSED FAILED`.

usage: count-tests.py CTEST.xml LIT.xml

The ctest entry `lit` stands for all lit tests and is replaced by what LIT.xml
holds; without that file it counts as one failure. Skipped tests are named on
stderr and count as neither.
"""

import sys
import xml.etree.ElementTree as ElementTree


def test_cases(path):
    try:
        return list(ElementTree.parse(path).iter("testcase"))
    except (OSError, ElementTree.ParseError):
        return None


def verdict(case):
    """'failed', 'skipped' or 'passed'."""
    if case.find("failure") is not None or case.get("status") == "fail":
        return "failed"
    skipped = case.find("skipped")
    if skipped is not None:
        # ctest says "not run" of a test whose program was never built.
        missing = "Unable to find executable" in (skipped.get("message") or "")
        return "failed" if missing else "skipped"
    return "passed"


def main(ctest_path, lit_path):
    ctest, lit = test_cases(ctest_path), test_cases(lit_path)
    counts = {"passed": 0, "failed": 0, "skipped": 0}
    if ctest is None:
        print(f"count-tests: no results in {ctest_path}", file=sys.stderr)
        counts["failed"] += 1
    if lit is None:
        print(f"count-tests: no results in {lit_path}", file=sys.stderr)
        counts["failed"] += 1
    cases = [case for case in ctest or [] if case.get("name") != "lit"]
    for case in cases + (lit or []):
        result = verdict(case)
        counts[result] += 1
        if result != "passed":
            name = "::".join(filter(None, [case.get("classname"), case.get("name")]))
            print(f"{result}: {name}", file=sys.stderr)
    print(counts["passed"], counts["failed"])


if __name__ == "__main__":
    main(*sys.argv[1:])
