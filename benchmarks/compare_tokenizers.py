#!/usr/bin/env python3
"""Token ids per second against Hugging Face's tokenizers, by the processor's clock, interleaved; medians of the rounds.

Usage: compare_tokenizers.py TOKENIZER_SPEED DATA [--texts 5000] [--rounds 5]
DATA holds imdb/ and vocab/ as the tests' data do; a Python with the package `tokenizers` is needed. Theirs is timed in
the fastest of its ways: encode_batch_fast, which keeps no offsets, where the version has it.
"""
import argparse
import json
import os
import pathlib
import statistics
import struct
import subprocess
import tempfile
import time

os.environ["TOKENIZERS_PARALLELISM"] = "false"
os.environ["RAYON_NUM_THREADS"] = "1"
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers  # noqa: E402  (reads the environment)

parser = argparse.ArgumentParser()
parser.add_argument("program")
parser.add_argument("data", type=pathlib.Path)
parser.add_argument("--texts", type=int, default=5000)
parser.add_argument("--rounds", type=int, default=5)
arguments = parser.parse_args()

vocabulary = arguments.data / "vocab/bert_base_uncased_vocab.txt"
encoder, merges = arguments.data / "vocab/gpt2_encoder.json", arguments.data / "vocab/gpt2_vocab.bpe"
lines = (arguments.data / "imdb/imdb_train.tsv").read_bytes().split(b"\n")[1:arguments.texts + 1]
texts = [line.split(b"\t")[3] for line in lines]
megabytes = sum(map(len, texts)) / 1e6


def wordpiece():
    tokenizer = Tokenizer(models.WordPiece.from_file(str(vocabulary), unk_token="[UNK]", max_input_chars_per_word=100))
    tokenizer.normalizer = normalizers.BertNormalizer(lowercase=True)
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer


def bpe():
    tokenizer = Tokenizer(models.BPE.from_file(str(encoder), str(merges)))
    tokenizer.pre_tokenizer = pre_tokenizers.ByteLevel(add_prefix_space=False)
    return tokenizer


def time_theirs(tokenizer, decoded):
    encode = getattr(tokenizer, "encode_batch_fast", tokenizer.encode_batch)
    start = time.process_time()
    encoded = encode(decoded)
    return time.process_time() - start, sum(len(one) for one in encoded)


with tempfile.NamedTemporaryFile() as file:
    file.write(b"".join(struct.pack("<I", len(text)) + text for text in texts))
    file.flush()
    decoded = [text.decode(errors="replace") for text in texts]
    print(f"{len(texts)} texts, {megabytes:.1f} MB; MB per second of the processor")
    print("| tokeniser | Hugging Face | Sextant, first pass | Sextant, words known | ratio of the first pass |")
    print("|---|---|---|---|---|")
    for name, files, make in (("wordpiece", [vocabulary], wordpiece), ("bpe", [encoder, merges], bpe)):
        theirs, first, following = [], [], []
        for _ in range(arguments.rounds):
            seconds, count = time_theirs(make(), decoded)
            theirs.append(seconds)
            ours = json.loads(subprocess.run([arguments.program, file.name, *map(str, files)], capture_output=True,
                                             check=True).stdout)
            assert ours["ids"] == count, "the ids differ in number"
            first.append(ours["first"])
            following.append(ours["next"])
        ratio = statistics.median(a / b for a, b in zip(theirs, first))
        rates = [megabytes / statistics.median(one) for one in (theirs, first, following)]
        print(f"| {name} | {rates[0]:.1f} | {rates[1]:.1f} | {rates[2]:.1f} | {ratio:.1f} |")
