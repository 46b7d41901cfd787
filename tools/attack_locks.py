#!/usr/bin/env python3
"""Several processes make one sweep together on a file system whose locks are broken: refused, granted without holding
anything, or late. Every run is trained once, and the sweep ends with the same bytes as an undisturbed one.

Usage: attack_locks.py PROGRAM LIBRARY [--rounds N] [--processes P]
LIBRARY is tests/durability/fail_calls.c as a shared object (build/tests/libfail_calls.so).
"""
import argparse
import errno
import os
import pathlib
import re
import subprocess
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests/durability"))
import tiny_sweep  # noqa: E402

WAYS = {"refused (ENOLCK)": str(errno.ENOLCK), "refused (ENOTSUP)": str(errno.ENOTSUP), "holding nothing": "none",
        "late": "late"}


def attack(program, library, directory, locks, processes):
    environment = dict(os.environ, LD_PRELOAD=library, SEXTANT_LOCKS=locks)
    begun = [subprocess.Popen(tiny_sweep.command(program, directory, "-j", "2"), env=environment, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(processes)]
    trained = 0
    for process in begun:
        out, said = process.communicate(timeout=600)
        assert process.returncode == 0, f"exit code {process.returncode}: {said}"
        trained += int(re.search(r"(\d+) trained now", out)[1])
    return trained


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("--rounds", type=int, default=10)
    parser.add_argument("--processes", type=int, default=4)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        tiny_sweep.make_undisturbed(options.program, scratch / "undisturbed")
        for number in range(options.rounds):
            for name, locks in WAYS.items():
                directory = scratch / f"sweep{number}{locks}"
                trained = attack(options.program, options.library, directory, locks, options.processes)
                tiny_sweep.check_store(directory)
                tiny_sweep.check_same(scratch / "undisturbed", directory)
                left = [str(path) for path in directory.rglob("*") if re.search(r"\.tmp$|\.lock$", path.name)]
                assert not left, left
                assert trained == tiny_sweep.RUNS, f"locks {name}: {trained} runs were trained, not {tiny_sweep.RUNS}"
                print(f"locks {name}: {options.processes} processes, {trained} runs trained, {tiny_sweep.RUNS} rows, "
                      "the same bytes", flush=True)


if __name__ == "__main__":
    main()
