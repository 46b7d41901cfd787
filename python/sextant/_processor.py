"""Which of the compiled modules this processor can run, asked before one is loaded: an older processor would die of an
illegal instruction, without a word. A wheel holds one for x86-64-v3 (AVX2) and one for x86-64-v4 (AVX-512), each with the
program `sextant`; `pip install .` makes one, for x86-64-v3 or for the machine itself (native).

SEXTANT_PROCESSOR=x86-64-v3 in the environment takes that one instead of the best."""

import os
import pathlib
import signal
import sys

# As /proc/cpuinfo names features; abm is where lzcnt is told.
_V3 = ("avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "abm")
_V4 = ("avx512f", "avx512bw", "avx512cd", "avx512dq", "avx512vl")
NEEDED = {"native": _V3, "x86-64-v4": _V3 + _V4, "x86-64-v3": _V3}  # the best first
COMPILED = pathlib.Path(__file__).parent / "_compiled"


def features(path="/proc/cpuinfo"):
    """The names of the first processor's features, or None where nobody tells."""
    try:
        with open(path, encoding="ascii", errors="replace") as file:
            for line in file:
                if line.startswith("flags"):
                    return set(line.partition(":")[2].split())
    except OSError:
        pass
    return None


def choose(machine=None, known=None, compiled=None):
    """The name of the folder in _compiled/ to load from."""
    machine = machine or os.uname().machine
    if machine not in ("x86_64", "AMD64"):
        raise ImportError(f"sextant: this build is for x86-64 processors, not {machine}")
    known = features() if known is None else known
    compiled = [name for name in NEEDED if (COMPILED / name).is_dir()] if compiled is None else compiled
    if not compiled:
        raise ImportError("sextant: the compiled module is missing; `pip install .` builds it")
    wanted = os.environ.get("SEXTANT_PROCESSOR")
    if wanted and wanted not in compiled:
        raise ImportError(f"sextant: SEXTANT_PROCESSOR={wanted}: this build has {' and '.join(compiled)}")
    if known is None:  # nobody tells: the one that asks for least
        return wanted or compiled[-1]
    for name in [wanted] if wanted else compiled:
        missing = [feature for feature in NEEDED[name] if feature not in known]
        if not missing:
            return name
    kind = "x86-64-v4 (AVX-512)" if name == "x86-64-v4" else "x86-64-v3 (Intel Haswell 2013, AMD Excavator 2015)"
    raise ImportError(f"sextant: this processor is older than {kind}: it lacks {', '.join(missing)}")


def program():
    """The path of the program `sextant` for this processor."""
    return COMPILED / choose() / "sextant"


def run_program():
    """What the command `sextant` of an installed package does: it becomes the program for this processor."""
    for ignored in (signal.SIGPIPE, signal.SIGXFSZ):  # by Python; a program expects them as they are
        signal.signal(ignored, signal.SIG_DFL)
    try:
        os.execv(program(), ["sextant", *sys.argv[1:]])
    except ImportError as error:
        sys.exit(str(error))
