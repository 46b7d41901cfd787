#!/usr/bin/env python3
"""Samples per second of Sextant and of PyTorch (or JAX) at its best setting, measured in turns on the same cores.

Both sides run one process per core, all at the same time, each bound to its core. A round measures the rival, Sextant
without and Sextant with its exact savings, one after the other; medians over the rounds are reported, and ratios are
medians of the rounds' ratios. The share of peak is that of the arithmetic really done (the rival does what Sextant
does without savings). Nothing else should run meanwhile.
"""
import argparse
import datetime
import json
import os
import pathlib
import platform
import statistics
import subprocess
import sys
import time

CASES = ["latin", "latin_small", "latin_quick", "anchors2", "anchors5", "fmri", "small"]
# Training samples of one run at each scale of an experiment: rows times epochs (experiments/*.toml).
RUNS = {"latin": {"latin_squares paper": 8100 * 200},
        "latin_small": {"latin_squares small": 5400 * 200},
        "latin_quick": {"latin_squares quick": 8100 * 50}}
HERE = pathlib.Path(__file__).resolve().parent
RIVALS = {"pytorch": "PyTorch", "jax": "JAX"}  # rival_NAME.py


class Failure(Exception):
    pass


def script_of(arguments):
    return str(HERE / f"rival_{arguments.rival}.py")


def last_json(text, who):
    try:
        return json.loads(text.strip().splitlines()[-1])
    except (IndexError, ValueError):
        raise Failure(f"{who}: expected a line of JSON, got '{text.strip()[-200:]}'") from None


def start(command, core):
    try:
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                preexec_fn=lambda: os.sched_setaffinity(0, {core}))
    except OSError as error:
        raise Failure(f"{command[0]}: {error.strerror}; name another with --sextant or --python") from None


class RivalSide:
    """Processes that stay alive between rounds, so that compiling and importing happen once."""

    def __init__(self, arguments, case, setting, cores):
        self.name = f"{RIVALS[arguments.rival]} on {case}"
        command = [arguments.python, script_of(arguments), case, "--seconds", str(arguments.seconds), "--setting", setting, "--wait"]
        self.processes = [start(command, core) for core in cores]
        self.versions = {self.read(process)["version"] for process in self.processes}  # all are ready now

    def read(self, process):
        line = process.stdout.readline()
        if not line:
            raise Failure(f"{self.name}: the process ended with code {process.wait()}")
        return last_json(line, self.name)

    def measure(self):
        for process in self.processes:
            process.stdin.write("go\n")
            process.stdin.flush()
        return [self.read(process) for process in self.processes]

    def close(self):
        for process in self.processes:
            process.stdin.close()
        for process in self.processes:
            process.wait()


def measure_sextant(arguments, case, cores, savings):
    command = [arguments.sextant, case, "--seconds", str(arguments.seconds)] + ([] if savings else ["--no-savings"])
    processes = [start(command, core) for core in cores]
    answers = [(process.communicate()[0], process.returncode) for process in processes]
    for text, code in answers:
        if code:
            raise Failure(f"{' '.join(command)} ended with code {code}")
    return [last_json(text, "Sextant") for text, _ in answers]


def choose_setting(arguments, case):
    if arguments.setting:
        return arguments.setting
    command = [arguments.python, script_of(arguments), case, "--best", "--only-choose", "--brief", str(arguments.brief)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=False)
    if done.returncode:
        raise Failure(f"{RIVALS[arguments.rival]} on {case}: no setting works with {arguments.python}")
    return last_json(done.stdout, arguments.rival)["setting"]


def total(measurements):
    return sum(one["samples_per_second"] for one in measurements)


def share_of_peak(measurements):
    return statistics.mean(one["operations_per_second"] / one["peak_operations_per_second"] for one in measurements)


def summarise(case, rival, settings, rounds):
    """Medians over the rounds; a round is {side: measurements of all processes}."""
    speed = {side: statistics.median(total(one[side]) for one in rounds) for side in rounds[0]}
    ratio = lambda ours, theirs: statistics.median(total(one[ours]) / total(one[theirs]) for one in rounds)
    full = [one["sextant_without_savings"] for one in rounds]
    operations = statistics.median(m["operations_per_second"] / m["samples_per_second"] for one in full for m in one)
    peak = statistics.median(m["peak_operations_per_second"] for one in full for m in one)
    processes = len(full[0])
    result = {
        "case": case, "settings": settings, "processes": processes, "samples_per_second": speed,
        "ratio_without_savings": ratio("sextant_without_savings", rival),
        "ratio_with_savings": ratio("sextant_with_savings", rival),
        "share_of_peak": {
            rival: speed[rival] / processes * operations / peak,
            "sextant_without_savings": statistics.median(share_of_peak(one) for one in full),
            "sextant_with_savings": statistics.median(share_of_peak(one["sextant_with_savings"]) for one in rounds),
        },
        "rounds": [{side: [m["samples_per_second"] for m in ms] for side, ms in one.items()} for one in rounds],
    }
    if "pytorch_with_savings" in rounds[0]:
        result["ratio_both_with_savings"] = ratio("sextant_with_savings", "pytorch_with_savings")
    return result


