"""The value of an option that generalises best."""

import json
import os

from sextant import _core
from sextant.laboratory.calls import call
from sextant.laboratory.options import documented
from sextant.laboratory.pages import Page
from sextant.laboratory.run import configuration_of
from sextant.laboratory.tables import table_of_records


@documented("tune", leave_out=("at_once",))
def tune(key, config=None, overrides=None, values=None, jobs=0, out=None, progress=True, callback=None, **options):
    """Finds the value of an option that generalises best, by successive halving over seeds.

    key: "gamma", "sigma", or the key of an option. values: a list, or a range as of `sextant sweep`.
    config, overrides: as of `sextant.train`. jobs: runs at once.
    """
    _core.keep_freed_memory()
    configuration, name = configuration_of(config, overrides)
    if values is not None and not isinstance(values, str):
        values = ",".join(json.dumps(value) for value in getattr(values, "tolist", lambda: list(values))())
    return Tuning(call("tune", {"key": key, "configuration": configuration, "name": name, "values": values,
                                "at_once": jobs, "out": None if out is None else os.fspath(out), **options},
                       progress, callback))


class Tuning(Page):
    """`best` is the value; `share` in how many resamples of the seeds it is the best of the last round;
    `decided`, with until_decided, whether it is shown to be the best, else None."""

    def __init__(self, content):
        self.content = content
        self.directory = content["directory"]
        self.key = content["key"]
        self.metric = content["metric"]
        self.best = content["best"]["value"] if content["best"] else None
        self.share = content["share_of_resamples"]
        self.decided = content["decided"]

    @property
    def rounds(self):
        """Every value of every round: its mean with an interval, its seeds, and whether it was kept."""
        return table_of_records([{"round": place + 1, **one} for place, values in enumerate(self.content["rounds"])
                                 for one in values])

    def __repr__(self):
        return f"Tuning({self.key}={self.best}, {self.metric}, share={self.share})"
