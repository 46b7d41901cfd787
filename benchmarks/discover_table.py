#!/usr/bin/env python3
"""The table of docs/discover.md: what `sextant discover` finds where the answer is known, beside every baseline.

Usage: discover_table.py PROGRAM [--data DIR] [--rows NAME,...] [--out DIR] [--quick]

Generated networks need no files. Real data are read from DIR (default: SEXTANT_DATA, or ../shared/data beside the
project); rows whose files are missing are left out. Finished runs in --out are kept: the same call goes on. Rows
pixels_8 and pixels_14 are runs of the task masked_pixels on MNIST, judged by the analyses grid_recovery and
linear_prediction. Intervals are of 95 %, over held-out people where there are several, otherwise over seeds.
"""
import argparse
import json
import os
import pathlib
import resource
import statistics
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent

# Name: what `sextant simulate` is asked for.
SIMULATED = {
    "ring": "ring --sizes 50",
    "torus": "torus --sizes 8,8",
    "tree": "tree --sizes 3,3,3",
    "lattice": "lattice --sizes 4,4,4",
    "modules": "network",
    "strong": "network --coupling 3 --nonlinearity 2 --noise 0.8",
    "directed": "network --sizes 30 --directed --density 0.15",
}
# Name: options of `sextant discover` for it.
ASKED = {"directed": "--lags 1 --couplings directed/couplings.npy"}
# Name: files below the folder of data, and options.
REAL = {
    "schaefer200": ("fmri/schaefer200/timeseries.mat", ""),
    "hcp360": ("fmri/hcp-glasser360", "--labels fmri/cab-np/cortex_parcel_network_assignments.txt"),
}


# Name: pixels per side of MNIST, and training steps.
PIXELS = {"pixels_8": (8, 40_000), "pixels_14": (14, 20_000)}
PIXEL_STUDY = """
title = "Shuffled pixels of MNIST"
reference = "learned"
[base]
task = {{ kind = "masked_pixels", images = "{images}", side = {side}, mask = 50, test_masks = [], test_rows = 1000 }}
model = {{ width = 32, depth = 1, heads = 4, feed_forward = 64, norm_place = "pre", final_norm = true, mask_vector = true, \
activation = "gelu" }}
position = {{ at = "first" }}
optimizer = {{ kind = "adamw", learning_rate = 1e-4 }}
schedule = {{ kind = "warmup_cosine", multiplier = 100, warmup = 100 }}
train = {{ batch = 16, steps = {steps}, clip = 1.0, record_every = 0, evaluate_every = 0 }}
[[cases]]
name = "learned"
"position.kind" = "learned"
"position.sigma" = 0.1
[analyses.grid_recovery]
[analyses.linear_prediction]
[scales.quick]
seeds = "1:3"
"""
STUDENT = {2: 12.706, 3: 4.303, 4: 3.182, 5: 2.776}  # 97.5 % of Student's t, by the number of seeds


def processor_minutes():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return (usage.ru_utime + usage.ru_stime) / 60


def run(program, words, folder):
    before = processor_minutes()
    done = subprocess.run([program, *words], cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"{' '.join(words)}: {done.stderr.strip().splitlines()[-1] if done.stderr else done.returncode}")
    return done.stdout, processor_minutes() - before


def simulate(program, name, folder):
    run(program, ["simulate", *SIMULATED[name].split(), "--out", name], folder)
    known = "labels.txt" if (folder / name / "labels.txt").exists() else "distances.npy"
    return [f"{name}/series.npy", f"--{known.split('.')[0]}", f"{name}/{known}", *ASKED.get(name, "").split()]


def real(name, data):
    place, options = REAL[name]
    words = [str(data / place)]
    for word in options.split():
        words.append(str(data / word) if "/" in word else word)
    return words if (data / place).exists() else None


def with_interval(values, scale=1.0):
    """Of differences by seed."""
    half = STUDENT[len(values)] * statistics.stdev(values) / len(values) ** 0.5
    mean = statistics.mean(values)
    return f"{scale * mean:+.3g} [{scale * (mean - half):.3g}, {scale * (mean + half):.3g}]"


