"""Becomes the compiled module for this processor (`_processor.py`)."""

import importlib.machinery
import importlib.util
import sys

from sextant import _processor


def _load():
    folder = _processor.COMPILED / _processor.choose()
    for ending in importlib.machinery.EXTENSION_SUFFIXES:
        path = folder / f"_core{ending}"
        if path.exists():
            spec = importlib.util.spec_from_file_location(__name__, path)
            module = importlib.util.module_from_spec(spec)
            spec.loader.exec_module(module)
            return module
    raise ImportError(f"sextant: {folder} holds no module for this Python; `pip install .` builds one")


sys.modules[__name__] = _load()
