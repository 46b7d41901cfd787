#!/usr/bin/env python3
"""How often `sextant discover` sees structure in independent noise: at most 5 % of 40 tables of 50 variables.

Usage: false_positives.py PROGRAM [DRAWS]      exit 1 where it is too often
"""
import json
import pathlib
import random
import subprocess
import sys
import tempfile

program, draws = pathlib.Path(sys.argv[1]).resolve(), int(sys.argv[2]) if len(sys.argv) > 2 else 40


def write_noise(path, seed):
    """Half of the draws are slow: autocorrelation must not be taken for structure."""
    rng = random.Random(seed)
    memory = 0.8 if seed % 2 else 0.0
    values = [0.0] * 50
    with open(path, "w", encoding="utf-8") as file:
        for _ in range(600):
            values = [memory * one + rng.gauss(0, 1) for one in values]
            print(*[f"{one:.4f}" for one in values], sep=",", file=file)


found = []
for seed in range(1, draws + 1):
    with tempfile.TemporaryDirectory() as folder:
        write_noise(folder + "/noise.csv", seed)
        subprocess.run([program, "discover", "noise.csv", "--seeds", "2", "--sigmas", "0.2", "--steps", "250",
                        "--shuffles", "99", "--out", "out", "--quiet"],
                       cwd=folder, check=True, stdout=subprocess.DEVNULL)
        result = json.loads(pathlib.Path(folder, "out/discovery.json").read_text(encoding="utf-8"))
        found.append(result["structure"])
        print(f"draw {seed}: p = {result['structure_test']['p']:.3g}", flush=True)
print(f"structure was seen in {sum(found)} of {draws} tables of noise")
sys.exit(1 if sum(found) > 0.05 * draws else 0)
