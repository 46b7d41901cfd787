#!/usr/bin/env python3
"""Prints one value of a JSON document on stdin: `json_value.py rows.0.held`; of a list "length" is its length.

Usage: ... | json_value.py PATH ...      one line each
"""
import json
import sys


def find(tree, path):
    for step in path.split("."):
        if isinstance(tree, list):
            tree = len(tree) if step == "length" else tree[int(step)]
        else:
            tree = tree[step]
    return tree


def main():
    tree = json.load(sys.stdin)
    for path in sys.argv[1:]:
        print(json.dumps(find(tree, path)))


if __name__ == "__main__":
    main()
