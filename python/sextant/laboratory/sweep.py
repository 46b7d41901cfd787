"""Grids of runs: trained here, or by any executor; results, boundaries and phase diagrams."""

import os
import pathlib
from concurrent.futures import FIRST_COMPLETED, wait

import numpy

from sextant import _core
from sextant.laboratory.calls import call
from sextant.laboratory.options import documented
from sextant.laboratory.pages import Page
from sextant.laboratory.progress import make_display
from sextant.laboratory.run import Run, configuration_of
from sextant.laboratory.tables import table_of_rows


def train_cell(configuration, directory):
    """One run of a sweep, wherever an executor calls it: importable, and its arguments and result are plain. A run that
    breaks is a result too, so that the others go on."""
    try:
        _core.keep_freed_memory()
        return _core.call("train", {"configuration": configuration, "out": directory})["status"], ""
    except _core.BusyDirectory as error:
        return "busy", str(error)
    except _core.Error as error:
        return "failed", str(error)


def metric_column(metric):
    """"test.accuracy" is the final one; "final.test.accuracy" stays."""
    return metric if metric.startswith("final.") else "final." + metric


class Sweep(Page):
    """A grid of runs in one directory.

    config: as of `sextant.train`.
    grid: dotted keys with lists or ranges of values: {"init.gamma": [0.4, 0.8], "seed": range(15)}; the product of all.
    out: the directory; without it, sweeps/NAME.

    Every run is trained once: `run()` again, with a larger grid too, trains only what is missing, and after Ctrl-C it
    resumes.
    """

    def __init__(self, config=None, grid=None, overrides=None, out=None):
        self._configuration, self._name = configuration_of(config, overrides)
        if grid is not None:
            axes = {key: list(values) if isinstance(values, range) or not isinstance(values, (str, dict)) else values
                    for key, values in grid.items()}
            for key, values in axes.items():
                if not isinstance(values, str) and not len(values):
                    raise ValueError(f"sweep: {key} has no values")
            self._configuration["sweep"] = {**self._configuration.get("sweep", {}), **axes}
        self.directory = os.fspath(out) if out is not None else os.path.join("sweeps", self._name)
        self.tally = None

    @classmethod
    def open(cls, directory):
        """A sweep that is there already."""
        request = pathlib.Path(directory) / "sweep.toml"
        if not request.exists():
            raise ValueError(f"{os.fspath(directory)}: not a sweep directory (no sweep.toml)")
        sweep = cls(request, out=directory)
        # Directories of runs are NAME-HASH; the request does not say the name.
        runs = [path.name for path in (pathlib.Path(directory) / "runs").glob("*-*")]
        sweep._name = min(runs).rpartition("-")[0] if runs else "default"
        return sweep

    def __repr__(self):
        axes = ", ".join(f"{key}: {len(values) if not isinstance(values, str) else values}"
                         for key, values in self._configuration.get("sweep", {}).items() if key != "cases")
        return f"Sweep({self.directory!r}, {axes})"

    def _options(self, **further):
        return {"configuration": self._configuration, "name": self._name, "out": self.directory, **further}

    @documented("sweep", leave_out=("out", "at_once", "gather", "no_store", "lost_after", "dry_run"))
    def run(self, jobs=0, executor=None, progress=True, callback=None, **options):
        """Trains what is missing, and returns the sweep.

        jobs: runs at once in this process; 0 is one per processor.
        executor: any concurrent.futures.Executor (a process pool, Dask's `client.get_executor()`, Ray's, mpi4py's,
            submitit's): it trains the runs in place of this process, whose directory all workers must see. A run that
            fails is tried once more, as in this process.
        """
        if executor is not None:
            return self._run_elsewhere(executor, progress, options)
        _core.keep_freed_memory()
        self.tally = call("sweep", self._options(at_once=jobs, **options), progress, callback)
        return self

    def _run_elsewhere(self, executor, progress, options):
        self.directory = os.path.abspath(self.directory)
        plan = _core.plan_sweep(self._options(**options))
        display = make_display("sweep", progress)
        total, failures = plan["runs"], {}
        waiting = {executor.submit(train_cell, run["configuration"], run["directory"]): (run, 1)
                   for run in plan["pending"]}
        done = total - len(waiting)
        try:
            while waiting:
                finished, _ = wait(waiting, return_when=FIRST_COMPLETED)
                for future in finished:
                    run, attempt = waiting.pop(future)
                    status, fault = future.result()
                    if status in ("failed", "busy") and attempt == 1:
                        again = executor.submit(train_cell, run["configuration"], run["directory"])
                        waiting[again] = (run, 2)
                        continue
                    if status in ("failed", "busy"):
                        failures[run["name"]] = fault
                    done += 1
                    if display is not None:
                        display.hear("progress", {"stage": "training", "done": done, "total": total, "unit": "runs",
                                                  "seconds_left": None})
        except BaseException:
            for future in waiting:
                future.cancel()
            raise
        finally:
            if display is not None:
                display.close()
        self._gather()
        self.tally = {"directory": self.directory, "failed": len(failures), "failures": failures,
                      "made": len(plan["pending"]) - len(failures), "complete": not failures}
        return self

    def _gather(self):
        call("sweep", self._options(gather=True), progress=False)

    def plan(self):
        """The runs of the grid: name, settings and, for those still to be trained, the estimated seconds."""
        plan = call("sweep", self._options(dry_run=True), progress=False)["plan"]
        return table_of_rows(["name", "settings", "seconds"], [[one["name"], one["settings"], one["seconds"]]
                                                               for one in plan])

    def runs(self):
        """The runs that are there, finished or not."""
        folder = pathlib.Path(self.directory) / "runs"
        return [Run(path) for path in sorted(folder.iterdir()) if (path / "config.toml").exists()] if folder.exists() else []

    @documented("results", leave_out=("sweep",))
    def results(self, grouped=False, **options):
        """One row per finished run with every option and final metric; with `grouped`, or keys to group by, statistics
        over seeds with bootstrap intervals; with `compare`, paired tests."""
        answer = call("results", {"sweep": self.directory, **options}, progress=False)
        table = answer["table"] if grouped or options.get("group_by") or options.get("compare") else answer["runs"]
        return table_of_rows(table["columns"], table["rows"])

    def boundary(self, metric, level, adaptive=False, progress=True, **options):
        """Where a final metric crosses a level, with a 95 % band: a list of dictionaries, one per diagram.

        Trains what is missing of the grid; with `adaptive` only runs near the boundary (at most `budget` of the grid).
        """
        _core.keep_freed_memory()
        self.tally = call("sweep", self._options(level=f"{metric_column(metric)}={level!r}", adaptive=adaptive, **options),
                          progress)
        return self.tally["diagrams"]

    def decide(self, metric=None, jobs=0, progress=True, callback=None, **options):
        """Adds seeds until one setting of the grid is shown to be the best, and trains no more than that takes: a dictionary
        with `text` (the answer in a sentence), `decided`, `tied`, `runs` of `grid_runs`, and `ranking`, the best first.

        metric: a column of the results; without it, accuracy or loss of unseen samples. options: confidence, margin,
        max_runs and others of `run`.
        """
        self.run(jobs, progress=progress, callback=callback, until_decided=True,
                 metric=None if metric is None else metric_column(metric), **options)
        return self.tally["race"]

    def phase_diagram(self, metric="test.accuracy", axes=None):
        """The mean of a final metric over seeds, for every value of one or two swept keys."""
        answer = call("results", {"sweep": self.directory}, progress=False)
        keys = list(axes) if axes else [key for key in answer["axes"] if key != "seed"][:2]
        if not 1 <= len(keys) <= 2:
            raise ValueError(f"phase_diagram: expected one or two axes, not {keys}")
        return PhaseDiagram(metric_column(metric), keys, answer["runs"])


