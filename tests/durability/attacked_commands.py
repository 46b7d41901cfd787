"""The commands that campaigns stop, cut off from power or let fail: small, and with files to read, so that the digests of
data are part of what must survive. Run as processes, or many times in forks of one (fork_server.c)."""
import os
import pathlib
import random
import re
import sqlite3
import subprocess

SMALL = ["model.width=4", "model.depth=1", "model.heads=1", "train.batch=2", "task.test_rows=16"]
JOB = ["task.kind=series", "task.file=net.csv", *SMALL]
LONG = [*JOB, "train.checkpoint_every=2", "train.steps=4"]
END = ["--quiet", "--out", "out"]
SWEEP = ["sweep", *LONG, *END, "seed=1:2", "-j", "1"]
COMMANDS = {
    "train": ["train", *LONG, *END],
    "sweep": SWEEP,
    "gather": [*SWEEP, "--gather"],
    "tune": ["tune", "sigma", *JOB, "train.steps=2", "--values", "0.1,1", "--seeds", "2", "-j", "1", *END],
    "discover": ["discover", "net.csv", *SMALL, "--seeds", "2", "--sigmas", "0.2", "--steps", "2", "--shifts", "99",
                 "--shuffles", "99", "-j", "1", *END],
    "reproduce": ["reproduce", "./tiny.toml", "-j", "1", *END],
    "analyse": ["analyse", "out"],
    "encode": ["encode", "--corpus", "corpus.txt", "--positions", "8", "--rank", "1", "--width", "4", *END],
}
TINY = """
title = "A tiny experiment"
paper = "Nobody et al."
[base]
model = { width = 4, depth = 1, heads = 1 }
train = { steps = 2, batch = 2 }
task = { kind = "series", file = "net.csv", test_rows = 16 }
[[cases]]
name = "fixed"
"position.kind" = "sinusoidal"
[[cases]]
name = "learned"
"position.kind" = "learned"
[analyses.spectrum]
[scales.quick]
seeds = "1:2"
[[claims]]
sentence = "Something is measured"
measure = "mean"
metric = "final.test.loss"
cases = ["fixed"]
bound = ">= 0"
"""
# What differs each time: clocks, machines, and pages that show both.
VARYING = {"timing.json", "environment.json", "report.html", "report.json", "results.sqlite", "results.sqlite-wal",
           "results.sqlite-shm", "results.sqlite-journal"}
# In the headline of an experiment: how long it trained, and the checksum of a text that says so.
TRAINING_TIME = re.compile(rb'[0-9.]+ (s|minutes|hours) of training|"checksum": *"[^"]*"')


def prepare(program, name, directory):
    """What is there before the command."""
    directory.mkdir()
    chance = random.Random(1)
    rows = [[chance.gauss(0, 1) for _ in range(4)] for _ in range(40)]
    text = "\n".join(",".join(f"{value + row[0]:.4f}" for value in row) for row in rows)
    (directory / "net.csv").write_text("a,b,c,d\n" + text + "\n")
    (directory / "tiny.toml").write_text(TINY)
    words = [" ".join(chance.choice("abcdefgh") for _ in range(10)) for _ in range(30)]
    (directory / "corpus.txt").write_text("\n".join(words) + "\n")
    before = {"gather": [*SWEEP, "--no-store"], "analyse": COMMANDS["train"]}.get(name)
    if before:
        subprocess.run([program, *before], cwd=directory, check=True, capture_output=True)


def final_state(directory):
    """The bytes of the runs, and what each store answers."""
    state = {}
    for folder, _, files in os.walk(directory / "out"):
        for name in files:
            path = os.path.join(folder, name)
            below = os.path.relpath(path, directory)
            if name == "results.sqlite":
                state[below] = read_store(path)
            # The lock of a dead owner is nobody's: it is taken over by whoever needs the directory again.
            elif not (name in VARYING or "damaged" in below or ".lock" in name):
                with open(path, "rb") as file:
                    state[below] = TRAINING_TIME.sub(b"", file.read()) if name == "headline.json" else file.read()
    return state


def read_store(path):
    database = sqlite3.connect(path)
    database.row_factory = sqlite3.Row
    varies = ("id", "seconds", "row_checksum")
    runs = sorted(sorted((key, row[key]) for key in row.keys() if key not in varies and row[key] is not None)
                  for row in database.execute("SELECT * FROM runs"))
    metrics = sorted(map(tuple, database.execute(
        "SELECT name, metrics.step, split, loss FROM metrics JOIN runs ON runs.id = metrics.run")))
    axes = sorted(map(tuple, database.execute("SELECT key FROM axes")))
    database.close()
    return runs, metrics, axes


def differences(expected, directory):
    """What is there in place of the final state, or nothing. A temporary file of a killed process is no result."""
    try:
        found = {key: value for key, value in final_state(directory).items() if not key.endswith(".tmp")}
    except sqlite3.Error as error:
        return f"the store cannot be read: {error}"
    differing = sorted(key for key in found.keys() | expected.keys() if found.get(key) != expected.get(key))
    return f"other content: {differing}" if differing else ""


class Forks:
    """A command that runs in a fork each time: loading the program takes longer than the command."""

    def __init__(self, program, libraries, name, seconds=20, **environment):
        preloads = ":".join(str(pathlib.Path(library).resolve()) for library in libraries)
        self.process = subprocess.Popen(
            [program, *COMMANDS[name]], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, bufsize=1,
            env=dict(os.environ, LD_PRELOAD=preloads, LD_BIND_NOW="1", SEXTANT_SERVE=str(seconds), **environment))

    def run(self, directory, **environment):
        """The exit code, or minus the signal, and what was printed."""
        parts = [str(directory), *(f"{key}={value}" for key, value in environment.items())]
        self.process.stdin.write("\t".join(parts) + "\n")
        code = os.waitstatus_to_exitcode(int(self.process.stdout.readline()))
        return code, pathlib.Path(f"{directory}.said").read_text(errors="replace")

    def close(self):
        self.process.stdin.close()
        self.process.wait(timeout=30)
