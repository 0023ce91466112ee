"""What shapes and types of operands tell, found once for each: that they are as C
declares them, and sizes."""

import torch

from ._sizes import sizes_of

# Combinations of shapes and types that an operator remembers.
MOST_SEEN = 256


def signature(tensor):
    """All of a tensor that its check asks for; None where it is no array."""
    if tensor.layout is not torch.strided:
        return None
    return (
        tensor.dtype, tensor.device, tensor.shape, tensor.stride(), tensor.is_conj(),
        tensor.is_neg(),
    )


class Seen:
    """Operands that are as they should be: their device, and the scalars that their
    shapes tell, by the sizes that come with them."""

    def __init__(self, device):
        self.device = device
        self._sizes = {}

    def sizes(self, contract, shapes, scalars):
        """{name: value} of all scalars."""
        given = {n: v for n, v in scalars.items() if isinstance(v, int)}
        key = tuple(given.items())
        found = self._sizes.get(key)
        if found is None:
            if len(self._sizes) >= MOST_SEEN:
                self._sizes.clear()
            found = self._sizes[key] = sizes_of(contract, shapes, given)
        return {**found, **scalars}


class Signatures:
    """Of one operator's operands, by name."""

    def __init__(self, operands):
        self._operands = operands
        self._seen = {}

    def of(self, values):
        """A Seen of these, the same one as long as it is remembered; a TypeError where
        they are not as C declares them."""
        operands = self._operands
        given = [n for n in operands.outputs if n in values]
        names = [*operands.arrays, *given]
        key = (len(given), *(signature(values[n]) for n in names))
        found = self._seen.get(key)
        if found is None:
            device = operands.device(values)
            operands.check(values, names, device)
            if len(self._seen) >= MOST_SEEN:
                self._seen.clear()
            found = self._seen[key] = Seen(device)
        return found
