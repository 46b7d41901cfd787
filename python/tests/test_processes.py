"""Sextant beside other libraries and in other processes: torch before and after, fork after use."""

import importlib.util
import os
import subprocess
import sys
import unittest

from small import InFolder

SEXTANT = """
import sextant
run = sextant.train({"train.steps": 20, "model.width": 16}, out="run-%d" % __import__("os").getpid(), progress=False)
assert run.status == "done"
"""
TORCH = """
import torch
torch.set_num_threads(2)
x = torch.randn(64, 64, requires_grad=True)
(torch.nn.functional.gelu(x @ x).sum()).backward()
assert torch.isfinite(x.grad).all()
"""
JAX = """
import jax
assert float(jax.grad(lambda x: (x @ x).sum())(jax.numpy.ones((8, 8))).sum()) == 1024
"""
FORK = """
import multiprocessing, os
import sextant
def work(seed):
    return sextant.train({"train.steps": 20, "model.width": 16}, {"seed": seed}, out=f"fork-{seed}", progress=False).status
assert work(1) == "done"
with multiprocessing.get_context("fork").Pool(2) as pool:
    assert pool.map(work, [2, 3]) == ["done", "done"]
assert work(4) == "done"
"""


def is_installed(package):
    """The folders torch/ and jax/ beside this file are no packages, but could be taken for some."""
    found = importlib.util.find_spec(package)
    return found is not None and found.origin is not None


class Processes(InFolder):
    def run_script(self, text):
        process = subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, timeout=120,
                                 env=os.environ)
        self.assertEqual(process.returncode, 0, process.stderr[-2000:])

    def test_torch_before_and_after(self):
        if not is_installed("torch"):
            self.skipTest("skipped: no torch")
        self.run_script(TORCH + SEXTANT + TORCH)
        self.run_script(SEXTANT + TORCH + SEXTANT)

    def test_jax_before_and_after(self):
        if not is_installed("jax"):
            self.skipTest("skipped: no jax")
        self.run_script(JAX + SEXTANT + JAX)
        self.run_script(SEXTANT + JAX + SEXTANT)

    def test_fork_after_use(self):
        self.run_script(FORK)


if __name__ == "__main__":
    unittest.main()
