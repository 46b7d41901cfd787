#!/usr/bin/env python3
"""Reads valid and slightly broken files with our readers and with those programs whose formats they are.

Usage: differential_fuzz.py [--reader NAME] [--files N] [--seed S] [--first K] [--keep DIR] [--program PROGRAM]

A file is made from its number: valid content from a random generator, then at most a few mutations (bytes, lengths,
nesting, compression). Both sides read it. They agree where both refuse or both find the same; anything else is a
disagreement, unless `documented` says why it must be. A disagreement, or a crash of ours under a ceiling of memory, is
kept in DIR with the command that replays it. Exit 1 where there is one, 77 where no reference is installed.
"""
import argparse
import json
import os
import pathlib
import random
import resource
import subprocess
import sys
import tempfile
import warnings

sys.path.insert(0, str(pathlib.Path(__file__).parent))
from differential_readers import READERS  # noqa: E402

batch = 500


class Ours:
    """The program that reads many files; it is started again where it crashed."""

    def __init__(self, program, ceiling):
        self.program = program
        self.ceiling = ceiling
        self.process = None

    def limit(self):
        if self.ceiling:
            resource.setrlimit(resource.RLIMIT_AS, (self.ceiling, self.ceiling))

    def start(self):
        self.process = subprocess.Popen([self.program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        preexec_fn=self.limit)

    def read(self, reader, paths):
        """All are asked for at once (they fit into a pipe); those behind a crash once more."""
        answers = []
        while len(answers) < len(paths):
            if self.process is None:
                self.start()
            try:
                self.process.stdin.write("".join(f"{reader} {path}\n" for path in paths[len(answers):]))
                self.process.stdin.flush()
            except BrokenPipeError:
                pass  # what was answered before is still there
            while len(answers) < len(paths):
                line = self.process.stdout.readline()
                if not line:
                    answers.append({"crash": self.process.wait()})
                    self.process = None
                    break
                answers.append(json.loads(line))
        return answers


def their_answer(reader, content, path):
    try:
        return {"value": reader.read(content, path)}
    except (KeyboardInterrupt, MemoryError):
        raise
    except BaseException as error:  # a reference may refuse with anything, even by a panic  # pylint: disable=broad-except
        return {"error": f"{type(error).__name__}: {error}"}


def judge(reader, content, ours, theirs):
    """"agree", "refuse", the reason of a documented difference, or None."""
    if "crash" in ours:
        return None
    if "error" in ours and "error" in theirs:
        return "both refuse"
    if "value" in ours and "value" in theirs and reader.same(ours["value"], theirs["value"]):
        return "agree"
    for reason, holds in reader.documented:
        if holds(content, ours, theirs):
            return reason
    return None


def fuzz(name, reader, options, ours, directory):
    counts, hits = {}, 0
    for first in range(options.first, options.first + options.files, batch):
        numbers = range(first, min(first + batch, options.first + options.files))
        contents = [reader.make(random.Random(f"{options.seed} {name} {number}")) for number in numbers]
        paths = [directory / f"{name}{number % batch}.{reader.ending}" for number in numbers]
        for path, content in zip(paths, contents):
            reader.write(content, path)
        for number, path, content, answer in zip(numbers, paths, contents, ours.read(reader.ours or name, paths)):
            theirs = their_answer(reader, content, path)
            verdict = judge(reader, content, answer, theirs)
            counts[verdict] = counts.get(verdict, 0) + 1
            if verdict is None:
                hits += 1
                report(name, options, number, content, answer, theirs, reader)
    print(f"{name}: {options.files} files: " + ", ".join(
        f"{count} {verdict or 'DISAGREE'}" for verdict, count in sorted(counts.items(), key=lambda one: -one[1])),
        flush=True)
    return hits


def report(name, options, number, content, ours, theirs, reader):
    options.keep.mkdir(parents=True, exist_ok=True)
    kept = options.keep / f"{name}-{options.seed}-{number}.{reader.ending}"
    kept.write_bytes(content)
    print(f"{name}: DISAGREE: {kept}\n  ours:   {str(ours)[:300]}\n  theirs: {str(theirs)[:300]}\n"
          f"  replay: differential_fuzz.py --reader {name} --seed {options.seed} --first {number} --files 1", flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    root = pathlib.Path(__file__).parent.parent
    parser.add_argument("--reader", choices=sorted(READERS), help="one of them; all that can be compared otherwise")
    parser.add_argument("--files", type=int, default=1000, help="of each reader")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="number of the first file")
    parser.add_argument("--keep", type=pathlib.Path, default=pathlib.Path("disagreements"))
    parser.add_argument("--ceiling", type=int, default=2 << 30, help="bytes of addresses for our program; 0: no limit")
    parser.add_argument("--program", default=str(root / "build/tests/reader_answers"))
    options = parser.parse_args()
    warnings.simplefilter("ignore")  # of references, about files that they read nevertheless
    ours, hits, compared = Ours(options.program, options.ceiling), 0, 0
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as directory:
        for name in [options.reader] if options.reader else READERS:
            reader = READERS[name]
            if not reader.installed():
                print(f"{name}: skipped: {reader.reference} is not installed, or too old")
                continue
            compared += 1
            hits += fuzz(name, reader, options, ours, pathlib.Path(directory))
    if not compared:
        return 77
    return 1 if hits else 0


if __name__ == "__main__":
    sys.exit(main())
