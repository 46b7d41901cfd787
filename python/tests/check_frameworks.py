#!/usr/bin/env python3
"""Sextant beside the frameworks of its users, in one process: PyTorch and JAX imported before and after, each training while
the other trains; and their data as inputs (datasets, NetworkX, SciPy, tensors by DLPack). Not among the tests of CI, which has
Debian's old PyTorch and no JAX (test_processes.py runs there).

Usage: check_frameworks.py      with the packages sextant, torch, jax, datasets, networkx, scipy
"""
import os
import pathlib
import subprocess
import sys
import tempfile

TORCH = """
import torch
def train_torch(steps=300):
    torch.manual_seed(0)
    torch.set_num_threads(2)
    model = torch.nn.Sequential(torch.nn.Linear(32, 256), torch.nn.GELU(), torch.nn.Linear(256, 1))
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    x = torch.randn(512, 32)
    y = x.square().mean(1, keepdim=True)
    for _ in range(steps):
        optimizer.zero_grad()
        loss = (model(x) - y).square().mean()
        loss.backward()
        optimizer.step()
    assert loss < 0.05, loss
    # float32 products of oneDNN's on both sides
    assert torch.nn.functional.conv2d(torch.ones(1, 1, 8, 8), torch.ones(1, 1, 3, 3)).sum() == 324
train_torch()
"""
JAX = """
import jax
def train_jax(steps=300):
    key = jax.random.PRNGKey(0)
    x = jax.random.normal(key, (512, 32))
    y = (x ** 2).mean(1)
    weights = {"a": jax.random.normal(key, (32, 256)) * 0.1, "b": jax.random.normal(key, (256,)) * 0.05}
    def loss_of(weights):
        return ((jax.nn.gelu(x @ weights["a"]) @ weights["b"] - y) ** 2).mean()
    step = jax.jit(lambda w: jax.tree_util.tree_map(lambda a, g: a - 0.05 * g, w, jax.grad(loss_of)(w)))
    first = loss_of(weights)
    for _ in range(steps):
        weights = step(weights)
    assert loss_of(weights) < 0.5 * first
train_jax()
"""
SEXTANT = """
import hashlib, pathlib, shutil, sextant
def train_sextant(seed=1):
    run = sextant.train({"train.steps": 200, "model.width": 64}, {"seed": seed}, out="run", fresh=True, progress=False)
    assert run.status == "done"
    return hashlib.sha256(pathlib.Path("run/metrics.csv").read_bytes()).hexdigest()
print(train_sextant())
"""
TOGETHER = """
import threading
for other in others:
    thread = threading.Thread(target=other)
    thread.start()
    digests = {train_sextant() for _ in range(3)}
    thread.join()
    assert len(digests) == 1
    print(digests.pop())
"""
DATA = """
import datasets, jax, networkx, numpy, scipy.sparse, sextant, torch
rows = datasets.Dataset.from_dict({"text": ["the cat sat on the mat", "a dog ran to the cat", "the dog sat on a mat"] * 40,
                                   "ids": [[1, 2, 3, 4, 5, 6], [2, 3, 4, 5, 6, 1], [6, 5, 4, 3, 2, 1]] * 40})
same = dict(encodings=["sinusoidal"], positions=6, bootstrap=0, progress=False)
for column in ("text", "ids"):
    a = sextant.stress(rows[column], **same)["sinusoidal"]["raw"]
    b = sextant.stress(list(rows[column]), **same)["sinusoidal"]["raw"]
    streamed = (row[column] for row in rows.to_iterable_dataset())
    assert a == b == sextant.stress(streamed, **same)["sinusoidal"]["raw"]
points = numpy.random.default_rng(0).normal(size=(12, 3)).astype(numpy.float32)
plain = sextant.stress(coordinates=points, encodings=["sinusoidal"], progress=False)["sinusoidal"]["raw"]
for array in (torch.from_numpy(points), torch.from_numpy(points).requires_grad_(), jax.numpy.asarray(points)):
    assert sextant.stress(coordinates=array, encodings=["sinusoidal"], progress=False)["sinusoidal"]["raw"] == plain
table = sextant.encode(coordinates=points, rank=2, width=8, progress=False).table
shared = torch.from_dlpack(table)
shared[0, 0] = 7
assert table[0, 0] == 7  # no copy
graph = networkx.grid_2d_graph(3, 4)
by_graph = sextant.Task.arrangement(graph, "graph")
for sparse in (scipy.sparse.csr_matrix, scipy.sparse.coo_matrix, scipy.sparse.csr_array):
    assert sextant.Task.arrangement(sparse(networkx.to_numpy_array(graph)), "graph") == by_graph
run = sextant.train({"position.kind": "laplacian", "position.arrangement": by_graph, "train.steps": 3, "task.length": 12},
                    out="graph", progress=False)
assert run.status == "done"
model = sextant.train({"train.steps": 3, "model.width": 16}, out="tokens", progress=False).model()
tokens = numpy.arange(2 * model.length).reshape(2, -1) % model.features
assert (model(torch.from_numpy(tokens)) == model(tokens)).all() and (model(jax.numpy.asarray(tokens)) == model(tokens)).all()
print("datasets", datasets.__version__, "networkx", networkx.__version__, "scipy", scipy.__version__)
"""


def run(name, script):
    with tempfile.TemporaryDirectory() as folder:
        process = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, cwd=folder, timeout=600,
                                 env={**os.environ, "JAX_PLATFORMS": "cpu"})
    if process.returncode != 0:
        print(process.stderr[-3000:])
        sys.exit(f"{name}: exit {process.returncode}")
    said = process.stdout.split("\n")[:-1]
    print(f"{name}: {said[-1] if said else 'passed'}", flush=True)
    return {line for line in said if len(line) == 64}


def main():
    alone = run("sextant alone", SEXTANT)
    orders = {"torch, sextant": TORCH + SEXTANT + "train_torch()\n", "sextant, torch": SEXTANT + TORCH + "print(train_sextant())\n",
              "jax, sextant": JAX + SEXTANT + "train_jax()\n", "sextant, jax": SEXTANT + JAX + "print(train_sextant())\n",
              "torch, jax, sextant": TORCH + JAX + SEXTANT, "sextant, jax, torch": SEXTANT + JAX + TORCH + "print(train_sextant())\n",
              "all at the same time": SEXTANT + TORCH + JAX + "others = [lambda: train_torch(3000), lambda: train_jax(3000)]\n" + TOGETHER}
    for name, script in orders.items():
        assert run(name, script) == alone, f"{name}: other bits than alone"
    run("data", DATA)


if __name__ == "__main__":
    main()
