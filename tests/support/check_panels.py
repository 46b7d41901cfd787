#!/usr/bin/env python3
"""Checks panels against what the page is promised: kinds, shapes, ranges.

Usage: check_panels.py DIRECTORY      exit 1 at the first panel that breaks a promise
"""
import json
import pathlib
import re
import sys


def is_matrix(rows, height, width):
    return len(rows) == height and all(len(row) == width for row in rows)


def check_attention_maps(data):
    n = len(data["tokens"])
    for one in data["maps"]:
        assert is_matrix(one["weights"], n, n)
        assert all(abs(sum(row) - 1) < 1e-4 * n and min(row) >= 0 for row in one["weights"])


def check_information_flow(data):
    n = len(data["tokens"])
    assert all(0 <= token < n for token in data["read"])
    for link in data["links"]:
        assert 0 <= link["layer"] < data["layers"] and 0 <= link["from"] < n and 0 <= link["to"] < n
        assert 0.02 <= link["weight"] <= 1


def check_positions_map(data):
    n = len(data["labels"])
    assert all(len(colour["values"]) == n for colour in data["colours"])
    for one in data["maps"]:
        assert is_matrix(one["points"], n, 2)
        if "truth" in one:
            assert is_matrix(one["truth"]["points"], n, 2)
            assert all(0 <= end < n for edge in one["truth"]["edges"] for end in edge)


def check_similarity_matrix(data):
    n = len(data["labels"])
    for one in data["matrices"]:
        assert is_matrix(one["values"], n, n)
        assert all(one["values"][i][i] == 1 for i in range(n))


def check_similarity_tiles(data):
    n = data["rows"] * data["columns"]
    assert is_matrix(data["values"], n, n)


def check_spectrum(data):
    for series in data["series"]:
        assert series["values"] == sorted(series["values"], reverse=True)
        assert all(0 < rank <= len(series["values"]) + 1e-3 for rank in series["rank"].values())


def check_stress_bars(data):
    assert {bar["label"] for bar in data["bars"]} == {"positions", "zero", "random", "shuffled"}
    assert all(bar["shape"] >= 0 and bar["scale"] >= 0 for bar in data["bars"])


def check_metric_by_setting(data):
    for series in data["series"]:
        assert series["label"] and all({"x", "y", "low", "high", "runs"} <= set(point) for point in series["points"])


def check_table(data):
    assert all(len(row) == len(data["columns"]) for row in data["rows"])


def main():
    paths = sorted(pathlib.Path(sys.argv[1]).iterdir())
    for path in paths:
        assert re.fullmatch(r"[a-z0-9_.-]+\.json", path.name), path
        panel = json.loads(path.read_text(encoding="utf-8"))
        assert set(panel) == {"kind", "title", "caption", "order", "data", "checksum"}, path
        assert panel["title"] and not panel["title"].endswith(".") and panel["caption"].endswith("."), path
        try:
            globals()[f"check_{panel['kind']}"](panel["data"])
        except AssertionError as error:
            raise SystemExit(f"{path}: the data of a {panel['kind']} is not as promised") from error
    print(f"{len(paths)} panels hold what the page is promised")


if __name__ == "__main__":
    main()
