#!/usr/bin/env python3
"""Resumes from what a disk may hold after a power cut: the same command must go on to the same bytes.

A command is traced (tests/durability/trace_calls.c), and disk images are made that a power cut could have left
(tests/durability/crash_disk.py says what is possible). Every second hundred of images is of a second power cut, while
the command went on after a first one. Only distinct images count. The final bytes of the runs, and what the store
answers, are those of an undisturbed command; nothing may get stuck or crash.

Usage: attack_crash_images.py PROGRAM LIBRARY [--command NAME] [--images N: in total] [--seed S] [--first NUMBER]
                              [--keep DIRECTORY: for images that were a hit]
LIBRARY is tests/durability/trace_calls.c as a shared object (build/tests/libtrace_calls.so), beside it those of
fork_server.c and fail_calls.c.
"""
import argparse
import errno
import hashlib
import os
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests/durability"))
import crash_disk  # noqa: E402

JOB = ["task.kind=series", "task.file=net.csv", "model.width=4", "model.depth=1", "model.heads=1", "train.batch=2",
       "train.checkpoint_every=2", "train.steps=4", "--quiet", "--out", "out"]
SWEEP = ["sweep", *JOB, "seed=1:2", "-j", "1"]
COMMANDS = {"train": ["train", *JOB], "sweep": SWEEP, "sweep_without_locks": SWEEP, "gather": [*SWEEP, "--gather"]}
VARYING = {"timing.json", "environment.json", "results.sqlite", "results.sqlite-wal", "results.sqlite-shm",
           "results.sqlite-journal"}
BLOCK = 100  # images of one history
BOOT = pathlib.Path("/proc/sys/kernel/random/boot_id").read_bytes().strip()
OTHER_BOOT = BOOT[::-1].translate(bytes.maketrans(b"-0123456789", b"01234567899"))


class Command:
    """Runs a command, traced, or many times in forks of one process."""

    def __init__(self, program, library, name, scratch):
        self.program, self.library, self.name, self.scratch = program, library, name, scratch
        self.environment = dict(os.environ)
        self.preloads = []
        if name == "sweep_without_locks":  # then the store has a rollback journal
            self.preloads = [str(library.with_name("libfail_calls.so"))]
            self.environment["SEXTANT_LOCKS"] = str(errno.ENOLCK)
        self.server = None

    def start(self, library, arguments=None, **more):
        environment = dict(self.environment, LD_PRELOAD=":".join([str(library), *self.preloads]), **more)
        return [self.program, *(arguments or COMMANDS[self.name])], environment

    def prepare(self, directory):
        """What is there before the command."""
        shutil.rmtree(directory, ignore_errors=True)
        directory.mkdir()
        chance = random.Random(1)
        rows = [[chance.gauss(0, 1) for _ in range(4)] for _ in range(40)]
        text = "\n".join(",".join(f"{value + row[0]:.4f}" for value in row) for row in rows)
        (directory / "net.csv").write_text("a,b,c,d\n" + text + "\n")
        if self.name == "gather":
            subprocess.run([self.program, *SWEEP, "--no-store"], cwd=directory, check=True, capture_output=True)

    def trace(self, directory):
        """The disk as it was, and the operations of the command on it; None where the command fails."""
        log = self.scratch / "trace"
        log.unlink(missing_ok=True)
        disk = crash_disk.Disk(directory)
        command, environment = self.start(self.library, SEXTANT_TRACE_UNDER=str(directory), SEXTANT_TRACE_LOG=str(log))
        done = subprocess.run(command, cwd=directory, env=environment, capture_output=True, text=True, timeout=120,
                              check=False)
        assert done.returncode == 0, f"{self.name}: {done.stderr}"
        operations = crash_disk.read_trace(log)
        states = [disk.copy()]
        for operation in operations:
            operation.data = operation.data.replace(BOOT, OTHER_BOOT)  # afterwards the machine has booted
            disk.do(operation)
            states.append(disk.copy())
        return states

    def resume(self, directory):
        """The exit status, as waitpid has it."""
        if not self.server:
            command, environment = self.start(self.library.with_name("libfork_server.so"), SEXTANT_SERVE="20")
            self.server = subprocess.Popen(command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                           text=True, bufsize=1)
        self.server.stdin.write(f"{directory}\n")
        return int(self.server.stdout.readline())


def check_trace(states, directory):
    """A call that was not traced would make images that cannot be."""
    there = {str(path.relative_to(directory)): None if path.is_dir() else path.read_bytes().replace(BOOT, OTHER_BOOT)
             for path in directory.rglob("*")}
    said = states[-1].image()
    differing = [name for name in there.keys() | said.keys()
                 if there.get(name, 0) != said.get(name, 0) and not name.endswith("-shm")]
    assert not differing, f"the trace lacks something of {differing}"


def write_image(image, directory, old_locks):
    shutil.rmtree(directory, ignore_errors=True)
    os.mkdir(directory)
    for name, content in image.items():  # sorted: a directory stands before what is in it
        path = f"{directory}/{name}"
        if content is None:
            os.mkdir(path)
            continue
        with open(path, "wb") as file:
            file.write(content)
        if old_locks and ".lock" in name:
            os.utime(path, (1, 1))


