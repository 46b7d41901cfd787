"""Phase boundaries of any function of Python: ask which trial to make next, tell what came out. Only trials near the
boundary are made, a third of the grid at most by default."""

import dataclasses
import itertools
from concurrent.futures import FIRST_COMPLETED, wait

from sextant import _core


@dataclasses.dataclass(frozen=True)
class Trial:
    """One training to make: `settings` are keyword arguments, `seed` is one of the seeds given."""

    settings: dict
    seed: int
    cell: int
    replicate: int


class Boundary:
    """Where the outcome of a function changes over a grid of one or two numeric axes.

    axes: name -> ascending values: {"gamma": [0.3, 0.5, 0.7], "depth": [2, 3, 4]}.
    seeds: how many, or a list of them.
    level: with numbers as outcomes, where they cross this value ("above" where outcome >= level). Without it outcomes are
        labels: phases by name, in `labels` in the order of their importance.
    budget: at most this share of the full grid.

        boundary = sextant.Boundary({"gamma": gammas, "depth": depths}, seeds=5, level=0.9)
        while trials := boundary.ask(4):
            for trial in trials:
                boundary.tell(trial, train_my_model(**trial.settings, seed=trial.seed))
        boundary.describe()

    What is asked is a function of what was told, so the same answers give the same trials.
    """

    def __init__(self, axes, seeds=1, level=None, labels=(), budget=1 / 3, confidence=0.95, seed=1):
        self.axes = {key: [float(value) for value in values] for key, values in axes.items()}
        self.seeds = list(range(1, seeds + 1)) if isinstance(seeds, int) else list(seeds)
        self.level = level
        labels = ["above", "below"] if level is not None else [str(label) for label in labels]
        self._given = {key: list(values) for key, values in axes.items()}
        self._cells = list(itertools.product(*self._given.values()))
        self._core = _core.Boundary(list(self.axes.items()), len(self.seeds), float(budget), float(confidence), seed,
                                    labels)
        self.told = []

    def __repr__(self):
        return (f"Boundary({', '.join(self.axes)}, {self._core.observed_runs()} of {len(self._cells) * len(self.seeds)} "
                f"trials, settled={self.settled})")

    @property
    def settled(self):
        """Whether the boundary is known to within a cell everywhere."""
        return self._core.settled()

    @property
    def budget_runs(self):
        """At most so many trials will be asked for."""
        return self._core.budget_runs()

    def ask(self, count=1):
        """At most `count` further trials; none where the boundary is settled or the budget is spent."""
        return [self._trial(cell, replicate) for cell, replicate in self._core.propose(count)]

    def _trial(self, cell, replicate):
        return Trial(dict(zip(self._given, self._cells[cell])), self.seeds[replicate], cell, replicate)

    def tell(self, trial, outcome):
        """What came out: a number where there is a level, else a label; None for a trial that broke and tells nothing."""
        if outcome is None:
            label = ""
        elif self.level is not None:
            label = "above" if float(outcome) >= self.level else "below"
        else:
            label = str(outcome)
            if not label:
                raise ValueError("tell: expected a label, not an empty text; None says that a trial broke")
        self._core.observe(trial.cell, trial.replicate, label)
        self.told.append((trial, outcome))

    def run(self, function, at_once=1, executor=None):
        """Asks and tells until it is settled or the budget is spent: function(**settings, seed=seed). An executor makes
        `at_once` trials at the same time, in rounds, so that the result does not depend on which was faster."""
        while trials := self.ask(at_once):
            if executor is None:
                for trial in trials:
                    self.tell(trial, function(**trial.settings, seed=trial.seed))
                continue
            futures = {executor.submit(function, **trial.settings, seed=trial.seed): trial for trial in trials}
            waiting = set(futures)
            while waiting:
                _, waiting = wait(waiting, return_when=FIRST_COMPLETED)
            for future, trial in futures.items():
                self.tell(trial, future.result())
        return self

    def describe(self):
        """Axes, cells with their labels, and for every label where its majority begins and ends, with a band."""
        return self._core.describe()
