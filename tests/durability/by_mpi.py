#!/usr/bin/env python3
"""A sweep over the ranks of an MPI job, also when ranks are killed: the same bytes as here.

Usage: by_mpi.py PROGRAM      exit 77 where there is no MPI
"""
import json
import os
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import tiny_sweep

os.environ.setdefault("ASAN_OPTIONS", "detect_leaks=0")  # Open MPI leaves memory to libraries that it has unloaded

# A test machine may have fewer processors than ranks, and containers run as root.
ENVIRONMENT = dict(os.environ, OMPI_ALLOW_RUN_AS_ROOT="1", OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")
MPIRUN = ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", "3"]
STEPS = 3000  # long enough to be killed in the middle
RUNS = 4
LONGER = [f"train.steps={STEPS}", "train.checkpoint_every=50", "init.gamma=0.7", "seed=1"]


def run(command, code=0):
    """What it printed, on stdout and stderr together."""
    done = subprocess.run(command, env=ENVIRONMENT, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                          timeout=300, check=False)
    assert code is None or done.returncode == code, f"{command}: exit code {done.returncode}\n{done.stdout}"
    return done.stdout


def ranks_below(launcher):
    """Process ids of the ranks that a launcher has started, by rank."""
    ranks = {}
    for child in pathlib.Path(f"/proc/{launcher}/task/{launcher}/children").read_text().split():
        for word in pathlib.Path(f"/proc/{child}/environ").read_bytes().split(b"\0"):
            if word.startswith(b"OMPI_COMM_WORLD_RANK="):
                ranks[int(word.split(b"=")[1])] = int(child)
    return ranks


def unfinished_run(process):
    """The run that a process is in the middle of: its directory is locked, with a checkpoint and no result."""
    for descriptor in pathlib.Path(f"/proc/{process}/fd").iterdir():
        try:
            target = pathlib.Path(os.readlink(descriptor))
        except FileNotFoundError:  # closed since it was listed
            continue
        if target.parent.name == "runs" and (target / "checkpoint.safetensors").exists():
            return None if (target / "result.json").exists() else target
    return None


def kill_a_rank(launcher):
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        rank = ranks_below(launcher.pid).get(1)
        directory = unfinished_run(rank) if rank else None
        if directory:
            os.kill(rank, signal.SIGKILL)
            return directory
        time.sleep(0.01)
    raise AssertionError("rank 1 never had a run with a checkpoint")


def sweep_with_kill(command):
    """The run that rank 1 was killed at, and what was printed until the end."""
    with subprocess.Popen(command, env=ENVIRONMENT, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT) as launcher:
        try:
            directory = kill_a_rank(launcher)
            return directory, launcher.communicate(timeout=200)[0]
        except BaseException:
            launcher.terminate()
            raise


def check_undisturbed(program, scratch):
    tiny_sweep.make_undisturbed(program, scratch / "alone")
    run([*MPIRUN, *tiny_sweep.command(program, scratch / "ranks")])
    tiny_sweep.check_store(scratch / "ranks")
    tiny_sweep.check_same(scratch / "alone", scratch / "ranks")


def check_lost(program, scratch):
    """The launcher lets the others live: another rank goes on with the run."""
    command = tiny_sweep.command(program, scratch / "lost", *LONGER, "--lost-after", "3")
    lost, printed = sweep_with_kill([*MPIRUN, "--enable-recovery", *command])
    assert re.search("^lost +the worker on", printed, re.MULTILINE), printed
    steps = json.loads((lost / "timing.json").read_text())["steps"]
    assert 0 < steps < STEPS, f"{steps} steps were made again instead of going on from the checkpoint"
    tiny_sweep.check_store(scratch / "lost", RUNS)
    tiny_sweep.check_same(scratch / "longer", scratch / "lost")


def check_ended(program, scratch):
    """The launcher ends the others: the same command goes on."""
    command = [*MPIRUN, *tiny_sweep.command(program, scratch / "ended", *LONGER)]
    lost, _ = sweep_with_kill(command)
    assert not (lost / "result.json").exists()
    run(command)
    tiny_sweep.check_store(scratch / "ended", RUNS)
    tiny_sweep.check_same(scratch / "longer", scratch / "ended")


def check_wrong_requests(program, scratch):
    """Said once, whoever else was started."""
    for wrong in ("model.dept=1,2", "--lost-after=0"):
        printed = run([*MPIRUN, *tiny_sweep.command(program, scratch / "wrong", wrong)], code=2)
        assert printed.count("sextant: ") == 1, printed


def main():
    program = sys.argv[1]
    if not shutil.which("mpirun"):
        print("skipped: there is no mpirun here; Debian has it in openmpi-bin")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        if "without MPI" in run([*MPIRUN, *tiny_sweep.command(program, scratch / "any", "--dry-run")], code=None):
            print("skipped: the program was built without MPI; Debian has it in libopenmpi-dev")
            sys.exit(77)
        check_wrong_requests(program, scratch)
        check_undisturbed(program, scratch)
        run(tiny_sweep.command(program, scratch / "longer", *LONGER))
        check_lost(program, scratch)
        check_ended(program, scratch)
        print("over three ranks, with one of them killed, and started again: the same bytes")


if __name__ == "__main__":
    main()
