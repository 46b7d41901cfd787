"""One run: trained, resumed or read from the disk."""

import json
import os
import pathlib

import numpy

from sextant import _core
from sextant.laboratory.calls import call
from sextant.laboratory.model import Model
from sextant.laboratory.options import documented
from sextant.laboratory.pages import Page
from sextant.laboratory.tables import make_table, table_of_records
from sextant.laboratory.tensor_file import read_safetensors


def configuration_of(config, overrides, like=None):
    """A dictionary with sections from a TOML file, a dictionary (dotted keys or sections), a Task or None, with the
    preset that it is `like`; and the name of what it came from."""
    base = getattr(config, "configuration", config)
    name = pathlib.Path(base).stem if isinstance(base, (str, os.PathLike)) else "default"
    return _core.configure(base, {**({"like": like} if like else {}), **(overrides or {})}), name


@documented("train")
def train(config=None, overrides=None, out=None, progress=True, callback=None, like=None, **options):
    """Trains a model, resumes an interrupted run, or returns the cached result of a finished one.

    config: a TOML file, a dictionary ({"model.width": 32} or {"model": {"width": 32}}), a Task, or None for the built-in
        job; `sextant.configuration_help()` lists every key.
    overrides: dotted keys on top of it.
    like: a known model ("bert", "gpt2", "llama", "vit", "ito", "zhang") whose keys stand under all of these.
    out: the directory of the run; without it, runs/NAME-HASH.
    progress: True, False, or a function that makes bars as tqdm does.
    callback: called with (kind, event) for every event; raising ends the run cleanly after its current step.

    Ctrl-C raises KeyboardInterrupt after the current step, with a checkpoint; the same call resumes.
    """
    _core.keep_freed_memory()
    configuration, name = configuration_of(config, overrides, like)
    result = call("train", {"configuration": configuration, "name": name,
                            "out": None if out is None else os.fspath(out), **options}, progress, callback)
    return Run(result["directory"])


class Run(Page):
    """A run in its directory, finished or not."""

    def __init__(self, directory):
        self.directory = os.fspath(directory)
        if not self._path("config.toml").exists():
            raise ValueError(f"{self.directory}: not a run directory (no config.toml)")

    def _path(self, name):
        return pathlib.Path(self.directory) / name

    def __repr__(self):
        return f"Run({self.directory!r}, status={self.status!r}, step={self.step})"

    @property
    def result(self):
        """What result.json holds: status, step, final metrics; empty while the run goes on."""
        path = self._path("result.json")
        return json.loads(path.read_text()) if path.exists() else {}

    @property
    def status(self):
        """done, diverged, interrupted, failed; or running."""
        return self.result.get("status", "running")

    @property
    def step(self):
        return self.result.get("step")

    @property
    def final(self):
        """The final metrics: split -> {"loss": ..., "accuracy": ...}."""
        return self.result.get("metrics", {})

    @property
    def configuration(self):
        """Every option with its value."""
        return _core.configure(self._path("config.toml"), {})

    @property
    def metrics(self):
        """Loss, accuracy, learning rate and gradient norm during training: a DataFrame, or a dictionary of arrays."""
        return make_table(_read_metrics(self._path("metrics.csv")))

    @property
    def audit(self):
        """Every tensor at initialisation: measured mean, standard deviation and norm, and the declared distribution."""
        return make_table(_read_metrics(self._path("audit.csv")))

    @property
    def position_steps(self):
        """The steps at which positions were kept."""
        path = self._path("positions.safetensors")
        return sorted({int(name.split("/")[0]) for name in read_safetensors(path)}) if path.exists() else []

    def positions(self, step=None):
        """The learned positions at a step (default: the last): name -> array of vectors (tokens, width), or distances
        (tokens, tokens). See `position_steps`."""
        path = self._path("positions.safetensors")
        if not path.exists():
            raise ValueError(f"{self.directory}: no positions are trained in this run, or it has not begun")
        steps = self.position_steps
        step = steps[-1] if step is None else step
        if step not in steps:
            raise ValueError(f"positions: none at step {step}; kept at {', '.join(map(str, steps))}")
        frames = read_safetensors(path)
        return {name.split("/", 1)[1]: array for name, array in frames.items() if int(name.split("/")[0]) == step}

    def findings(self, only=(), samples=256, progress=True):
        """The analyses of the run: name -> {"numbers", "tables", "left_out"}. Panels are written for the page."""
        result = call("analyse", {"directory": self.directory, "only": list(only), "samples": samples}, progress)
        return result["runs"][0]["analyses"]

    def numbers(self, only=(), samples=256, progress=True):
        """All numbers of `findings()` as one table: analysis, name, value."""
        records = [{"analysis": analysis, "name": name, "value": value}
                   for analysis, found in self.findings(only, samples, progress).items()
                   for name, value in found["numbers"].items()]
        return table_of_records(records)

    def model(self):
        """The trained model, with the weights of the last checkpoint."""
        return Model(_core.load_run_model(self.directory))


def _number(text):
    try:
        return int(text)
    except ValueError:
        return float(text)


def _read_metrics(path):
    """The columns of a CSV file that the library wrote; numbers where all cells are, nan where nothing was measured."""
    import csv
    if not path.exists():
        return {}
    with path.open(newline="", encoding="utf-8") as file:
        rows = [row for row in csv.reader(file)]
    if not rows:
        return {}
    header, lines = rows[0], [row for row in rows[1:] if len(row) == len(rows[0])]
    columns = {}
    for place, name in enumerate(header):
        texts = [row[place] for row in lines]
        try:
            columns[name] = [None if text == "" else _number(text) for text in texts]
            if columns[name] and all(value is None for value in columns[name]):
                columns[name] = numpy.full(len(texts), numpy.nan)
        except ValueError:
            columns[name] = numpy.array(texts, dtype=object)
    return columns
