#!/usr/bin/env python3
"""Copies a directory of make_hugging_face.py with one tensor (F32) changed: zero, nan, grow, or the numbers of another tensor.

Usage: damage_model.py FROM TO TENSOR zero|nan|grow|OTHER
"""
import json
import pathlib
import shutil
import struct
import sys

source, target, tensor, how = sys.argv[1:]
shutil.copytree(source, target)
path = pathlib.Path(target) / "model.safetensors"
content = bytearray(path.read_bytes())
size = struct.unpack("<Q", content[:8])[0]
header = json.loads(content[8:8 + size])


def place(name):
    begin, end = header[name]["data_offsets"]
    return slice(8 + size + begin, 8 + size + end)


own = place(tensor)
numbers = list(struct.unpack(f"<{(own.stop - own.start) // 4}f", content[own]))
if how == "zero":
    numbers = [0.0] * len(numbers)
elif how == "nan":
    numbers[::7] = [float("nan")] * len(numbers[::7])
elif how == "grow":
    numbers = [1e6 * number for number in numbers]
content[own] = content[place(how)] if how in header else struct.pack(f"<{len(numbers)}f", *numbers)
path.write_bytes(content)
