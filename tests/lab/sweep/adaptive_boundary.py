#!/usr/bin/env python3
"""A real boundary, by a third of the runs and by all of them: how many steps a tiny model needs to tell two orders
apart, against the learning rate (12 x 10 cells, 5 seeds, about half a minute of one processor for all 600 runs).

Prints both bands side by side. Exit 1 where they do not overlap everywhere, where the adaptive one is much wider, or
where the adaptive sweep makes other runs when it works on several runs at once or is interrupted and goes on.

Usage: adaptive_boundary.py SEXTANT [DIRECTORY]      keeps its sweeps in DIRECTORY
"""
import json
import pathlib
import subprocess
import sys
import tempfile

JOB = ["model.width=16", "model.depth=1", "task.vocabulary=12", "task.test_sets=100", "train.batch=32",
       "train.evaluate_every=0", "train.record_every=0"]
# Both axes by a constant factor: 1e-4 to 1.8e-2, four values per decade; 20 to 905, two per doubling.
AXES = ["optimizer.learning_rate=1e-4:2e-2:x1.7782794100389228", "train.steps=20,28,40,57,80,113,160,226,320,453,640,905",
        "seed=1:5"]
FULL_GRID = 600
WIDEST = 1.3  # mean width of the adaptive band over that of the full grid; 1.00 when this was written


def sweep(program, directory, *more, expect=0):
    command = [program, "sweep", *JOB, *AXES, "--level", "final.test.accuracy=0.9", "--out", str(directory), "--quiet"]
    status = subprocess.run([*command, *more], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    if status.returncode != expect:
        sys.exit(f"{' '.join(map(str, more))}: exit code {status.returncode} instead of {expect}: {status.stderr}")
    return json.loads((directory / "boundary.json").read_text())["diagrams"][0]


def bands(diagram):
    """Learning rate -> (lower, upper, width in cells) of the one band of train.steps, where there is one."""
    along = diagram["boundaries"][0]["along"][0]
    assert along["key"] == "train.steps"
    return {line["at"]: (band["lower"], band["upper"], band["width_in_cells"])
            for line in along["lines"] for band in line["bands"] if band["crossings"]}


def compare(full, few):
    print(f"runs: {few['runs']['used']} of {full['runs']['used']}")
    print("learning rate   steps, all runs     steps, adaptive     width ratio")
    ratios = []
    for rate, (lower, upper, width) in bands(full).items():
        assert rate in bands(few), f"the adaptive sweep sees no boundary at learning rate {rate}"
        own_lower, own_upper, own_width = bands(few)[rate]
        assert own_lower <= upper and lower <= own_upper, f"the bands at learning rate {rate} do not overlap"
        ratios.append(own_width / width)
        print(f"{rate:13.4g}   {lower:6.1f} - {upper:6.1f}     {own_lower:6.1f} - {own_upper:6.1f}     {ratios[-1]:.2f}")
    mean = sum(ratios) / len(ratios)
    print(f"mean width ratio {mean:.2f}")
    assert few["runs"]["used"] <= FULL_GRID // 3
    assert len(ratios) >= 8 and mean <= WIDEST


def runs_of(directory):
    return sorted(path.parent.name for path in (directory / "runs").glob("*/result.json")
                  if json.loads(path.read_text())["status"] == "done")


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(sys.argv[2] if len(sys.argv) > 2 else scratch)
        few = sweep(program, root / "few", "--adaptive", "-j", "3")
        compare(sweep(program, root / "full"), few)
        sweep(program, root / "stopped", "--adaptive", "-j", "1", "--max-hours", "0.0005", expect=3)
        stopped = len(runs_of(root / "stopped"))
        assert sweep(program, root / "stopped", "--adaptive", "-j", "1") == few, "stopped and resumed: another boundary"
        assert 0 < stopped < few["runs"]["used"], f"stopped after {stopped} runs: too early or too late to test anything"
        assert runs_of(root / "stopped") == runs_of(root / "few"), "stopped and resumed: other runs"


if __name__ == "__main__":
    main()
