"""Calls a plan through ctypes, knowing of it only what -emit=json says.

    call_plan.py DESCRIPTION.json PLAN.so SOURCE.so INPUTS.json

INPUTS.json has a value for each argument, a number or a list. Lists must have the
lengths that the description states. The plan, inspected once, is executed twice,
the second time after an update where there is one; what it writes must be what the
source's function writes, called with the same arguments.
"""

import ctypes
import json
import sys

TYPES = {
    ("integer", 4): ctypes.c_int,
    ("integer", 8): ctypes.c_longlong,
    ("floating", 4): ctypes.c_float,
    ("floating", 8): ctypes.c_double,
}


def check_lengths(description, inputs):
    known = {name: value for name, value in inputs.items()}
    for argument in description["arguments"]:
        # What only an inspector measures has no length here.
        if not argument["isPointer"] or None in argument["extents"]:
            continue
        count = 1
        for extent in argument["extents"]:
            count *= eval(extent, {}, known)  # "n + 1", "index[n]"
        found = len(inputs[argument["name"]])
        assert count == found, f"{argument['name']}: {count} elements, not {found}"


def bind(argument, value):
    element = argument["element"]
    ctype = TYPES[element["kind"], element["bytes"]]
    return (ctype * len(value))(*value) if argument["isPointer"] else ctype(value)


def main():
    description = json.load(open(sys.argv[1]))
    plan_library, source_library = map(ctypes.CDLL, sys.argv[2:4])
    inputs = json.load(open(sys.argv[4]))
    check_lengths(description, inputs)
    arguments = {a["name"]: a for a in description["arguments"]}
    functions = {f["role"]: f for f in description["functions"]}

    def fresh():
        return {name: bind(arguments[name], inputs[name]) for name in arguments}

    def call(role, values, plan):
        function = getattr(plan_library, functions[role]["name"])
        taken = [values[name] for name in functions[role]["arguments"]]
        status = function(plan, *taken)
        assert role == "destroy" or status == 0, f"{role}: status {status}"

    values, expected = fresh(), fresh()
    plan = ctypes.c_void_p()
    call("inspect", values, ctypes.byref(plan))
    for turn in range(2):
        source = getattr(source_library, description["function"])
        source(*[expected[a["name"]] for a in description["arguments"]])
        call("execute", values, plan)
        for name, argument in arguments.items():
            if argument["isPointer"]:
                same = list(values[name]) == list(expected[name])
                assert same, f"{name}: {list(values[name])}"
                changed = list(values[name]) != list(fresh()[name])
                assert argument["isWritten"] or turn or not changed, name
        if turn == 0 and "update" in functions:
            for name in description["updated"]:
                for at in range(len(values[name])):
                    values[name][at] += 1
                    expected[name][at] += 1
            call("update", values, plan)
    call("destroy", values, plan)
    print("as the source:", ", ".join(a for a in arguments if arguments[a].get("isWritten")))


main()
