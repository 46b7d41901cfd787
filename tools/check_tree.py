#!/usr/bin/env python3
"""Checks the shape of the sources (docs/architecture.md), sub-folders too:

* the line of folders: a folder includes only folders to its left, and some see less;
* every source that uses another folder reaches core/namespaces.h by itself, as it must where it is compiled alone;
* every file opens the namespace of its folder, and only engine folders know the number type (SEXTANT_PRECISION);
* no type is defined in two headers of a namespace, and no name in two anonymous namespaces of a folder;
* each family's list: every line of a .def file names a .cpp beside it, and every .cpp that defines a variant is listed.

Usage: check_tree.py [ROOT]      exit 1 and one line per fault
"""
import collections
import pathlib
import re
import sys

import unity_names

LINE = ["core", "math", "data", "stress", "foreign", "layers", "positions", "init", "nn", "tasks", "train", "analysis",
        "results", "lab", "report", "cli"]
# Walls besides the line: a task does not know which model learns it; a report reads and computes, but cannot run
# anything.
ONLY = {"tasks": {"core", "math", "data", "stress"}, "report": {"core", "math", "data", "results"}}
# Folders that are compiled once per number type; of math only the kernels, which lie at its top.
ENGINE = {"math", "foreign", "layers", "positions", "init", "nn", "train"}
# The namespaces themselves, and the program's main.
WITHOUT_NAMESPACE = {"core/namespaces.h", "cli/main.cpp"}
INCLUDE = re.compile(r'^\s*#include\s+"sextant/([^"/]+)/', re.MULTILINE)
INCLUDED_FILE = re.compile(r'^\s*#include\s+"sextant/([^"]+)"', re.MULTILINE)
NAMESPACE = re.compile(r"^namespace (sextant\b[\w:]*(?:inline SEXTANT_PRECISION)?) \{", re.MULTILINE)
DEFINED_TYPE = re.compile(r"^(?:struct|class|enum class) (\w+)(?= )[^;{(]*\{", re.MULTILINE)
LISTED = re.compile(r"^SEXTANT_[A-Z]+\((\w+),", re.MULTILINE)
DEFINED = re.compile(r"^SEXTANT_DEFINE_[A-Z]+\((\w+),", re.MULTILINE)


class Source:
    def __init__(self, path, root):
        self.path = path
        self.place = path.relative_to(root)
        self.folder = self.place.parts[0]
        self.text = path.read_text(encoding="utf-8")
        self.knows_precision = "SEXTANT_PRECISION" in self.text

    def line_of(self, match):
        return self.text.count("\n", 0, match.start(1)) + 1


def read_sources(root):
    return [Source(path, root) for path in sorted(root.rglob("*")) if path.suffix in {".h", ".cpp"}]


def may_include(folder, other):
    allowed = ONLY.get(folder, set(LINE[: LINE.index(folder)]))
    return other == folder or other in allowed


def include_faults(sources):
    for source in sources:
        if source.folder not in LINE:
            yield f"{source.path}: folder '{source.folder}' is not in the line {' -> '.join(LINE)}"
            continue
        for match in INCLUDE.finditer(source.text):
            if match.group(1) not in LINE or not may_include(source.folder, match.group(1)):
                yield f"{source.path}:{source.line_of(match)}: {source.folder} may not include {match.group(1)}"


def reach_faults(sources):
    by_place = {source.place.as_posix(): source for source in sources}

    def reached(place, seen):
        if place not in seen and place in by_place:
            seen.add(place)
            for other in INCLUDED_FILE.findall(by_place[place].text):
                reached(other, seen)
        return seen

    for source in sources:
        places = INCLUDED_FILE.findall(source.text)
        uses_another = any(place in by_place and by_place[place].folder != source.folder for place in places)
        if uses_another and "core/namespaces.h" not in reached(source.place.as_posix(), set()):
            yield f"{source.path}: sees no names of other folders, because it does not reach core/namespaces.h"


def namespace_faults(sources):
    for source in sources:
        own = f"sextant::{source.folder}"
        engine = source.folder in ENGINE and (source.folder != "math" or len(source.place.parts) == 2)
        if source.knows_precision and not engine:
            yield f"{source.path}: SEXTANT_PRECISION outside the engine ({', '.join(sorted(ENGINE))})"
        if source.place.as_posix() in WITHOUT_NAMESPACE:
            continue
        opened = list(NAMESPACE.finditer(source.text))
        if not opened:
            yield f"{source.path}: opens no namespace {own}"
        for match in opened:
            if match.group(1) not in {own, own + "::inline SEXTANT_PRECISION"}:
                yield f"{source.path}:{source.line_of(match)}: opens {match.group(1)} instead of {own}"


def type_faults(sources):
    headers = collections.defaultdict(list)
    for source in sources:
        if source.path.suffix == ".h":
            for name in DEFINED_TYPE.findall(source.text):
                headers[source.folder, name].append(source.path)
    for (folder, name), paths in headers.items():
        if len(set(paths)) > 1:
            yield f"{paths[1]}: sextant::{folder}::{name} is also defined in {paths[0]}"


def anonymous_faults(sources):
    compiled_together = collections.defaultdict(list)
    for source in sources:
        if source.path.suffix == ".cpp":
            compiled_together[source.folder, source.knows_precision].append((source.path, source.text))
    for group in compiled_together.values():
        yield from unity_names.shared_names(group)


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
    sources = read_sources(source_root)
    faults = [*include_faults(sources), *reach_faults(sources), *namespace_faults(sources), *type_faults(sources), *anonymous_faults(sources),
              *list_faults(source_root)]
    print("\n".join(faults) if faults else "the line of folders holds")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
