"""Anything on the disk by its path."""

import json
import os
import pathlib

from sextant import _core
from sextant.laboratory.claims import Claims
from sextant.laboratory.model import Model
from sextant.laboratory.run import Run
from sextant.laboratory.sweep import Sweep

_TENSORS = (".safetensors", ".safetensors.index.json", ".npz", ".npy", ".json")


def open(path, heads=None, causal=None, activation=""):
    """A Run, a Sweep, the Claims of an experiment, or the Model of a checkpoint (BERT, RoBERTa, GPT-2, minGPT, ViT,
    TransformerLens), by what is there. heads, causal, activation: of a checkpoint that does not tell."""
    place = pathlib.Path(path)
    if not place.exists():
        raise FileNotFoundError(f"{os.fspath(path)}: no such file or directory")
    if place.is_file():
        if not place.name.endswith(_TENSORS):
            raise ValueError(f"{place}: expected a directory or a checkpoint ({', '.join(_TENSORS)})")
        return Model(_core.load_foreign_model(str(place), heads, causal, activation))
    if (place / "config.toml").exists():
        return Run(place)
    if (place / "claims.json").exists():
        claims = json.loads((place / "claims.json").read_text())
        claims = claims["claims"] if isinstance(claims, dict) else claims
        return Claims({"directory": str(place), "title": place.name, "paper": "", "judged": True, "claims": claims,
                       "decided": sum(claim["held"] is not None for claim in claims)})
    if (place / "sweep.toml").exists():
        return Sweep.open(place)
    for name in ("model.safetensors", "model.safetensors.index.json"):
        if (place / name).exists():
            return Model(_core.load_foreign_model(str(place / name), heads, causal, activation))
    raise ValueError(f"{place}: neither a run, a sweep, an experiment nor a checkpoint")
