#!/usr/bin/env python3
"""Every command with its n-th allocation, or its n-th thread, failing: it ends well with the same bytes, or with exit
code 1 and one line that says why; never by a signal, never not at all; and the same command afterwards makes the same
bytes as if nothing had happened.

Usage: fail_nth.py [--program FILE] [--library FILE] [--what allocation|thread] [--command NAME] [--step K | --samples N]
                   [--seed S] [--on]

--step K tries every K-th call, --samples N some N of them chosen by the seed, and the first few always. --on lets all
calls after the n-th fail too. Exit 1 and a line per fault.
"""
import argparse
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "tests/durability"))
import attacked_commands  # noqa: E402

SUPPORT = ROOT / "tests/support"
PATIENCE = 60
JOB = """[model]
width = 8
depth = 1
heads = 2
[train]
steps = 6
batch = 4
gradient_shards = 2
checkpoint_every = 3
evaluate_every = 3
"""
EXPERIMENT = """title = "Tiny"
paper = "Nobody"
[base]
model = { width = 8, depth = 1, heads = 2 }
train = { steps = 4, batch = 4 }
[[cases]]
name = "none"
"position.kind" = "none"
[[cases]]
name = "fixed"
"position.kind" = "sinusoidal"
[analyses.spectrum]
[scales.quick]
seeds = "1:2"
[[claims]]
sentence = "Losses are numbers"
paper = 0.5
measure = "mean"
metric = "final.test.loss"
cases = ["none"]
bound = ">= 0"
"""
COMMANDS = {
    "train": "train job.toml train.threads=2 --out out --quiet",
    "sweep": "sweep job.toml seed=1:2 -j 2 --out out --quiet",
    "tune": "tune sigma job.toml --values 0.1,1 --seeds 2 --out out --quiet -j 2",
    "discover": "discover net.csv --seeds 2 --sigmas 0.2 --steps 4 --shifts 99 --shuffles 19 --out out --quiet -j 2",
    "reproduce": "reproduce ./tiny.toml --out out --quiet -j 2",
    "analyse": "analyse run --only spectrum,attention_maps,stress --samples 8",
    "stress": "stress --corpus corpus.txt --positions 6 --width 8 --heads 2 --encoding sinusoidal,mds:2 --bootstrap 2 "
              "--permutations 9 --out out --quiet",
    "encode": "encode --corpus corpus.txt --positions 6 --rank 2 --width 8 --names bert --out out",
    "inspect": "inspect run/checkpoint.safetensors --out out",
    "compress": "compress run/checkpoint.safetensors --rank 2 --out out",
    "results": "results grid --csv",
    "report": "report run grid -o out.html",
    "export": "export run --csv out.csv --tensorboard out",
    "list": "list positions",
    "options": "options",
    "version": "version",
    "resume": "verify resume job.toml --steps 4",
}


