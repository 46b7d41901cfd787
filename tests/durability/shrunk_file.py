#!/usr/bin/env python3
"""A file that becomes shorter while it is being read ends the program with one line, not by a signal.

Usage: shrunk_file.py PROGRAM LIBRARY      LIBRARY is shrink_mapped.c as a shared object
"""
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile

program, library = (str(pathlib.Path(path).resolve()) for path in sys.argv[1:3])
header = json.dumps({"wpe.weight": {"dtype": "F32", "shape": [64, 64], "data_offsets": [0, 16384]}}).encode()
with tempfile.TemporaryDirectory() as scratch:
    model = pathlib.Path(scratch) / "model.safetensors"
    content = struct.pack("<Q", len(header)) + header + bytes(16384)
    for shrinks, expected in ((False, 0), (True, 1)):
        model.write_bytes(content)
        more = {"LD_PRELOAD": library, "SEXTANT_SHRINK": "model.safetensors"} if shrinks else {}
        done = subprocess.run([program, "inspect", "model.safetensors"], cwd=scratch, env={**os.environ, **more}, text=True,
                              capture_output=True, timeout=60, check=False)
        assert done.returncode == expected, f"exit {done.returncode}: {done.stderr}"
        assert not shrinks or "became shorter" in done.stderr, done.stderr
