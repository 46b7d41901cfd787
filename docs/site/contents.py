#!/usr/bin/env python3
"""Adds the tables of contents to the index of the copied tree: Sphinx wants them, GitHub would show them as code.

Usage: contents.py DOCS_DIRECTORY
"""
import pathlib
import sys

SECTIONS = {
    "Start": ["../README", "tutorials/student", "tutorials/neuroscientist", "tutorials/engineer", "tutorials/own_data", "first_answers", "guide", "gallery", "faq", "coming_from"],
    "Results": ["papers/README", "papers/*", "negative_results", "speed"],
    "By subject": ["discover", "series", "corpora", "any_length", "mixers", "foreign_models", "results", "cost", "boundaries", "many_machines", "experiments", "python", "pytorch", "jax"],
    "Reference": ["reference/encodings", "reference/commands", "reference/python_reference", "reference/cpp", "reference/cpp/*", "glossary", "page_data"],
    "How it is made": ["how_it_works", "architecture", "reliability", "add_a_variant", "adr/README", "adr/*", "../CONTRIBUTING", "../CHANGELOG"],
}


def main():
    index = pathlib.Path(sys.argv[1]) / "index.md"
    text = index.read_text()
    for name, pages in SECTIONS.items():
        globbed = any("*" in page for page in pages)
        text += f"\n```{{toctree}}\n:hidden:\n:caption: {name}\n{':glob:' if globbed else ''}\n\n" + "\n".join(pages) + "\n```\n"
    index.write_text(text)


if __name__ == "__main__":
    main()
