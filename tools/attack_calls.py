#!/usr/bin/env python3
"""Stops a command before each of its system calls, or lets the call fail, and gives the same command again: it must go
on to the same bytes.

The calls are those that change something (write, fsync, ftruncate, rename, link, unlink, mkdir, open for writing) on
files below the output directory. A call is preceded by SIGKILL, fails once (EIO, EINTR, EMFILE, ENOSPC), fails for good,
or writes only a part. The commands read files, so that data digests are part of what must survive.

Usage: attack_calls.py PROGRAM LIBRARY [--command NAME] [--trials N: sampled from all calls; 0: every call in every way]
                       [--seed S]
LIBRARY is tests/durability/fail_calls.c as a shared object (build/tests/libfail_calls.so).
"""
import argparse
import errno
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

SMALL = ["model.width=8", "model.depth=1", "train.batch=4"]
SERIES = ["task.kind=series", "task.file=net.csv"]
DISCOVER = ["discover", "net.csv", "--seeds", "2", "--sigmas", "0.2", "--steps", "6", "--shifts", "99", "--shuffles",
            "99", "-j", "1", "--quiet", "--out", "out"]
COMMANDS = {
    "train": ["train", *SMALL, *SERIES, "train.steps=6", "train.checkpoint_every=3", "--quiet", "--out", "out"],
    "sweep": ["sweep", *SMALL, *SERIES, "train.steps=6", "train.checkpoint_every=3", "seed=1:2", "-j", "1", "--quiet",
              "--out", "out"],
    "tune": ["tune", "sigma", *SMALL, *SERIES, "train.steps=4", "--values", "0.1,1", "--seeds", "2", "-j", "1",
             "--quiet", "--out", "out"],
    "discover": DISCOVER,
    "reproduce": ["reproduce", "./tiny.toml", "-j", "1", "--quiet", "--out", "out"],
    "analyse": ["analyse", "out"],
    "encode": ["encode", "--corpus", "corpus.txt", "--positions", "8", "--rank", "1", "--width", "4", "--quiet", "--out",
               "out"],
}
TINY = """
title = "A tiny experiment"
paper = "Nobody et al."
[base]
model = { width = 8, depth = 1 }
train = { steps = 4, batch = 4 }
[[cases]]
name = "fixed"
"position.kind" = "sinusoidal"
[[cases]]
name = "learned"
"position.kind" = "learned"
[analyses.spectrum]
[scales.quick]
seeds = "1:2"
[[claims]]
sentence = "Something is measured"
measure = "mean"
metric = "final.test.accuracy"
cases = ["fixed"]
bound = ">= 0"
"""
# What differs each time: clocks, machines, and files that only say how it went; the lock of a dead owner is nobody's.
VARYING = {".lock", "timing.json", "environment.json", "results.sqlite", "results.sqlite-wal", "results.sqlite-shm",
           "report.html", "report.json"}
WAYS = [("killed", {"SEXTANT_FAIL_KILL": "1"})] * 4 + [
    ("EIO once", {"SEXTANT_FAIL_ERRNO": str(errno.EIO)}),
    ("EINTR once", {"SEXTANT_FAIL_ERRNO": str(errno.EINTR)}),
    ("EMFILE once", {"SEXTANT_FAIL_ERRNO": str(errno.EMFILE)}),
    ("ENOSPC for good", {"SEXTANT_FAIL_ERRNO": str(errno.ENOSPC), "SEXTANT_FAIL_ON": "1"}),
    ("short writes", {"SEXTANT_FAIL_ERRNO": str(errno.EIO), "SEXTANT_FAIL_SHORT": "1", "SEXTANT_FAIL_ON": "1"})]


def run(program, name, cwd, **environment):
    return subprocess.run([program, *COMMANDS[name]], cwd=cwd, env=dict(os.environ, **environment), text=True,
                          capture_output=True, timeout=300, check=False)


def prepare(program, name, cwd):
    cwd.mkdir()
    chance = random.Random(1)
    rows = [[chance.gauss(0, 1) for _ in range(8)] for _ in range(200)]
    text = "\n".join(",".join(f"{value + row[0]:.4f}" for value in row) for row in rows)
    (cwd / "net.csv").write_text(",".join(f"v{i}" for i in range(8)) + "\n" + text + "\n")
    (cwd / "tiny.toml").write_text(TINY)
    words = [" ".join(chance.choice("abcdefgh") for _ in range(10)) for _ in range(60)]
    (cwd / "corpus.txt").write_text("\n".join(words) + "\n")
    if name == "analyse":
        assert run(program, "train", cwd).returncode == 0


def final_bytes(cwd):
    files = {}
    for path in sorted((cwd / "out").rglob("*")):
        name = str(path.relative_to(cwd))
        if path.is_file() and path.name not in VARYING and "/damaged/" not in name:
            files[name] = path.read_bytes()
    return files


def attack(program, library, scratch, name, number, way, expected):
    """What was wrong afterwards, or nothing."""
    cwd = scratch / "attacked"
    shutil.rmtree(cwd, ignore_errors=True)
    prepare(program, name, cwd)
    disturbed = run(program, name, cwd, LD_PRELOAD=library, SEXTANT_FAIL_UNDER=str(cwd / "out"),
                    SEXTANT_FAIL_CALL=str(number), **way)
    if disturbed.returncode not in (0, 1, 2, -9):
        return f"ended with {disturbed.returncode}: {disturbed.stderr}"
    if disturbed.returncode in (1, 2) and not disturbed.stderr.strip():
        return "failed without a word"
    for orphan in (cwd / "out").rglob("*.tmp"):  # as if an hour had passed
        os.utime(orphan, (1, 1))
    again = run(program, name, cwd)
    if again.returncode != 0:
        return f"cannot go on ({again.returncode}): {again.stderr}; first: {disturbed.stderr}"
    found = final_bytes(cwd)
    left = [key for key in found if key not in expected]
    other = [key for key in expected if found.get(key) != expected[key]]
    return f"left behind {left}, other bytes {other}; said {disturbed.stderr}" if left or other else ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("--command", choices=COMMANDS, action="append")
    parser.add_argument("--trials", type=int, default=200, help="per command; 0: every call in every way")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    program, library = (str(pathlib.Path(path).resolve()) for path in (options.program, options.library))
    hits = tried = 0
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        for name in options.command or COMMANDS:
            undisturbed = scratch / name
            prepare(program, name, undisturbed)
            counter = scratch / "count"
            answer = run(program, name, undisturbed, LD_PRELOAD=library, SEXTANT_FAIL_UNDER=str(undisturbed / "out"),
                         SEXTANT_FAIL_COUNT=str(counter))
            assert answer.returncode == 0, f"{name}: {answer.stderr}"
            calls, expected = int(counter.read_text()), final_bytes(undisturbed)
            all_ways = dict(WAYS).items()
            chance = random.Random(options.seed)
            trials = [(number, way) for number in range(1, calls + 1) for way in all_ways]
            if options.trials:
                trials = [(chance.randint(1, calls), chance.choice(WAYS)) for _ in range(options.trials)]
            before = hits
            for number, (text, way) in trials:
                wrong = attack(program, library, scratch, name, number, way, expected)
                if wrong:
                    hits += 1
                    print(f"HIT {name}, call {number}, {text}: {wrong}", flush=True)
            tried += len(trials)
            print(f"{name}: {calls} calls, {len(trials)} trials, {hits - before} hits", flush=True)
    print(f"{tried} trials, {hits} hits")
    sys.exit(hits > 0)


if __name__ == "__main__":
    main()
