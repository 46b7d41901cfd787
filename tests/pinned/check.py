#!/usr/bin/env python3
"""Small runs of every kind end with the very bits that are pinned beside this script.

Usage: check.py PROGRAM [--write]      exit 1 at a difference, 77 where this instruction set has no pins

For changes of the code that must not change a number. Every case of cases.py is trained through the command line, and
the SHA-256 of its weights and of its optimiser's state must be the one in pins.json; metadata of checkpoints do not
count. Some are trained again (on two threads, in a sweep beside others, interrupted and resumed, watched closely) and
must end with the same bits. A change that is meant to change numbers makes the pins anew with --write and says why.
Pins are kept by instruction set; another compiler, libm or oneDNN may have a right to other bits.
"""
import concurrent.futures
import hashlib
import json
import pathlib
import shlex
import signal
import subprocess
import sys
import tempfile
import time
import tomllib

import cases

PINS = pathlib.Path(__file__).with_name("pins.json")


class Broken(Exception):
    pass


def digest(run):
    """Of all tensors, by name: name, type, shape and bytes. A checkpoint is the header's length, the header, the data."""
    content = (run / "checkpoint.safetensors").read_bytes()
    start = 8 + int.from_bytes(content[:8], "little")
    header = json.loads(content[8:start])
    header.pop("__metadata__")
    result = hashlib.sha256()
    for name in sorted(header):
        tensor = header[name]
        first, end = tensor["data_offsets"]
        result.update(f"{name} {tensor['dtype']} {tensor['shape']}\n".encode())
        result.update(content[start + first:start + end])
    return result.hexdigest()


class Laboratory:
    """A directory with the files that cases read, and one directory for each run."""

    def __init__(self, program, directory):
        self.program = str(pathlib.Path(program).resolve())
        self.directory = directory
        for name, content in cases.make_files().items():
            (directory / name).parent.mkdir(exist_ok=True)
            (directory / name).write_text(content)

    def start(self, *arguments):
        return subprocess.Popen([self.program, *arguments], cwd=self.directory, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def finish(self, process, expected=0):
        said = process.communicate(timeout=240)[0]
        if process.returncode != expected:
            raise Broken(f"exit code {process.returncode} instead of {expected}: {said.strip()}")

    def command(self, name, more="", directory=None):
        options = {}
        for option in f"{cases.SMALL} {cases.CASES[name]} {more}".split():
            options[option.partition("=")[0]] = option
        return ["train", *options.values(), "--out", directory or name, "--quiet"]

    def train(self, name, more="", directory=None):
        self.finish(self.start(*self.command(name, more, directory)))
        return digest(self.directory / (directory or name))

    def resume(self, name, more):
        """Interrupted once its first checkpoint is there, then asked again with `more` options."""
        for attempt in range(8):  # where it ended before the signal came
            directory = f"{name}, interrupted {attempt}"
            process = self.start(*self.command(name, "train.checkpoint_every=1", directory))
            while process.poll() is None and not (self.directory / directory / "checkpoint.safetensors").exists():
                time.sleep(0.0005)
            process.send_signal(signal.SIGINT)
            if process.wait(timeout=240) == 0:
                process.communicate()
                continue
            self.finish(process, 128 + signal.SIGINT)
            return self.train(name, more, directory)
        raise Broken("every attempt ended before it could be interrupted")

    def sweep(self, variant, kinds):
        """The runs of several encodings in one process, as case to digest."""
        out = f"sweep, {variant}"
        options = self.command(f"{kinds[0]}, {variant}", f"position.kind={','.join(kinds)}", out)[1:]
        self.finish(self.start("sweep", *options, "-j", "2"))
        found = {}
        for run in (self.directory / out / "runs").iterdir():
            kind = tomllib.loads((run / "config.toml").read_text())["position"]["kind"]
            found[f"{kind}, {variant}"] = digest(run)
        return found


def attempt(faults, name, make, *arguments):
    """What `make` gives; None and a fault where it cannot be made."""
    try:
        return make(*arguments)
    except (Broken, OSError, subprocess.TimeoutExpired) as fault:
        faults.append(f"{name}: {fault}")
        return None


def check_again(laboratory, pool, digests, faults):
    """Every other way to the end of a case against the straight one; how many there were."""
    def compare(way, case, found):
        if found is not None and found != digests[case]:
            faults.append(f"{case}: other final weights {way} than trained alone")

    jobs = [(way, case, pool.submit(attempt, faults, f"{case}, {way}", laboratory.train, case, more, f"{case}, {way}"))
            for way, (case, more) in cases.AGAIN.items()]
    jobs += [("when interrupted and resumed", case,
              pool.submit(attempt, faults, f"{case}, resumed", laboratory.resume, case, more))
             for case, more in cases.RESUMED.items()]
    for way, case, job in jobs:
        compare(way, case, job.result())
    for variant, kinds in cases.PACKED.items():
        found = attempt(faults, f"sweep, {variant}", laboratory.sweep, variant, kinds) or {}
        for kind in kinds:
            compare("in a sweep", f"{kind}, {variant}", found.get(f"{kind}, {variant}", "none"))
    return len(jobs) + sum(len(kinds) for kinds in cases.PACKED.values())


def compare_pins(laboratory, pinned, digests):
    for name in sorted(pinned.keys() | digests.keys()):
        if name not in digests:
            yield f"{name}: pinned, but no longer among the cases"
        elif name not in pinned:
            yield f"{name}: it has no pin; --write makes pins"
        elif digests[name] is not None and digests[name] != pinned[name]:
            yield (f"{name}: other final weights than pinned ({digests[name][:12]} instead of {pinned[name][:12]})\n"
                   f"    sextant {shlex.join(laboratory.command(name, '', 'DIR'))}")


def main():
    program, *options = sys.argv[1:]
    wants_pins = options == ["--write"]
    pins = json.loads(PINS.read_text()) if PINS.exists() else {}
    with tempfile.TemporaryDirectory(prefix="sextant_pinned_") as name, concurrent.futures.ThreadPoolExecutor(2) as pool:
        laboratory = Laboratory(program, pathlib.Path(name))
        faults = []
        first = next(iter(cases.CASES))
        if attempt(faults, first, laboratory.train, first, "", "first") is None:
            sys.exit(faults[0])
        instruction_set = json.loads((laboratory.directory / "first/environment.json").read_text())["instruction_set"]
        if instruction_set not in pins and not wants_pins:
            print(f"skipped: no pins for {instruction_set}; where results are known to be right, --write makes them")
            sys.exit(77)
        made = pool.map(lambda case: attempt(faults, case, laboratory.train, case), cases.CASES)
        digests = dict(zip(cases.CASES, made))
        again = check_again(laboratory, pool, digests, faults)
        if not wants_pins:
            faults += compare_pins(laboratory, pins[instruction_set], digests)
    if faults:
        print(*faults, f"{len(faults)} faults in {len(digests)} cases, {again} of them made again", sep="\n")
        sys.exit(1)
    if wants_pins:
        PINS.write_text(json.dumps(pins | {instruction_set: digests}, indent=1, sort_keys=True) + "\n")
    print(f"{len(digests)} cases, {again} of them made again: {'written' if wants_pins else 'the same bits'} "
          f"({instruction_set})")


if __name__ == "__main__":
    main()
