#!/usr/bin/env python3
"""A sweep that is killed at random moments and started again ends as if nothing had happened.

Usage: kill_sweep.py PROGRAM [KILLS [SEED]]
"""
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

import tiny_sweep


def main():
    program = sys.argv[1]
    kills = int(sys.argv[2]) if len(sys.argv) > 2 else 200
    chance = random.Random(int(sys.argv[3]) if len(sys.argv) > 3 else 1)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        start = time.monotonic()
        tiny_sweep.make_undisturbed(program, scratch / "undisturbed")
        whole = time.monotonic() - start
        hits = sweeps = 0
        directory = scratch / "killed0"
        # One sweep ends long before the last kill, so there are several, each disturbed until it ends.
        while hits < kills:
            process = subprocess.Popen(tiny_sweep.command(program, directory, "--quiet"), stdout=subprocess.DEVNULL,
                                       stderr=subprocess.DEVNULL)
            try:
                process.wait(chance.uniform(0.005, 0.02 + whole / 8))
                assert process.returncode == 0, f"exit code {process.returncode}"
                tiny_sweep.check_store(directory)
                tiny_sweep.check_same(scratch / "undisturbed", directory)
                sweeps += 1
                directory = scratch / f"killed{sweeps}"
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGKILL)
                process.wait()
                hits += 1
        subprocess.run(tiny_sweep.command(program, directory, "--quiet"), check=True, stdout=subprocess.DEVNULL)
        tiny_sweep.check_store(directory)
        tiny_sweep.check_same(scratch / "undisturbed", directory)
        print(f"killed {hits} times over {sweeps + 1} sweeps: {tiny_sweep.RUNS} rows each, the same bytes")


if __name__ == "__main__":
    main()
