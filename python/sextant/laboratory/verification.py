"""Checks that the engine does what it promises, on this machine."""

from sextant._processor import program
from sextant.laboratory.calls import call
from sextant.laboratory.options import documented
from sextant.laboratory.run import configuration_of
from sextant.laboratory.tables import table_of_records


class Verification:
    """`held`: whether every check held; `table`: one row per check."""

    def __init__(self, content):
        self.held = content["held"]
        self._rows = content["rows"]

    @property
    def table(self):
        return table_of_records(self._rows)

    def __bool__(self):
        return self.held

    def __repr__(self):
        return f"Verification({sum(row['held'] for row in self._rows)} of {len(self._rows)} checks held)"


@documented("verify_necessity")
def verify_necessity(progress=True, callback=None, **options):
    """Without positions exactly chance; every encoding and a causal mask break the symmetry."""
    return Verification(call("verify_necessity", options, progress, callback))


@documented("verify_resume", leave_out=("program",))
def verify_resume(config=None, overrides=None, progress=True, callback=None, **options):
    """A run interrupted, killed, multi-threaded or beside others ends bitwise identical."""
    configuration, _ = configuration_of(config, overrides)
    return Verification(call("verify_resume", {"configuration": configuration, "program": str(program()), **options},
                             progress, callback))
