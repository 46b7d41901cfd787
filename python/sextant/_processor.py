"""Whether this processor can run the compiled module, asked before it is loaded: an older one would die of an illegal
instruction, without a word."""

import os
import platform

# x86-64-v3 as /proc/cpuinfo names its features; abm is where lzcnt is told.
NEEDED = ("avx2", "bmi1", "bmi2", "f16c", "fma", "movbe", "abm")


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


def require_processor(machine=None, path="/proc/cpuinfo"):
    machine = machine or platform.machine()
    if machine not in ("x86_64", "AMD64"):
        raise ImportError(f"sextant: this build is for x86-64 processors, not {machine}")
    known = features(path)
    missing = [name for name in NEEDED if known is not None and name not in known]
    if missing and os.environ.get("SEXTANT_ANY_PROCESSOR") != "1":
        raise ImportError("sextant: this processor is older than x86-64-v3 (Intel Haswell 2013, AMD Excavator 2015): "
                          f"it lacks {', '.join(missing)}")
