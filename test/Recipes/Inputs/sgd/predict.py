"""predict.py RATINGS.mtx PREFIX PRINTED: the factors in PREFIX-users.mtx and
PREFIX-items.mtx have the error of training that sgd has PRINTED."""

import math
import re
import sys


def entries(path):
    lines = [line for line in open(path) if not line.startswith("%")]
    return [int(size) for size in lines[0].split()], lines[1:]


def factors(path):
    (rows, features), numbers = entries(path)
    assert len(numbers) == rows * features
    return [[float(numbers[k * rows + i]) for k in range(features)] for i in range(rows)]


def main(ratings, prefix, printed):
    users, items = factors(prefix + "-users.mtx"), factors(prefix + "-items.mtx")
    _, lines = entries(ratings)
    squares = 0
    for line in lines:
        i, j, value = line.split()
        pairs = zip(users[int(i) - 1], items[int(j) - 1])
        squares += (float(value) - sum(u * v for u, v in pairs)) ** 2
    error = math.sqrt(squares / len(lines))
    said = float(re.search(r"training ([^,\s]+)", open(printed).read().split("RMSE: ")[-1])[1])
    agree = "agree" if abs(error - said) <= 1e-4 * said else f"are {error} and {said}"
    print(f"{len(users)} users, {len(items)} items, {len(users[0])} features: the errors {agree}")


main(*sys.argv[1:])
