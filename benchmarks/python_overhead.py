#!/usr/bin/env python3
"""What the Python package costs: a training and a sweep from Python against the same from the command line, interleaved.

Usage: python_overhead.py PROGRAM [--rounds N] [--steps N] [--runs N]     with a Python that has the package

Both sides make the same runs with the same bits in fresh directories, with a listener in Python that hears every event.
Processor seconds of the whole call are compared, which other programs on the machine disturb less than the clock; the
program's own start counts for it. Of the sweep runs per hour by the clock are printed too.
"""
import argparse
import resource
import statistics
import subprocess
import tempfile
import time

import sextant


def own_seconds(call):
    """Processor seconds of this process, seconds by the clock, and the share of the thread that called: the work goes on
    in another, so that this is all that the binding and the listener cost."""
    clock, processor, thread = time.monotonic(), time.process_time(), time.thread_time()
    call()
    processor = time.process_time() - processor
    return processor, time.monotonic() - clock, (time.thread_time() - thread) / processor


def program_seconds(command):
    def of_children():
        usage = resource.getrusage(resource.RUSAGE_CHILDREN)
        return usage.ru_utime + usage.ru_stime

    clock, processor = time.monotonic(), of_children()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return of_children() - processor, time.monotonic() - clock


def ratio(rounds):
    return statistics.median(python[0] / program[0] for python, program in rounds)


def runs_per_hour(runs, seconds):
    return f"{runs * 3600 / statistics.median(seconds):.0f}"


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--steps", type=int, default=5000)
    parser.add_argument("--runs", type=int, default=12)
    given = parser.parse_args()
    job = {"train.steps": given.steps, "train.evaluate_every": given.steps}
    short = {**job, "train.steps": given.steps // 10}
    trainings, sweeps = [], []
    with tempfile.TemporaryDirectory() as folder:  # modules are loaded when they are first used
        sextant.Sweep({"train.steps": 2}, {"seed": [1]}, out=f"{folder}/sweep").run(progress=False)
        sextant.train({"train.steps": 2}, out=f"{folder}/run", progress=False)
    for _ in range(given.rounds):
        with tempfile.TemporaryDirectory() as folder:
            trainings.append((
                own_seconds(lambda: sextant.train(job, out=f"{folder}/a", progress=False,
                                                  callback=lambda kind, event: None)),
                program_seconds([given.program, "train", *(f"{key}={value}" for key, value in job.items()), "--quiet",
                                 "--out", f"{folder}/b"])))
            sweeps.append((
                own_seconds(lambda: sextant.Sweep(short, {"seed": range(1, given.runs + 1)}, out=f"{folder}/c").run(
                    jobs=2, progress=False, callback=lambda kind, event: None)),
                program_seconds([given.program, "sweep", *(f"{key}={value}" for key, value in short.items()),
                                 f"seed=1:{given.runs}", "-j", "2", "--quiet", "--out", f"{folder}/d"])))
    print(f"training: {ratio(trainings):.4f} of the command line's processor time (median of {given.rounds} rounds, "
          f"{1e6 * statistics.median(one[0][0] for one in trainings) / given.steps:.1f} us a step); "
          f"{100 * statistics.median(one[0][2] for one in trainings):.2f} % of it in the thread that called")
    print(f"sweep: {ratio(sweeps):.4f} of the command line's processor time; "
          f"{runs_per_hour(given.runs, [one[0][1] for one in sweeps])} runs per hour from Python, "
          f"{runs_per_hour(given.runs, [one[1][1] for one in sweeps])} from the command line")


if __name__ == "__main__":
    main()
