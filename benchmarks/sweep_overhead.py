#!/usr/bin/env python3
"""What a sweep costs besides training: 2,000 runs of 20 steps, one per core.

Training is what the runs themselves record in timing.json: processor time of their thread from building the model to the
last step, evaluation included. Scheduling and storing is what the whole program uses beyond that. Processor time is not
disturbed by other programs on the machine; the wall clock is shown beside it.
Memory is the resident size after a tenth of the runs and at the end.

Usage: sweep_overhead.py SEXTANT [--job small|tiny] [--runs 2000] [--steps 20] [--json FILE]
"""
import argparse
import json
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import time


# small: the small model of compare_pytorch.py; tiny: the built-in job as it is, four tokens.
JOBS = {"small": ["task.length=16", "task.vocabulary=32", "train.batch=64"], "tiny": []}


def resident_megabytes(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1]) / 1024
    return 0.0


def count_finished(directory):
    return sum(1 for _ in directory.glob("runs/*/result.json"))


def sweep(program, directory, job, runs, steps, cores):
    command = [program, "sweep", *JOBS[job], f"train.steps={steps}", f"seed=1:{runs}", "--out", str(directory), "--quiet",
               "-j", str(cores)]
    start = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    samples = []
    while process.poll() is None:
        try:
            samples.append((count_finished(directory), resident_megabytes(process.pid)))
        except (FileNotFoundError, ProcessLookupError):
            break
        time.sleep(1)
    if process.wait() != 0:
        sys.exit(f"sweep_overhead: the sweep ended with exit code {process.returncode}")
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return {"wall_seconds": time.monotonic() - start, "processor_seconds": used.ru_utime + used.ru_stime,
            "memory": samples}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--job", choices=JOBS, default="small")
    parser.add_argument("--runs", type=int, default=2000)
    parser.add_argument("--steps", type=int, default=20)
    parser.add_argument("--cores", type=int, default=os.cpu_count())
    parser.add_argument("--json")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        directory = pathlib.Path(scratch) / "sweep"
        measured = sweep(options.program, directory, options.job, options.runs, options.steps, options.cores)
        timings = [json.loads(path.read_text()) for path in directory.glob("runs/*/timing.json")]
    training = sum(timing["processor_seconds"] for timing in timings)
    training_wall = sum(timing["seconds"] for timing in timings)
    early = [size for runs, size in measured["memory"] if runs >= options.runs / 10][:1]
    late = measured["memory"][-1][1]
    wall_share = measured["wall_seconds"] * options.cores / training_wall - 1
    processor_share = measured["processor_seconds"] / training - 1
    print(f"{options.job}: {options.runs} runs of {options.steps} steps, {options.cores} at once")
    print(f"processor time      {training:8.1f} s in training, {measured['processor_seconds']:.1f} s in all: "
          f"scheduling and storing {100 * processor_share:.2f} % of training")
    print(f"wall clock          {training_wall:8.1f} s in training, {measured['wall_seconds']:.1f} s x {options.cores} cores "
          f"in all: {100 * wall_share:+.2f} %")
    print(f"memory              {early[0] if early else late:8.1f} MB after a tenth of the runs, {late:.1f} MB at the end")
    if options.json:
        record = {"training_seconds": training, **measured}
        pathlib.Path(options.json).write_text(json.dumps(record, indent=1))


if __name__ == "__main__":
    main()
