"""The laboratory in Python: each module calls functions of the library and makes their results into Python's objects."""

from sextant._processor import require_processor

require_processor()

try:
    from sextant import _core  # noqa: F401
except ImportError as error:
    raise ImportError(f"sextant: the compiled module cannot be loaded ({error}); `pip install .` builds it") from error
