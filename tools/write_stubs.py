#!/usr/bin/env python3
"""Writes the options of the library into python/sextant/__init__.pyi: functions that take them as keywords get each with its
type, so that an editor completes it and a type checker refuses a misspelt one. What a function names itself stays as it is.
To be run where an option of the library is new.

Usage: write_stubs.py      with the package of the build on PYTHONPATH; prints how many signatures it wrote
"""
import ast
import inspect
import pathlib
import textwrap

import sextant

STUB = pathlib.Path(__file__).resolve().parents[1] / "python" / "sextant" / "__init__.pyi"
TYPES = {"path": "Path", "list[str]": "Sequence[str]", "list[int]": "Sequence[int]", "list[float]": "Sequence[float]",
         "dict": "Mapping[str, Any]"}
# What arrays and iterables are taken for, too.
DATA = {"distances": "Any", "coordinates": "Any", "features": "Any", "weights": "Any", "corpus": "Documents | None",
        "out": "Path", "data": "Path"}


def type_of(field):
    return DATA.get(field["name"]) or TYPES.get(field["type"], field["type"])


def fields_of(name):
    return {field["name"]: field for field in sextant.options(name)}


def text_of(argument, default):
    return f"{argument.arg}: {ast.unparse(argument.annotation)}" + ("" if default is None else f" = {ast.unparse(default)}")


def signature(node, function, library):
    """The stub's own parameters, then the options that the function at hand has besides."""
    arguments = node.args
    first = [None] * (len(arguments.args) - len(arguments.defaults)) + arguments.defaults
    own = [one.arg if one.annotation is None else text_of(one, default) for one, default in zip(arguments.args, first)]
    named = {one.arg for one in arguments.args}
    further = [f"{name}: {type_of(fields_of(library)[name])} = ..." for name, parameter in inspect.signature(function).parameters.items()
               if name not in named and parameter.kind is inspect.Parameter.KEYWORD_ONLY]
    if not further:
        return None
    head = f"def {node.name}("
    lines = textwrap.wrap(", ".join([*own, "*", *further]).replace(" = ", "\0=\0").replace(": ", ":\0").replace(" | ", "\0|\0"),
                          width=118 - node.col_offset - len(head), break_long_words=False, break_on_hyphens=False)
    text = ("\n" + " " * (node.col_offset + len(head))).join(lines).replace("\0", " ")
    return f"{' ' * node.col_offset}{head}{text}) -> {ast.unparse(node.returns)}: ..."


def documented(node, owner):
    """The function of the stub, and the name of its options in the library; None where it takes none."""
    function = getattr(owner, node.name, None)
    library = {"run": "sweep"}.get(node.name, node.name)
    takes = function is not None and hasattr(function, "__signature__") and "Options of the library" in (function.__doc__ or "")
    return (function, library) if takes else (None, None)


def main():
    lines = STUB.read_text(encoding="utf-8").split("\n")
    written = []
    nodes = []
    for node in ast.parse("\n".join(lines)).body:
        if isinstance(node, ast.FunctionDef):
            nodes.append((node, sextant))
        elif isinstance(node, ast.ClassDef) and hasattr(sextant, node.name):
            nodes += [(one, getattr(sextant, node.name)) for one in node.body if isinstance(one, ast.FunctionDef)]
    for node, owner in reversed(nodes):  # from the end, so that the lines before stay where they are
        function, library = documented(node, owner)
        text = signature(node, function, library) if function else None
        if text:
            lines[node.lineno - 1:node.end_lineno] = text.split("\n")
            written.append(node.name)
    STUB.write_text("\n".join(lines), encoding="utf-8")
    print(f"{len(written)} signatures: {', '.join(reversed(written))}")


if __name__ == "__main__":
    main()
