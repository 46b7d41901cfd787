#!/usr/bin/env python3
"""Makes the store of a sweep that was never run, with numbers of one's own (the tables are those of results/store.cpp).

Usage: make_store.py DIRECTORY SEEDS      depths 2 and 3, three encodings, one run diverged and one failed
"""
import pathlib
import random
import sqlite3
import sys

TABLES = """
CREATE TABLE runs (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, status TEXT NOT NULL, fault TEXT, step INTEGER,
  steps INTEGER, parameters INTEGER, seconds REAL, code TEXT,
  "seed", "model.depth", "model.causal", "position.kind", "position.sigma", "final.train.loss", "final.test.accuracy");
CREATE TABLE metrics (run INTEGER NOT NULL REFERENCES runs(id), step INTEGER NOT NULL, split TEXT NOT NULL,
  loss REAL, accuracy REAL, learning_rate REAL, gradient_norm REAL);
CREATE TABLE axes (key TEXT PRIMARY KEY, position INTEGER NOT NULL);
INSERT INTO axes VALUES ('model.depth', 0), ('position.kind', 1), ('seed', 2);
PRAGMA user_version = 1;
PRAGMA journal_mode = WAL;
"""


def make_row(depth, kind, seed):
    better = {"none": 0.0, "learned": 0.2, "rotary": 0.25}[kind]
    accuracy = 0.5 + better + random.Random(f"{depth} {kind} {seed}").uniform(0, 0.1)
    status = {(3, "rotary", 2): "diverged", (2, "none", 1): "failed"}.get((depth, kind, seed), "done")
    good = status == "done"
    return (f"made-{depth}-{kind}-{seed}", status, None if good else 'loss "inf", at step 3', 100, 100, 1234, 1.5,
            "0123456789ab", seed, depth, 0, kind, None if kind == "none" else 0.1, 1 - accuracy if good else None,
            accuracy if good else None)


def main():
    directory = pathlib.Path(sys.argv[1])
    directory.mkdir(parents=True)
    store = sqlite3.connect(directory / "results.sqlite")
    store.executescript(TABLES)
    rows = [make_row(depth, kind, seed) for depth in (2, 3) for kind in ("learned", "rotary", "none")
            for seed in range(1, int(sys.argv[2]) + 1)]
    store.executemany(f"INSERT INTO runs VALUES (NULL, {', '.join('?' * len(rows[0]))})", rows)
    store.execute("INSERT INTO metrics SELECT id, step, 'test', 0.5, NULL, 1e-3, 1.0 FROM runs")
    store.commit()
    store.close()


if __name__ == "__main__":
    main()
