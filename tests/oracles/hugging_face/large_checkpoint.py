#!/usr/bin/env python3
"""How much memory a checkpoint of 7 B parameters takes: one of Llama 2's sizes is made in shards of BF16 (random numbers,
repeated; 13.5 GB, deleted afterwards), and the peak of `inspect`, `inspect --rope` and `audit` measured. By hand: minutes.

Usage: large_checkpoint.py SEXTANT [--folder /tmp] [--layers 32] [--bound 1000]      exit 1 above the bound, in MB
"""
import argparse
import json
import os
import pathlib
import shutil
import struct
import subprocess
import sys
import tempfile
import time

WIDTH, INNER, VOCABULARY, HEADS = 4096, 11008, 32000, 32
BLOCK = 1 << 22  # numbers that repeat


def random_block(seed):
    """BF16 of N(0, 0.02^2) or so: sums of uniform bytes, by a generator that needs no package."""
    import random
    generator = random.Random(seed)
    values = []
    for _ in range(1 << 16):
        value = (sum(generator.random() for _ in range(12)) - 6) * 0.02
        values.append(struct.unpack("<I", struct.pack("<f", value))[0] >> 16)
    return struct.pack(f"<{len(values)}H", *values) * (BLOCK >> 16)


def write_shard(path, tensors, seed):
    """Every tensor begins elsewhere in the same numbers, so that no two are equal."""
    header, offset = {}, 0
    for name, shape in tensors:
        size = 2 * shape[0] * (shape[1] if len(shape) > 1 else 1)
        header[name] = {"dtype": "BF16", "shape": shape, "data_offsets": [offset, offset + size]}
        offset += size
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    block = random_block(seed)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)) + text)
        for number, (name, shape) in enumerate(tensors):
            left = 2 * shape[0] * (shape[1] if len(shape) > 1 else 1)
            if len(shape) == 1:
                file.write(struct.pack("<H", 0x3F80) * shape[0])  # gains of 1
                continue
            start = 2 * (977 * (number + 1 + 100 * seed) % (BLOCK // 2))
            while left > 0:
                part = block[start:start + left]
                file.write(part)
                left -= len(part)
                start = 0
    return offset


def make(directory, layers):
    directory.mkdir()
    (directory / "config.json").write_text(json.dumps({
        "model_type": "llama", "hidden_size": WIDTH, "intermediate_size": INNER, "vocab_size": VOCABULARY,
        "num_hidden_layers": layers, "num_attention_heads": HEADS, "num_key_value_heads": HEADS,
        "max_position_embeddings": 4096, "rms_norm_eps": 1e-5, "rope_theta": 10000.0, "hidden_act": "silu",
        "tie_word_embeddings": False, "torch_dtype": "bfloat16"}))
    shards = [[("model.embed_tokens.weight", [VOCABULARY, WIDTH])], [("model.norm.weight", [WIDTH]), ("lm_head.weight", [VOCABULARY, WIDTH])]]
    for n in range(layers):
        own = f"model.layers.{n}."
        shards.append([(own + f"self_attn.{one}_proj.weight", [WIDTH, WIDTH]) for one in "qkvo"]
                      + [(own + "mlp.gate_proj.weight", [INNER, WIDTH]), (own + "mlp.up_proj.weight", [INNER, WIDTH]),
                         (own + "mlp.down_proj.weight", [WIDTH, INNER]), (own + "input_layernorm.weight", [WIDTH]),
                         (own + "post_attention_layernorm.weight", [WIDTH])])
    weights, total = {}, 0
    for number, tensors in enumerate(shards):
        name = f"model-{number + 1:05d}-of-{len(shards):05d}.safetensors"
        total += write_shard(directory / name, tensors, number)
        weights.update({tensor: name for tensor, _ in tensors})
    (directory / "model.safetensors.index.json").write_text(json.dumps({"metadata": {"total_size": total}, "weight_map": weights}))
    return total


def measure(command):
    start = time.time()
    child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    return usage.ru_maxrss / 1000, time.time() - start, os.waitstatus_to_exitcode(status), output.decode()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("--folder")
    parser.add_argument("--layers", type=int, default=32)
    parser.add_argument("--bound", type=float, default=1000)
    arguments = parser.parse_args()
    root = pathlib.Path(tempfile.mkdtemp(dir=arguments.folder))
    too_much = False
    try:
        total = make(root / "model", arguments.layers)
        print(f"{total / 1e9:.1f} GB, {total / 2e9:.2f} B parameters", flush=True)
        for name, command in {"inspect": ["inspect"], "inspect --rope": ["inspect", "--rope"], "audit": ["audit"]}.items():
            peak, seconds, code, output = measure([arguments.program, command[0], str(root / "model"), *command[1:]])
            too_much |= peak > arguments.bound
            print(f"{name}: peak {peak:.0f} MB, {seconds:.0f} s, exit code {code}: {output.strip().splitlines()[0][:100]}", flush=True)
    finally:
        shutil.rmtree(root)
    return 1 if too_much else 0


if __name__ == "__main__":
    sys.exit(main())
