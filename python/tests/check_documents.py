#!/usr/bin/env python3
"""Executes every Python block of docs/python.md, docs/pytorch.md and docs/jax.md as it stands there, the blocks of a document
one after the other in one namespace and an empty folder. What a reader brings (texts, arrays, a model, a training function) is
made here, in small. Not among the tests of CI, which has no current PyTorch, JAX, transformers or Dask.

Usage: check_documents.py [python|pytorch|jax ...]      with the packages that the document names, accelerate, distributed
"""
import contextlib
import os
import pathlib
import re
import sys
import tempfile
import time
import warnings

TESTS = pathlib.Path(__file__).resolve().parent
ROOT = TESTS.parents[1]
os.environ.update(HF_HUB_OFFLINE="1", JAX_PLATFORMS="cpu")


def make_checkpoints():
    """Small models of transformers with random weights under the names that the documents use."""
    import transformers as hf
    small = dict(vocab_size=60, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64)
    bert = hf.BertModel(hf.BertConfig(**small, max_position_embeddings=32))
    bert.save_pretrained("all-MiniLM-L6-v2")
    bert.save_pretrained("bert")
    os.symlink("bert/model.safetensors", "bert.safetensors")
    sizes = dict(vocab_size=60, n_positions=32, n_embd=32, n_layer=2, n_head=4)
    hf.GPT2LMHeadModel(hf.GPT2Config(**sizes, bos_token_id=1, eos_token_id=2)).save_pretrained("gpt2")


def of_python():
    import networkx
    import numpy
    random = numpy.random.default_rng(0)
    pathlib.Path("job.toml").write_text('train.steps = 100\nmodel.width = 16\ninit.kind = "fan_in_power"\n')
    make_checkpoints()
    places = random.normal(size=(32, 10))
    words = "the cat dog sat ran on mat a to and".split()
    drivers = random.normal(size=(400, 2))
    return {"tokens": random.integers(0, 4, size=(40, 4)), "labels": random.integers(0, 4, size=40),
            "vectors": random.normal(size=(40, 8, 3)), "numbers": random.normal(size=40), "graph": networkx.path_graph(32),
            "texts": [" ".join(random.choice(words, size=40)) for _ in range(60)],
            "rows": {"text": [" ".join(random.choice(words, size=32)) for _ in range(60)],
                     "label": [["short", "long"][i % 2] for i in range(60)]},
            "X": drivers[:, [0, 0, 0, 0, 1, 1, 1, 1]] + 0.3 * random.normal(size=(400, 8)), "networks": ["a"] * 4 + ["b"] * 4,
            "kinds": ["none", "learned"], "gammas": [0.1 * i for i in range(1, 11)], "depths": [1, 2, 3, 4],
            "train_my_pytorch_model": lambda gamma, depth, seed: float(gamma > 0.4 + depth / 20),
            "D": numpy.linalg.norm(places[:, None] - places[None], axis=-1),
            "table": random.normal(size=(32, 16)), "points": random.normal(size=(30, 5))}


def of_pytorch():
    import torch
    import transformers as hf
    config = hf.BertConfig(vocab_size=60, hidden_size=32, num_hidden_layers=2, num_attention_heads=4, intermediate_size=64,
                           max_position_embeddings=32)
    model = hf.BertForSequenceClassification(config)
    batches = [{"input_ids": torch.randint(3, 60, (8, 16)), "labels": torch.randint(0, 2, (8,))} for _ in range(2)]
    examples = [{"input_ids": row, "labels": label} for batch in batches for row, label in zip(*batch.values())]
    return {"model": model, "layer": torch.nn.Linear(32, 32), "batches": batches, "batch": batches[0], "torch": torch,
            "F": torch.nn.functional, "table": torch.randn(32, 32), "make_model": lambda: torch.nn.Linear(8, 1),
            "train_and_score": lambda model, seed: -abs(float(model.weight.std()) - 8 ** -0.6), "data": examples,
            "x": torch.randn(2, 128, 64), "q": torch.randn(2, 8, 128, 16), "k": torch.randn(2, 8, 128, 16),
            "v": torch.randn(2, 8, 128, 16), "Trainer": hf.Trainer, "texts": [[3 + (i * j) % 50 for j in range(16)] for i in range(40)],
            "arguments": hf.TrainingArguments("trained", max_steps=4, report_to=[], use_cpu=True, disable_tqdm=True)}


def of_jax():
    import jax
    from flax import nnx
    from sextant.positions import Arrangement
    return {"jax": jax, "jnp": jax.numpy, "nnx": nnx, "q": jax.random.normal(jax.random.PRNGKey(1), (8, 128, 64)),
            "k": jax.random.normal(jax.random.PRNGKey(2), (8, 128, 64)), "head_width": 64, "Arrangement": Arrangement,
            "points": jax.random.normal(jax.random.PRNGKey(3), (128, 2)), "matrix": jax.numpy.ones((4, 4)),
            "distances": jax.numpy.abs(jax.numpy.arange(128.0)[:, None] - jax.numpy.arange(128.0))}


@contextlib.contextmanager
def scheduler():
    """The Dask cluster that docs/python.md calls scheduler:8786."""
    from dask.distributed import LocalCluster
    with LocalCluster(n_workers=2, threads_per_worker=1, host="127.0.0.1", scheduler_port=8786, dashboard_address=None):
        yield


DOCUMENTS = {"python": of_python, "pytorch": of_pytorch, "jax": of_jax}


def check(name):
    source = (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    names = {"__name__": "document", **DOCUMENTS[name]()}
    for block in re.finditer(r"^```python\n(.*?)^```", source, re.DOTALL | re.MULTILINE):
        text, line = block[1], source.count("\n", 0, block.start()) + 2
        started = time.process_time()
        with scheduler() if "scheduler:8786" in text else contextlib.nullcontext():
            code = compile("\n" * (line - 1) + text.replace("scheduler:8786", "127.0.0.1:8786"), f"docs/{name}.md", "exec")
            exec(code, names)  # noqa: S102
        print(f"docs/{name}.md:{line}: {len(text.splitlines())} lines, {time.process_time() - started:.1f} s", flush=True)


def main():
    warnings.simplefilter("ignore")
    before = os.getcwd()
    for name in sys.argv[1:] or DOCUMENTS:
        with tempfile.TemporaryDirectory() as folder:
            os.chdir(folder)
            check(name)
            os.chdir(before)


if __name__ == "__main__":
    main()
