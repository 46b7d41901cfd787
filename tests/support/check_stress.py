#!/usr/bin/env python3
"""Checks what `sextant stress --out DIR` wrote. Usage: check_stress.py DIR      exit 1 at the first broken promise"""
import csv
import json
import pathlib
import sys


def main():
    directory = pathlib.Path(sys.argv[1])
    report = json.loads((directory / "stress.json").read_text())
    rows = list(csv.DictReader((directory / "stress.csv").open()))
    assert [row["encoding"] for row in rows] == [row["encoding"] for row in report["encodings"]]
    by_name = {row["encoding"]: row for row in report["encodings"]}
    for row in report["encodings"]:
        assert abs(row["raw"] - row["shape"] - row["scale"]) <= 1e-9 * (1 + row["raw"]), row
        assert abs(row["kruskal"] ** 2 - row["shape"]) < 1e-12, row
        assert row["raw_interval"][0] <= row["raw"] <= row["raw_interval"][1], row
        assert row["rule"], row
    assert abs(by_name["zero"]["raw"] - 1) < 1e-12
    assert by_name["smacof:2"]["raw"] <= by_name["mds:2"]["raw"]
    assert abs(by_name["line"]["shape"] - by_name["alibi"]["shape"]) < 1e-12, "every line has one shape"
    low, high = report["target"]["corpus"]["null_mean_square_interval"]
    assert low <= report["target"]["corpus"]["null_mean_square"] <= high
    curve = [point["raw"] for point in report["mds_by_rank"]]
    assert curve == sorted(curve, reverse=True) or report["target"]["kept_axes"] < 12
    for path in sorted((directory / "panels").iterdir()):
        panel = json.loads(path.read_text())
        assert set(panel) == {"kind", "title", "caption", "order", "data", "checksum"}, path
        assert panel["caption"].endswith("."), path
    bars = json.loads((directory / "panels" / "stress.json").read_text())["data"]["bars"]
    assert {bar["group"] for bar in bars} == {"as is", "optimally rescaled"}
    print(f"{len(rows)} encodings hold what stress promises")


if __name__ == "__main__":
    main()
