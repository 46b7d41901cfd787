#!/usr/bin/env python3
"""Writes the golden values that the engine is compared with: PyTorch in float64 is the judge.

Each file holds a small network: p.NAME parameters, batch.* ten batches, outputs, loss and g.NAME gradients of the
first batch, t.NAME parameters after ten optimiser steps; the configuration is TOML in the metadata.
Start values and batches come from NumPy's frozen legacy generator; one thread: the same PyTorch writes the same
bytes, and `--check` compares what is there with what this PyTorch says, to 1e-11
(1e-9 after the steps).
"""
import argparse
import json
import math
import pathlib
import struct
import sys
import zlib

import numpy
import torch
import torch.nn.functional as F

from cases import CASES

STEPS = 10
SAMPLES = 3
DTYPES = {"float64": "F64", "int32": "I32", "uint8": "U8"}


def safetensors_bytes(tensors, metadata):
    header, data = {"__metadata__": metadata}, b""
    for name, array in tensors.items():
        raw = numpy.ascontiguousarray(array).tobytes()
        header[name] = {
            "dtype": DTYPES[array.dtype.name],
            "shape": list(array.shape),
            "data_offsets": [len(data), len(data) + len(raw)],
        }
        data += raw
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def read_safetensors(path):
    raw = path.read_bytes()
    size = struct.unpack("<Q", raw[:8])[0]
    header = json.loads(raw[8 : 8 + size])
    header.pop("__metadata__")
    kinds = {text: numpy.dtype(name) for name, text in DTYPES.items()}
    return {
        name: numpy.frombuffer(raw[8 + size :][slice(*entry["data_offsets"])], kinds[entry["dtype"]]).reshape(entry["shape"])
        for name, entry in header.items()
    }


def toml(configuration):
    def literal(value):
        return f'"{value}"' if isinstance(value, str) else str(value).lower()

    return "".join(
        f"[{section}]\n" + "".join(f"{key} = {literal(value)}\n" for key, value in fields.items()) + "\n"
        for section, fields in configuration.items()
    )


def draw_start(parameters, random):
    """Generic values: gains near 1, everything else spread enough that every path matters."""
    for name, tensor in parameters.items():
        draw = torch.from_numpy(random.standard_normal(tuple(tensor.shape)))
        with torch.no_grad():
            tensor.copy_(1 + 0.2 * draw if name.endswith(".gain") else 0.4 * draw)


def draw_batches(shape, random):
    """Arrays (steps, samples, ...), named as the fields of the engine's batch."""
    grid = (STEPS, SAMPLES, shape["length"])
    rows = grid if shape["readout"] in ("every", "masked") else grid[:2]
    batches = {}
    if shape["input"] == "values":
        batches["values"] = random.standard_normal((*grid, shape["features"]))
    else:
        lowest = -1 if shape["input"] == "one_hot" else 0  # -1: a blank cell
        batches["tokens"] = random.randint(lowest, shape["features"], grid).astype("int32")
    if shape["readout"] == "masked":
        batches["masked"] = (random.random_sample(grid) < 0.5).astype("uint8")
        batches["masked"][:, :, 1] = 1  # no batch without a scored row
    if shape["loss"] == "squared_error":
        batches["targets"] = random.standard_normal((*rows, shape["outputs"]))
    else:
        lowest = -1 if len(rows) == 3 else 0  # -1: not scored
        batches["labels"] = random.randint(lowest, shape["outputs"], rows).astype("int32")
    if shape.get("ragged", False):
        batches["lengths"] = random.randint(1, shape["length"] + 1, grid[:2]).astype("int32")
    return batches


def measure_loss(shape, outputs, batch):
    chosen = batch["masked"].bool() if shape["readout"] == "masked" else ...
    if shape["loss"] == "squared_error":
        return F.mse_loss(outputs, batch["targets"][chosen].reshape(outputs.shape))
    labels = batch["labels"][chosen]
    if "lengths" in batch and shape["readout"] == "every":
        labels = torch.cat([row[:n] for row, n in zip(labels, batch["lengths"])])
    return F.cross_entropy(outputs, labels.flatten(), ignore_index=-1)


def make_optimizer(network, options):
    rate, decay = options["learning_rate"], options.get("weight_decay", 0.0)
    kinds = {
        "sgd": lambda p: torch.optim.SGD(p, rate, momentum=options.get("momentum", 0.0), weight_decay=decay),
        "adam": lambda p: torch.optim.Adam(p, rate, weight_decay=decay),
        "adamw": lambda p: torch.optim.AdamW(p, rate, weight_decay=decay),
    }
    return kinds[options["kind"]](network.parameters())


