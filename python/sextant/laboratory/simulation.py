"""Time series whose arrangement is known: to try `sextant.discover` on."""

import os
import pathlib
import tempfile

import numpy

from sextant.laboratory.calls import call
from sextant.laboratory.options import documented


@documented("simulate")
def simulate(shape, out=None, progress=False, callback=None, **options):
    """Simulates x(t+1) = tanh(s W x(t)) / s + noise on a network (with modules), ring, torus, lattice or tree, its nodes in
    random order.

    out: a directory for the files; without it nothing stays on the disk.
    """
    with tempfile.TemporaryDirectory(prefix="sextant-") as folder:
        place = os.path.join(folder, "simulated") if out is None else os.fspath(out)
        return Simulation(shape, call("simulate", {"shape": shape, "out": place, **options}, progress, callback))


class Simulation:
    """`series` (time, nodes) and `couplings` (nodes, nodes); `distances` (nodes, nodes) along the shape, or `labels`, the
    module of each node, None where the shape has none."""

    def __init__(self, shape, content):
        self.shape = shape
        folder = pathlib.Path(content["directory"])
        self.series = numpy.load(folder / "series.npy")
        self.couplings = numpy.load(folder / "couplings.npy")
        distances, labels = folder / "distances.npy", folder / "labels.txt"
        self.distances = numpy.load(distances) if distances.exists() else None
        self.labels = labels.read_text().splitlines() if labels.exists() else None

    def __repr__(self):
        return f"Simulation({self.shape!r}, series {self.series.shape})"
