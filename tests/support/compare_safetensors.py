#!/usr/bin/env python3
"""Which tensors of two models (files or directories) differ; the format read by its definition.

Usage: compare_safetensors.py A B [--tolerance X]      with a tolerance, of F32 tensors
"""
import json
import pathlib
import struct
import sys


def read(path):
    path = pathlib.Path(path)
    tensors = {}
    for file in sorted(path.glob("*.safetensors")) if path.is_dir() else [path]:
        data = file.read_bytes()
        (size,) = struct.unpack("<Q", data[:8])
        header = json.loads(data[8:8 + size])
        header.pop("__metadata__", None)
        for name, one in header.items():
            begin, end = one["data_offsets"]
            tensors[name] = (one["dtype"], one["shape"], data[8 + size + begin:8 + size + end])
    return tensors


def same(one, other, tolerance):
    if one[:2] != other[:2] or tolerance is None:
        return one == other
    numbers = [struct.unpack(f"<{len(side[2]) // 4}f", side[2]) for side in (one, other)]
    return all(abs(a - b) <= tolerance for a, b in zip(*numbers))


first, second = read(sys.argv[1]), read(sys.argv[2])
assert first.keys() == second.keys(), "other tensors"
limit = float(sys.argv[4]) if len(sys.argv) > 4 else None
different = [name for name in first if not same(first[name], second[name], limit)]
print(f"{len(different)} of {len(first)} tensors differ{': ' if different else ''}{', '.join(different[:3])}")
