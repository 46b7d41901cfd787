#!/usr/bin/env python3
"""How often `sextant discover --quick` sees structure where there is none: in at most 5 % of 40 tables of variables
that have nothing to do with each other: noise, slow noise, random walks, and modules with every variable shifted in time.

Usage: false_positives.py PROGRAM [DRAWS [VARIABLES [key=value ...]]]      exit 1 where it is too often
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

program = pathlib.Path(sys.argv[1]).resolve()
draws = int(sys.argv[2]) if len(sys.argv) > 2 else 40
variables = int(sys.argv[3]) if len(sys.argv) > 3 else 20
options = sys.argv[4:]
ROWS = 600
KINDS = ["noise", "slow noise", "random walks", "shifted modules"]


def wander(rng, memory):
    """Variables with such a memory, each on its own."""
    values = [0.0] * variables
    for _ in range(ROWS):
        values = [memory * one + rng.gauss(0, 1) for one in values]
        yield values


def shifted_modules(rng):
    """Modules that share a slow signal, then every variable shifted around the end by a time of its own."""
    signals, rows = [0.0] * 4, []
    for _ in range(ROWS):
        signals = [0.8 * one + rng.gauss(0, 0.6) for one in signals]
        rows.append([0.8 * signals[i % 4] + rng.gauss(0, 0.6) for i in range(variables)])
    shifts = [rng.randrange(ROWS) for _ in range(variables)]
    return [[rows[(t + shift) % ROWS][i] for i, shift in enumerate(shifts)] for t in range(ROWS)]


def make_rows(kind, rng):
    if kind == "shifted modules":
        return shifted_modules(rng)
    return wander(rng, {"noise": 0.0, "slow noise": 0.8, "random walks": 1.0}[kind])


found = []
for seed in range(1, draws + 1):
    kind = KINDS[seed % 4]
    with tempfile.TemporaryDirectory() as folder:
        text = "".join(",".join(f"{one:.4f}" for one in row) + "\n" for row in make_rows(kind, random.Random(seed)))
        pathlib.Path(folder, "series.csv").write_text(text, encoding="utf-8")
        subprocess.run([program, "discover", "series.csv", "--quick", "--out", "out", "--quiet", *options],
                       cwd=folder, check=True, stdout=subprocess.DEVNULL)
        result = json.loads(pathlib.Path(folder, "out/discovery.json").read_text(encoding="utf-8"))
        found.append(result["verdict"] != "none")
        print(f"draw {seed}, {kind}: {result['verdict']}, p = {result['structure_test']['p']:.3g}", flush=True)
print(f"none in {draws - sum(found)} of {draws}")
sys.exit(1 if sum(found) > 0.05 * draws else 0)
