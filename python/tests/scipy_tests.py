"""SciPy's own tests of sparse matrices, from the installed package, with our products:

    python scipy_tests.py context [-k NAMES]    # within sparsec.sparse.use()
    python scipy_tests.py classes [-k NAMES]    # with sparsec.sparse's classes

Products of every size are taken, from the first one on. Prints how many tests ran,
and how many products were ours; exit status 0 where no test failed.
"""

import sys
import warnings

import pytest
import scipy.sparse.tests.test_base as tests

import sparsec.sparse
from sparsec.sparse import _products

CLASSES = ("csr_array", "csc_array", "csr_matrix", "csc_matrix")


class Counter:
    """A plugin of pytest, which keeps outcomes."""

    def __init__(self):
        self.outcomes = {"passed": 0, "failed": 0, "skipped": 0}

    def pytest_runtest_logreport(self, report):
        if report.when == "call" or report.outcome != "passed":
            self.outcomes[report.outcome] += 1


def main():
    kind, *arguments = sys.argv[1:] or ["context"]
    if kind == "classes":
        for name in CLASSES:
            setattr(tests, name, getattr(sparsec.sparse, name))
    counter = Counter()
    warnings.simplefilter("ignore")
    options = ["-q", "-p", "no:cacheprovider", "--no-header", "--tb=short"]
    # Tests' matrices are too small for it.
    _products.ENTRIES_PER_COPY = 0
    of = "own" if kind == "classes" else "all"
    with sparsec.sparse.use(minimum=0, after=0, classes=of):
        status = pytest.main([*options, tests.__file__, *arguments], plugins=[counter])
    print(kind, counter.outcomes, sparsec.sparse.statistics())
    sys.exit(int(status))


main()
