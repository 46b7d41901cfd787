"""Tensors of a safetensors file as NumPy arrays that look into the mapped file: nothing is copied."""

import json

import numpy

_TYPES = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "I64": "<i8", "I32": "<i4", "I16": "<i2", "I8": "i1", "U8": "u1",
          "BOOL": "?"}


def read_safetensors(path):
    """name -> array, read-only."""
    content = numpy.memmap(path, dtype=numpy.uint8, mode="r")
    start = 8 + int.from_bytes(content[:8].tobytes(), "little")
    header = json.loads(content[8:start].tobytes())
    tensors = {}
    for name, facts in header.items():
        if name == "__metadata__":
            continue
        if facts["dtype"] not in _TYPES:
            raise ValueError(f"{path}: tensor {name} has the type {facts['dtype']}, which NumPy does not have")
        first, end = facts["data_offsets"]
        tensors[name] = content[start + first:start + end].view(_TYPES[facts["dtype"]]).reshape(facts["shape"])
    return tensors