class Clock:
    """Time left, from the measurements that are still to come."""

    def __init__(self, measurements, seconds):
        self.left, self.seconds, self.start, self.done = measurements, seconds + 2.5, time.monotonic(), 0

    def tick(self, what):
        self.left -= 1
        self.done += 1
        left = datetime.timedelta(seconds=round(self.left * self.seconds))
        print(f"{what}; about {left} left without choosing settings", file=sys.stderr, flush=True)


def compare(arguments, case, cores, clock):
    setting = choose_setting(arguments, case)
    rival = arguments.rival
    sides = {rival: RivalSide(arguments, case, setting, cores)}
    settings = {rival: setting}
    if arguments.rival_savings:
        settings["pytorch_with_savings"] = setting.replace("multihead", "products") + "+savings"
        sides["pytorch_with_savings"] = RivalSide(arguments, case, settings["pytorch_with_savings"], cores)
    settings["version"] = ", ".join(sorted(sides[rival].versions))
    rounds = []
    try:
        for number in range(1, arguments.rounds + 1):
            one = {}
            for side, opponent in sides.items():
                one[side] = opponent.measure()
                clock.tick(f"{case} round {number}: {side} {total(one[side]):.1f} samples/s")
            for side, savings in (("sextant_without_savings", False), ("sextant_with_savings", True)):
                one[side] = measure_sextant(arguments, case, cores, savings)
                clock.tick(f"{case} round {number}: {side} {total(one[side]):.1f} samples/s")
            rounds.append(one)
    finally:
        for opponent in sides.values():
            opponent.close()
    return summarise(case, rival, settings, rounds)


def table(results, rival):
    name, sides = RIVALS[rival], (rival, "sextant_without_savings", "sextant_with_savings")
    head = ["case", f"{name}/s", "Sextant/s full", "Sextant/s savings", "ratio full", "ratio savings",
            f"peak {name}", "peak full", "peak savings", f"{name} setting"]
    rows = [head]
    for result in results:
        speed, share = result["samples_per_second"], result["share_of_peak"]
        rows.append([result["case"]]
                    + [f"{speed[side]:.1f}" for side in sides]
                    + [f"{result['ratio_without_savings']:.2f}", f"{result['ratio_with_savings']:.2f}"]
                    + [f"{100 * share[side]:.0f} %" for side in sides]
                    + [result["settings"][rival]])
    widths = [max(len(row[i]) for row in rows) for i in range(len(head))]
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows]
    for result in results:
        for scale, samples in RUNS.get(result["case"], {}).items():
            hourly = {side: 3600 * speed / samples for side, speed in result["samples_per_second"].items()}
            lines.append(f"{scale}: {hourly['sextant_with_savings']:.1f} runs per hour, "
                         f"{name} {hourly[rival]:.1f} ({result['processes']} at a time)")
        if "ratio_both_with_savings" in result:
            lines.append(f"{result['case']}: {result['ratio_both_with_savings']:.2f} times PyTorch with the same savings")
    return "\n".join(lines)


def processor():
    for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.processor()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"which of {', '.join(CASES)}; all if none is named")
    parser.add_argument("--rival", choices=list(RIVALS), default="pytorch", help="who Sextant is compared with (pytorch)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each side is measured (5)")
    parser.add_argument("--seconds", type=float, default=10.0, help="length of one measurement (10)")
    parser.add_argument("--processes", type=int, default=0, help="runs at the same time; 0: one per core")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has the rival (this one)")
    parser.add_argument("--sextant", default=str(HERE.parent / "build/benchmarks/engine_speed"), help="Sextant's side")
    parser.add_argument("--setting", default="", help="the rival's setting; default: choose the best for each case")
    parser.add_argument("--brief", type=float, default=4.0, help="seconds per setting while choosing (4)")
    parser.add_argument("--rival-savings", action="store_true", help="also PyTorch with the same exact savings")
    parser.add_argument("--json", metavar="FILE", help="write everything measured to this file")
    arguments = parser.parse_args()
    if arguments.rival_savings and arguments.rival != "pytorch":
        parser.error("--rival-savings: only PyTorch has them")
    unknown = [case for case in arguments.cases if case not in CASES]
    if unknown:
        parser.error(f"there is no case {', '.join(unknown)}; there are {', '.join(CASES)}")
    if not os.access(arguments.sextant, os.X_OK):
        parser.error(f"{arguments.sextant} is not there; build it (ninja -C build engine_speed) or name it with --sextant")
    available = sorted(os.sched_getaffinity(0))
    cores = available[: arguments.processes or len(available)]
    cases = arguments.cases or CASES
    clock = Clock(len(cases) * arguments.rounds * (4 if arguments.rival_savings else 3), arguments.seconds)
    try:
        results = [compare(arguments, case, cores, clock) for case in cases]
    except Failure as failure:
        print(f"compare_pytorch: {failure}", file=sys.stderr)
        sys.exit(1)
    print(f"{processor()}, {len(cores)} processes, {arguments.rounds} rounds of {arguments.seconds:g} s, "
          f"{RIVALS[arguments.rival]} {results[0]['settings']['version']}")
    print(table(results, arguments.rival))
    if arguments.json:
        record = {"processor": processor(), "seconds": arguments.seconds, "results": results}
        pathlib.Path(arguments.json).write_text(json.dumps(record, indent=1) + "\n")


if __name__ == "__main__":
    main()
