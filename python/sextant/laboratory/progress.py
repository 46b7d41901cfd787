"""Progress of long calls: tqdm where it is installed (in a terminal and in Jupyter), else a line on stderr. Warnings of
the library become Python's."""

import sys
import time
import warnings


class Display:
    """Draws the progress of the current stage; `make_bar` as tqdm's constructor, or None for plain lines."""

    def __init__(self, name, make_bar, seconds_between_lines=5.0):
        self.name = name
        self._make_bar = make_bar
        self._seconds_between_lines = seconds_between_lines
        self._stage = None
        self._bar = None
        self._last_line = time.monotonic()

    def hear(self, kind, event):
        if kind == "progress":
            self._progress(event)
        elif kind == "message" and event["kind"] == "warning":
            warnings.warn(event["text"], RuntimeWarning, stacklevel=2)
        elif kind == "run" and self._bar is not None and event["kind"] == "progressed" and event["slot"] == 0:
            loss = {"loss": f"{event['loss']:.4g}"}
            if event["accuracy"] is not None:
                loss["accuracy"] = f"{event['accuracy']:.3f}"
            self._bar.set_postfix(loss, refresh=False)

    def close(self):
        if self._bar is not None:
            self._bar.close()
            self._bar = None

    def _progress(self, event):
        if self._make_bar is None:
            self._line(event)
            return
        if event["stage"] != self._stage:
            self.close()
            self._stage = event["stage"]
            shares = not event["unit"]
            self._bar = self._make_bar(total=100 if shares else round(event["total"]), desc=f"{self.name}: {self._stage}",
                                       unit="%" if shares else " " + event["unit"], leave=False)
        done = event["done"] / event["total"] * 100 if not event["unit"] else event["done"]
        self._bar.update(round(done) - self._bar.n)  # tqdm draws it ten times a second at most

    def _line(self, event):
        now = time.monotonic()
        if now - self._last_line < self._seconds_between_lines:
            return
        self._last_line = now
        left = event["seconds_left"]
        print(f"sextant {self.name}: {event['stage']} {100 * event['done'] / max(event['total'], 1e-300):.0f} %"
              + ("" if left is None else f", {left:.0f} s left"), file=sys.stderr)


def make_display(name, progress):
    """progress: True, False, or a function that makes bars as tqdm does."""
    if progress is False or progress is None:
        return None
    if callable(progress):
        return Display(name, progress)
    try:
        from tqdm.auto import tqdm
    except ImportError:
        return Display(name, None)
    return Display(name, tqdm)
