"""The unknown arrangement of the variables of a time series."""

import hashlib
import json
import os
import pathlib

import numpy

from sextant import _core
from sextant.laboratory.arrays import as_table, is_path, kept_files
from sextant.laboratory.calls import call
from sextant.laboratory.options import documented
from sextant.laboratory.pages import Page
from sextant.laboratory.tables import make_table


@documented("discover", leave_out=("data", "at_once"))
def discover(X, labels=None, coordinates=None, out=None, overrides=None, progress=True, callback=None, distances=None,
             couplings=None, jobs=0, **options):
    """Trains small transformers to predict masked variables from the others, and maps their learned positions.

    X: an array (time, variables), a list of such arrays (one per subject), or a path as `sextant discover` takes it.
    labels, coordinates, distances, couplings: of the variables, for comparison; arrays or paths.
    overrides: dotted keys for all runs. jobs: runs at once; 0 is one per processor.
    Arrays are kept as npy files in the folder `data` of `out`, because runs refer to them; out is discovered/array-HASH
    where it is not given. Ctrl-C stops, and the same call resumes.
    """
    _core.keep_freed_memory()
    recordings = None
    if not is_path(X):
        recordings = [as_table(one, "X") for one in X] if isinstance(X, (list, tuple)) and numpy.ndim(X[0]) == 2 \
            else [as_table(X, "X")]
        digest = hashlib.sha256(b"".join(str(one.shape).encode() + one.tobytes() for one in recordings)).hexdigest()[:12]
        out = os.path.join("discovered", f"array-{digest}") if out is None else out
    given = {"out": None if out is None else os.fspath(out), "at_once": jobs, **options}
    files = kept_files(pathlib.Path(out or "discovered") / "data")
    if recordings is None:
        given["data"] = os.fspath(X)
    elif len(recordings) == 1:
        given["data"] = files.array(recordings[0], "series")
        given.setdefault("time", "rows")
    else:
        folder = kept_files(files.folder / f"subjects-{digest}")
        for place, recording in enumerate(recordings):
            folder.array(recording, f"subject{place:04}")
        given["data"] = str(folder.folder)
        given.setdefault("time", "rows")
    if labels is not None:
        given["labels"] = files.lines(labels, "labels")
    if coordinates is not None:
        given["coordinates"] = files.table(coordinates, "coordinates")
    if distances is not None:
        given["distances"] = files.table(distances, "distances")
    if couplings is not None:
        given["couplings"] = files.table(couplings, "couplings")
    if overrides:
        given["assignments"] = [f"{key}={json.dumps(value)}" for key, value in overrides.items()]
    return Discovery(call("discover", given, progress, callback))


class Discovery(Page):
    """What was found: whether there is structure, the positions, the modules, the map.

    positions (variables, width): of the recommended sigma, from all seeds; positions_by_seed: of each, in the order of
    seeds; similarities: cosines, the mean over seeds. modules.csv is written only where seeds agree (summary).
    With lags: influences (variables, variables), row i what comes onto variable i from the past of each; a row of
    positions then holds the positions of the variable now and at each lag, side by side.
    """

    def __init__(self, content):
        self.directory = content["directory"]
        if not content["found"]:
            raise _core.BrokenRun(f"{self.directory}: runs are missing or failed ({content['sweep']['left']} left, "
                                  f"{content['sweep']['failed']} failed); the same call resumes")
        self.positions = content["positions"]
        self.positions_by_seed = content["positions_by_seed"]
        self.similarities = content["similarities"]
        self.map = content["map"]
        self.modules = numpy.array(content["modules"])
        self.confidence = numpy.array(content["confidence"])
        self.variables = content["variables"] or [str(i + 1) for i in range(len(self.positions))]
        self.influences = content["influences"]
        self.notes = content["notes"]
        self.summary = json.loads((pathlib.Path(self.directory) / "discovery.json").read_text())

    @property
    def verdict(self):
        """strong, moderate, weak, none or not trained enough."""
        return self.summary["verdict"]

    @property
    def structure(self):
        """Whether variables are predicted better than where each is shifted in time on its own."""
        return self.summary["structure"]

    @property
    def p(self):
        return self.summary["structure_test"]["p"]

    @property
    def recommended_sigma(self):
        return self.summary["recommended_sigma"]

    @property
    def table(self):
        """One row per variable: its name, module, confidence and place on the map."""
        return make_table({"variable": list(self.variables), "module": self.modules, "confidence": self.confidence,
                           "x": self.map[:, 0], "y": self.map[:, 1], "z": self.map[:, 2]})

    def __repr__(self):
        return f"Discovery({self.directory!r}, {self.verdict}, structure={self.structure}, p={self.p:.3g}, " \
               f"modules={len(set(self.modules.tolist()))})"
