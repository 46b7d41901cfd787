"""sextant.torch, sextant.jax and sextant.positions from the source tree: they are pure Python, but `import sextant` there
fails where the compiled module was not built beside it. Then a bare package stands in its place."""
import importlib
import pathlib
import sys
import types

PYTHON = pathlib.Path(__file__).resolve().parents[1]
sys.path.insert(0, str(PYTHON))
try:
    importlib.import_module("sextant")
except ImportError:
    for name in [name for name in sys.modules if name == "sextant" or name.startswith("sextant.")]:
        del sys.modules[name]
    bare = types.ModuleType("sextant")
    bare.__path__ = [str(PYTHON / "sextant")]
    sys.modules["sextant"] = bare
