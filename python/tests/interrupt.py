#!/usr/bin/env python3
"""Ctrl-C in the midst of every long call: how long until the caller has control back.

Usage: interrupt.py [NAME...]      names of CASES; default: all of them. Prints the seconds of each; exit 1 above a limit
"""

import signal
import subprocess
import sys
import tempfile
import textwrap
import time

LIMIT = 1.0

# What is called, and the event after which the interrupt comes: a stage, or a kind of event.
CASES = {
    "train": ("progress", """
        sextant.train({"train.steps": 400000, "model.width": 16, "train.evaluate_every": 400000}, out="run", **heard)"""),
    "sweep": ("progress", """
        sextant.Sweep({"train.steps": 200000, "model.width": 16}, {"seed": [1, 2, 3]}, out="sweep").run(jobs=2, **heard)"""),
    "reproduce": ("training", """
        sextant.reproduce("latin_squares", scale="quick", out="claims", **heard)"""),
    "analyses": ("start", """
        run = sextant.train({"train.steps": 2, "model.width": 256, "task.test_sets": 20000}, out="run", progress=False)
        print("start", flush=True)
        run.findings(samples=100000, progress=False)"""),
    "tune": ("progress", """
        sextant.tune("sigma", {"train.steps": 200000, "model.width": 16}, values=[0.1, 0.5], out="tuned", **heard)"""),
    "discover": ("training", """
        x = numpy.random.default_rng(0).normal(size=(2000, 60))
        sextant.discover(x, seeds=2, steps=100000, out="found", **heard)"""),
    "verify": ("finding", """
        sextant.verify_necessity(**heard)"""),
    "stress": ("random orders", """
        x = numpy.random.default_rng(0).normal(size=(64, 3))
        sextant.stress(coordinates=x, encodings=["sinusoidal"], permutations=10**7, **heard)"""),
    "smacof": ("SMACOF", """
        x = numpy.random.default_rng(0).random(size=(900, 900))
        sextant.encode(distances=(x + x.T) * (1 - numpy.eye(900)), method="smacof", rank=8, **heard)"""),
    "eigenproblem": ("start", """
        x = numpy.random.default_rng(0).random(size=(2000, 2000))
        print("start", flush=True)
        sextant.encode(distances=(x + x.T) * (1 - numpy.eye(2000)), rank=8, width=8, **heard)"""),
    "model": ("start", """
        model = sextant.train({"train.steps": 1, "model.width": 64}, out="run", progress=False).model()
        tokens = numpy.zeros((100000, model.length), dtype=int)
        print("start", flush=True)
        model(tokens)"""),
}

SCRIPT = """
import os, signal, time
import numpy, sextant
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell ignores it in what it starts in the background
def hear(kind, event):
    print(kind, event.get("name", ""), event.get("stage", ""), flush=True)
heard = {"progress": False, "callback": hear}
try:
%s
    print("ended", flush=True)
except KeyboardInterrupt:
    print("stopped", time.monotonic(), flush=True)
os._exit(0)  # what is left behind would be waited for
"""


def seconds_to_stop(name, folder):
    """From the interrupt to KeyboardInterrupt in the caller."""
    mark, call = CASES[name]
    script = SCRIPT % textwrap.indent(textwrap.dedent(call).strip("\n"), "    ")
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True, cwd=folder) as process:
        for line in process.stdout:
            if line.startswith("ended"):
                raise AssertionError(f"{name}: it ended before {mark!r}")
            if mark in line:
                break
        time.sleep(0.3)  # into the midst of it
        start = time.monotonic()
        process.send_signal(signal.SIGINT)
        stopped = [line for line in process.stdout if line.startswith("stopped")]
    if not stopped:
        raise AssertionError(f"{name}: no KeyboardInterrupt")
    return float(stopped[0].split()[1]) - start


def main():
    worst = 0.0
    for name in sys.argv[1:] or CASES:
        with tempfile.TemporaryDirectory() as folder:
            seconds = seconds_to_stop(name, folder)
        worst = max(worst, seconds)
        print(f"{name:<13} {seconds:.2f} s", flush=True)
    sys.exit(worst > LIMIT)


if __name__ == "__main__":
    main()
