"""What a job costs on this machine."""

from sextant import _core
from sextant.laboratory.calls import call
from sextant.laboratory.options import documented
from sextant.laboratory.run import configuration_of
from sextant.laboratory.tables import table_of_records


@documented("cost", leave_out=("at_once",))
def cost(config=None, overrides=None, jobs=0, progress=True, callback=None, **options):
    """Predicts operations, seconds and memory of a job from a few steps that are really made; nothing is written.

    config, overrides: as of `sextant.train`. jobs: runs at once; 0: one per processor.
    """
    _core.keep_freed_memory()
    configuration, _ = configuration_of(config, overrides)
    return Cost(call("cost", {"configuration": configuration, "at_once": jobs, **options}, progress, callback))


class Cost:
    """`step_seconds` and `step_operations` of a training step, `seconds` and `memory` (bytes) of the whole run,
    `runs_per_hour` of this machine; `growth`, the exponents along length, width, depth, batch and runs; `gpu`, a
    dictionary where one was asked for."""

    def __init__(self, content):
        self.content = content
        self.step_seconds = content["step_seconds"]
        self.step_operations = content["step_operations"]
        self.seconds = content["run_seconds"]
        self.memory = content["run_bytes"]
        self.runs_per_hour = content["runs_per_hour"]
        self.gpu = content["gpu"]

    @property
    def growth(self):
        """One row per axis: from, to, and the exponents of operations (counted), seconds and memory (measured)."""
        return table_of_records(self.content["growth"])

    def __repr__(self):
        return (f"Cost({self.content['job']}: {1e3 * self.step_seconds:.3g} ms a step, {self.seconds:.3g} s and "
                f"{self.memory / 1e6:.3g} MB a run)")
