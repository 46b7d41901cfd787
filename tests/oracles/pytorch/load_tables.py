#!/usr/bin/env python3
"""Loads tables that `sextant encode` wrote into PyTorch and JAX modules, as docs/guide.md shows.

Usage: load_tables.py SEXTANT      exit 1 at a difference, 77 where there is neither PyTorch nor NumPy
"""
import json
import pathlib
import struct
import subprocess
import sys
import tempfile

try:
    import numpy as np
except ImportError:
    print("skipped: this Python has no NumPy")
    sys.exit(77)
try:
    import torch
except ImportError:
    torch = None
try:
    import jax
except ImportError:
    jax = None

SUPPORT = pathlib.Path(__file__).resolve().parents[2] / "support"
SHAPES = {"bert": (12, 16), "gpt2": (12, 16), "vit": (1, 12, 16)}


def read_safetensors(path):
    """The format by its definition, so that the test needs no further package."""
    data = path.read_bytes()
    (size,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8:8 + size])
    header.pop("__metadata__", None)
    body = data[8 + size:]
    return {name: np.frombuffer(body[slice(*one["data_offsets"])], "<f4").reshape(one["shape"])
            for name, one in header.items()}


class Bert(torch.nn.Module if torch else object):
    """As much of BERT as has positions, under the names of its state dictionary."""

    def __init__(self):
        super().__init__()
        self.embeddings = torch.nn.Module()
        self.embeddings.position_embeddings = torch.nn.Embedding(12, 16)


class Gpt2(torch.nn.Module if torch else object):
    def __init__(self):
        super().__init__()
        self.wpe = torch.nn.Embedding(12, 16)


class Vit(torch.nn.Module if torch else object):
    def __init__(self):
        super().__init__()
        self.embeddings = torch.nn.Module()
        self.embeddings.position_embeddings = torch.nn.Parameter(torch.zeros(1, 12, 16))


def encode(program, directory, model):
    corpus = directory / "corpus.txt"
    subprocess.run([sys.executable, SUPPORT / "make_corpus.py", corpus, "300"], check=True)
    subprocess.run([program, "encode", "--corpus", corpus, "--positions", "12", "--width", "16", "--rank", "4",
                    "--names", model, "--out", directory / model, "--quiet"], check=True, stdout=subprocess.DEVNULL)
    return directory / model


def check_jax(table, expected):
    """In a tree of parameters, looked up and trained on in a compiled function."""
    params = {"wpe": {"embedding": jax.numpy.asarray(table, dtype="float32")}}
    embed = jax.jit(lambda params, tokens, places: tokens + params["wpe"]["embedding"][places])
    tokens, places = np.ones((12, 16), np.float32), np.arange(12)
    assert np.array_equal(embed(params, tokens, places), tokens + expected)
    slope = jax.grad(lambda params: embed(params, tokens[:3], places[:3]).sum())(params)
    assert slope["wpe"]["embedding"].sum() == 3 * 16


def check(program, directory, model):
    out = encode(program, directory, model)
    table = np.load(out / "positions.npy")
    tensors = read_safetensors(out / "positions.safetensors")
    (name, tensor), = tensors.items()
    assert tensor.shape == SHAPES[model], (model, tensor.shape)
    assert np.array_equal(tensor.reshape(12, 16), table.astype(np.float32))
    factors = read_safetensors(out / "factors.safetensors")
    assert np.allclose(factors["left"] @ factors["right"], table, atol=1e-6)
    if torch:
        module = {"bert": Bert, "gpt2": Gpt2, "vit": Vit}[model]()
        module.load_state_dict({name: torch.from_numpy(tensor.copy())})  # strict: the name must be the model's own
        assert np.array_equal(next(module.parameters()).detach().numpy(), tensor)
    if jax:
        check_jax(table, tensor.reshape(12, 16))


def main():
    with tempfile.TemporaryDirectory() as directory:
        for model in SHAPES:
            check(sys.argv[1], pathlib.Path(directory), model)
    print(f"tables load by their names{'' if torch else ' (no PyTorch here)'}{'' if jax else ' (no JAX here)'}")


if __name__ == "__main__":
    main()
