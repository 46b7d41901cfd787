#!/usr/bin/env python3
"""Writes sextant/core/text/bert_categories.inc: which characters BERT's normaliser takes out, takes for accents and takes
for punctuation, asked of Hugging Face's `tokenizers` code point by code point. Its tables are those of Unicode 8.0.

Usage: make_bert_categories.py > sextant/core/text/bert_categories.inc      (a Python with the package `tokenizers`)
"""
from tokenizers import normalizers, pre_tokenizers


def normalizer(**chosen):
    off = dict(clean_text=False, handle_chinese_chars=False, strip_accents=False, lowercase=False)
    return normalizers.BertNormalizer(**{**off, **chosen})


def ranges(members):
    found = []
    for c in members:
        if found and found[-1][1] == c - 1:
            found[-1][1] = c
        else:
            found.append([c, c])
    return found


def show(name, members):
    print(f"constexpr Range {name}[] = {{")
    line = "   "
    for first, last in ranges(members):
        entry = f" {{{first:#x}, {last:#x}}},"
        if len(line) + len(entry) > 120:
            print(line)
            line = "   "
        line += entry
    print(f"{line}\n}};")


cleaning, stripping = normalizer(clean_text=True), normalizer(strip_accents=True)
splitting = pre_tokenizers.BertPreTokenizer()
points = [c for c in range(0x110000) if not 0xd800 <= c < 0xe000]
between = {c: f"x{chr(c)}y" for c in points}
print("// Made by tools/make_bert_categories.py; of Unicode 8.0.")
show("removed", (c for c in points if cleaning.normalize_str(between[c]) == "xy"))
show("accents", (c for c in points if stripping.normalize_str(between[c]) == "xy"))
show("punctuation", (c for c in points if len(splitting.pre_tokenize_str(between[c])) == 3))
