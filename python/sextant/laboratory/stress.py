"""How far encodings are from the distances that data ask for."""

import os
import shutil
import tempfile
import weakref

from sextant.laboratory.arrays import is_path, temporary_files
from sextant.laboratory.calls import call
from sextant.laboratory.options import documented
from sextant.laboratory.pages import Page
from sextant.laboratory.tables import table_of_records

TARGETS = ("corpus", "distances", "coordinates", "features")


def put_target(options, files):
    """Arrays and iterables among the options that name files become files."""
    for name in ("distances", "coordinates", "features", "weights"):
        if options.get(name) is not None:
            options[name] = files.table(options[name], name)
    if options.get("corpus") is not None:
        options["corpus"], format = files.corpus(options["corpus"])
        if format is not None:
            options["format"] = format
    return options


@documented("stress")
def stress(corpus=None, encodings=None, progress=True, callback=None, **options):
    """Measures the stress of encodings against the distances between positions in a corpus, or against given ones.

    corpus: a path, texts, or lists of token ids. In its place distances (n, n), coordinates (n, axes) or features
        (n, features) as arrays, data frames, sparse matrices, networkx's graphs (distances) or paths.
    encodings: texts such as "rotary:base=500000" and "learned:model.npy"; or a dictionary of name -> table of positions.
    Arrays are written to a temporary folder that is removed with the call.
    """
    with temporary_files() as files:
        options = put_target({"corpus": corpus, **options}, files)
        named = {}
        if encodings is not None:
            options["encodings"] = []
            items = encodings.items() if isinstance(encodings, dict) else ((None, one) for one in encodings)
            for name, one in items:
                text = one if is_path(one) else "learned:" + files.table(one, name or "positions")
                options["encodings"].append(str(text))
                if name is not None:
                    named[str(text)] = name
        kept = options.get("out") is not None
        options["out"] = os.fspath(options["out"]) if kept else tempfile.mkdtemp(prefix="sextant-")
        try:
            report = StressReport(call("stress", options, progress, callback), named, options["out"])
        except BaseException:
            if not kept:
                shutil.rmtree(options["out"], ignore_errors=True)
            raise
        if not kept:  # it is there for the page, and goes with the report
            weakref.finalize(report, shutil.rmtree, options["out"], ignore_errors=True)
        return report


class StressReport(Page):
    """Stress by encoding; `rows` is the table, `target` what was measured and how."""

    def __init__(self, content, names, directory):
        self.content = content
        self.directory = directory
        for row in content["encodings"]:
            row["encoding"] = names.get(row["encoding"], row["encoding"])

    @property
    def rows(self):
        """One row per encoding: raw, shape and scale stress, and what goes beside them."""
        return table_of_records([{key: value for key, value in row.items() if not isinstance(value, (dict, list))}
                                 for row in self.content["encodings"]])

    @property
    def target(self):
        return self.content["target"]

    def __getitem__(self, encoding):
        for row in self.content["encodings"]:
            if row["encoding"] == encoding:
                return row
        raise KeyError(encoding)

    def __repr__(self):
        return f"StressReport({len(self.content['encodings'])} encodings)"
