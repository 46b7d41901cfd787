#!/usr/bin/env python3
"""Writes the generated pages of the site: encodings, commands, the C++ and the Python reference.

Usage: reference.py PROGRAM SOURCE_TREE DIRECTORY

What the program says of itself and what headers and docstrings say, nothing written by hand, so it cannot be out of date.
"""
import ast
import pathlib
import re
import subprocess
import sys

FOLDERS = ["lab", "report", "results", "analysis", "train", "tasks", "nn", "init", "positions", "layers", "stress", "data", "math", "core"]


def ask(program, *arguments):
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=True).stdout


def write_encodings(program, folder):
    rows = re.findall(r"^  (\S+) +(.+)$", ask(program, "list", "positions"), re.M)
    has_cards = "--card" in ask(program, "list", "--help")
    text = ["# Encodings", "One card for each, from `sextant list positions`. `sextant options` lists the options of all.", ""]
    options = ask(program, "options")
    for name, sentence in rows:
        card = ask(program, "list", "positions", "--card", name) if has_cards else "\n".join(ask(program, "list", "positions", name).splitlines()[1:])
        text += [f"## {name}", sentence + ".", "", "```", f"sextant train position.kind={name}", "```", "", "```", card.strip("\n"), "```", ""]
    mine = [line for line in options.splitlines() if line.strip().startswith("position.")]
    text += ["## Options of positions", "```", *mine, "```"]
    (folder / "encodings.md").write_text("\n".join(text) + "\n")


def write_commands(program, folder):
    names = re.findall(r"^  ([a-z]+) ", ask(program, "--help").split("SUBCOMMANDS")[-1].split("Subcommands:")[-1], re.M)
    text = ["# Commands", "The help of every command.", "", "```", ask(program, "--help").rstrip(), "```", ""]
    for name in dict.fromkeys(names):
        if name == "sextant":
            continue
        text += [f"## sextant {name}", "```", ask(program, name, "--help").rstrip(), "```", ""]
    (folder / "commands.md").write_text("\n".join(text) + "\n")


def split_header(text):
    """The opening comment as prose, and the declarations without includes."""
    lines = text.splitlines()
    count = next((i for i, line in enumerate(lines) if not line.startswith("//")), len(lines))
    prose = " ".join(line.lstrip("/ ").rstrip() for line in lines[:count])
    body = [line for line in lines[count:] if not line.startswith(("#include", "#pragma"))]
    return prose, re.sub(r"\n{3,}", "\n\n", "\n".join(body)).strip()


def write_cpp(tree, folder):
    (folder / "cpp").mkdir(exist_ok=True)
    index = ["# C++ reference", "Every public header, from its own comments, by folder; a folder uses only folders below it. `find_package(sextant)` and `sextant::sextant` ([guide](../guide.md#as-a-library)).", ""]
    for name in FOLDERS:
        headers = sorted((tree / "sextant" / name).rglob("*.h"))
        text = [f"# sextant::{name}", ""]
        for header in headers:
            prose, body = split_header(header.read_text())
            text += [f"## {header.relative_to(tree)}", prose, "", "```cpp", body, "```", ""]
        (folder / "cpp" / f"{name}.md").write_text("\n".join(text))
        index.append(f"* [{name}](cpp/{name}.md): {len(headers)} headers")
    (folder / "cpp.md").write_text("\n".join(index) + "\n")


def describe_python(path):
    lines = []
    for node in ast.parse(path.read_text()).body:
        if not isinstance(node, (ast.FunctionDef, ast.ClassDef)) or node.name.startswith("_") or not ast.get_docstring(node):
            continue
        lines += signature(node, "")
        if isinstance(node, ast.ClassDef):
            for one in node.body:
                if isinstance(one, ast.FunctionDef) and not one.name.startswith("_") and ast.get_docstring(one):
                    lines += signature(one, node.name + ".")
    return lines


def signature(node, owner):
    if isinstance(node, ast.ClassDef):
        head = f"class {node.name}"
    else:
        head = f"{owner}{node.name}({ast.unparse(node.args)})"
    return ["```python", head, "```", ast.get_docstring(node), ""]


def write_python(tree, folder):
    root = tree / "python"
    text = ["# Python reference", "Every public class and function with its docstring ([tutorial](../python.md)).", ""]
    for path in sorted((root / "sextant").rglob("*.py")):
        if lines := describe_python(path):
            text += [f"## {path.relative_to(root).with_suffix('').as_posix().replace('/', '.').removesuffix('.__init__')}", "", *lines]
    (folder / "python_reference.md").write_text("\n".join(text) + "\n")


def main():
    program, tree, folder = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    folder.mkdir(parents=True, exist_ok=True)
    write_encodings(program, folder)
    write_commands(program, folder)
    write_cpp(tree, folder)
    write_python(tree, folder)


if __name__ == "__main__":
    main()
