#!/usr/bin/env python3
"""Writes one file that lies or overflows, with nothing but the standard library.

Usage: make_hostile.py KIND FILE
  toml_header, toml_key, toml_list    20,000 nested tables or lists
  json_lines, json                    100,000 nested lists, on the first line or as the whole file
  npz, mat                            a few kilobytes or megabytes that claim to hold more than a gigabyte
  gzip_line                           300 MB on one line, packed
  csv_quote                           300 MB behind a quote that is never closed, packed
  tensors                             safetensors whose names steer a terminal
"""
import gzip
import json
import struct
import sys
import zipfile
import zlib


def nested(kind):
    if kind == "toml_header":
        return "[" + ".".join(["a"] * 20_000) + "]\nx = 1\n"
    if kind == "toml_key":
        return ".".join(["a"] * 20_000) + " = 1\n"
    if kind == "toml_list":
        return "a = " + "[" * 20_000 + "]" * 20_000 + "\n"
    lists = "[" * 100_000 + "]" * 100_000
    return '{"text": ' + lists + "}\n" if kind == "json_lines" else lists


def write_npz(path):
    """The sizes in both headers say 4 GB; the content is never looked at."""
    header = b"{'descr': '<f8', 'fortran_order': False, 'shape': (500000, 1000), }"
    header += b" " * (53 - len(header) % 64 + 64) + b"\n"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("table.npy", b"\x93NUMPY\x01\x00" + struct.pack("<H", len(header)) + header + bytes(100_000))
    size = struct.pack("<I", 10 + len(header) + 8 * 500_000_000)
    content = bytearray(open(path, "rb").read())
    local, central = content.index(b"PK\x03\x04"), content.index(b"PK\x01\x02")
    content[local + 22:local + 26] = size
    content[central + 24:central + 28] = size
    open(path, "wb").write(content)


def write_mat(path):
    """One compressed array that claims 1.6 GB, in as many bytes as zlib would need for so many zeros."""
    numbers = 200_000_000
    matrix = struct.pack("<IIII", 6, 8, 6, 0) + struct.pack("<IIii", 5, 8, numbers, 1)
    matrix += struct.pack("<II", 1, 2) + b"ts".ljust(8, b"\0") + struct.pack("<II", 9, 8 * numbers)
    whole = struct.pack("<II", 14, len(matrix) + 8 * numbers) + matrix
    packed = zlib.compress(whole + bytes(10_000), 1) + bytes(2_000_000)
    with open(path, "wb") as file:
        file.write(b"MATLAB 5.0 MAT-file".ljust(124) + b"\x00\x01IM" + struct.pack("<II", 15, len(packed)) + packed)


def write_gzip(path, first, piece):
    with gzip.open(path, "wb", 1) as file:
        file.write(first)
        for _ in range(300_000_000 // len(piece)):
            file.write(piece)


def write_tensors(path):
    names = ["\x1b]0;stolen\x07wpe.weight", "\x1b[2J\x9b31m", "\u202eevil", "line\nbreak"]
    header = {name: {"dtype": "F32", "shape": [2, 2], "data_offsets": [16 * i, 16 * i + 16]}
              for i, name in enumerate(names)}
    text = json.dumps(header, ensure_ascii=False).encode()
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text + bytes(16 * len(names)))


kind, target = sys.argv[1:]
if kind == "npz":
    write_npz(target)
elif kind == "mat":
    write_mat(target)
elif kind == "gzip_line":
    write_gzip(target, b"", b"word " * 20_000)
elif kind == "csv_quote":
    write_gzip(target, b'text\n"', b"word word word word\n" * 5_000)
elif kind == "tensors":
    write_tensors(target)
else:
    open(target, "w", encoding="utf-8").write(nested(kind))
