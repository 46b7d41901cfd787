#!/usr/bin/env python3
"""Whole training steps of gru, state_space, selective and experts: Sextant, PyTorch and JAX in turns on one core.

Width 64, two blocks, batch 64, one thread each. Rates are samples per second of processor time, so that what else runs
matters less; ratios are medians of the rounds' ratios. Each framework is first tried in every way of mixer_networks.py,
PyTorch eager and compiled, and its fastest is compared. The share of peak counts products, scans and convolutions; what
gates, activations, norms and the optimizer take is the rest.
"""
import argparse
import json
import os
import pathlib
import select
import statistics
import subprocess
import sys
import time

import mixer_networks

HERE = pathlib.Path(__file__).resolve().parent
THREADS = {"OMP_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "OMP_WAIT_POLICY": "PASSIVE",
           "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1", "JAX_PLATFORMS": "cpu",
           "MALLOC_MMAP_THRESHOLD_": str(1 << 30), "MALLOC_TRIM_THRESHOLD_": str(1 << 34)}
CASES = ["gru", "state_space", "selective", "experts"]


def rival(arguments):
    """The other end: warms up, says ready, then measures once per line of input."""
    os.sched_setaffinity(0, {arguments.core})
    framework, way, compiled = arguments.rival.split("+")
    if framework == "torch":
        step = mixer_networks.torch_step(arguments.case, way, arguments.length, compiled == "compile")
    else:
        step = mixer_networks.jax_step(arguments.case, way, arguments.length)
    loss = [step(n) for n in range(3)][-1]
    print(json.dumps({"ready": True, "loss": loss}), flush=True)
    number = 3
    for _ in sys.stdin:
        start, start_of_work, steps = time.perf_counter(), time.process_time(), 0
        while time.perf_counter() - start < arguments.seconds:
            step(number)
            number, steps = number + 1, steps + 1
        rate = steps * mixer_networks.BATCH / (time.process_time() - start_of_work)
        print(json.dumps({"samples_per_processor_second": rate}), flush=True)


class Rival:
    def __init__(self, arguments, case, length, setting):
        command = [arguments.python, __file__, "--rival", setting, "--case", case, "--length", str(length), "--seconds",
                   str(arguments.seconds), "--core", str(arguments.core)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        stderr=None if arguments.loud else subprocess.DEVNULL, env={**os.environ, **THREADS})
        self.setting = setting

    def ready(self, patience=None):
        """Whether it has compiled and warmed up, within so many seconds."""
        answered, _, _ = select.select([self.process.stdout], [], [], patience)
        return bool(answered and self.process.stdout.readline())

    def measure(self):
        self.process.stdin.write("go\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())["samples_per_processor_second"]

    def close(self, kill=False):
        if kill:
            self.process.kill()
        self.process.stdin.close()
        self.process.wait()


def settings_of(framework, case):
    runs = ["eager", "compile"] if framework == "torch" else ["jit"]
    return [f"{framework}+{way}+{run}" for way in mixer_networks.WAYS[framework][case] for run in runs]


def choose(arguments, framework, case, length):
    best = None
    for setting in settings_of(framework, case):
        one = Rival(arguments, case, length, setting)
        ready, rate = False, 0.0
        try:
            ready = one.ready(arguments.patience)
            rate = one.measure() if ready else 0.0
        finally:
            one.close(kill=not ready)
        print(f"{case} {length} {setting}: " + (f"{rate:.0f} samples/s" if ready else "not ready in time"),
              file=sys.stderr, flush=True)
        if best is None or rate > best[0]:
            best = rate, setting
    return best[1]


def measure_sextant(arguments, case, length):
    command = [arguments.sextant, f"{case}_{length}", "--seconds", str(arguments.seconds)]
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True,
                          preexec_fn=lambda: os.sched_setaffinity(0, {arguments.core}))
    return json.loads(done.stdout.strip().splitlines()[-1])


def compare(arguments, case, length):
    settings = arguments.settings or [choose(arguments, framework, case, length) for framework in arguments.frameworks]
    if arguments.rounds == 0:
        return
    rivals = [Rival(arguments, case, length, setting) for setting in settings]
    rounds = []
    try:
        for one in rivals:
            if not one.ready():
                sys.exit(f"compare_mixers: {case} {length} {one.setting} does not work; --loud shows why")
        for _ in range(arguments.rounds):
            rounds.append([one.measure() for one in rivals] + [measure_sextant(arguments, case, length)])
    finally:
        for one in rivals:
            one.close()
    ours = [one[-1] for one in rounds]
    line = [f"{case} {length}: Sextant {statistics.median(m['samples_per_processor_second'] for m in ours):.0f} samples/s "
            f"({100 * statistics.median(m['share_of_peak'] for m in ours):.0f} % of peak)"]
    for n, setting in enumerate(settings):
        ratios = [one[-1]["samples_per_processor_second"] / one[n] for one in rounds]
        line.append(f"{statistics.median(ratios):.2f} x {setting} ({statistics.median(one[n] for one in rounds):.0f}; "
                    f"{min(ratios):.2f} to {max(ratios):.2f})")
    print(", ".join(line), flush=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("cases", nargs="*", metavar="CASE", help=f"which of {', '.join(CASES)}; all if none is named")
    parser.add_argument("--lengths", type=int, nargs="*", default=[64, 256])
    parser.add_argument("--frameworks", nargs="*", default=["torch", "jax"], choices=["torch", "jax"])
    parser.add_argument("--settings", nargs="*", metavar="SETTING", help="do not choose; such as torch+fft+eager")
    parser.add_argument("--rounds", type=int, default=3, help="0: only try all settings of the rivals (3)")
    parser.add_argument("--seconds", type=float, default=3.0, help="length of one measurement (3)")
    parser.add_argument("--patience", type=float, default=300, help="seconds that a rival may take to compile (300)")
    parser.add_argument("--core", type=int, default=0, help="everything runs on this core (0)")
    parser.add_argument("--python", default=sys.executable, help="the interpreter that has PyTorch and JAX (this one)")
    parser.add_argument("--sextant", default=str(HERE.parent / "build/benchmarks/engine_speed"))
    parser.add_argument("--loud", action="store_true", help="show what the rivals say")
    parser.add_argument("--rival", help=argparse.SUPPRESS)
    parser.add_argument("--case", help=argparse.SUPPRESS)
    parser.add_argument("--length", type=int, help=argparse.SUPPRESS)
    arguments = parser.parse_args()
    if arguments.rival:
        return rival(arguments)
    if unknown := set(arguments.cases) - set(CASES):
        parser.error(f"there is no case {', '.join(unknown)}; there are {', '.join(CASES)}")
    for case in arguments.cases or CASES:
        for length in arguments.lengths:
            compare(arguments, case, length)


if __name__ == "__main__":
    main()
