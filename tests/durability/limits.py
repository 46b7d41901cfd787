#!/usr/bin/env python3
"""Commands under real limits of memory (as ulimit -v) and of threads (as ulimit -u): each ends well, or with one line and
exit code 1, and without the limit the same command goes on to its end.

Usage: limits.py PROGRAM
"""
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile

JOB = ["model.width=8", "model.depth=1", "train.batch=4", "train.steps=4", "--quiet", "--out", "out"]
COMMANDS = {"train": ["train", *JOB, "train.threads=2"], "sweep": ["sweep", *JOB, "seed=1:3", "-j", "4"]}
MEMORY = range(100_000, 600_001, 50_000)  # kilobytes
THREADS = range(1, 9)
NOBODY = 65534


def limit_memory(kilobytes):
    resource.setrlimit(resource.RLIMIT_AS, (kilobytes * 1024, kilobytes * 1024))


def limit_threads(count):
    """Of a user who has no other processes; root has no limit."""
    resource.setrlimit(resource.RLIMIT_NPROC, (count, count))
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def run(program, name, directory, limit=None):
    return subprocess.run([program, *COMMANDS[name]], cwd=directory, text=True, capture_output=True, timeout=120,
                          preexec_fn=limit, check=False)


def check(program, name, text, limit):
    with tempfile.TemporaryDirectory() as directory:
        os.chmod(directory, 0o777)
        limited = run(program, name, directory, limit)
        said = limited.stderr.strip().splitlines()
        if limited.returncode == 127:
            return "not loaded"  # by the system's loader, before the program begins
        assert limited.returncode in (0, 1), f"{name}, {text}: ended with {limited.returncode}: {limited.stderr}"
        # A sweep names each run that failed besides.
        assert limited.returncode == 0 or [line for line in said if line.startswith("sextant: ")] == said[-1:], said
        for path in pathlib.Path(directory).rglob("*"):
            path.chmod(0o777)
        again = run(program, name, directory)
        assert again.returncode == 0, f"{name}, {text}: cannot go on: {again.stderr}"
        return "done" if limited.returncode == 0 else "one line"


def main():
    with tempfile.TemporaryDirectory() as directory:
        os.chmod(directory, 0o755)  # the other user must be able to start the program, wherever it was built
        attack(shutil.copy(sys.argv[1], directory))


def attack(program):
    for name in COMMANDS:
        ends = [check(program, name, f"{size} kB", lambda size=size: limit_memory(size)) for size in MEMORY]
        print(f"{name}, {MEMORY[0]} to {MEMORY[-1]} kB of addresses: " +
              ", ".join(f"{ends.count(end)} {end}" for end in sorted(set(ends))))
        if os.getuid() != 0:
            print("limits of threads: only root can become a user without other processes")
            continue
        ends = [check(program, name, f"{count} threads", lambda count=count: limit_threads(count)) for count in THREADS]
        print(f"{name}, {THREADS[0]} to {THREADS[-1]} threads: " +
              ", ".join(f"{ends.count(end)} {end}" for end in sorted(set(ends))))


if __name__ == "__main__":
    main()
