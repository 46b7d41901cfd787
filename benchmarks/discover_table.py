#!/usr/bin/env python3
"""The table of docs/discover.md: what `sextant discover` finds where the answer is known, beside every baseline.

Usage: discover_table.py PROGRAM [--data DIR] [--rows NAME,...] [--out DIR] [--quick]

Generated networks need no files. Real data are read from DIR (default: SEXTANT_DATA, or ../shared/data beside the
project); rows whose files are missing are left out. Finished runs in --out are kept: the same call goes on.
"""
import argparse
import json
import os
import pathlib
import resource
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
}
# Name: files below the folder of data, and options.
REAL = {
    "schaefer200": ("fmri/schaefer200/timeseries.mat", ""),
    "hcp360": ("fmri/hcp-glasser360", "--labels fmri/cab-np/cortex_parcel_network_assignments.txt"),
}


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
    return [f"{name}/series.npy", f"--{known.split('.')[0]}", f"{name}/{known}"]


def real(name, data):
    place, options = REAL[name]
    words = [str(data / place)]
    for word in options.split():
        words.append(str(data / word) if "/" in word else word)
    return words if (data / place).exists() else None


def interval(added, scale=1.0):
    low, high = added["interval_over_people"] or added["interval_over_seeds"] or (float("nan"), float("nan"))
    return f"{scale * added['added']:+.3g} [{scale * low:.3g}, {scale * high:.3g}]"


def row(name, found, minutes):
    prediction = found["prediction"]
    cells = [name, found["verdict"], f"{prediction['learned']:.3f}",
             f"{prediction['baseline']:.3f} ({prediction['best_baseline']})", interval(prediction, 100) + " %"]
    known = found.get("labels_added") or found.get("neighbours_added")
    if known:
        cells += [f"{known['learned']:.3f}", f"{known['baseline']:.3f} ({known['best_baseline']})", interval(known)]
    else:
        cells += ["", "", ""]
    return cells + [f"{minutes:.1f}"]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--data", default=os.environ.get("SEXTANT_DATA", ROOT.parent / "shared" / "data"))
    parser.add_argument("--rows", default=",".join([*SIMULATED, *REAL]))
    parser.add_argument("--out", default="discover_table")
    parser.add_argument("--quick", action="store_true")
    asked = parser.parse_args()
    program, folder = str(pathlib.Path(asked.program).resolve()), pathlib.Path(asked.out).resolve()
    folder.mkdir(parents=True, exist_ok=True)
    print("| data | verdict | error, learned | best baseline | added | agreement, learned | best baseline | added | "
          "CPU minutes |")
    print("|---|---|---|---|---|---|---|---|---|")
    for name in asked.rows.split(","):
        data = simulate(program, name, folder) if name in SIMULATED else real(name, pathlib.Path(asked.data).resolve())
        if data is None:
            print(f"| {name} | skipped: no data | | | | | | | |", flush=True)
            continue
        words = ["discover", *data, "--json", "--quiet", "--out", f"{name}.found", *(["--quick"] if asked.quick else [])]
        output, minutes = run(program, words, folder)
        spent = folder / f"{name}.minutes"  # of all calls: finished runs are not trained again
        minutes += float(spent.read_text()) if spent.exists() else 0
        spent.write_text(f"{minutes}")
        print("| " + " | ".join(row(name, json.loads(output), minutes)) + " |", flush=True)


main()
