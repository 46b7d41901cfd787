#!/usr/bin/env python3
"""run_with_cache against TransformerLens: the same checkpoints, the same tokens, and every activation by TransformerLens's
own name. The models are those of the ARENA course in the shared data. Not among the tests of CI, which has no such package.

Usage: compare_transformerlens.py [DATA]      with the packages sextant and transformer_lens (2.x: it has HookedTransformer)
"""
import json
import os
import pathlib
import sys

import numpy
import sextant
import torch
from transformer_lens import HookedTransformer, HookedTransformerConfig

DATA = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else os.environ.get(
    "SEXTANT_DATA", pathlib.Path(__file__).resolve().parents[4] / "shared" / "data")) / "weights" / "arena"
TOLERANCE = 2e-5


def read_weights(path):
    """Tensors of a safetensors file; float32 alone, the others are masks."""
    content = path.read_bytes()
    size = int.from_bytes(content[:8], "little")
    header = json.loads(content[8:8 + size])
    tensors = {}
    for name, entry in header.items():
        if name != "__metadata__" and entry["dtype"] == "F32":
            first, last = entry["data_offsets"]
            tensors[name] = torch.from_numpy(numpy.frombuffer(
                content, "<f4", offset=8 + size + first, count=(last - first) // 4).reshape(entry["shape"]).copy())
    return tensors


def make_theirs(weights, causal):
    heads, width, head_width = weights["blocks.0.attn.W_Q"].shape
    feed_forward = weights.get("blocks.0.mlp.W_in")
    model = HookedTransformer(HookedTransformerConfig(
        n_layers=len({name.split(".")[1] for name in weights if name.startswith("blocks.")}), d_model=width,
        n_ctx=weights["pos_embed.W_pos"].shape[0], d_head=head_width, n_heads=heads,
        d_mlp=None if feed_forward is None else feed_forward.shape[1], attn_only=feed_forward is None,
        act_fn="relu", d_vocab=weights["embed.W_E"].shape[0], d_vocab_out=weights["unembed.W_U"].shape[1],
        attention_dir="causal" if causal else "bidirectional",
        normalization_type="LN" if "ln_final.w" in weights else None, device="cpu"))
    missing = model.load_state_dict(weights, strict=False).missing_keys
    assert all(name.endswith((".mask", ".IGNORE")) for name in missing), missing
    return model.eval()


def relative_error(found, wanted):
    return abs(found - wanted) / numpy.maximum(1, abs(wanted))


def compare(name, causal):
    weights = read_weights(DATA / f"{name}.safetensors")
    theirs, ours = make_theirs(weights, causal), sextant.open(DATA / f"{name}.safetensors", causal=causal)
    tokens = numpy.random.default_rng(1).integers(0, ours.features, size=(6, weights["pos_embed.W_pos"].shape[0]))
    with torch.no_grad():
        logits, cache = theirs.run_with_cache(torch.from_numpy(tokens))
    own_logits, own = ours.run_with_cache(tokens)
    worst, compared, absent = relative_error(own_logits, logits.numpy()).max(), 0, []
    for hook, values in cache.items():
        try:
            mine = own[hook]
        except KeyError:
            absent.append(hook)
            continue
        wanted = values.expand(len(tokens), *values.shape[1:]).numpy()
        assert mine.shape == wanted.shape, (hook, mine.shape, wanted.shape)
        seen = wanted > -1e4  # scores that the mask hides
        worst = max(worst, relative_error(mine, wanted)[seen].max())
        compared += 1
    assert worst < TOLERANCE, (name, worst)
    kinds = sorted({hook.split(".", 2)[-1] if hook.startswith("blocks.") else hook for hook in absent})
    print(f"{name}: {compared} of {len(cache)} activations have TransformerLens's names and values, largest difference "
          f"{worst:.1e}; not there: {', '.join(kinds) or 'none'}")


if __name__ == "__main__":
    for model, is_causal in (("brackets", False), ("sorted_list", True), ("cumsum", True)):
        compare(model, is_causal)
