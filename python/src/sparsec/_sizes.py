"""Lengths from shapes alone, which may be torch's symbols: no element is read, and
nothing is made a number."""

from ._contract import Unknown, evaluate, names_in


def no_element(name, at):
    raise Unknown(name)


def evaluated(length, sizes):
    """The value of a length; Unknown where it takes an element, or a size that
    is not there."""
    return evaluate(length, sizes, no_element)


def sizes_of(contract, shapes, given):
    """Scalars that the shapes of arrays, {name: shape}, tell, beside those that
    are given; linear ones, as Binder has them."""
    sizes = dict(given)
    equations = [
        (length, count)
        for name, shape in shapes.items()
        if len(shape) == len(contract.arguments[name]["lengths"])
        for length, count in zip(contract.arguments[name]["lengths"], shape)
    ]
    found = True
    while found:
        found = False
        for length, count in equations:
            missing = [n for n in names_in(length) if n not in sizes]
            if len(missing) == 1 and _solve(sizes, missing[0], length, count):
                found = True
    return sizes


def _solve(sizes, name, length, count):
    try:
        start = evaluated(length, {**sizes, name: 0})
        slope = evaluated(length, {**sizes, name: 1}) - start
        twice = evaluated(length, {**sizes, name: 2}) - start
    except Unknown:
        return False
    # A size that others tell to be 0 says nothing of this one.
    if slope == 0 or twice != 2 * slope:
        return False
    sizes[name] = count - start if slope == 1 else (count - start) // slope
    return True


def shape_of_output(contract, name, shapes, sizes, new_size):
    """What the loops write: by its lengths, or as long as an array of the same
    lengths; new_size() where only elements tell."""
    lengths = contract.arguments[name]["lengths"]
    for other, shape in shapes.items():
        if contract.arguments[other]["lengths"] == lengths:
            return tuple(shape)
    result = []
    for length in lengths:
        try:
            result.append(evaluated(length, sizes))
        except Unknown:
            result.append(new_size(length))
    return tuple(result)
