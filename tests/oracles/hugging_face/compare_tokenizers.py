#!/usr/bin/env python3
"""Compares our token ids with those of Hugging Face's tokenizers, on real and on hostile texts and on every code point.

Usage: compare_tokenizers.py ANSWERS DATA      (or the folder SEXTANT_DATA)
exit 1 at a difference, 77 without `tokenizers` or without the data
"""
import os
import pathlib
import struct
import subprocess
import sys

from hostile_texts import every_code_point, hostile_texts

try:
    from tokenizers import Tokenizer, models, normalizers, pre_tokenizers
except ImportError:
    print("skipped: this Python has no package `tokenizers`")
    sys.exit(77)

answers, data = sys.argv[1], pathlib.Path(os.environ.get("SEXTANT_DATA", sys.argv[2]))
vocabulary = data / "vocab/bert_base_uncased_vocab.txt"
encoder, merges = data / "vocab/gpt2_encoder.json", data / "vocab/gpt2_vocab.bpe"
if not vocabulary.exists():
    print(f"skipped: no data: {vocabulary}")
    sys.exit(77)


def real_texts():
    """500 of SST-2 and 500 of IMDB."""
    for path, column, header in ((data / "sst2/glue/train.tsv", 1, 1), (data / "imdb/imdb_train.tsv", 3, 1)):
        lines = path.read_bytes().split(b"\n")
        for line in lines[header:header + 500]:
            yield line.rstrip(b"\r").split(b"\t")[column]


def make_wordpiece():
    tokenizer = Tokenizer(models.WordPiece.from_file(str(vocabulary), unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer


def make_bpe():
    tokenizer = Tokenizer(models.BPE.from_file(str(encoder), str(merges)))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    return tokenizer


def our_ids(files, texts):
    request = b"".join(struct.pack("<I", len(text)) + text for text in texts)
    reply = subprocess.run([answers, *map(str, files)], input=request, stdout=subprocess.PIPE, check=True).stdout
    place = 0
    for _ in texts:
        count, = struct.unpack_from("<I", reply, place)
        yield list(struct.unpack_from(f"<{count}i", reply, place + 4))
        place += 4 + 4 * count


def compare(name, files, tokenizer):
    differences = 0
    for kind, texts in (("real", list(real_texts())), ("hostile", hostile_texts(1000)),
                        ("code point", list(every_code_point()))):
        theirs = [one.ids for one in tokenizer.encode_batch([text.decode(errors="replace") for text in texts])]
        wrong = [(text, a, b) for text, a, b in zip(texts, our_ids(files, texts), theirs) if a != b]
        print(f"{name}: {len(texts)} {kind} texts, {sum(map(len, theirs))} ids, {len(wrong)} differ")
        for text, a, b in wrong[:5]:
            print(f"  {text!r}\n    ours   {a}\n    theirs {b}")
        differences += len(wrong)
    return differences


if compare("wordpiece", [vocabulary], make_wordpiece()) + compare("bpe", [encoder, merges], make_bpe()):
    sys.exit(1)
