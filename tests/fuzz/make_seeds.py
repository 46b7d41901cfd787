#!/usr/bin/env python3
"""Writes seeds/TARGET/*: small valid files from which the fuzzers start. Needs NumPy.  Usage: make_seeds.py"""
import base64
import gzip
import io
import json
import pathlib
import struct
import zipfile

import numpy as np

seeds = pathlib.Path(__file__).parent / "seeds"


def write(target, name, content):
    (seeds / target).mkdir(parents=True, exist_ok=True)
    (seeds / target / name).write_bytes(content if isinstance(content, bytes) else content.encode())


def npy(array):
    file = io.BytesIO()
    np.save(file, array)
    return file.getvalue()


def safetensors(tensors):
    header, data = {"__metadata__": {"format": "pt"}}, b""
    for name, dtype, shape, content in tensors:
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + len(content)]}
        data += content
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def npz(**arrays):
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            archive.writestr(zipfile.ZipInfo(name + ".npy"), npy(array))  # ZipInfo: no time of day in it
    return file.getvalue()


write("safetensors", "types", safetensors([("a", "F32", [2, 1], b"\0" * 8), ("b", "BF16", [2], b"\x80\x3f" * 2),
                                           ("c", "F8_E4M3", [3], b"\x38\x7f\x01"), ("d", "BOOL", [1], b"\1")]))
write("safetensors", "empty", safetensors([]))
write("npy", "floats", npy(np.arange(6.0).reshape(2, 3)))
write("npy", "fortran", npy(np.asfortranarray(np.arange(6, dtype="i4").reshape(2, 3))))
write("npy", "ids", npy(np.array([1, 2, 0, 3], dtype="u2")))
write("npz", "two", npz(a=np.arange(4.0), b=np.ones((2, 2), "i2")))
write("table", "tsv", "\2label\ttext\r\n0\ta \"b\r\n1\tc\r\n")
write("table", "csv", "\7id,text\n1,\"a, \"\"b\"\"\nc\"\n2,d\n")
write("json_lines", "objects", '{"text": "a", "a": {"b": "c"}}\n\n{"text": "\\u00e9\\n"}\n"plain"\n')
write("integers", "plain", "1 2,3\n4;7 5\n\n")
write("integers", "packed", gzip.compress(b"1 2 3\n4 5\n", mtime=0))
write("wordpiece", "small", "un\n##aff\n##able\n,\né\nUnaffable, É\u4e2d\u0301 x")
write("bpe", "text", "I'll abcabab  don't \u00e9\u4e2d 12\n ")
write("bpe", "merges", "#version: 0.2\na b\nab c\n")
write("bpe", "encoder", json.dumps({"a": 0, "b": 1}))
write("json_tensors", "one", json.dumps({"config": {"n_head": 3}, "w": {"shape": [2], "dtype": "torch.float32", "data":
                                         base64.b64encode(struct.pack("<2f", 1, 2)).decode()}}))
write("json_tensors", "index", json.dumps({"weight_map": {"a": "model-1.safetensors"}}))
write("toml", "job", 'seed = 1\n[model]\nwidth = 64\ncausal = false\n[position]\nkind = "rotary"\nrange = [1, 2]\n')
write("toml", "override", "model.width=1e3")
write("text_array", "csv", 'a,"b, c",d\r\n1,2,3e-1\n-4,+5,nan\n')
write("text_array", "rows", "x\t1\t2\ny\t3\t4\n")
write("text_array", "blanks", "1  2\n 3 4\n")
for target, name in (("mat", "small_v5.mat"), ("mat", "mixed_v5.mat"), ("mat", "small_v73.mat"), ("hdf5", "small.h5"), ("ptseries", "small.ptseries.nii")):
    write(target, name, (pathlib.Path(__file__).parent.parent / "data/series" / name).read_bytes())


