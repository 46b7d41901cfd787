#!/usr/bin/env python3
"""Models that `sextant extend` wrote, loaded by Hugging Face's transformers: on samples longer than the model had
positions before, theirs and our hidden states and logits agree to 1e-5. A learned table is also compared with its
interpolation by torch, and RoPE with the frequencies of transformers, both by these numbers.

Usage: compare_extended.py SEXTANT ANSWERS      exit 1 at a difference, 77 without `transformers`
"""
import pathlib
import subprocess
import sys
import tempfile

try:
    import torch
    import transformers  # noqa: F401  (small_models needs it)
except ImportError:
    print("skipped: this Python has no package `transformers`")
    sys.exit(77)

import compare_architectures
import small_models

TABLES = ["bert", "roberta_plain", "distilbert", "electra", "albert", "gpt2", "opt"]
ROPES = ["llama", "mistral", "qwen2", "qwen3", "gpt_neox", "phi"]


def table_of(model):
    names = [name for name, _ in model.named_parameters() if "position_embed" in name or "wpe" in name or "embed_positions" in name]
    return dict(model.named_parameters())[names[0]].detach()


def main():
    program, answers = sys.argv[1:3]
    cases = [(name, "interpolate") for name in TABLES] + [(name, method) for name in ROPES for method in ("yarn", "linear", "dynamic")]
    failed = 0
    for name, method in cases:
        model = small_models.build(name)
        before = getattr(model.config, "max_position_embeddings", None) or model.config.n_positions
        old = table_of(model) if name in TABLES else None
        skipped = len(old) - before + (2 if name == "roberta_plain" else 0) if old is not None else 0
        positions = 2 * (before - (2 if name == "roberta_plain" else 0))
        with tempfile.TemporaryDirectory() as root:
            source, target = pathlib.Path(root) / "source", pathlib.Path(root) / "target"
            model.save_pretrained(source)
            done = subprocess.run([program, "extend", source, "--positions", str(positions), "--method", method, "--out", target],
                                  capture_output=True, text=True)
            if done.returncode:
                print(f"{name} {method}: FAILED: {done.stderr.strip()}")
                failed += 1
                continue
            extended = type(model).from_pretrained(target)
            compare_architectures.LENGTHS[:] = [positions, 9, before // 2 + 3]
            worst, _, _ = compare_architectures.compare_saved(answers, extended, str(target))
            error = max(value for _, value in worst.values())
            if old is not None:
                expected = torch.nn.functional.interpolate(old[skipped:].T[None], size=positions, mode="linear",
                                                           align_corners=True)[0].T
                got = table_of(extended.float())[skipped:]
                error = max(error, (got - expected).abs().max().item() if got.shape == expected.shape else float("inf"))
        good = error <= compare_architectures.BOUND
        failed += not good
        print(f"{name:14} {method:12} {before} -> {positions}: {'agrees' if good else 'DIFFERS'} {error:.1e}", flush=True)
    print(f"{len(cases) - failed} of {len(cases)} agree")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