class Campaign:
    def __init__(self, arguments, scratch):
        self.arguments = arguments
        self.scratch = pathlib.Path(scratch)
        self.stage = self.scratch / "stage"
        self.faults = []
        self.trials = 0

    def run(self, name, directory, **environment):
        command = [str(self.arguments.program), *COMMANDS[name].split()]
        return subprocess.run(command, cwd=directory, env={**os.environ, "OMP_NUM_THREADS": "2", **environment},
                              capture_output=True, text=True, errors="replace", timeout=PATIENCE, check=False)

    def prepare(self):
        self.stage.mkdir()
        (self.stage / "job.toml").write_text(JOB)
        (self.stage / "tiny.toml").write_text(EXPERIMENT)
        for program, *more in (["make_corpus.py", "corpus.txt", "30"], ["make_series.py", "net.csv", "2", "2", "60", "1"]):
            subprocess.run([sys.executable, str(SUPPORT / program), *more], cwd=self.stage, check=True)
        for command in ("train job.toml --out run --quiet", "sweep job.toml seed=1:3 --out grid --quiet"):
            subprocess.run([str(self.arguments.program), *command.split()], cwd=self.stage, check=True,
                           stdout=subprocess.DEVNULL)

    def fresh(self):
        directory = self.scratch / "trial"
        shutil.rmtree(directory, ignore_errors=True)
        shutil.copytree(self.stage, directory)
        return directory

    def undisturbed(self, name):
        """What the command leaves behind, without what differs from time to time, and how many calls it makes."""
        counter = self.scratch / "count"
        made = []
        for _ in range(2):
            directory = self.fresh()
            result = self.run(name, directory, LD_PRELOAD=str(self.arguments.library),
                              SEXTANT_FAIL_WHAT=self.arguments.what, SEXTANT_FAIL_COUNT=str(counter))
            assert result.returncode == 0, f"{name}, undisturbed: {result.stderr}"
            made.append(files_of(directory))
        first, second = made
        assert first.keys() == second.keys(), first.keys() ^ second.keys()
        return {file: first[file] if first[file] == second[file] else None for file in first}, int(counter.read_text())

    def numbers(self, calls):
        if self.arguments.step:
            return range(1, calls + 1, self.arguments.step)
        chosen = random.Random(self.arguments.seed).sample(range(1, calls + 1), min(calls, self.arguments.samples))
        return sorted({*chosen, *range(1, min(calls, 2) + 1)})

    def fault(self, name, number, text):
        self.faults.append(f"{name}: {self.arguments.what} {number}: {text}")
        print(self.faults[-1], flush=True)

    def try_one(self, name, number, expected):
        directory = self.fresh()
        self.trials += 1
        try:
            result = self.run(name, directory, LD_PRELOAD=str(self.arguments.library),
                              SEXTANT_FAIL_WHAT=self.arguments.what, SEXTANT_FAIL_NTH=str(number),
                              **({"SEXTANT_FAIL_ON": "1"} if self.arguments.on else {}))
        except subprocess.TimeoutExpired:
            return self.fault(name, number, "it does not end")
        lines = result.stderr.splitlines()
        if result.returncode not in (0, 1):
            return self.fault(name, number, f"exit {result.returncode}: {lines[-3:]}")
        if result.returncode == 1:
            if sum(line.startswith(("sextant: ", "libgomp: ")) for line in lines) != 1:
                return self.fault(name, number, f"not one line: {lines[-5:]}")
            # With the library, which fails nothing now: only failures are to make a difference.
            again = self.run(name, directory, LD_PRELOAD=str(self.arguments.library),
                             SEXTANT_FAIL_WHAT=self.arguments.what)
            if again.returncode != 0:
                return self.fault(name, number, f"{lines}; afterwards exit {again.returncode}: {again.stderr}")
        difference = compare(expected, files_of(directory))
        if difference:
            self.fault(name, number, f"exit {result.returncode} {lines[-1:]}, other bytes: {difference}")
        return None

    def go(self):
        self.prepare()
        for name in [self.arguments.command] if self.arguments.command else COMMANDS:
            expected, calls = self.undisturbed(name)
            for number in self.numbers(calls):
                self.try_one(name, number, expected)
            print(f"{name}: {calls} calls", flush=True)
        print(f"{self.trials} trials, {len(self.faults)} faults")
        return 1 if self.faults else 0


def content_of(path):
    """Without the time that training took, which the headline of an experiment gives."""
    content = path.read_bytes()
    return attacked_commands.TRAINING_TIME.sub(b"", content) if path.name == "headline.json" else content


def files_of(directory):
    """Scratch files of a process that was stopped are no result."""
    return {str(path.relative_to(directory)): content_of(path) for path in sorted(directory.rglob("*"))
            if path.is_file() and not path.name.endswith((".tmp", "-wal", "-shm", "-journal", "lock"))
            and not path.name.startswith("events.out")}


def compare(expected, found):
    differing = sorted(expected.keys() ^ found.keys())
    return (differing + [name for name, content in expected.items()
                         if content is not None and name in found and found[name] != content])[:4]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/sextant")
    parser.add_argument("--library", type=pathlib.Path, default=ROOT / "build/tests/libfail_nth.so")
    parser.add_argument("--what", choices=("allocation", "thread"), default="allocation")
    parser.add_argument("--command", choices=COMMANDS)
    parser.add_argument("--step", type=int, default=0)
    parser.add_argument("--samples", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--on", action="store_true")
    arguments = parser.parse_args()
    arguments.program, arguments.library = arguments.program.resolve(), arguments.library.resolve()
    with tempfile.TemporaryDirectory() as scratch:
        sys.exit(Campaign(arguments, scratch).go())


if __name__ == "__main__":
    main()
