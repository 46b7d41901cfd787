"""Pages: the report as a file, the live view, and what a notebook shows of a result."""

import html
import os
import threading

from sextant import _core
from sextant.laboratory.calls import call
from sextant.laboratory.options import documented


class Page:
    """What has a directory shows itself in a notebook as the page of that directory."""

    page_height = 640

    def page(self):
        """The page as one self-contained HTML document."""
        return _core.make_page([os.fspath(self.directory)])

    def _repr_html_(self):
        try:
            page = self.page()
        except _core.Error as error:
            return f"<pre>{html.escape(repr(self))}\n{html.escape(str(error))}</pre>"
        return (f'<iframe srcdoc="{html.escape(page)}" width="100%" height="{self.page_height}" '
                'style="border:0" sandbox="allow-scripts allow-downloads"></iframe>')


def directories_of(results):
    """Paths, or results that have a directory; one or many."""
    if isinstance(results, (str, os.PathLike)) or hasattr(results, "directory"):
        results = [results]
    return [os.fspath(getattr(one, "directory", one)) for one in results]


@documented("report", leave_out=("paths",))
def report(results, out="report.html"):
    """Writes runs, sweeps and experiments as one self-contained HTML file, and returns its path.

    results: directories, or what `train`, `Sweep`, `reproduce`, `discover` or `open` returned; one or a list.
    """
    return call("report", {"paths": directories_of(results), "out": os.fspath(out)}, progress=False)["file"]


@documented("export", leave_out=("runs",))
def export(results, csv=None, tensorboard=None, progress=False, callback=None):
    """Writes the metrics of runs, sweeps and experiments for other programs, and returns how many runs there were.

    csv: a file for one table of all. tensorboard: a directory for event files. results: as of `sextant.report`.
    """
    given = {"csv": csv, "tensorboard": tensorboard}
    return call("export", {"runs": directories_of(results),
                           **{key: os.fspath(path) for key, path in given.items() if path is not None}},
                progress, callback)["runs"]


class View:
    """A page that is served until `stop()`, or the end of a `with` block."""

    def __init__(self, options):
        self.address = None
        self._error = None
        self._stopped = threading.Event()
        self._known = threading.Event()
        self._thread = threading.Thread(target=self._serve, args=(options,), daemon=True)
        self._thread.start()
        self._known.wait()
        if self._error is not None:
            raise self._error

    def _serve(self, options):
        class Enough(Exception):
            pass

        def listener(kind, event):
            if kind == "finding" and event["subject"] == "page":
                self.address = event["text"]
                self._known.set()
            if self._stopped.is_set():
                raise Enough

        try:
            _core.call("view", options, listener)
        except Enough:
            pass
        except Exception as error:  # handed to whoever asked
            self._error = error
        finally:
            self._known.set()

    def stop(self):
        self._stopped.set()
        self._thread.join()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.stop()

    def __repr__(self):
        return f"View({self.address})"

    def _repr_html_(self):
        return f'<a href="{html.escape(self.address or "")}" target="_blank">{html.escape(self.address or "")}</a>'


@documented("view", leave_out=("paths",))
def view(results, port=0, seconds=0.0, token=True):
    """Serves the page on this machine, updated live, and returns at once; `stop()` of what is returned ends it.

    results: directories, or results that have one; one or a list.
    """
    return View({"paths": directories_of(results), "port": port, "seconds": float(seconds), "token": token})
