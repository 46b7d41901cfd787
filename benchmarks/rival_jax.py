#!/usr/bin/env python3
"""One training run's speed in JAX, on one thread, at a given or at its best setting; as rival_pytorch.py.

A setting is words joined by '+', one per axis, for example scan+products:
  run        jit (a step per call), scan (eight steps per call), vmap (four seeds at once; all their samples count)
  attention  products (matmul and softmax), fused (jax.nn.dot_product_attention)
Prints one JSON line; with --wait one line per line on standard input, so that runs can be measured in turns.
"""
import argparse
import itertools
import json
import os
import subprocess
import sys

from network_cases import CASES
from rival_pytorch import measure

RUNS, ATTENTIONS = ["jit", "scan", "vmap"], ["products", "fused"]
ENVIRONMENT = {**{f"{library}_NUM_THREADS": "1" for library in ("OMP", "MKL", "OPENBLAS")}, "JAX_PLATFORMS": "cpu",
               "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
               "MALLOC_MMAP_THRESHOLD_": str(1 << 30), "MALLOC_TRIM_THRESHOLD_": str(1 << 34)}


def try_setting(arguments, setting):
    """Samples per second of processor time of a setting in its own process; 0 where it does not work."""
    command = [sys.executable, os.path.abspath(__file__), arguments.case, "--seconds", str(arguments.brief), "--setting", setting]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode:
        print(f"{arguments.case} {setting}: does not work: {done.stderr.strip().splitlines()[-1:]}", file=sys.stderr, flush=True)
        return 0.0
    rate = json.loads(done.stdout.strip().splitlines()[-1])["samples_per_processor_second"]
    print(f"{arguments.case} {setting}: {rate:.1f} samples/s", file=sys.stderr, flush=True)
    return rate


def find_best(arguments):
    rates = {setting: try_setting(arguments, setting) for setting in map("+".join, itertools.product(RUNS, ATTENTIONS))}
    best = max(rates, key=rates.get)
    if not rates[best]:
        sys.exit(f"rival_jax: no setting works with {sys.executable}")
    return best


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", choices=list(CASES), help="what is trained")
    parser.add_argument("--seconds", type=float, default=10.0, help="length of a measurement (10)")
    parser.add_argument("--setting", default="jit+products", help="words joined by '+', see above")
    parser.add_argument("--best", action="store_true", help="try all settings briefly, then measure the fastest")
    parser.add_argument("--brief", type=float, default=4.0, help="seconds per setting tried by --best (4)")
    parser.add_argument("--only-choose", action="store_true", help="with --best: print the setting's name, measure nothing")
    parser.add_argument("--wait", action="store_true", help="warm up, say ready, then measure once per line of input")
    arguments = parser.parse_args()
    if arguments.best:
        arguments.setting = find_best(arguments)
        if arguments.only_choose:
            print(json.dumps({"case": arguments.case, "setting": arguments.setting}))
            return
    run, _, attention = arguments.setting.partition("+")
    if run not in RUNS or attention not in ATTENTIONS:
        parser.error(f"'{arguments.setting}' is no setting; one of {', '.join(RUNS)}, '+', one of {', '.join(ATTENTIONS)}")
    os.environ.update(ENVIRONMENT)  # read when JAX starts
    import jax

    from jax_networks import make_step

    step, batches, samples = make_step(CASES[arguments.case], run, attention)
    measure(step, batches, samples, min(2.0, arguments.seconds / 2), least=2)
    record = {"case": arguments.case, "setting": arguments.setting, "version": jax.__version__}
    if not arguments.wait:
        print(json.dumps({**record, **measure(step, batches, samples, arguments.seconds)}))
        return
    print(json.dumps({**record, "ready": True}), flush=True)
    for _ in sys.stdin:
        print(json.dumps({**record, **measure(step, batches, samples, arguments.seconds)}), flush=True)


if __name__ == "__main__":
    main()
