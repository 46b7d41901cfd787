"""What is done to a model of Hugging Face on the disk, without a framework: a directory with config.json and safetensors,
alone or in shards, or a .safetensors file goes in and comes out. sextant.torch does the same to a model in memory."""

import os

from sextant.laboratory.arrays import is_path, temporary_files
from sextant.laboratory.calls import call
from sextant.laboratory.options import documented
from sextant.laboratory.tables import table_of_records


@documented("audit")
def audit(model, progress=True, callback=None, **options):
    """Checks every tensor of a model for damage: numbers that are not finite, matrices that are constant, still untrained, twice
    there or far from their peers in other layers, and what config.json says otherwise. `sextant.torch.audit` checks the
    initialisation of a model in memory.

    model: a directory, or a file of tensors.
    """
    return CheckpointAudit(call("audit", {"model": os.fspath(model), **options}, progress, callback))


class CheckpointAudit:
    """`passed`: whether nothing is wrong; `sentence`; `faults`: of the model; `tensors`: those of each tensor."""

    def __init__(self, content):
        self.content = content
        self.sentence = content["sentence"]
        self.faults = content["faults"]
        self.passed = not self.faults and not any(one["faults"] for one in content["tensors"])

    @property
    def tensors(self):
        """One row per tensor: its numbers, and its faults as a text, empty where there is none."""
        return table_of_records([{**one, "shape": tuple(one["shape"]), "faults": "; ".join(one["faults"])}
                                 for one in self.content["tensors"]])

    def __repr__(self):
        return f"CheckpointAudit(passed={self.passed}, {self.sentence!r})"


@documented("compress")
def compress(model, rank=None, keep=None, out=None, corpus=None, progress=True, callback=None, **options):
    """Reduces the rank of a model's position embeddings, in the model's own basis (truncated SVD around the mean).

    model: a directory or a .safetensors file. rank; or keep: the share of the variance of the positions to keep.
    out: a new directory for the model, where every other tensor and file stays as it was; without it, only the report.
    corpus: a path, texts or lists of token ids to measure the damage on.
    """
    return _change("compress", model, out, {"rank": rank, "keep": keep, **options}, progress, callback, corpus)


@documented("extend")
def extend(model, positions, out=None, corpus=None, progress=True, callback=None, **options):
    """Gives a model more positions: a learned table is resampled, RoPE is scaled and config.json says so.

    model: a directory. out, corpus: as of `sextant.compress`.
    """
    return _change("extend", model, out, {"positions": positions, **options}, progress, callback, corpus)


@documented("replace")
def replace(model, table, out=None, progress=True, callback=None, **options):
    """Writes a table (positions, width), an array or a path, over a model's position embeddings. A warning says where it lies
    in other directions than the model's own.

    model, out: as of `sextant.compress`.
    """
    with temporary_files() as files:
        table = os.fspath(table) if is_path(table) else files.table(table, "table")
        return _change("replace", model, out, {"table": table, **options}, progress, callback)


@documented("init", leave_out=("roles",))
def init(model, gamma=0.5, by_role=None, out=None, progress=True, callback=None, **options):
    """Draws every weight of a model anew, with standard deviation fan_in^-gamma.

    by_role: {"query": 0.9, ...}: another gamma for some roles. model, out: as of `sextant.compress`.
    """
    roles = [f"{role}={float(own)!r}" for role, own in (by_role or {}).items()]
    return _change("init", model, out, {"gamma": gamma, "roles": roles, **options}, progress, callback)


def _change(name, model, out, options, progress, callback, corpus=None):
    options = {"model": os.fspath(model), "out": None if out is None else os.fspath(out), **options}
    with temporary_files() as files:
        if corpus is not None:
            options["corpus"], format = files.corpus(corpus)
            if format is not None:
                options["format"] = format
        return CheckpointChange(name, call(name, options, progress, callback))


class CheckpointChange:
    """`rows`: what became of each tensor; `written`: the new directory, or None; `files`: those that were rewritten;
    `damage`: a dictionary for every length at which the corpus was run before and after, empty without one."""

    def __init__(self, name, content):
        self._name = name
        self.content = content
        self.written = content["written"]["path"] or None
        self.files = content["written"]["rewritten"]
        self.damage = content.get("damage", [])

    @property
    def rows(self):
        """One row per tensor: of `compress`, `extend` and `replace` the tables of positions, of `init` every tensor with its law."""
        rows = self.content["rows"]
        return table_of_records([{key: "; ".join(value) if isinstance(value, list) else value
                                  for key, value in row.items()} for row in rows])

    def __repr__(self):
        return f"CheckpointChange({self._name}, {len(self.content['rows'])} tensors, written={self.written!r})"
