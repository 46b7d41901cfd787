#!/usr/bin/env python3
"""Writes a small untrained BERT, GPT-2 or ViT as Hugging Face keeps it, the same bytes each time: config.json, a tokenizer file
and safetensors, in one file or in two shards.

Usage: make_hugging_face.py DIRECTORY bert|gpt2|roberta|vit|deit [--shards] [--dtype F32|F16|BF16] [--prefix bert.] [--set FIELD=JSON ...]
       [--add TENSOR ...]
"""
import argparse
import json
import math
import pathlib
import struct

WIDTH, LENGTH, VOCABULARY, DEPTH = 16, 20, 11, 2
numbers = 0


def values(count):
    global numbers
    result = []
    for _ in range(count):
        numbers += 1
        result.append(round(64 * math.sin(0.7 * numbers + 0.01 * numbers * numbers % 5)) / 64)  # exact in every dtype
    return result


def pack(dtype, numbers):
    if dtype == "BF16":
        return b"".join(struct.pack("<f", number)[2:] for number in numbers)
    return struct.pack(f"<{len(numbers)}{'e' if dtype == 'F16' else 'f'}", *numbers)


def bert_shapes(rows):
    shapes = {"embeddings.word_embeddings.weight": (VOCABULARY, WIDTH), "embeddings.position_embeddings.weight": (rows, WIDTH),
              "embeddings.token_type_embeddings.weight": (2, WIDTH), "embeddings.LayerNorm.weight": (WIDTH,),
              "embeddings.LayerNorm.bias": (WIDTH,)}
    for n in range(DEPTH):
        block = f"encoder.layer.{n}."
        for name, (outputs, inputs) in {"attention.self.query": (WIDTH, WIDTH), "attention.self.key": (WIDTH, WIDTH),
                                        "attention.self.value": (WIDTH, WIDTH), "attention.output.dense": (WIDTH, WIDTH),
                                        "intermediate.dense": (32, WIDTH), "output.dense": (WIDTH, 32)}.items():
            shapes[f"{block}{name}.weight"], shapes[f"{block}{name}.bias"] = (outputs, inputs), (outputs,)
        for name in ("attention.output.LayerNorm", "output.LayerNorm"):
            shapes[f"{block}{name}.weight"] = shapes[f"{block}{name}.bias"] = (WIDTH,)
    return shapes


def gpt2_shapes():
    shapes = {"wte.weight": (VOCABULARY, WIDTH), "wpe.weight": (LENGTH, WIDTH)}
    for n in range(DEPTH):
        for name, (inputs, outputs) in {"attn.c_attn": (WIDTH, 3 * WIDTH), "attn.c_proj": (WIDTH, WIDTH),
                                        "mlp.c_fc": (WIDTH, 64), "mlp.c_proj": (64, WIDTH)}.items():
            shapes[f"h.{n}.{name}.weight"], shapes[f"h.{n}.{name}.bias"] = (inputs, outputs), (outputs,)
        for name in ("ln_1", "ln_2"):
            shapes[f"h.{n}.{name}.weight"] = shapes[f"h.{n}.{name}.bias"] = (WIDTH,)
    return {**shapes, "ln_f.weight": (WIDTH,), "ln_f.bias": (WIDTH,)}


def vit_shapes(front):
    shapes = {"embeddings.cls_token": (1, 1, WIDTH), "embeddings.position_embeddings": (1, front + 4, WIDTH),
              "embeddings.patch_embeddings.projection.weight": (WIDTH, 3, 4, 4),
              "embeddings.patch_embeddings.projection.bias": (WIDTH,), "layernorm.weight": (WIDTH,), "layernorm.bias": (WIDTH,)}
    if front == 2:
        shapes["embeddings.distillation_token"] = (1, 1, WIDTH)
    for n in range(DEPTH):
        block = f"encoder.layer.{n}."
        for name, (outputs, inputs) in {"attention.attention.query": (WIDTH, WIDTH), "attention.attention.key": (WIDTH, WIDTH),
                                        "attention.attention.value": (WIDTH, WIDTH), "attention.output.dense": (WIDTH, WIDTH),
                                        "intermediate.dense": (32, WIDTH), "output.dense": (WIDTH, 32)}.items():
            shapes[f"{block}{name}.weight"], shapes[f"{block}{name}.bias"] = (outputs, inputs), (outputs,)
        for name in ("layernorm_before", "layernorm_after"):
            shapes[f"{block}{name}.weight"] = shapes[f"{block}{name}.bias"] = (WIDTH,)
    return shapes


def shapes_of(model):
    if model == "gpt2":
        return gpt2_shapes()
    if model in ("vit", "deit"):
        return vit_shapes(2 if model == "deit" else 1)
    return bert_shapes(LENGTH + (2 if model == "roberta" else 0))


def write_safetensors(path, shapes, dtype):
    header, body = {"__metadata__": {"format": "pt"}}, b""
    for name, shape in shapes.items():
        packed = pack(dtype, values(math.prod(shape)))
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(body), len(body) + len(packed)]}
        body += packed
    text = json.dumps(header).encode()
    text += b" " * (-len(text) % 8)
    path.write_bytes(struct.pack("<Q", len(text)) + text + body)


def config(model, changes):
    fields = {"model_type": model, "vocab_size": VOCABULARY}
    if model == "gpt2":
        fields.update(n_embd=WIDTH, n_layer=DEPTH, n_head=2, n_positions=LENGTH)
    elif model in ("vit", "deit"):
        fields.update(hidden_size=WIDTH, num_hidden_layers=DEPTH, num_attention_heads=2, intermediate_size=32, image_size=8,
                      patch_size=4)
        del fields["vocab_size"]
    else:
        fields.update(hidden_size=WIDTH, num_hidden_layers=DEPTH, num_attention_heads=2, intermediate_size=32,
                      max_position_embeddings=LENGTH + (2 if model == "roberta" else 0))
    for change in changes:
        name, value = change.split("=", 1)
        fields[name] = json.loads(value)
    return fields


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("directory", type=pathlib.Path)
    parser.add_argument("model", choices=["bert", "roberta", "gpt2", "vit", "deit"])
    parser.add_argument("--shards", action="store_true")
    parser.add_argument("--dtype", default="F32")
    parser.add_argument("--prefix", default="")
    parser.add_argument("--set", action="append", default=[], help="FIELD=JSON: another value in config.json")
    parser.add_argument("--add", action="append", default=[], help="a vector of that name that such a model does not have")
    arguments = parser.parse_args()
    shapes = {arguments.prefix + name: shape for name, shape in shapes_of(arguments.model).items()}
    shapes.update({name: (WIDTH,) for name in arguments.add})
    arguments.directory.mkdir()
    (arguments.directory / "config.json").write_text(json.dumps(config(arguments.model, arguments.set)))
    (arguments.directory / "vocab.txt").write_text("one\ntwo\n")
    if not arguments.shards:
        write_safetensors(arguments.directory / "model.safetensors", shapes, arguments.dtype)
        return
    weight_map = {}
    for shard in (0, 1):
        name = f"model-0000{shard + 1}-of-00002.safetensors"
        part = dict(list(shapes.items())[shard::2])
        write_safetensors(arguments.directory / name, part, arguments.dtype)
        weight_map.update(dict.fromkeys(part, name))
    (arguments.directory / "model.safetensors.index.json").write_text(json.dumps({"metadata": {}, "weight_map": weight_map}))


main()
