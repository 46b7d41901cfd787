#!/usr/bin/env python3
"""Checks the line of folders: a folder includes only folders to its left (docs/architecture.md).

Also checks each family's list: every line of a .def file names a .cpp beside it, and every .cpp that
defines a variant stands in the list.

Usage: check_tree.py [ROOT]      exit 1 and one line per fault
"""
import pathlib
import re
import sys

LINE = ["core", "math", "positions", "init", "nn", "tasks", "train", "analysis", "lab", "report", "cli"]
# Walls besides the line: a task does not know which model learns it; a report reads and computes, but cannot run
# anything.
ONLY = {"tasks": {"core", "math"}, "report": {"core", "math"}}
INCLUDE = re.compile(r'^\s*#include\s+"sextant/([^"/]+)/', re.MULTILINE)
LISTED = re.compile(r"^SEXTANT_[A-Z]+\((\w+),", re.MULTILINE)
DEFINED = re.compile(r"^SEXTANT_DEFINE_[A-Z]+\((\w+),", re.MULTILINE)


def may_include(folder, other):
    allowed = ONLY.get(folder, set(LINE[: LINE.index(folder)]))
    return other == folder or other in allowed


def include_faults(source_root):
    for path in sorted(source_root.rglob("*")):
        if path.suffix not in {".h", ".cpp"}:
            continue
        folder = path.relative_to(source_root).parts[0]
        if folder not in LINE:
            yield f"{path}: folder '{folder}' is not in the line {' -> '.join(LINE)}"
            continue
        text = path.read_text(encoding="utf-8")
        for match in INCLUDE.finditer(text):
            if match.group(1) not in LINE or not may_include(folder, match.group(1)):
                number = text.count("\n", 0, match.start(1)) + 1
                yield f"{path}:{number}: {folder} may not include {match.group(1)}"


def list_faults(source_root):
    for list_path in sorted(source_root.rglob("*.def")):
        listed = LISTED.findall(list_path.read_text(encoding="utf-8"))
        if not listed:
            yield f"{list_path}: the list is empty"
        for name in listed:
            if not (list_path.parent / f"{name}.cpp").exists():
                yield f"{list_path}: '{name}' has no file {name}.cpp beside the list"
        for path in sorted(list_path.parent.glob("*.cpp")):
            for name in DEFINED.findall(path.read_text(encoding="utf-8")):
                if name not in listed:
                    yield f"{path}: defines '{name}', which is not in {list_path.name}"


def main():
    root = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent.parent)
    source_root = root / "sextant"
    if not source_root.is_dir():
        sys.exit(f"check_tree: {root} has no folder 'sextant'")
    faults = list(include_faults(source_root)) + list(list_faults(source_root))
    print("\n".join(faults) if faults else "the line of folders holds")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
