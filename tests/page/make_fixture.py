#!/usr/bin/env python3
"""Makes the folders that the tests of the page look at, out of real runs.

Usage: make_fixture.py PROGRAM DIRECTORY

  run/         one run on a grid of 4 x 4 cells, and what `sextant analyse` found in it
  experiment/  a sweep of learning rate by depth with three seeds and a boundary, beside claims
  adaptive/    a sweep that trains only near its boundary
  stress/      the stress of three encodings against the coordinates of a plane
  checkpoint/  `sextant inspect` of a table that knows its grid of 6 x 6
  discovery/   `sextant discover` of a simulated network with labels and coordinates
  broken/      a run among torn, foreign and empty files
  hostile/     strings that would run if anybody let them
"""
import json
import math
import pathlib
import shutil
import struct
import subprocess
import sys

JOB = ["task.kind=latin_square", "task.size=4", "task.rows=200", "task.gen_rows=20", "model.width=32", "model.heads=2",
       "position.kind=learned", "position.sigma=0.1", "train.steps=400"]
HOSTILE = '</script><img src=x onerror="window.broken=1"><svg onload="window.broken=1">\u2028{{7*7}}'


def train(program, directory, *options):
    subprocess.run([program, "train", "--quiet", "--out", str(directory), *options], check=True)
    return directory


def write_json(path, tree):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps(tree))


def make_run(program, root):
    run = train(program, root / "run", *JOB)
    subprocess.run([program, "analyse", str(run)], check=True, stdout=subprocess.DEVNULL)


def accuracies(sweep, rate):
    runs = [run for run in (sweep / "runs").iterdir() if f"learning_rate = {rate}\n" in (run / "config.toml").read_text()]
    return [json.loads((run / "result.json").read_text())["metrics"]["test"]["accuracy"] for run in runs]


def make_experiment(program, root):
    folder = root / "experiment"
    folder.mkdir()
    subprocess.run([program, "sweep", "--quiet", "--out", str(folder / "rates"),
                    "optimizer.learning_rate=0.0001,0.0003,0.001,0.003,0.01", "model.depth=1,2,3", "seed=1:3",
                    "model.width=16", "train.steps=120", "train.batch=16", "train.evaluate_every=20",
                    "--level", "final.test.accuracy=0.75"],
                   check=True, stdout=subprocess.DEVNULL)
    write_json(folder / "panels" / "narrow.json", {
        "kind": "metric_by_setting", "title": "A narrow range", "caption": "Values that differ in their third digit.",
        "data": {"x": {"label": "seed"}, "y": {"label": "accuracy"}, "series": [
            {"label": "all", "points": [{"x": 1, "y": 0.991}, {"x": 2, "y": 0.9934}]}]}})
    best, worst = (accuracies(folder / "rates", rate) for rate in ("0.003", "0.0001"))
    write_json(folder / "claims.json", [
        {"sentence": "A rate of 0.003 learns most of word order in 120 steps", "paper": 0.8, "seeds": 3, "held": min(best) > 0.7,
         "ours": sum(best) / len(best), "low": min(best), "high": max(best), "figure": "phase_diagram_test.accuracy"},
        {"sentence": "A rate of 0.0001 does too", "paper": "yes", "seeds": 3, "held": min(worst) > 0.7,
         "ours": sum(worst) / len(worst), "low": min(worst), "high": max(worst), "figure": "learning_curves"},
        {"sentence": "A claim that nobody has decided", "paper": None, "ours": None, "held": None, "figure": None}])


def make_found(program, root):
    """An experiment that says what it found; an image of 2 x 2 shuffled pixels."""
    folder = root / "found"
    plane = [[0.5, -0.5], [-0.5, 0.5], [0.5, 0.5], [-0.5, -0.5]]
    write_json(folder / "panels" / "recovery-small.json", {
        "kind": "image_recovery", "title": "An image", "caption": "Taken apart and put together.",
        "data": {"side": 2, "image": [0.1, 0.9, 0.4, 0.2], "truth_cells": [3, 0, 1, 2], "placed": [3, 0, 2, 1],
                 "points": plane, "truth": {"points": plane, "edges": [[0, 2], [1, 2]]}}})
    claim = {"paper": None, "ours": 0.97, "low": 0.9, "high": 1, "seeds": 3, "held": True, "figure": None}
    write_json(folder / "claims.json", [{**claim, "sentence": "The grid is found"},
                                        {**claim, "sentence": "Not before training", "control": True}])
    write_json(folder / "headline.json", {
        "title": "Does the grid come back?", "sentence": "It came back.", "held": True, "figure": "recovery",
        "numbers": [{"label": f"number {i}", "text": f"{i} %"} for i in range(4)], "data": "four pixels",
        "runs": "no runs", "scale": "quick", "controls": "They ask whether it was there before.", "left_out": 2})


def make_adaptive(program, root):
    subprocess.run([program, "sweep", "--quiet", "--out", str(root / "adaptive"), "--adaptive",
                    "optimizer.learning_rate=0.0001,0.0003,0.001,0.003,0.01", "train.steps=20,60,120,200", "seed=1:2",
                    "model.width=16", "train.batch=16", "--level", "final.test.accuracy=0.75"],
                   check=True, stdout=subprocess.DEVNULL)


