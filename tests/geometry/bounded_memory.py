#!/usr/bin/env python3
"""Stress and scaling of 8192 positions in less memory than one table (8192, 8192) would take, 537 MB.

Usage: bounded_memory.py SEXTANT      exit 1 where it needs more
"""
import pathlib
import random
import resource
import subprocess
import sys
import tempfile

POSITIONS, DOCUMENTS, CEILING = 8192, 24, 450 << 20  # bytes of address space


def limit():
    resource.setrlimit(resource.RLIMIT_AS, (CEILING, CEILING))


def main():
    numbers = random.Random(1)
    with tempfile.TemporaryDirectory() as directory:
        corpus = pathlib.Path(directory) / "corpus.txt"
        with corpus.open("w") as file:
            for _ in range(DOCUMENTS):
                # Words drift with the position, so that there is an axis to find.
                file.write(" ".join(str(int(20 * numbers.random() ** 2 + t / 1024)) for t in range(POSITIONS)) + "\n")
        run = subprocess.run([sys.argv[1], "stress", "--corpus", corpus, "--format", "integers", "--positions",
                              str(POSITIONS), "--leading", "16", "--encoding", "sinusoidal,line,mds:2", "--width", "16",
                              "--heads", "1", "--bootstrap", "0", "--quiet"],
                             preexec_fn=limit, capture_output=True, text=True)
    print(run.stdout, run.stderr)
    assert run.returncode == 0, run.returncode
    assert "mds:2" in run.stdout


if __name__ == "__main__":
    main()
