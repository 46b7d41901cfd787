#!/usr/bin/env python3
"""Every third write, fsync and rename of a sweep fails in turn, by turns once and for good: never a corrupt store, never a
half-written run that counts as finished, and the message names the file. Afterwards the same command mends it.

Usage: fail_calls.py PROGRAM LIBRARY [--all: every call, both once and for good]
"""
import errno
import json
import os
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

import tiny_sweep

RUNS = 2


def sweep(program, directory, **environment):
    # One at a time, so that call number n is the same call each time.
    command = [program, "sweep", "model.width=8", "model.depth=1", "train.batch=4", "train.steps=6",
               "train.checkpoint_every=3", "train.record_every=2", f"seed=1:{RUNS}", "-j", "1", "--out", str(directory)]
    return subprocess.run(command, env=dict(os.environ, **environment), text=True, capture_output=True, timeout=120,
                          check=False)


def check_after_failure(directory, undisturbed, result, number):
    store = directory / "results.sqlite"
    if store.exists() and store.stat().st_size > 0:
        with sqlite3.connect(store) as database:
            assert database.execute("PRAGMA integrity_check").fetchone() == ("ok",), f"call {number}: corrupt store"
            tables = {name for name, in database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
            if "runs" in tables:
                for name, status in database.execute("SELECT name, status FROM runs"):
                    assert status == "failed" or is_whole(directory / "runs" / name, undisturbed), \
                        f"call {number}: {name} has a row but is not whole"
    for run in (directory / "runs").glob("*"):
        if (run / "result.json").exists():
            status = json.loads((run / "result.json").read_text())["status"]
            assert status != "done" or is_whole(run, undisturbed), f"call {number}: {run.name} counts as finished"
    if result.returncode != 0:
        said = result.stderr
        assert str(directory) in said, f"call {number}: the message names no file: {said}"


def is_whole(run, undisturbed):
    twin = undisturbed / "runs" / run.name
    names = ("checkpoint.safetensors", "metrics.csv", "result.json")
    return all((run / name).exists() and (run / name).read_bytes() == (twin / name).read_bytes() for name in names)


def main():
    program, library = sys.argv[1:3]
    thorough = "--all" in sys.argv
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        undisturbed = scratch / "undisturbed"
        counter = scratch / "count"
        result = sweep(program, undisturbed, LD_PRELOAD=library, SEXTANT_FAIL_UNDER=str(undisturbed),
                       SEXTANT_FAIL_COUNT=str(counter))
        assert result.returncode == 0, result.stderr
        calls = int(counter.read_text())
        assert calls > 20, calls
        failures = 0
        numbers = range(1, calls + 1, 1 if thorough else 3)
        for number in numbers:
            for for_good in (False, True) if thorough else (number % 2 == 0,):
                directory = scratch / f"call{number}{'on' if for_good else ''}"
                extra = {"SEXTANT_FAIL_ON": "1"} if for_good else {}
                result = sweep(program, directory, LD_PRELOAD=library, SEXTANT_FAIL_UNDER=str(directory),
                               SEXTANT_FAIL_CALL=str(number),
                               SEXTANT_FAIL_ERRNO=str(errno.ENOSPC if for_good else errno.EIO), **extra)
                assert result.returncode in (0, 1, 2), f"call {number}: exit {result.returncode}: {result.stderr}"
                failures += result.returncode != 0
                check_after_failure(directory, undisturbed, result, number)
                mended = sweep(program, directory)
                assert mended.returncode == 0, f"call {number}, afterwards: {mended.stderr}"
                tiny_sweep.check_store(directory, RUNS)
                tiny_sweep.check_same(undisturbed, directory)
        tried = len(numbers) * (2 if thorough else 1)
        assert failures > tried / 2, f"only {failures} of {tried} failures were noticed"
        print(f"{tried} failures of {calls} calls; {failures} sweeps said so; all mended to the same bytes")


if __name__ == "__main__":
    main()