def multiplier(options, step):
    """Zhang et al. 2024, section 4: linear from 1 to M, then half a cosine back to 1."""
    if options.get("kind", "constant") == "constant":
        return 1.0
    warmup, peak = options["warmup"], options["multiplier"]
    if step < warmup:
        return 1 + (peak - 1) * step / warmup
    return 1 + (peak - 1) * (1 + math.cos(math.pi * (step - warmup) / (STEPS - warmup))) / 2


def snapshot(parts, of):
    """Copies of the engine's view of the tensors, all with two axes."""
    arrays = {name: of(tensor)[rows].detach().clone().numpy() for name, (tensor, rows) in parts.items()}
    return {name: array.reshape(-1, array.shape[-1]) for name, array in arrays.items()}


def make_golden(name, configuration, network):
    random = numpy.random.RandomState(zlib.crc32(name.encode()))
    parts = network.parts()
    frozen = network.frozen() if hasattr(network, "frozen") else {}
    assert {id(tensor) for tensor, _ in parts.values()} == {id(tensor) for tensor in network.parameters()}
    views = {key: tensor.data[rows] for key, (tensor, rows) in parts.items()}
    draw_start({**views, **frozen}, random)
    shape = configuration["shape"]
    batches = draw_batches(shape, random)

    tensors = {f"batch.{key}": array for key, array in batches.items()}
    tensors.update({f"p.{key}": array for key, array in snapshot(parts, lambda tensor: tensor).items()})
    tensors.update({f"p.{key}": tensor.numpy().copy() for key, tensor in frozen.items()})
    optimizer = make_optimizer(network, configuration["optimizer"])
    rates = torch.optim.lr_scheduler.LambdaLR(optimizer, lambda step: multiplier(configuration.get("schedule", {}), step))
    for step in range(STEPS):
        batch = {key: torch.from_numpy(array[step]) for key, array in batches.items()}
        batch.update({key: batch[key].long() for key in ("tokens", "labels", "lengths") if key in batch})
        optimizer.zero_grad()
        outputs = network(batch)
        loss = measure_loss(shape, outputs, batch)
        (loss + (network.auxiliary() if hasattr(network, "auxiliary") else 0)).backward()
        if step == 0:
            tensors["outputs"], tensors["loss"] = outputs.detach().numpy().copy(), loss.detach().reshape(1, 1).numpy().copy()
            tensors.update({f"g.{key}": array for key, array in snapshot(parts, lambda tensor: tensor.grad).items()})
        if "clip" in configuration["train"]:
            torch.nn.utils.clip_grad_norm_(network.parameters(), configuration["train"]["clip"])
        optimizer.step()
        rates.step()
    tensors.update({f"t.{key}": array for key, array in snapshot(parts, lambda tensor: tensor).items()})
    return tensors


def check(path, tensors):
    """The names of the tensors that differ from the file."""
    if not path.exists():
        return ["the file is not there"]
    stored = read_safetensors(path)
    if stored.keys() != tensors.keys():
        return sorted(stored.keys() ^ tensors.keys())
    # After ten steps rounding has grown: Adam divides even a zero gradient's noise by 1e-8.
    bounds = {key: 1e-9 if key.startswith("t.") else 1e-11 for key in tensors}
    return [key for key in tensors if not numpy.allclose(stored[key], tensors[key], rtol=bounds[key], atol=bounds[key])]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where a file says something else")
    parser.add_argument("names", nargs="*", help="which goldens; all of them if none is named")
    arguments = parser.parse_args()
    torch.set_default_dtype(torch.float64)
    torch.set_num_threads(1)
    folder = pathlib.Path(__file__).resolve().parent / "goldens"
    unknown = set(arguments.names) - CASES.keys()
    if unknown:
        sys.exit(f"make_goldens: no golden is called {', '.join(sorted(unknown))}; there are {', '.join(CASES)}")
    faults = 0
    for name in arguments.names or CASES:
        configuration, make_network = CASES[name]
        configuration = {**configuration, "train": {"steps": STEPS, **configuration.get("train", {})}}
        tensors = make_golden(name, configuration, make_network())
        path = folder / f"{name}.safetensors"
        if arguments.check:
            wrong = check(path, tensors)
            faults += bool(wrong)
            print(f"{name}: {'as stored' if not wrong else 'differs: ' + ', '.join(wrong)}")
        else:
            path.write_bytes(safetensors_bytes(tensors, {"configuration": toml(configuration)}))
            print(f"{name}: loss {tensors['loss'].item():.6f}, {path.stat().st_size} bytes")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
