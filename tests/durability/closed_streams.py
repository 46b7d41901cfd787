#!/usr/bin/env python3
"""Started with closed standard streams, a run has none of its files in their place: what is printed would go there.

Usage: closed_streams.py PROGRAM
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import time

program = str(pathlib.Path(sys.argv[1]).resolve())
with tempfile.TemporaryDirectory() as scratch:
    command = [program, "train", "train.steps=1000000", "model.width=8", "--out", "run"]
    process = subprocess.Popen(["sh", "-c", 'exec "$@" <&- >&- 2>&-', "sh", *command], cwd=scratch)
    try:
        until = time.monotonic() + 60
        while not (pathlib.Path(scratch) / "run/metrics.csv").exists():
            assert process.poll() is None and time.monotonic() < until, "it does not train"
            time.sleep(0.02)
        folder = pathlib.Path(f"/proc/{process.pid}/fd")
        streams = [os.readlink(folder / str(number)) if (folder / str(number)).is_symlink() else "closed"
                   for number in range(3)]
        assert streams == ["/dev/null"] * 3, streams
    finally:
        process.kill()
        process.wait()
