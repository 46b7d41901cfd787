"""Positional encodings against each other on one job."""

import os

from sextant import _core
from sextant.laboratory.calls import call
from sextant.laboratory.options import documented
from sextant.laboratory.pages import Page
from sextant.laboratory.run import configuration_of
from sextant.laboratory.tables import table_of_records


@documented("compare", leave_out=("at_once",))
def compare(positions, config=None, overrides=None, learning_rates=None, jobs=0, out=None, progress=True, callback=None,
            **options):
    """Compares positional encodings on a job: same model, data, budget and seeds for all, the learning rate of each chosen
    by successive halving.

    positions: names of encodings (`sextant.variants("positions")`). config, overrides: as of `sextant.train`.
    learning_rates: to choose among: a list, or a range as of `sextant sweep`. jobs: runs at once.
    With task.test_lengths the score is the mean accuracy over these lengths. The same call resumes.
    """
    _core.keep_freed_memory()
    configuration, name = configuration_of(config, overrides)
    if learning_rates is not None and not isinstance(learning_rates, str):
        learning_rates = ",".join(repr(float(one)) for one in learning_rates)
    return Comparison(call("compare", {"positions": list(positions), "configuration": configuration, "name": name,
                                       "learning_rates": learning_rates, "at_once": jobs,
                                       "out": None if out is None else os.fspath(out), **options}, progress, callback))


class Comparison(Page):
    """`ranking`, the best first; `winner` where one is ahead of every other at the 5 % level (paired by seed), else None,
    and then `seeds_needed` to tell the first two apart."""

    def __init__(self, content):
        self.content = content
        self.directory = content["directory"]
        if not content["ranking"]:
            raise _core.BrokenRun(f"{self.directory}: runs are missing or failed ({content['sweep']['left']} left, "
                                  f"{content['sweep']['failed']} failed); the same call resumes")
        self.metric = content["metric"]
        self.ranking = [one["position"] for one in content["ranking"]]
        self.winner = self.ranking[0] if content["has_winner"] else None
        self.p = content["p"]
        self.seeds_needed = content["seeds_needed"]

    @property
    def table(self):
        """One row per encoding: mean with a 95 % interval, learning rate, seeds, and the mean at each test length."""
        rows = []
        for one in self.content["ranking"]:
            row = {key: one[key] for key in ("position", "mean", "low", "high", "learning_rate")}
            lengths = zip(self.content["lengths"], one["by_length"])
            rows.append({**row, "seeds": len(one["scores"]), **{f"at {length}": value for length, value in lengths}})
        return table_of_records(rows)

    def page(self):
        """The page of the runs of all encodings."""
        return _core.make_page([os.path.join(self.directory, one) for one in self.ranking])

    def __repr__(self):
        said = f"{self.winner} is best" if self.winner else f"no difference, seeds needed: {self.seeds_needed}"
        return f"Comparison({', '.join(self.ranking)}: {said})"