class PhaseDiagram:
    """`values` (first axis, second axis): means over seeds, nan where no run is finished; `counts`: how many runs."""

    def __init__(self, metric, keys, runs):
        columns, rows = runs["columns"], runs["rows"]
        for key in [metric, *keys]:
            if key not in columns:
                import difflib
                near = difflib.get_close_matches(key, columns, n=1)
                raise ValueError(f"phase_diagram: no column {key}" + (f"; did you mean {near[0]}?" if near else ""))
        places = [columns.index(key) for key in keys]
        self.metric = metric
        self.axes = {key: sorted({row[place] for row in rows}) for key, place in zip(keys, places)}
        shape = tuple(len(values) for values in self.axes.values())
        sums, self.counts = numpy.zeros(shape), numpy.zeros(shape, dtype=int)
        for row in rows:
            value = row[columns.index(metric)]
            if value is None:
                continue
            cell = tuple(values.index(row[place]) for values, place in zip(self.axes.values(), places))
            sums[cell] += value
            self.counts[cell] += 1
        with numpy.errstate(invalid="ignore"):
            self.values = sums / self.counts

    def __repr__(self):
        return f"PhaseDiagram({self.metric}, {', '.join(f'{key}: {len(values)}' for key, values in self.axes.items())})"

    def plot(self, ax=None):
        """Draws it with matplotlib, and returns the axes."""
        from matplotlib import pyplot
        ax = ax or pyplot.gca()
        keys = list(self.axes)
        if len(keys) == 1:
            ax.plot(self.axes[keys[0]], self.values, marker="o")
            ax.set_ylabel(self.metric)
        else:
            image = ax.imshow(self.values, origin="lower", aspect="auto")
            ax.figure.colorbar(image, ax=ax, label=self.metric)
            ax.set_xticks(range(len(self.axes[keys[1]])), self.axes[keys[1]])
            ax.set_yticks(range(len(self.axes[keys[0]])), self.axes[keys[0]])
            ax.set_ylabel(keys[0])
        ax.set_xlabel(keys[-1])
        return ax

    def _repr_html_(self):
        import html
        keys = list(self.axes)
        across = self.axes[keys[-1]]
        head = "".join(f"<th>{html.escape(str(value))}</th>" for value in across)
        lines = ["<tr><td></td>" + head + "</tr>"]
        table = self.values.reshape(-1, len(across))
        names = self.axes[keys[0]] if len(keys) == 2 else [self.metric]
        for name, row in zip(names, table):
            cells = "".join("<td>&ndash;</td>" if numpy.isnan(value) else f"<td>{value:.3g}</td>" for value in row)
            lines.append(f"<tr><th>{html.escape(str(name))}</th>{cells}</tr>")
        return f"<table><caption>{html.escape(self.metric)} by {html.escape(', '.join(keys))}</caption>{''.join(lines)}</table>"
