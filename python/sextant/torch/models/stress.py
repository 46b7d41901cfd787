"""stress_of: how far a model's positions are from those that the texts call for, measured by the engine.

The stress of an encoding compares the distances between its positions with those between the token distributions at these
positions (Cirrincione, arXiv 2604.05217; docs/adr/0021). The numbers are those of `sextant stress`, whose program comes
with the package; SEXTANT_PROGRAM names another one.
"""
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import tempfile

import numpy as np

from sextant._processor import program
from sextant.torch.models.locate import find_position_table


@dataclasses.dataclass
class StressRow:
    name: str
    raw: float  # sum (E - D)^2 / sum D^2
    shape: float  # after optimal rescaling
    scale: float
    spearman: float
    interval: tuple  # 95 % of shape over documents, or None

    def __str__(self):
        return f"{self.name:<24} raw {self.raw:.4g}, shape {self.shape:.4g}, Spearman {self.spearman:.3f}"


def stress_of(model, texts, tokenizer=None, positions=None, layers=None, baselines=("sinusoidal", "mds:8"), bootstrap=0,
              name=None):
    """Rows of stress: of the model's position embeddings, of `layers` (from positions_of), and of baselines.

    texts      strings, with `tokenizer(text)["input_ids"]`, or lists of token ids
    positions  how many; by default the model's, at most the median length of the texts
    """
    ids = [_ids(text, tokenizer) for text in texts]
    tables = {}
    if layers is None:
        tables["position embeddings"] = find_position_table(model, name).values
    for layer in layers or []:
        tables[layer.name] = layer.mean
    longest = min(len(table) for table in tables.values())
    positions = min(longest, int(np.median([len(one) for one in ids]))) if positions is None else positions
    if not 2 <= positions <= longest:
        raise ValueError(f"stress_of: {positions} positions asked for, expected 2 to {longest}")
    return measure_stress(ids, {key: table[:positions] for key, table in tables.items()}, baselines, bootstrap)


def measure_stress(ids, tables, baselines=(), bootstrap=0):
    """ids: lists of token ids; tables {name: (positions, width)} of the same number of positions."""
    positions = len(next(iter(tables.values())))
    with tempfile.TemporaryDirectory() as directory:
        place = pathlib.Path(directory)
        (place / "ids.txt").write_text("".join(" ".join(map(str, one)) + "\n" for one in ids), encoding="ascii")
        encodings = []
        for i, table in enumerate(tables.values()):
            np.save(place / f"table_{i}.npy", np.asarray(table.detach().cpu(), dtype=np.float64))
            encodings.append(f"learned:{place}/table_{i}.npy")
        command = [find_program(), "stress", "--corpus", place / "ids.txt", "--format", "integers", "--positions",
                   str(positions), "--encoding", ",".join([*encodings, *baselines]), "--bootstrap", str(bootstrap), "--json",
                   "--quiet"]
        said = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if said.returncode:
        raise ValueError(said.stderr.strip() or f"sextant stress ended with exit code {said.returncode}")
    rows = json.loads(said.stdout)["encodings"]
    names = dict(zip(encodings, tables))
    return [StressRow(names.get(row["encoding"], row["encoding"]), row["raw"], row["shape"], row["scale"],
                      float("nan") if row["spearman"] is None else row["spearman"],
                      tuple(row["shape_interval"]) if row["shape_interval"] else None) for row in rows]


def find_program():
    """The `sextant` program: SEXTANT_PROGRAM, the package's own, or the one on the PATH."""
    found = os.environ.get("SEXTANT_PROGRAM")
    if not found:
        try:
            found = program()
        except ImportError:
            found = shutil.which("sextant")
    if not found:
        raise ImportError("stress_of needs the engine: install the wheel, which holds the program `sextant`, or set "
                          "SEXTANT_PROGRAM to a built one")
    return found


def _ids(text, tokenizer):
    if not isinstance(text, str):
        return [int(one) for one in text]
    if tokenizer is None:
        raise ValueError("stress_of: texts are strings; give tokenizer=, or lists of token ids")
    return list(tokenizer(text)["input_ids"])
