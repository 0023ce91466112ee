"""Operators of torch in memory: plans, and calls by what they have in common."""

import torch


def bindable(value):
    if not isinstance(value, torch.Tensor):
        return value
    return (value.detach() if value.requires_grad else value).numpy()


class Entry:
    """A plan for a pattern, and what its calls have in common."""

    def __init__(self, registered, kept, binder):
        self.kept = kept
        self.held = None
        operands, contract = registered.operands, registered.contract
        self.operands, self.contract = operands, contract
        self.code = registered.function._code
        self.new = registered.new
        self.taken = contract.taken("execute")
        self.updating = contract.taken("update")
        self.shapes = binder.shapes(self.taken)
        self.update_shapes = binder.shapes(self.updating)
        # Other numbers are the caller's, in each call.
        self.sizes = {n: binder.values[n] for n in contract.planned
                      if n in binder.values}
        self.output_shapes = {
            n: tuple(shape) for n, shape in
            zip(operands.outputs, binder.shapes(operands.outputs))
        }
        self.values_held = None

    def execute(self, values):
        """With the plan's lock."""
        dtypes, shapes = self.operands.dtypes, self.output_shapes
        outputs = {
            n: values[n] if n in values else self.new(shapes[n], dtypes[n])
            for n in self.operands.outputs
        }
        bound = {**values, **self.sizes, **outputs}
        self.kept.plan.execute(
            self.code.entries["execute"], [bindable(bound[n]) for n in self.taken],
            self.shapes,
        )
        return list(outputs.values())

    def refresh(self, values):
        """New values for the plan, if they are: their elements tell. Of values torch
        does not count all changes (x.data, which gradcheck uses, has none)."""
        if self.updating:
            bound = {n: bindable(v) for n, v in values.items()} | self.sizes
            self.kept.renew(bound, self.updating, self.update_shapes)
