#!/usr/bin/env python3
"""Writes sextant/data/text/younger_characters.inc: characters that this machine's utf8proc decomposes or sorts by a combining
class (and marks), and Hugging Face's tokenizers, whose tables are of Unicode 9, leave as they are. Needs `tokenizers`.

Usage: make_younger_characters.py
"""
import ctypes
import ctypes.util
import pathlib

from tokenizers import normalizers

library = ctypes.CDLL(ctypes.util.find_library("utf8proc"))
library.utf8proc_NFKD.restype = ctypes.c_char_p  # leaks a little, for once


def ours(text):
    return library.utf8proc_NFKD(text.encode()).decode()


theirs = normalizers.NFKD()
strip = normalizers.StripAccents()
library.utf8proc_category.restype = ctypes.c_int
found, marks = [], []
for point in range(0x80, 0x110000):
    if 0xd800 <= point < 0xe000:
        continue
    text = "a\u0345" + chr(point)  # of the highest combining class: any other mark moves before it
    mine = ours(text)
    if mine != text and mine != theirs.normalize_str(text):
        found.append(point)
    if library.utf8proc_category(point) in (6, 7, 8) and strip.normalize_str(chr(point)):  # Mn, Mc, Me
        marks.append(point)


def table(name, points):
    ranges = []
    for point in points:
        if ranges and ranges[-1][1] == point - 1:
            ranges[-1][1] = point
        else:
            ranges.append([point, point])
    return f"constexpr Range {name}[] = {{\n" + "".join(f"    {{0x{a:x}, 0x{b:x}}},\n" for a, b in ranges) + "};\n"


path = pathlib.Path(__file__).parent.parent / "sextant/data/text/younger_characters.inc"
path.write_text("// Made by tools/make_younger_characters.py.\n" + table("younger", found) + table("younger_marks", marks))
print(len(found), "characters,", len(marks), "marks")
