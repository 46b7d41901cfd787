"""Experiments: their claims as a table."""

import os

from sextant import _core
from sextant.laboratory.calls import call
from sextant.laboratory.options import documented
from sextant.laboratory.pages import Page
from sextant.laboratory.tables import table_of_records


@documented("reproduce", leave_out=("experiment", "at_once"))
def reproduce(experiment, overrides=None, jobs=0, out=None, progress=True, callback=None, **options):
    """Reproduces an experiment: trains its runs, analyses them, and judges its claims.

    experiment: a built-in name (`sextant.variants("experiments")`), or a TOML file.
    overrides: dotted keys for all runs. jobs: runs at once; 0 is one per processor.
    Ctrl-C stops, and the same call resumes.
    """
    import json
    _core.keep_freed_memory()
    if overrides:
        options["assignments"] = [f"{key}={json.dumps(value)}" for key, value in overrides.items()]
    result = call("reproduce", {"experiment": os.fspath(experiment), "at_once": jobs,
                                "out": None if out is None else os.fspath(out), **options}, progress, callback)
    return Claims(result)


class Claims(Page):
    """The claims of an experiment: each holds, does not hold, or is not decided, with the reason."""

    def __init__(self, content):
        self.content = content
        self.directory = content["directory"]
        self.title = content["title"]
        self.paper = content["paper"]
        self.judged = content["judged"]

    @property
    def table(self):
        """One row per claim: sentence, the paper's value, ours with its interval, seeds, held (None: not decided)."""
        return table_of_records(self.content["claims"])

    @property
    def held(self):
        """Whether every decided claim holds; None where none was decided."""
        decided = [claim["held"] for claim in self.content["claims"] if claim["held"] is not None]
        return all(decided) if decided else None

    def __len__(self):
        return len(self.content["claims"])

    def __iter__(self):
        return iter(self.content["claims"])

    def __getitem__(self, place):
        return self.content["claims"][place]

    def __repr__(self):
        held = sum(claim["held"] is True for claim in self)
        return f"Claims({self.title!r}, {held} of {self.content['decided']} decided claims hold, {len(self)} in all)"
