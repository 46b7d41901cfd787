#!/usr/bin/env python3
"""Writes a small untrained minGPT as JSON with base64 (the format of bbycroft/llm-viz), the same bytes each time.

Usage: make_model.py FILE
"""
import base64
import json
import math
import struct
import sys

WIDTH, DEPTH, LENGTH, VOCABULARY = 12, 2, 16, 9
numbers = 0


def tensor(*shape):
    global numbers
    values = []
    for _ in range(math.prod(shape)):
        numbers += 1
        values.append(math.sin(0.7 * numbers + 0.01 * numbers * numbers % 5))
    return {"shape": list(shape), "dtype": "torch.float32",
            "data": base64.b64encode(struct.pack(f"<{len(values)}f", *values)).decode()}


model = {"config": {"n_head": 3},
         "transformer.wte.weight": tensor(VOCABULARY, WIDTH), "transformer.wpe.weight": tensor(LENGTH, WIDTH)}
for n in range(DEPTH):
    shapes = {"ln_1.weight": (WIDTH,), "ln_1.bias": (WIDTH,), "attn.c_attn.weight": (3 * WIDTH, WIDTH),
              "attn.c_attn.bias": (3 * WIDTH,), "attn.c_proj.weight": (WIDTH, WIDTH), "attn.c_proj.bias": (WIDTH,),
              "ln_2.weight": (WIDTH,), "ln_2.bias": (WIDTH,), "mlp.c_fc.weight": (4 * WIDTH, WIDTH),
              "mlp.c_fc.bias": (4 * WIDTH,), "mlp.c_proj.weight": (WIDTH, 4 * WIDTH), "mlp.c_proj.bias": (WIDTH,)}
    model.update({f"transformer.h.{n}.{name}": tensor(*shape) for name, shape in shapes.items()})
model["transformer.ln_f.weight"], model["transformer.ln_f.bias"] = tensor(WIDTH), tensor(WIDTH)
model["lm_head.weight"] = tensor(VOCABULARY, WIDTH)
with open(sys.argv[1], "w", encoding="utf-8") as file:
    json.dump(model, file)