def pixel_row(program, name, data, folder):
    """Runs the study; cells of its row and the minutes it took, or None without the images."""
    images = data / "images" / "mnist"
    if not images.exists():
        return None
    side, steps = PIXELS[name]
    (folder / f"{name}.toml").write_text(PIXEL_STUDY.format(images=images, side=side, steps=steps))
    _, minutes = run(program, ["reproduce", f"./{name}.toml", "--quiet", "--out", f"{name}.found"], folder)
    findings = {analysis: [json.loads(path.read_text())["numbers"]
                           for path in sorted((folder / f"{name}.found").glob(f"runs/*/findings/{analysis}.json"))]
                for analysis in ("grid_recovery", "linear_prediction")}
    errors, grids = findings["linear_prediction"], findings["grid_recovery"]
    baseline = min(("ridge", "factors", "neighbours"), key=lambda one: errors[0][f"{one}[test]"])
    known = max(("correlations", "partial correlations"), key=lambda one: grids[0][f"nearest[{one}]"])
    return [name, "", f"{statistics.mean(one['model[test]'] for one in errors):.3f}",
            f"{errors[0][f'{baseline}[test]']:.3f} ({baseline})",
            with_interval([1 - one["model[test]"] / one[f"{baseline}[test]"] for one in errors], 100) + " %",
            f"{grids[0]['nearest[seeds together]']:.3f}", f"{grids[0][f'nearest[{known}]']:.3f} ({known})",
            with_interval([one["nearest[positions]"] - one[f"nearest[{known}]"] for one in grids])], minutes


def interval(added, scale=1.0):
    low, high = added["interval_over_people"] or added["interval_over_seeds"] or (float("nan"), float("nan"))
    return f"{scale * added['added']:+.3g} [{scale * low:.3g}, {scale * high:.3g}]"


def row(name, found):
    prediction = found["prediction"]
    cells = [name, found["verdict"], f"{prediction['learned']:.3f}",
             f"{prediction['baseline']:.3f} ({prediction['best_baseline']})", interval(prediction, 100) + " %"]
    known = found.get("influences_added") or found.get("labels_added") or found.get("neighbours_added")
    if known:
        cells += [f"{known['learned']:.3f}", f"{known['baseline']:.3f} ({known['best_baseline']})", interval(known)]
    else:
        cells += ["", "", ""]
    return cells


def find(program, name, data, folder, quick):
    """The cells of a row and the minutes it took; None where its files are missing."""
    if name in PIXELS:
        return pixel_row(program, name, data, folder)
    words = simulate(program, name, folder) if name in SIMULATED else real(name, data)
    if words is None:
        return None
    words = ["discover", *words, "--json", "--quiet", "--out", f"{name}.found", *(["--quick"] if quick else [])]
    output, minutes = run(program, words, folder)
    return row(f"{name}, quick" if quick else name, json.loads(output)), minutes


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--data", default=os.environ.get("SEXTANT_DATA", ROOT.parent / "shared" / "data"))
    parser.add_argument("--rows", default=",".join([*SIMULATED, *PIXELS, *REAL]))
    parser.add_argument("--out", default="discover_table")
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    program, folder = str(pathlib.Path(asked.program).resolve()), pathlib.Path(asked.out).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    print("| data | verdict | error, learned | best baseline | added | agreement, learned | best baseline | added | "
          "CPU minutes |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in asked.rows.split(","):
        found = find(program, name, pathlib.Path(asked.data).resolve(), folder, asked.quick)
        if found is None:
            print(f"| {name} | skipped: no data | | | | | | | |", flush=True)
            continue
        cells, minutes = found
        spent = folder / f"{name}.minutes"  # of all calls: finished runs are not trained again
        minutes += float(spent.read_text()) if spent.exists() else 0
        spent.write_text(f"{minutes}")
        print("| " + " | ".join([*cells, f"{minutes:.1f}"]) + " |", flush=True)


main()
