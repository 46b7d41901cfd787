#!/usr/bin/env python3
"""Every command with its memory 16, 32 and 48 bytes behind where it was: the same bytes, wherever the allocator puts it.

Usage: attack_addresses.py PROGRAM LIBRARY [--command NAME]      LIBRARY is build/tests/libmove_memory.so

Vectorised loops may begin at the first aligned address, and sums taken in another order have other last bits. Exit 1 and
a line for every command whose files differ.
"""
import argparse
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import fail_nth

COMMANDS = {
    **{name: command for name, command in fail_nth.COMMANDS.items() if name not in ("list", "options", "version", "resume")},
    "train double": "train job.toml precision=double --out out --quiet",
    "encode mixed": "encode --corpus corpus.txt --positions 9 --rank 3 --width 11 --mix --out out",
    "encode by smacof": "encode --corpus corpus.txt --positions 9 --rank 3 --width 11 --mix --method smacof "
                        "--weights counts --norm 0.5 --out out",
    "encode long": "encode --corpus corpus.txt --positions 16 --rank 3 --width 11 --mix --out out",
}
STARTS = (0, 16, 32, 48)


def files_after(arguments, stage, directory, command, start):
    shutil.rmtree(directory, ignore_errors=True)
    shutil.copytree(stage, directory)
    result = subprocess.run([str(arguments.program), *command.split()], cwd=directory, capture_output=True, text=True,
                            check=False, env={**os.environ, "LD_PRELOAD": str(arguments.library), "OMP_NUM_THREADS": "2",
                                              "SEXTANT_MOVE_MEMORY": str(start)})
    assert result.returncode == 0, f"{command}: {result.stderr}"
    said = [fail_nth.attacked_commands.TRAINING_TIME.sub(b"", line.encode())
            for line in result.stdout.splitlines() if not line.startswith("memory ")]
    return {**fail_nth.files_of(directory), "what it prints": said}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program", type=pathlib.Path)
    parser.add_argument("library", type=pathlib.Path)
    parser.add_argument("--command", choices=COMMANDS)
    arguments = parser.parse_args()
    arguments.program, arguments.library = arguments.program.resolve(), arguments.library.resolve()
    faults = 0
    with tempfile.TemporaryDirectory() as scratch:
        campaign = fail_nth.Campaign(arguments, scratch)
        campaign.prepare()
        trial = pathlib.Path(scratch) / "trial"
        for name in [arguments.command] if arguments.command else COMMANDS:
            made = [files_after(arguments, campaign.stage, trial, COMMANDS[name], start) for start in (0, *STARTS)]
            first, again, *moved = made
            steady = [file for file in first if first[file] == again.get(file)]  # others hold times
            for start, files in zip(STARTS[1:], moved):
                differing = [file for file in steady if files.get(file) != first[file]]
                if differing:
                    faults += 1
                    print(f"{name}: other bytes where memory begins {start} bytes later: {differing[:4]}")
            print(f"{name}: {len(steady)} files compared", flush=True)
    print(f"{faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
