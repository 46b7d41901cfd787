#!/usr/bin/env python3
"""Two processes on one directory make each run once; a run has the same bytes alone and packed with seven others.

Usage: two_sweeps.py PROGRAM
"""
import pathlib
import re
import subprocess
import sys
import tempfile

import tiny_sweep


def count_runs(text):
    """From "runs 60 done, ...; 25 trained now": those that are done, and those that this process made."""
    return [int(number) for number in re.search(r"runs\s+(\d+) done.*; (\d+) trained now", text).groups()]


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        tiny_sweep.make_undisturbed(program, scratch / "alone")
        both = scratch / "both"
        orders = ([], ["--shuffle"])
        processes = [subprocess.Popen(tiny_sweep.command(program, both, "--quiet", *order), stdout=subprocess.PIPE,
                                      text=True) for order in orders]
        made = []
        for process in processes:
            output, _ = process.communicate()
            assert process.returncode == 0
            done, made_here = count_runs(output)
            assert done == tiny_sweep.RUNS, output
            made.append(made_here)
        assert sum(made) == tiny_sweep.RUNS and min(made) > 0, made
        tiny_sweep.check_store(both)
        tiny_sweep.check_same(scratch / "alone", both)
        packed = scratch / "packed"
        subprocess.run(tiny_sweep.command(program, packed, "--quiet", "-j", "8"), check=True, stdout=subprocess.DEVNULL)
        tiny_sweep.check_same(scratch / "alone", packed)
        print("two sweeps at once and eight runs at once: each run once, the same bytes")


if __name__ == "__main__":
    main()
