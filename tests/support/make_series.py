#!/usr/bin/env python3
"""Writes a series of variables in modules that share a slow signal, or of independent ones, as CSV.

Usage: make_series.py FILE MODULES SIZE ROWS SEED [noise]      MODULE-wise order is mixed; the labels go to FILE_labels.txt
"""
import random
import sys

path, modules, size, rows, seed = sys.argv[1], *map(int, sys.argv[2:6])
share = 0.0 if len(sys.argv) > 6 else 0.8
rng = random.Random(seed)
order = [module for module in range(modules) for _ in range(size)]
rng.shuffle(order)
signals = [0.0] * modules
with open(path, "w", encoding="utf-8") as file:
    print(*[f"v{i + 1}" for i in range(len(order))], sep=",", file=file)
    for _ in range(rows):
        signals = [0.5 * one + rng.gauss(0, 0.75 ** 0.5) for one in signals]
        values = [share * signals[module] + (1 - share ** 2) ** 0.5 * rng.gauss(0, 1) for module in order]
        print(*[f"{value:.4f}" for value in values], sep=",", file=file)
with open(path.replace(".csv", "_labels.txt"), "w", encoding="utf-8") as file:
    for module in order:
        print("abcdefghij"[module], file=file)