def final_state(directory):
    """The bytes of the runs, and what the store answers."""
    state = {}
    for folder, _, files in os.walk(directory / "out"):
        for name in files:
            path = os.path.join(folder, name)
            below = os.path.relpath(path, directory)
            # The lock of a dead owner is nobody's: it is taken over by whoever needs the directory again.
            if name in VARYING or name.endswith(".tmp") or "damaged" in below or name.startswith(".lock"):
                continue
            with open(path, "rb") as file:
                state[below] = file.read()
    store = directory / "out/results.sqlite"
    if store.exists():
        database = sqlite3.connect(store)
        database.row_factory = sqlite3.Row
        varies = ("id", "seconds", "row_checksum")
        state["store"] = sorted(sorted((key, row[key]) for key in row.keys() if key not in varies
                                       and row[key] is not None) for row in database.execute("SELECT * FROM runs"))
        state["metrics"] = sorted(map(tuple, database.execute(
            "SELECT name, metrics.step, split, loss FROM metrics JOIN runs ON runs.id = metrics.run")))
        state["axes"] = sorted(map(tuple, database.execute("SELECT key FROM axes")))
        database.close()
    return state


def judge(command, directory, expected):
    status = command.resume(directory)
    said = pathlib.Path(f"{directory}.said").read_text(errors="replace")
    if os.WIFSIGNALED(status):
        return f"ended by signal {os.WTERMSIG(status)} (14: stuck): {said}"
    if os.WEXITSTATUS(status) != 0:
        return f"exit code {os.WEXITSTATUS(status)}: {said}"
    try:
        found = final_state(directory)
    except sqlite3.Error as error:
        return f"the store cannot be read: {error}"
    differing = sorted(key for key in found.keys() | expected.keys() if found.get(key) != expected.get(key))
    return f"other content: {differing}; said {said}" if differing else ""


def make_history(command, first, chance, scratch):
    """The states of the disk while the command went on after a power cut."""
    directory = scratch / "second"
    write_image(chance.choice(first).image(chance), directory, command.preloads)
    return command.trace(directory)


def attack(command, options, count, scratch):
    undisturbed, traced, image_directory = scratch / "undisturbed", scratch / "traced", scratch / "image"
    command.prepare(undisturbed)
    done = subprocess.run([command.program, *COMMANDS[command.name]], cwd=undisturbed, check=False, capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    expected = final_state(undisturbed)
    command.prepare(traced)
    first = command.trace(traced)
    check_trace(first, traced)
    seen, hits, drawn, start = set(), 0, options.first, time.monotonic()
    while len(seen) < count:
        block = drawn // BLOCK
        if drawn % BLOCK == 0 or drawn == options.first:
            chance = random.Random(f"{options.seed} {command.name} {block}")
            states = make_history(command, first, chance, scratch) if block % 2 else first
        chance = random.Random(f"{options.seed} {command.name} {block} {drawn}")
        drawn += 1
        image = chance.choice(states).image(chance)
        digest = hashlib.sha1(repr(image).encode()).digest()
        if digest in seen:
            continue
        seen.add(digest)
        write_image(image, image_directory, command.preloads)
        wrong = judge(command, image_directory, expected)
        if wrong:
            hits += 1
            print(f"HIT {command.name}, image {drawn - 1} (--command {command.name} --seed {options.seed} --first "
                  f"{drawn - 1} --images 1): {wrong}", flush=True)
            if options.keep:
                write_image(image, pathlib.Path(options.keep) / f"{command.name}-{drawn - 1}", False)
        if len(seen) % 5000 == 0:
            print(f"{command.name}: {len(seen)} distinct images, {hits} hits", flush=True)
    print(f"{command.name}: {len(first) - 1} operations, {len(seen)} distinct images of {drawn - options.first}, "
          f"{hits} hits, {time.monotonic() - start:.0f} s", flush=True)
    return len(seen), hits


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("--command", choices=COMMANDS, action="append")
    parser.add_argument("--images", type=int, default=1000, help="in total, over all commands")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the image to begin with")
    parser.add_argument("--keep", help="where images that were a hit are kept")
    options = parser.parse_args()
    program, library = (pathlib.Path(path).resolve() for path in (options.program, options.library))
    if options.keep:
        pathlib.Path(options.keep).mkdir(parents=True, exist_ok=True)
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    names = options.command or list(COMMANDS)
    images = hits = 0
    for name in names:
        with tempfile.TemporaryDirectory(dir=memory) as scratch:
            command = Command(str(program), library, name, pathlib.Path(scratch))
            tried, found = attack(command, options, -(-options.images // len(names)), pathlib.Path(scratch))
            images, hits = images + tried, hits + found
            if command.server:
                command.server.stdin.close()
                command.server.wait(timeout=10)
    print(f"{images} distinct images, {hits} hits")
    sys.exit(hits > 0)


if __name__ == "__main__":
    main()
