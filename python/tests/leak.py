#!/usr/bin/env python3
"""Memory of the process over many runs: each is trained anew, opened, looked into, and followed by calls that are refused.

Usage: leak.py [RUNS]      default 1,000; prints how much the resident memory grew after a tenth of them
"""

import gc
import shutil
import sys
import tempfile

import numpy
import sextant

JOB = {"train.steps": 2, "train.batch": 8, "model.width": 16, "task.test_sets": 10}
MOST = 4e6  # bytes: what the allocator may keep besides


def resident():
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def one_run(folder, seed):
    out = f"{folder}/{seed}"
    run = sextant.train(JOB, {"seed": seed}, out=out, progress=False)
    model = run.model()
    model.run_with_cache(numpy.zeros((4, model.length), dtype=int))
    assert len(run.metrics["step"]) > 0
    for wrong in ({"model.widht": 1}, {"model.width": -1}):
        try:
            sextant.train(wrong, progress=False)
            raise AssertionError("not refused")
        except ValueError:
            pass

    def enough(kind, event):
        raise KeyError("enough")

    try:
        sextant.train(JOB, {"seed": seed + 10**6}, out=out + "b", progress=False, callback=enough)
        raise AssertionError("the callback's exception is lost")
    except KeyError:
        pass
    shutil.rmtree(out)
    shutil.rmtree(out + "b", ignore_errors=True)


def growth(runs):
    """Bytes, between a tenth of the runs and their end."""
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(runs):
            if seed == runs // 10:
                gc.collect()
                before = resident()
            one_run(folder, seed)
        gc.collect()
        return resident() - before


def main():
    runs = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    grown = growth(runs)
    print(f"{runs} runs: {resident() / 1e6:.0f} MB resident, grown by {grown / 1e6:.2f} MB since run {runs // 10}")
    sys.exit(grown > MOST)


if __name__ == "__main__":
    main()
