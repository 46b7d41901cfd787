"""Sextant: a laboratory for positional encodings and initialisation.

    import sextant

    run = sextant.train({"position.kind": "rotary"}, out="runs/first")
    run.metrics                        # a DataFrame, if pandas is installed
    logits, cache = run.model().run_with_cache(tokens)
    sweep = sextant.Sweep({}, {"init.gamma": [0.4, 0.8], "seed": range(5)}).run(jobs=2)

docs/python.md is a tutorial. Long calls release the interpreter's lock, show their progress, and stop on Ctrl-C; the same
call resumes.
"""

import importlib

# Where each name is; a module is loaded when the first of its names is used, so that sextant.torch and sextant.jax
# need no compiled module.
_PLACES = {
    "Boundary": "laboratory.boundary", "Trial": "laboratory.boundary",
    "CheckpointAudit": "laboratory.checkpoints", "audit": "laboratory.checkpoints",
    "CheckpointChange": "laboratory.checkpoints", "compress": "laboratory.checkpoints", "init": "laboratory.checkpoints",
    "extend": "laboratory.checkpoints", "replace": "laboratory.checkpoints",
    "Claims": "laboratory.claims", "reproduce": "laboratory.claims",
    "Comparison": "laboratory.comparison", "compare": "laboratory.comparison",
    "Cost": "laboratory.cost", "cost": "laboratory.cost",
    "Discovery": "laboratory.discovery", "discover": "laboratory.discovery",
    "Encoding": "laboratory.encoding", "encode": "laboratory.encoding",
    "Inspection": "laboratory.inspection", "inspect": "laboratory.inspection",
    "ActivationCache": "laboratory.model", "Model": "laboratory.model",
    "open": "laboratory.opening",
    "configuration_help": "laboratory.options", "options": "laboratory.options", "variants": "laboratory.options",
    "version": "laboratory.options",
    "export": "laboratory.pages", "report": "laboratory.pages", "view": "laboratory.pages",
    "Run": "laboratory.run", "train": "laboratory.run",
    "Simulation": "laboratory.simulation", "simulate": "laboratory.simulation",
    "StressReport": "laboratory.stress", "stress": "laboratory.stress",
    "PhaseDiagram": "laboratory.sweep", "Sweep": "laboratory.sweep",
    "Task": "laboratory.task",
    "Tuning": "laboratory.tuning", "tune": "laboratory.tuning",
    "Verification": "laboratory.verification", "verify_necessity": "laboratory.verification", "verify_resume": "laboratory.verification",
    "BrokenRun": "_core", "BusyDirectory": "_core", "Error": "_core", "RequestError": "_core", "Stopped": "_core",
}

__all__ = sorted(_PLACES)


def __getattr__(name):
    if name == "__version__":
        return _load("_core").environment()["version"]
    if name not in _PLACES:
        raise AttributeError(f"module 'sextant' has no attribute {name!r}")
    value = getattr(_load(_PLACES[name]), name)
    globals()[name] = value
    return value


def _load(place):
    return importlib.import_module("sextant." + place)


def __dir__():
    return sorted([*globals(), *_PLACES])
