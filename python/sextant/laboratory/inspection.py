"""The positions in a checkpoint of any program."""

import os

from sextant.laboratory.arrays import temporary_files
from sextant.laboratory.calls import call
from sextant.laboratory.options import documented
from sextant.laboratory.tables import table_of_records


@documented("inspect")
def inspect(file, images=None, progress=True, callback=None, **options):
    """Looks at the tensors of a checkpoint and its tables of positions; with run=True, runs the model and measures what
    every layer knows of positions.

    file: .safetensors, .safetensors.index.json, .npz, .npy or .json. images: an array (images, channels, height, width)
    or a path, for models of patches. corpus: a path, texts or lists of token ids.
    """
    with temporary_files() as files:
        if options.get("corpus") is not None:
            options["corpus"], format = files.corpus(options["corpus"])
            if format is not None:
                options["format"] = format
        if images is not None and not isinstance(images, (str, os.PathLike)):
            images = files.array(images, "images")
        return Inspection(call("inspect", {"file": os.fspath(file), "images": images, **options}, progress, callback))


class Inspection:
    """`answers`: what was found, a sentence each; `layout`: "" where the model cannot be run; `tables`: tables of positions with what was found of each; `layers`:
    with run=True, the mean hidden state per position of every layer."""

    def __init__(self, content):
        self.layout = content["layout"]
        self.answers = content["answers"]
        self.inputs = content["inputs"]
        self.tables = content["tables"]
        self.layers = content["layers"]
        self._tensors = content["tensors"]

    @property
    def tensors(self):
        return table_of_records([{**one, "shape": tuple(one["shape"])} for one in self._tensors])

    def __repr__(self):
        return f"Inspection(layout={self.layout!r}, {len(self._tensors)} tensors, {len(self.tables)} tables of positions)"
