#!/usr/bin/env python3
"""Makes the gallery: runs small examples with the program and keeps the pages that it writes.

Usage: gallery.py PROGRAM PAGES_DIRECTORY GALLERY.md [--all]

A few minutes of two cores; with --all the two experiments of the quickstart too. Where Chromium is installed each page
has a picture.
"""
import pathlib
import shutil
import subprocess
import sys
import tempfile

# name, what it shows, the commands, the directory shown
EXAMPLES = [
    ("run", "One run: what was learned, its loss curve, attention, positions during training",
     ["train task.kind=latin_square task.size=4 model.width=32 model.heads=2 position.sigma=0.1 train.steps=1500 --out runs/latin",
      "analyse runs/latin"], "runs/latin"),
    ("sweep", "A sweep: which encoding learns word order?",
     ["sweep position.kind=none,learned,rotary,alibi seed=1:3 train.steps=300 --out sweeps/kinds"], "sweeps/kinds"),
    ("phase_diagram", "A phase diagram that trains only near its boundary",
     ["sweep --adaptive optimizer.learning_rate=0.0001,0.0003,0.001,0.003,0.01 train.steps=20,60,120,200 seed=1:2 "
      "model.width=16 train.batch=16 --level final.test.accuracy=0.75 --out sweeps/boundary"], "sweeps/boundary"),
    ("stress", "Stress: which encoding fits points of a plane?",
     ["stress --coordinates plane.csv --encoding mds:2,sinusoidal,rotary,alibi --out stress"], "stress"),
    ("discovery", "A discovery: 50 variables whose 5 modules nobody told",
     ["simulate network --out network", "discover network/series.npy --labels network/labels.txt --quick --out discovery"], "discovery"),
    ("checkpoint", "A checkpoint: do the positions of this table know their grid?",
     ["inspect stress/plane.npy --tensor plane --grid 8x8 --out checkpoint"], "checkpoint"),
]
EXPERIMENTS = [
    ("pixels", "An experiment: shuffled pixels", ["reproduce pixels --scale quick"], "reproduced/pixels-quick"),
    ("latin_squares", "An experiment: Latin squares", ["reproduce latin_squares --scale quick"], "reproduced/latin_squares-quick"),
]


def run(program, command, work):
    done = subprocess.run([program, *command.split()], cwd=work, capture_output=True, text=True)
    if done.returncode not in (0, 1):  # 1: a claim did not hold, which is a result
        sys.exit(f"gallery: sextant {command}: {done.stderr.strip()}")
    return done.stdout


def prepare(program, work):
    """The files that examples read: points of a plane, and the table that `encode` makes of them."""
    (work / "plane.csv").write_text("".join(f"{x},{y}\n" for x in range(8) for y in range(8)))
    run(program, "encode --coordinates plane.csv --rank 2 --out table", work)
    (work / "stress").mkdir()
    shutil.copy(work / "table" / "positions.npy", work / "stress" / "plane.npy")


def take_picture(page, picture):
    chromium = shutil.which("chromium") or shutil.which("google-chrome")
    if not chromium:
        return False
    subprocess.run([chromium, "--headless", "--no-sandbox", "--hide-scrollbars", "--window-size=1200,900",
                    f"--screenshot={picture}", page.as_uri()], capture_output=True, timeout=120)
    return picture.exists()


def main():
    program, pages, text = sys.argv[1], pathlib.Path(sys.argv[2]).resolve(), pathlib.Path(sys.argv[3])
    pages.mkdir(parents=True, exist_ok=True)
    lines = ["# Gallery", "Pages that `sextant report` wrote from the commands above them; each is one file that works offline.", ""]
    with tempfile.TemporaryDirectory() as folder:
        work = pathlib.Path(folder)
        prepare(program, work)
        for name, title, commands, shown in EXAMPLES + (EXPERIMENTS if "--all" in sys.argv else []):
            for command in commands:
                run(program, command, work)
            sentence = run(program, f"report {shown} -o {pages / name}.html", work).split("\n\n")[-1].strip()
            lines += [f"## {title}", "```", *(f"sextant {command}" for command in commands), f"sextant report {shown}", "```", f"> {sentence}", ""]
            if take_picture(pages / f"{name}.html", pages / f"{name}.png"):
                lines += [f'<a href="../gallery/{name}.html"><img src="../gallery/{name}.png" alt="{title}" width="720"></a>', ""]
            lines += [f'<a href="../gallery/{name}.html">Open the page</a>', ""]
    text.write_text("\n".join(lines))


if __name__ == "__main__":
    main()
