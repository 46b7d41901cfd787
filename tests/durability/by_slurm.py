#!/usr/bin/env python3
"""A sweep as a Slurm job array, with a task that is requeued in the middle of a run: the same bytes as here.

Usage: by_slurm.py PROGRAM      exit 77 where there is no Slurm
"""
import os
import pathlib
import re
import subprocess
import sys
import tempfile

import tiny_sweep
from loopback_cluster import LoopbackCluster, missing_programs

os.environ.setdefault("ASAN_OPTIONS", "detect_leaks=0")  # Open MPI leaves memory to libraries that it has unloaded

RUNS = 4
LONGER = ["train.steps=3000", "train.checkpoint_every=50", "init.gamma=0.7", "seed=1"]


def run(cluster, command, code=0):
    done = subprocess.run(command, env=cluster.environment, cwd=cluster.directory, text=True, capture_output=True,
                          timeout=300, check=False)
    assert done.returncode == code, f"{command}: exit code {done.returncode}\n{done.stdout}{done.stderr}"
    return done.stdout + done.stderr


def check_array(cluster, program, scratch):
    """Packed into tasks and waited for, in a directory that every kind of quoting can go wrong on."""
    directory = scratch / "slurm's 5%A $HOME"
    command = tiny_sweep.command(program, directory, "--slurm", "--pack", "16", "--wait")
    printed = run(cluster, command)
    assert "60 runs in 4 tasks" in printed and "60 of 60 runs" in printed, printed
    tiny_sweep.check_store(directory)
    tiny_sweep.check_same(scratch / "here", directory)
    assert len(list((directory / "slurm/1").glob("[0-9]*_?.log"))) == 4
    assert "nothing to submit" in run(cluster, command)


def check_requeue(cluster, program, scratch):
    directory = scratch / "requeued"
    printed = run(cluster, tiny_sweep.command(program, directory, *LONGER, "--slurm", "--pack", "2",
                                              "--slurm-option=--job-name=mine"))
    array, gather = re.search(r"job (\d+) with 4 runs in 2 tasks\n.*job (\d+)", printed).groups()
    assert "mine" in cluster.ask("squeue", "-h", "-j", array, "-o", "%j"), "options given must win"
    first_log = directory / f"slurm/1/{array}_1.log"
    cluster.wait_for("a checkpoint of the first task", lambda: first_log.exists() and any(
        not (path.parent / "result.json").exists() for path in directory.glob("runs/*/checkpoint.safetensors")))
    run(cluster, ["scontrol", "requeue", f"{array}_1"])
    # Slurm would wait two minutes before it starts a requeued job again.
    cluster.wait_for("the queue", lambda: "PENDING" in cluster.ask("squeue", "-h", "-j", f"{array}_1", "-o", "%T"))
    run(cluster, ["scontrol", "update", f"jobid={array}_1", "starttime=now"])
    cluster.wait_for("the end", lambda: not cluster.ask("squeue", "-h", "-j", f"{array},{gather}").strip(), 200)
    assert "Restarts=1" in cluster.ask("scontrol", "show", "job", f"{array}_1")
    assert "interrupted with 2 runs left" in first_log.read_text(), first_log.read_text()
    tiny_sweep.check_store(directory, RUNS)
    tiny_sweep.check_same(scratch / "longer", directory)


def check_refused(cluster, program, scratch):
    """What sbatch refuses is passed on, and nothing is left in the queue."""
    printed = run(cluster, tiny_sweep.command(program, scratch / "refused", "--slurm", "--pack", "16",
                                              "--slurm-option=--partition=nowhere"), code=1)
    assert printed.startswith("sextant: sbatch rejected ") and "partition" in printed, printed
    assert not cluster.ask("squeue", "-h").strip()


def check_srun(cluster, program, scratch):
    """Ranks that srun has started, where Slurm and MPI understand each other."""
    if "pmix" not in run(cluster, ["srun", "--mpi=list"]):
        return print("srun has no pmix here, so ranks started by srun are left out")
    command = ["srun", "--overcommit", "-n", "3", "--mpi=pmix", *tiny_sweep.command(program, scratch / "srun")]
    run(cluster, command)
    tiny_sweep.check_store(scratch / "srun")
    tiny_sweep.check_same(scratch / "here", scratch / "srun")


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    if missing_programs():
        print(f"skipped: there is no {', '.join(missing_programs())} here; Debian has them in slurmctld, slurmd, "
              "slurm-client and munge")
        sys.exit(77)
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        tiny_sweep.make_undisturbed(program, scratch / "here")
        subprocess.run(tiny_sweep.command(program, scratch / "longer", *LONGER, "--quiet"), check=True,
                       stdout=subprocess.DEVNULL)
        with LoopbackCluster() as cluster:
            check_refused(cluster, program, scratch)
            check_array(cluster, program, scratch)
            check_requeue(cluster, program, scratch)
            check_srun(cluster, program, scratch)
        print("as a Slurm job array, requeued, and over the ranks of srun: the same bytes")


if __name__ == "__main__":
    main()
