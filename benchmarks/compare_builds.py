#!/usr/bin/env python3
"""Training speed of two builds of Sextant, such as before and after a change: engine_speed of both, at the same time.

In each round either build runs on either of two cores once, so that neither a slow core nor a slow minute favours one.
Reported per case: the median of the rounds' ratios, second build over first, and their range. Nothing else should run.
"""
import argparse
import json
import os
import statistics
import subprocess
import sys

CASES = ["latin", "anchors2", "anchors5", "fmri", "small"]


def start(program, case, core, arguments):
    command = [program, case, "--seconds", str(arguments.seconds)] + (["--no-savings"] if arguments.no_savings else [])
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True,
                            preexec_fn=lambda: os.sched_setaffinity(0, {core}))


def finish(process, program, case):
    text = process.communicate()[0]
    if process.returncode:
        sys.exit(f"compare_builds: {program} {case} ended with code {process.returncode}")
    return json.loads(text.strip().splitlines()[-1])["samples_per_second"]


def measure_round(arguments, case):
    """The ratio of the builds over both assignments to cores: geometric means cancel what a core is slower by."""
    rates = {program: 1.0 for program in arguments.builds}
    for cores in (arguments.cores, arguments.cores[::-1]):
        running = [(program, start(program, case, core, arguments)) for program, core in zip(arguments.builds, cores)]
        for program, process in running:
            rates[program] *= finish(process, program, case)
    return [rates[program] ** 0.5 for program in arguments.builds]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("builds", nargs=2, metavar="ENGINE_SPEED", help="the program engine_speed of each build")
    parser.add_argument("--cases", nargs="*", default=CASES)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=4.0, help="length of one measurement (4)")
    parser.add_argument("--cores", type=int, nargs=2, default=[0, 1])
    parser.add_argument("--no-savings", action="store_true", help="without the exact savings")
    arguments = parser.parse_args()
    for case in arguments.cases:
        rounds = [measure_round(arguments, case) for _ in range(arguments.rounds)]
        ratios = [second / first for first, second in rounds]
        medians = [statistics.median(column) for column in zip(*rounds)]
        print(f"{case}: {medians[0]:.1f} and {medians[1]:.1f} samples/s, ratio {statistics.median(ratios):.3f} "
              f"({min(ratios):.3f} to {max(ratios):.3f})", flush=True)


if __name__ == "__main__":
    main()
