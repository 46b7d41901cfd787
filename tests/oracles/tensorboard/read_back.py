#!/usr/bin/env python3
"""Trains with --tensorboard, stops and resumes, exports, and reads every event file with TensorBoard's own reader.

Usage: read_back.py PROGRAM      exit 1 where a number differs from metrics.csv, 77 where there is no TensorBoard
"""
import csv
import math
import pathlib
import struct
import subprocess
import sys
import tempfile
import time

try:
    from tensorboard.backend.event_processing.event_accumulator import EventAccumulator
except ImportError:
    print(f"skipped: {sys.executable} has no TensorBoard (pip install tensorboard)")
    sys.exit(77)

JOB = ["train.steps=60", "train.batch=8", "model.width=16", "train.evaluate_every=20", "train.record_every=5"]


def expected_scalars(run):
    """tag -> [(step, value as float32)], from metrics.csv."""
    scalars = {}
    for row in csv.DictReader(open(run / "metrics.csv")):
        for column in ("loss", "accuracy", "learning_rate", "gradient_norm"):
            if row[column] != "":
                tag = f"{row['split']}/{column}" if column in ("loss", "accuracy") else column
                value = struct.unpack("f", struct.pack("f", float(row[column])))[0]
                scalars.setdefault(tag, []).append((int(row["step"]), value))
    return scalars


def check(name, directory, run, first, last):
    reader = EventAccumulator(str(directory), size_guidance={"scalars": 0})
    reader.Reload()
    expected = expected_scalars(run)
    tags = set(reader.Tags()["scalars"])
    assert tags == set(expected), f"{name}: tags {tags} instead of {set(expected)}"
    times = []
    for tag, values in expected.items():
        events = reader.Scalars(tag)
        found = [(event.step, event.value) for event in events]
        assert found == values, f"{name}: {tag}: {found} instead of {values}"
        times += [event.wall_time for event in events]
    assert first - 1 <= min(times) <= max(times) <= last + 1, f"{name}: times {min(times)}..{max(times)}"
    assert all(math.isfinite(value) for values in expected.values() for _, value in values)
    print(f"held    {name}: {len(tags)} tags, {len(times)} numbers")


def kill_and_resume(command, checkpoint):
    """Killed some steps after its first checkpoint, so that the second event file repeats steps of the first."""
    process = subprocess.Popen(command)
    while not checkpoint.exists() and process.poll() is None:
        time.sleep(0.001)
    time.sleep(0.02)
    process.kill()
    process.wait()
    subprocess.run(command, check=True)


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="sextant_tensorboard_") as name:
        root = pathlib.Path(name)
        first = time.time()
        train = [program, "train", *JOB, "--quiet", "--tensorboard"]
        subprocess.run([*train, "--out", root / "live"], check=True)
        check("live", root / "live", root / "live", first, time.time())
        kill_and_resume([*train, "train.steps=3000", "train.checkpoint_every=500", "--out", root / "resumed"],
                        root / "resumed/checkpoint.safetensors")
        check("resumed", root / "resumed", root / "resumed", first, time.time())
        subprocess.run([program, "export", root / "live", root / "resumed", "--tensorboard", root / "log"], check=True,
                       stdout=subprocess.DEVNULL)
        for run in ("live", "resumed"):
            check(f"exported {run}", root / "log" / run, root / run, first, time.time())


if __name__ == "__main__":
    main()
