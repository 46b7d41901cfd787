#!/usr/bin/env python3
"""Stops a command before each of its system calls, or lets the call fail, and gives the same command again: it must go
on to the same bytes.

The calls are those that change something (write, fsync, ftruncate, rename, link, unlink, mkdir, locks, open for writing) on
files below the output directory. A call is preceded by SIGKILL, fails once (EIO, EINTR, EMFILE, ENOSPC), fails for good,
or writes only a part. The commands read files, so that data digests are part of what must survive.

Usage: attack_calls.py PROGRAM LIBRARY [--command NAME] [--trials N: sampled from all calls; 0: every call in every way]
                       [--seed S] [--way killed ...: this way alone] [--call NUMBER: that one alone, in every way]
LIBRARY is tests/durability/fail_calls.c as a shared object (build/tests/libfail_calls.so), beside it fork_server.c.
"""
import argparse
import errno
import os
import pathlib
import random
import shutil
import sys
import tempfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests/durability"))
from attacked_commands import COMMANDS, Forks, differences, final_state, prepare  # noqa: E402

WAYS = [("killed", {"SEXTANT_FAIL_KILL": "1"})] * 4 + [
    ("EIO once", {"SEXTANT_FAIL_ERRNO": str(errno.EIO)}),
    ("EINTR once", {"SEXTANT_FAIL_ERRNO": str(errno.EINTR)}),
    ("EMFILE once", {"SEXTANT_FAIL_ERRNO": str(errno.EMFILE)}),
    ("ENOSPC for good", {"SEXTANT_FAIL_ERRNO": str(errno.ENOSPC), "SEXTANT_FAIL_ON": "1"}),
    ("short writes", {"SEXTANT_FAIL_ERRNO": str(errno.EIO), "SEXTANT_FAIL_SHORT": "1", "SEXTANT_FAIL_ON": "1"})]


def attack(forks, prepared, cwd, number, way, expected):
    """What was wrong afterwards, or nothing."""
    shutil.rmtree(cwd, ignore_errors=True)
    shutil.copytree(prepared, cwd)
    code, said = forks.run(cwd, SEXTANT_FAIL_UNDER=cwd / "out", SEXTANT_FAIL_LOCKS=1, SEXTANT_FAIL_CALL=number, **way)
    if code not in (0, 1, 2, -9):
        return f"ended with {code}: {said}"
    if code in (1, 2) and not said.strip():
        return "failed without a word"
    for orphan in (cwd / "out").rglob("*.tmp"):  # as if an hour had passed
        os.utime(orphan, (1, 1))
    again, text = forks.run(cwd)
    if again != 0:
        return f"cannot go on ({again}): {text}; first: {said}"
    left = [str(path) for path in (cwd / "out").rglob("*.tmp")]
    wrong = f"left behind {left}" if left else differences(expected, cwd)
    return f"{wrong}; said {said}" if wrong else ""


def attack_command(name, program, library, options, scratch):
    """How many trials, and how many hits."""
    prepared, undisturbed, counter = scratch / "prepared", scratch / "undisturbed", scratch / "count"
    prepare(program, name, prepared)
    shutil.copytree(prepared, undisturbed)
    forks = Forks(program, [library.with_name("libfork_server.so"), library], name, seconds=120)
    code, said = forks.run(undisturbed, SEXTANT_FAIL_UNDER=undisturbed / "out", SEXTANT_FAIL_LOCKS=1,
                           SEXTANT_FAIL_COUNT=counter)
    assert code == 0, f"{name}: {said}"
    calls, expected = int(counter.read_text()), final_state(undisturbed)
    chance = random.Random(options.seed)
    trials = [(number, way) for number in range(1, calls + 1) for way in dict(WAYS).items()
              if options.way in (None, way[0])]
    if options.trials:
        trials = [(chance.randint(1, calls), chance.choice(WAYS)) for _ in range(options.trials)]
    if options.call:
        trials = [(options.call, way) for way in dict(WAYS).items()]
    hits = 0
    for number, (text, way) in trials:
        wrong = attack(forks, prepared, scratch / "attacked", number, way, expected)
        if wrong:
            hits += 1
            print(f"HIT {name}, call {number}, {text} (--command {name} --call {number}): {wrong}", flush=True)
    forks.close()
    print(f"{name}: {calls} calls, {len(trials)} trials, {hits} hits", flush=True)
    return len(trials), hits


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("--command", choices=COMMANDS, action="append")
    parser.add_argument("--trials", type=int, default=200, help="per command; 0: every call in every way")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--way", choices=dict(WAYS), help="with --trials 0: this way alone")
    parser.add_argument("--call", type=int, help="this call alone, in every way")
    options = parser.parse_args()
    program, library = (pathlib.Path(path).resolve() for path in (options.program, options.library))
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    tried = hits = 0
    for name in options.command or COMMANDS:
        with tempfile.TemporaryDirectory(dir=memory) as scratch:
            trials, found = attack_command(name, str(program), library, options, pathlib.Path(scratch))
            tried, hits = tried + trials, hits + found
    print(f"{tried} trials, {hits} hits")
    sys.exit(hits > 0)


if __name__ == "__main__":
    main()
