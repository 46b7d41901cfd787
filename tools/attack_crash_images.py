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
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "tests/durability"))
import crash_disk  # noqa: E402
from attacked_commands import COMMANDS, Forks, differences, final_state, prepare  # noqa: E402

NAMES = [*COMMANDS, "sweep_without_locks"]  # then the store has a rollback journal
BLOCK = 100  # images of one history
MOST_REPEATED = 2000  # in a row: then there are no others
BOOT = pathlib.Path("/proc/sys/kernel/random/boot_id").read_bytes().strip()
OTHER_BOOT = BOOT[::-1].translate(bytes.maketrans(b"-0123456789", b"01234567899"))


class Command:
    """Runs a command, traced, or many times in forks of one process."""

    def __init__(self, program, library, name, scratch):
        self.program, self.library, self.scratch = program, library, scratch
        self.without_locks = name == "sweep_without_locks"
        self.name = "sweep" if self.without_locks else name
        self.preloads = [library.with_name("libfail_calls.so")] if self.without_locks else []
        self.more = {"SEXTANT_LOCKS": str(errno.ENOLCK)} if self.without_locks else {}
        self.forks = Forks(program, [library.with_name("libfork_server.so"), *self.preloads], self.name, **self.more)

    def trace(self, directory):
        """The states of the disk before and after every operation of the command."""
        log = self.scratch / "trace"
        log.unlink(missing_ok=True)
        disk = crash_disk.Disk(directory)
        environment = dict(os.environ, LD_PRELOAD=":".join(map(str, [self.library, *self.preloads])),
                           SEXTANT_TRACE_UNDER=str(directory), SEXTANT_TRACE_LOG=str(log), **self.more)
        done = subprocess.run([self.program, *COMMANDS[self.name]], cwd=directory, env=environment, capture_output=True,
                              text=True, timeout=120, check=False)
        assert done.returncode == 0, f"{self.name}: {done.stderr}"
        operations = crash_disk.read_trace(log) if log.exists() else []
        states = [disk.copy()]
        for operation in operations:
            operation.data = operation.data.replace(BOOT, OTHER_BOOT)  # afterwards the machine has booted
            disk.do(operation)
            states.append(disk.copy())
        return states


def check_trace(states, directory):
    """A call that was not traced would make images that cannot be."""
    there = {str(path.relative_to(directory)): None if path.is_dir() else path.read_bytes().replace(BOOT, OTHER_BOOT)
             for path in directory.rglob("*")}
    said = states[-1].image()
    differing = [name for name in there.keys() | said.keys()
                 if there.get(name, 0) != said.get(name, 0) and not name.endswith("-shm")]
    assert not differing, f"the trace lacks something of {differing}"


def digest_image(image):
    digest = hashlib.sha1()
    for name, content in image.items():
        digest.update(f"{name}\n{-1 if content is None else len(content)}\n".encode())
        digest.update(content or b"")
    return digest.digest()


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


def judge(command, directory, expected):
    code, said = command.forks.run(directory)
    if code != 0:
        return f"ended with {code} (-14: stuck): {said}"
    differing = differences(expected, directory)
    return f"{differing}; said {said}" if differing else ""


def make_history(command, first, chance, scratch):
    """The states of the disk while the command went on after a power cut."""
    directory = scratch / "second"
    write_image(chance.choice(first).image(chance), directory, command.without_locks)
    return command.trace(directory)


def attack(command, name, options, count, scratch):
    undisturbed, traced, image_directory = scratch / "undisturbed", scratch / "traced", scratch / "image"
    prepare(command.program, command.name, undisturbed)
    done = subprocess.run([command.program, *COMMANDS[command.name]], cwd=undisturbed, check=False, capture_output=True,
                          text=True)
    assert done.returncode == 0, done.stderr
    expected = final_state(undisturbed)
    prepare(command.program, command.name, traced)
    first = command.trace(traced)
    check_trace(first, traced)
    seen, hits, drawn, repeated, start = set(), 0, options.first, 0, time.monotonic()
    while len(seen) < count and repeated < MOST_REPEATED:
        block = drawn // BLOCK
        if drawn % BLOCK == 0 or drawn == options.first:
            chance = random.Random(f"{options.seed} {name} {block}")
            states = make_history(command, first, chance, scratch) if block % 2 else first
        chance = random.Random(f"{options.seed} {name} {block} {drawn}")
        drawn += 1
        image = chance.choice(states).image(chance)
        digest = digest_image(image)
        repeated = repeated + 1 if digest in seen else 0
        if repeated:
            continue
        seen.add(digest)
        write_image(image, image_directory, command.without_locks)
        wrong = judge(command, image_directory, expected)
        if wrong:
            hits += 1
            print(f"HIT {name}, image {drawn - 1} (--command {name} --seed {options.seed} --first "
                  f"{drawn - 1} --images 1): {wrong}", flush=True)
            if options.keep:
                write_image(image, pathlib.Path(options.keep) / f"{name}-{drawn - 1}", False)
        if len(seen) % 5000 == 0:
            print(f"{name}: {len(seen)} distinct images, {hits} hits", flush=True)
    print(f"{name}: {len(first) - 1} operations, {len(seen)} distinct images of {drawn - options.first}, "
          f"{hits} hits, {time.monotonic() - start:.0f} s", flush=True)
    return len(seen), hits


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("library")
    parser.add_argument("--command", choices=NAMES, action="append")
    parser.add_argument("--images", type=int, default=1000, help="in total, over all commands")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the image to begin with")
    parser.add_argument("--keep", help="where images that were a hit are kept")
    options = parser.parse_args()
    program, library = (pathlib.Path(path).resolve() for path in (options.program, options.library))
    if options.keep:
        pathlib.Path(options.keep).mkdir(parents=True, exist_ok=True)
    memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
    names = options.command or NAMES
    images = hits = 0
    for name in names:
        with tempfile.TemporaryDirectory(dir=memory) as scratch:
            command = Command(str(program), library, name, pathlib.Path(scratch))
            tried, found = attack(command, name, options, -(-options.images // len(names)), pathlib.Path(scratch))
            images, hits = images + tried, hits + found
            command.forks.close()
    print(f"{images} distinct images, {hits} hits")
    sys.exit(hits > 0)


if __name__ == "__main__":
    main()