def make_stress(program, root):
    places = root / f"{'places_of_a_plane_' * 4}.csv"  # longer than a line of a phone: captions name the file
    places.write_text("".join(f"{x},{y}\n" for x in range(5) for y in range(5)))
    subprocess.run([program, "stress", "--coordinates", str(places), "--encoding", "mds:2,sinusoidal,rotary",
                    "--permutations", "99", "--out", str(root / "stress"), "--quiet"], check=True, stdout=subprocess.DEVNULL)


def write_npy(path, rows):
    head = f"{{'descr': '<f8', 'fortran_order': False, 'shape': ({len(rows)}, {len(rows[0])}), }}".ljust(117) + "\n"
    path.write_bytes(b"\x93NUMPY\x01\x00" + struct.pack("<H", len(head)) + head.encode()
                     + b"".join(struct.pack("<d", value) for row in rows for value in row))


def make_checkpoint(program, root):
    """Waves along both sides, as a trained vision transformer has them, and a little of everything else."""
    rows = [[math.cos(math.pi * k * place / 6) for place in (i // 6 + 0.5, i % 6 + 0.5) for k in (1, 2)]
            + [0.1 * math.sin(7.3 * i * k + k) for k in range(1, 9)] for i in range(36)]
    write_npy(root / "grid.npy", rows)
    subprocess.run([program, "inspect", str(root / "grid.npy"), "--tensor", "grid", "--grid", "6x6", "--out",
                    str(root / "checkpoint")], check=True, stdout=subprocess.DEVNULL)


def make_discovery(program, root):
    """15 variables in three modules, with labels and coordinates; trained as briefly as it takes to see them."""
    quiet = {"check": True, "stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
    subprocess.run([program, "simulate", "network", "--sizes", "5,5,5", "--out", str(root / "network")], **quiet)
    (root / "centres.csv").write_text("".join(f"{i % 3},{i // 3},{i % 2}\n" for i in range(15)))
    subprocess.run([program, "discover", str(root / "network" / "series.npy"), "--labels", str(root / "network" / "labels.txt"),
                    "--coordinates", str(root / "centres.csv"), "--quick", "--steps", "1500", "--shuffles", "99", "--shifts", "99",
                    "--out", str(root / "discovery"), "model.width=32", "model.heads=2"], **quiet)


def make_broken(program, root):
    run = train(program, root / "broken" / "good", "train.steps=20")
    panels = run / "panels"
    whole = json.dumps({"kind": "table", "title": "t", "caption": "c", "data": {"columns": [], "rows": []}})
    write_json(panels / "good.json", {"kind": "table", "title": "A good table", "caption": "It still draws.",
                                      "data": {"columns": [{"label": "a"}], "rows": [[1]]}})
    (panels / "torn.json").write_text(whole[:40])
    (panels / "empty.json").write_text("")
    (panels / "foreign.json").write_bytes(b"\x89PNG\r\n\x1a\n\xff\xfe")
    (panels / "outside.json").symlink_to("/etc/hostname")
    write_json(panels / "wrong_shape.json", {"kind": "similarity_matrix", "title": "Wrong shape", "caption": "c",
                                             "data": {"labels": ["a", "b"], "matrices": [{"name": "m", "values": [[1, 2]]}]}})
    write_json(panels / "unknown_kind.json", {"kind": "pie", "title": "Unknown", "caption": "c", "data": {}})
    other = root / "broken" / "torn"
    shutil.copytree(run, other)
    shutil.rmtree(other / "panels")
    (other / "result.json").write_text((run / "result.json").read_text()[:30])
    (other / "metrics.csv").write_text("<html>not a metrics file</html>\n")
    config = other / "config.toml"
    config.write_text(config.read_text().replace("depth = 2", "depth = 3"))
    (other / "positions.safetensors").write_bytes(b"\x08\0\0\0\0\0\0\0{}")


def make_hostile(program, root):
    run = train(program, root / "hostile" / "<img src=x onerror=window.broken=1>", "train.steps=20")
    write_json(run / "panels" / "hostile.json", {
        "kind": "table", "title": HOSTILE, "caption": HOSTILE, "data": {"columns": [{"label": HOSTILE}], "rows": [[HOSTILE]]}})
    write_json(run / "panels" / "labels.json", {
        "kind": "positions_map", "title": HOSTILE, "caption": HOSTILE,
        "data": {"labels": [HOSTILE, "b"], "maps": [{"name": HOSTILE, "points": [[0, 0], [1, 1]]}]}})
    write_json(run.parent / "claims.json", [{"sentence": HOSTILE, "paper": HOSTILE, "figure": HOSTILE}])


def main():
    program, root = sys.argv[1], pathlib.Path(sys.argv[2])
    shutil.rmtree(root, ignore_errors=True)
    root.mkdir(parents=True)
    for make in (make_run, make_experiment, make_found, make_adaptive, make_stress, make_checkpoint, make_discovery, make_broken, make_hostile):
        make(program, root)


if __name__ == "__main__":
    main()
