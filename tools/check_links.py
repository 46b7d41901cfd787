#!/usr/bin/env python3
"""Checks the links of every Markdown file of the tree: files must exist, and so must headings behind a #. In the pages
that say where to write something, the sources that are named must exist too.

Usage: check_links.py [FILE ...]     exit 1 with one line for each dead link

Addresses of the web are not asked: CI has no business with other people's servers.
"""
import pathlib
import re
import subprocess
import sys

LINK = re.compile(r"!?\[(?:[^\]\\]|\\.)*\]\(([^()\s]*(?:\([^()]*\))?[^()\s]*)\)")
SOURCE = re.compile(r"`((?:sextant|tests|experiments)/[\w/.]+\.(?:h|cpp|def|py|txt|toml))`")
NAMES_SOURCES = {"add_a_variant.md"}
WEB = re.compile(r"^(https?|mailto):")


def without_code(text):
    text = re.sub(r"(?ms)^(```+).*?^\1\s*$", "", text)
    return re.sub(r"`[^`\n]*`", "", text)


def anchors(path):
    """As GitHub and MyST make them from headings: lower case, blanks as hyphens, no punctuation."""
    headings = re.findall(r"(?m)^#+ (.+)$", re.sub(r"(?ms)^(```+).*?^\1\s*$", "", path.read_text()))
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


def dead_links(path):
    for link in LINK.findall(without_code(path.read_text())):
        if WEB.match(link):
            continue
        file, _, anchor = link.partition("#")
        target = (path.parent / file) if file else path
        if not target.exists():
            yield f"{path}: {link}: no such file"
        elif anchor and target.suffix == ".md" and anchor not in anchors(target):
            yield f"{path}: {link}: no heading for #{anchor}"


def dead_sources(path):
    """Paths in code spans, from the root of the tree; a path with a capital NAME in it is one to be made."""
    root = pathlib.Path(__file__).resolve().parent.parent
    for source in SOURCE.findall(path.read_text()):
        if "NAME" not in source and not (root / source).exists():
            yield f"{path}: {source}: no such source"


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    listed = sys.argv[1:] or subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard", "*.md"], capture_output=True, text=True).stdout.split()
    files = [pathlib.Path(one) if sys.argv[1:] else root / one for one in listed] or [path for path in root.rglob("*.md") if "build" not in path.parts[len(root.parts)]]
    dead = [line for path in files for line in dead_links(path)]
    dead += [line for path in files if path.name in NAMES_SOURCES for line in dead_sources(path)]
    print("\n".join(dead) if dead else f"the links of {len(files)} Markdown files hold")
    return 1 if dead else 0


if __name__ == "__main__":
    sys.exit(main())
