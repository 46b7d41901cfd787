#!/usr/bin/env python3
"""Makes the folders that the tests of the page look at, out of real runs.

Usage: make_fixture.py PROGRAM DIRECTORY

  run/         one run on a grid of 4 x 4 cells, and what `sextant analyse` found in it
  experiment/  a sweep of learning rate by depth with three seeds and a boundary, beside claims
  broken/      a run among torn, foreign and empty files
  hostile/     strings that would run if anybody let them
"""
import json
import pathlib
import shutil
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
    for make in (make_run, make_experiment, make_broken, make_hostile):
        make(program, root)


if __name__ == "__main__":
    main()
