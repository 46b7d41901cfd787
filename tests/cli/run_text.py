#!/usr/bin/env python3
"""Runs one text of command-line tests in a directory of its own.

Usage: run_text.py PROGRAM TEXT      exit 1 at the first line that does not hold, 77 where it cannot be run

A text has these lines:
  # remark
  need COMMAND           skip the rest unless this shell command succeeds
  file NAME              the following lines that start with "| " are its content
  $ COMMAND              a shell command; `sextant` is the program, $TESTS the folder of the tests, and
                         limit_addresses KB is `ulimit -v`, but with sanitizers, which need terabytes, nothing
  exit N                 its exit code (0 where no such line follows)
  out TEXT / err TEXT    a line of its stdout / stderr contains TEXT
  no-out / no-err        it printed nothing there
  same A B               two files have the same bytes
  exists A / missing A   a file is there / is not (shell patterns)
Whenever sextant fails (exit 1 or 2) its stderr must be exactly one line that starts with "sextant: ".
"""
import glob
import os
import pathlib
import subprocess
import sys
import tempfile


LIMIT = '() { [ -n "$SEXTANT_SANITIZED" ] || ulimit -v $1; }'  # scripts/test.sh --sanitize sets it


class Broken(Exception):
    pass


def read_steps(text):
    """The lines as (number, word, rest), with a file's content gathered into its step."""
    steps = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("|"):
            steps[-1][3].append(line[2:])
        elif line.strip() and not line.startswith("#"):
            word, _, rest = line.partition(" ")
            steps.append((number, word, rest, []))
    return steps


class Text:
    def __init__(self, program, directory):
        self.directory = directory
        self.environment = dict(os.environ, PATH=f"{pathlib.Path(program).resolve().parent}:{os.environ['PATH']}",
                                **{"BASH_FUNC_limit_addresses%%": LIMIT},
                                TESTS=str(pathlib.Path(__file__).resolve().parent.parent))
        self.last = None
        self.expected_code = 0

    def shell(self, command):
        return subprocess.run(["bash", "-c", command], cwd=self.directory, env=self.environment, text=True,
                              capture_output=True, timeout=240, check=False)

    def end_command(self):
        """What must hold of a command once all of its lines were read."""
        if self.last is None:
            return
        code = self.last.returncode
        if code != self.expected_code:
            raise Broken(f"exit code {code} instead of {self.expected_code}")
        lines = self.last.stderr.splitlines()
        if code in (1, 2) and "sextant" in self.last.args[2] and (len(lines) != 1 or not lines[0].startswith("sextant: ")):
            raise Broken("a failure must say one line on stderr")
        self.last = None

    def step(self, word, rest, content):
        if word in ("$", "file", "need"):
            self.end_command()
        if word == "$":
            self.last, self.expected_code = self.shell(rest), 0
        elif word == "need":
            if self.shell(rest).returncode != 0:
                print(f"skipped: '{rest}' does not work here")
                sys.exit(77)
        elif word == "file":
            (self.directory / rest).write_text("".join(line + "\n" for line in content))
        elif word == "exit":
            self.expected_code = int(rest)
        elif word in ("out", "err"):
            printed = self.last.stdout if word == "out" else self.last.stderr
            if not any(rest in line for line in printed.splitlines()):
                raise Broken(f"no such line in std{word}")
        elif word in ("no-out", "no-err"):
            if self.last.stdout if word == "no-out" else self.last.stderr:
                raise Broken("something was printed")
        elif word == "same":
            one, other = rest.split()
            if (self.directory / one).read_bytes() != (self.directory / other).read_bytes():
                raise Broken("the files differ")
        elif word in ("exists", "missing"):
            if bool(glob.glob(str(self.directory / rest))) != (word == "exists"):
                raise Broken(f"not so: {sorted(os.listdir(self.directory))}")
        else:
            raise Broken("no such kind of line")


def main():
    program, path = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="sextant_cli_") as name:
        text = Text(program, pathlib.Path(name))
        number = 0
        last = None
        try:
            for number, word, rest, content in read_steps(pathlib.Path(path).read_text()):
                text.step(word, rest, content)
                last = text.last or last
            text.end_command()
        except Broken as fault:
            print(f"{path}:{number}: {fault}")
            if last is not None:
                print(f"command: {last.args[2]}\nexit code {last.returncode}\nstdout:\n{last.stdout}stderr:\n{last.stderr}")
            sys.exit(1)


if __name__ == "__main__":
    main()
