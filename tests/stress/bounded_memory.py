#!/usr/bin/env python3
"""The memory of `sextant stress`: 8192 positions in less than one table (8192, 8192) would take, 537 MB; a corpus whose
counts take more than --memory allows, with the same numbers; and what becomes of the temporary files.

Usage: bounded_memory.py SEXTANT      exit 1 where it needs more
"""
import os
import pathlib
import random
import re
import resource
import signal
import subprocess
import sys
import tempfile
import time

POSITIONS, DOCUMENTS, CEILING = 8192, 24, 450 << 20  # bytes of address space
SMALL, LARGE = "10MB", "2GB"


def limit(kind, most):
    return lambda: resource.setrlimit(kind, (most, most))


def write_corpus(path, documents, positions, draw):
    with path.open("w") as file:
        for _ in range(documents):
            file.write(" ".join(str(draw(t)) for t in range(positions)) + "\n")
    return path


def stress(corpus, positions, *more):
    return [sys.argv[1], "stress", "--corpus", corpus, "--format", "integers", "--positions", str(positions),
            "--encoding", "sinusoidal,line,mds:2", "--width", "16", "--heads", "1", "--quiet", "--all", *more]


def run(command, **more):
    result = subprocess.run(command, capture_output=True, text=True, **more)
    print(result.stdout, result.stderr)
    return result


def check_many_positions(directory):
    numbers = random.Random(1)
    # Words drift with the position, so that there is an axis to find.
    corpus = write_corpus(directory / "long.txt", DOCUMENTS, POSITIONS,
                          lambda t: int(20 * numbers.random() ** 2 + t / 1024))
    result = run(stress(corpus, POSITIONS, "--leading", "16", "--bootstrap", "0"),
                 preexec_fn=limit(resource.RLIMIT_AS, CEILING))
    assert result.returncode == 0, result.returncode
    assert "mds:2" in result.stdout


def measure(corpus, scratch, out, memory, *more):
    """Its peak in MB; files of numbers in `out`."""
    result = run(stress(corpus, 96, "--out", out, "--memory", memory, *more),
                 env={**os.environ, "TMPDIR": str(scratch)})
    assert result.returncode == 0, result.returncode
    return int(re.search(r"peak (\d+) MB", result.stdout)[1])


def compare_files(directory):
    for name in ("stress.json", "stress.csv"):
        assert (directory / SMALL / name).read_bytes() == (directory / LARGE / name).read_bytes(), name


def check_budget(directory, scratch, corpus, tiny):
    program = measure(tiny, scratch, directory / "tiny", LARGE, "--bootstrap", "2")
    peak = {memory: measure(corpus, scratch, directory / memory, memory, "--bootstrap", "2")
            for memory in (SMALL, LARGE)}
    print(f"peaks: {program} MB for the program itself, {peak}")
    assert peak[LARGE] > program + 60, "the corpus is too small to see a bound"
    assert peak[SMALL] <= program + 10 + 20, "10 MB were allowed, and beside them buffers and the list of words"
    compare_files(directory)
    for estimator in ("null_subtracted", "rarefied"):
        for memory in (SMALL, LARGE):
            measure(corpus, scratch, directory / memory, memory, "--estimator", estimator, "--top", "50000",
                    "--bootstrap", "0")
        compare_files(directory)
    assert not list(scratch.iterdir()), "temporary files were left behind"


def check_errors(corpus, scratch):
    command = stress(corpus, 96, "--bootstrap", "0", "--memory", SMALL)
    nowhere = run(command, env={**os.environ, "TMPDIR": str(scratch / "nowhere")})
    assert nowhere.returncode == 2 and "nowhere: No such file or directory; set TMPDIR" in nowhere.stderr
    full = run(command, env={**os.environ, "TMPDIR": str(scratch)}, restore_signals=False,
               preexec_fn=limit(resource.RLIMIT_FSIZE, 1 << 19))  # without the signal, write() fails
    assert full.returncode == 2 and f"cannot write a temporary file in {scratch}" in full.stderr
    assert "--memory" in run(stress(corpus, 96, "--memory", "10")).stderr


def has_temporary_file(process, scratch):
    files = pathlib.Path(f"/proc/{process.pid}/fd")
    return any(os.readlink(file).startswith(str(scratch)) for file in files.iterdir())


def check_kill(corpus, scratch):
    process = subprocess.Popen(stress(corpus, 96, "--bootstrap", "99", "--memory", SMALL),
                               env={**os.environ, "TMPDIR": str(scratch)})
    while process.poll() is None and not has_temporary_file(process, scratch):
        time.sleep(0.02)
    process.send_signal(signal.SIGKILL)
    assert process.wait() == -signal.SIGKILL, "it ended before it wrote a temporary file"
    assert not list(scratch.iterdir()), "a killed program left temporary files behind"


def main():
    numbers = random.Random(2)
    with tempfile.TemporaryDirectory() as name:
        directory = pathlib.Path(name)
        check_many_positions(directory)
        scratch = directory / "scratch"
        scratch.mkdir()
        corpus = write_corpus(directory / "wide.txt", 5000, 96, lambda t: int(90000 * numbers.random() + 100 * t))
        tiny = write_corpus(directory / "tiny.txt", 100, 96, lambda t: int(9 * numbers.random() + t / 10))
        check_budget(directory, scratch, corpus, tiny)
        check_errors(corpus, scratch)
        check_kill(corpus, scratch)


if __name__ == "__main__":
    main()