def idx(count, height, width):
    pixels = bytes((7 * i) % 256 for i in range(count * height * width))
    return struct.pack(">4i", 0x803, count, height, width) + pixels


write("idx", "small", idx(3, 4, 5))
write("idx", "packed", gzip.compress(idx(2, 3, 3), mtime=0))
write("idx", "labels", struct.pack(">2I", 0x801, 3) + bytes([2, 0, 1]))


def tokenizer(model, **parts):
    return json.dumps({"version": "1.0", "added_tokens": [], "model": model, **parts}).encode() + b"\0Hello wor1d  <s>don't"


def pattern_split(pattern):
    return {"type": "Split", "pattern": {"Regex": pattern}, "behavior": "Isolated", "invert": False}


letters = {"h": 0, "e": 1, "l": 2, "o": 3, "he": 4, "ll": 5, "<unk>": 6, "<0x20>": 7}
write("tokenizer_json", "bpe", tokenizer(
    {"type": "BPE", "vocab": letters, "merges": [["h", "e"], "l l"], "unk_token": "<unk>", "byte_fallback": True},
    pre_tokenizer={"type": "Sequence", "pretokenizers": [
        pattern_split("(?i:'s|'t)|[^\\r\\n\\p{L}\\p{N}]?+\\p{L}+|\\p{N}{1,3}| ?[^\\s\\p{L}]+|\\s+(?!\\S)|\\s+"),
        {"type": "ByteLevel", "add_prefix_space": True, "use_regex": False}]},
    post_processor={"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "<unk>", "type_id": 0}},
                    {"Sequence": {"id": "A", "type_id": 0}}], "special_tokens": {"<unk>": {"ids": [6]}}}))
write("tokenizer_json", "unigram", tokenizer(
    {"type": "Unigram", "vocab": [["<unk>", 0], ["\u2581", -1], ["h", -2.5], ["lo", -3]], "unk_id": 0},
    normalizer={"type": "Sequence", "normalizers": [{"type": "Nmt"}, {"type": "NFKC"}, {"type": "Precompiled",
                "precompiled_charsmap": "BAAAAAAAAABhAA=="}, {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}]},
    pre_tokenizer={"type": "Metaspace", "replacement": "\u2581", "prepend_scheme": "first", "split": True}))
write("tokenizer_json", "wordpiece", tokenizer(
    {"type": "WordPiece", "vocab": {"[UNK]": 0, "he": 1, "##l": 2, "[CLS]": 3, "[SEP]": 4}, "unk_token": "[UNK]"},
    normalizer={"type": "BertNormalizer", "clean_text": True, "handle_chinese_chars": True, "lowercase": True},
    pre_tokenizer={"type": "BertPreTokenizer"}, added_tokens=[{"id": 5, "content": "<s>", "lstrip": True, "rstrip": True,
                   "single_word": True, "normalized": True, "special": False}],
    post_processor={"type": "BertProcessing", "sep": ["[SEP]", 4], "cls": ["[CLS]", 3]}))
sizes = {"hidden_size": 8, "num_hidden_layers": 2, "num_attention_heads": 2, "intermediate_size": 8, "vocab_size": 4}
write("model_config", "llama", json.dumps({"model_type": "llama", **sizes, "max_position_embeddings": 16, "rope_scaling": {
    "rope_type": "yarn", "factor": 4.0, "original_max_position_embeddings": 4}}))
write("model_config", "bert", json.dumps({"model_type": "bert", **sizes, "hidden_act": "gelu", "layer_norm_eps": 1e-12}))
write("model_config", "gpt2", json.dumps({"model_type": "gpt2", "n_embd": 8, "n_layer": 2, "n_head": 2, "n_positions": 8}))
write("model_config", "gemma", json.dumps({"model_type": "gemma3_text", **sizes, "head_dim": 4, "rope_parameters": {
    "full_attention": {"rope_type": "default", "rope_theta": 1e6}}, "layer_types": ["full_attention", "sliding_attention"]}))
