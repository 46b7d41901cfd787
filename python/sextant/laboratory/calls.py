"""Calling a function of the library: options in, progress and events out, a dictionary back."""

from sextant import _core
from sextant.laboratory.progress import make_display


def call(name, options, progress=True, callback=None):
    """Calls the function `name`. `callback(kind, event)` hears every event; one that raises ends the work cleanly, and
    its exception reaches the caller."""
    display = make_display(name, progress)
    given = {key: value for key, value in options.items() if value is not None}

    def listener(kind, event):
        if display is not None:
            display.hear(kind, event)
        if callback is not None:
            callback(kind, event)

    try:
        return _core.call(name, given, listener if display is not None or callback is not None else None)
    finally:
        if display is not None:
            display.close()
