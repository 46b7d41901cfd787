#!/usr/bin/env python3
"""One training run's speed in PyTorch, on one thread, at a given or at its best setting.

A step is forward, loss, backward, clipping where the case has it, and the optimiser; data lie in memory and differ
from step to step. A setting is words joined by '+', one per axis, for example compile+sdpa+fused+tcmalloc:
  run        eager, compile (torch.compile), autotune (torch.compile, max-autotune)
  attention  products (matmul and softmax), sdpa (scaled_dot_product_attention), multihead (nn.MultiheadAttention)
  optimizer  single, foreach, fused
  memory     glibc (tuned by its environment), tcmalloc, jemalloc (where installed)
  batch      whole, pieces4, pieces16 (gradients of parts that fit the cache better, added up)
  products   own (what this PyTorch was built with), openblas, blis (where installed and PyTorch has no MKL)
  savings    (absent) all arithmetic, or the same exact savings as Sextant; never part of --best
Prints one JSON line; with --wait one line per line on standard input, so that runs can be measured in turns.
"""
import argparse
import ctypes.util
import importlib.util
import json
import os
import subprocess
import sys
import time

AXES = {
    "run": ["eager", "compile", "autotune"],
    "attention": ["products", "sdpa", "multihead"],
    "optimizer": ["single", "foreach", "fused"],
    "batch": ["whole", "pieces4", "pieces16"],
    "memory": ["glibc", "tcmalloc", "jemalloc"],
    "products": ["own", "openblas", "blis"],
}
PRELOADS = {"tcmalloc": ("tcmalloc_minimal", "tcmalloc"), "jemalloc": ("jemalloc",), "openblas": ("openblas",), "blis": ("blis",)}
ENVIRONMENT = {
    **{f"{library}_NUM_THREADS": "1" for library in ("OMP", "MKL", "OPENBLAS", "BLIS")},
    "OMP_WAIT_POLICY": "PASSIVE",
    # glibc gives freed activations back to the system by default and pays page faults for them at every step.
    "MALLOC_MMAP_THRESHOLD_": str(1 << 30), "MALLOC_TRIM_THRESHOLD_": str(1 << 34), "MALLOC_TOP_PAD_": str(1 << 26),
}


def fail(text):
    sys.exit(f"rival_pytorch: {text}")


def parse_setting(text):
    """Words to axes; what is not said takes the first word of its axis."""
    setting = {axis: words[0] for axis, words in AXES.items()}
    setting["savings"] = False
    for word in filter(None, text.split("+")):
        axis = next((axis for axis, words in AXES.items() if word in words), None)
        if word == "savings":
            setting["savings"] = True
        elif axis is None:
            fail(f"'{word}' is no setting; there are {', '.join(w for ws in AXES.values() for w in ws)}, savings")
        else:
            setting[axis] = word
    return setting


def name_setting(setting):
    return "+".join([setting[axis] for axis in AXES] + (["savings"] if setting["savings"] else []))


def require_torch():
    if importlib.util.find_spec("torch") is None:
        fail(f"{sys.executable} has no PyTorch; run this with a Python that has (pip install torch)")


def find_preload(word):
    return next((found for found in map(ctypes.util.find_library, PRELOADS[word]) if found), None)


def enter_environment(setting):
    """Allocator, matrix library and threads are fixed when a process starts: start again with them."""
    if os.environ.get("RIVAL_PYTORCH_READY") == "1":
        return
    preloads = []
    for word in (setting["memory"], setting["products"]):
        if word in PRELOADS:
            preloads.append(find_preload(word) or fail(f"{word} is not installed on this machine"))
    environment = {**os.environ, **ENVIRONMENT, "RIVAL_PYTORCH_READY": "1", "LD_PRELOAD": " ".join(preloads)}
    sys.stdout.flush()
    os.execve(sys.executable, [sys.executable, *sys.argv], environment)


def make_step(case_name, setting):
    """A function of a batch that does one training step, some batches, and the number of samples in one."""
    import torch

    from network_cases import CASES
    from pytorch_networks import Network, make_batches

    torch.set_num_threads(1)
    torch.set_flush_denormal(True)
    torch.manual_seed(1)
    case = CASES[case_name]
    if setting["attention"] == "multihead" and case.heads * case.head_width() != case.width:
        fail(f"{case_name}: nn.MultiheadAttention needs heads times head width to equal the width")
    if setting["attention"] == "multihead" and setting["savings"]:
        fail("nn.MultiheadAttention cannot leave out rows: take products or sdpa with savings")
    network = Network(case, setting["attention"], setting["savings"])
    measure_loss = network
    if setting["run"] != "eager":
        mode = "max-autotune-no-cudagraphs" if setting["run"] == "autotune" else "default"
        measure_loss = torch.compile(network, mode=mode, fullgraph=True, dynamic=False)
    keywords = {"foreach": False} if setting["optimizer"] == "single" else {setting["optimizer"]: True}
    pieces = int(setting["batch"].removeprefix("pieces") if setting["batch"] != "whole" else 1)
    parameters = list(network.parameters())
    optimizer = getattr(torch.optim, case.optimizer)(parameters, lr=case.rate, weight_decay=case.decay, **keywords)

    def step(batch):
        optimizer.zero_grad(set_to_none=True)
        for piece in batch:
            (measure_loss(piece) / pieces).backward()
        if case.clip:
            torch.nn.utils.clip_grad_norm_(parameters, case.clip)
        optimizer.step()

    batches = [
        [dict(zip(batch, tensors)) for tensors in zip(*(tensor.chunk(pieces) for tensor in batch.values()))]
        for batch in make_batches(case, 8)
    ]
    return step, batches, case.batch


def measure(step, batches, samples, seconds, least=1):
    steps, start, start_of_work = 0, time.perf_counter(), time.process_time()
    while (elapsed := time.perf_counter() - start) < seconds or steps < least:
        step(batches[steps % len(batches)])
        steps += 1
    return {"samples_per_second": samples * steps / elapsed, "seconds": elapsed, "steps": steps,
            "samples_per_processor_second": samples * steps / (time.process_time() - start_of_work)}


def run_child(arguments, setting, seconds):
    """Samples per second of processor time (what else runs matters less) of a setting in its own process; 0 and the
    reason where it does not work."""
    command = [sys.executable, os.path.abspath(__file__), arguments.case, "--seconds", str(seconds), "--setting", setting]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=arguments.patience, check=True)
    except subprocess.TimeoutExpired:
        return 0.0, f"not ready after {arguments.patience} s"
    except subprocess.CalledProcessError as error:
        return 0.0, (error.stderr.strip().splitlines() or ["no message"])[-1]
    return json.loads(done.stdout.strip().splitlines()[-1])["samples_per_processor_second"], ""


def find_best(arguments):
    """Axis by axis from a plain start, the fastest word of each: settings hardly act on one another."""
    import torch

    usable = {axis: list(words) for axis, words in AXES.items()}
    usable["memory"] = [word for word in AXES["memory"] if word == "glibc" or find_preload(word)]
    usable["products"] = ["own"] if torch.backends.mkl.is_available() else [
        word for word in AXES["products"] if word == "own" or find_preload(word)]
    best = parse_setting("")
    speed, reason = run_child(arguments, name_setting(best), arguments.brief)
    if not speed:
        fail(f"{arguments.case}: not even {name_setting(best)} works: {reason}")
    for axis in ("products", "memory", "optimizer", "attention", "batch", "run"):
        for word in usable[axis]:
            if word == best[axis]:
                continue
            tried = {**best, axis: word}
            rate, reason = run_child(arguments, name_setting(tried), arguments.brief)
            said = f"{rate:.1f} samples/s" if rate else f"does not work: {reason}"
            print(f"{arguments.case} {name_setting(tried)}: {said}", file=sys.stderr, flush=True)
            if rate > speed:
                best, speed = tried, rate
    return name_setting(best)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("case", choices=["latin", "latin_small", "latin_quick", "anchors2", "anchors5", "fmri", "small"], help="what is trained")
    parser.add_argument("--seconds", type=float, default=10.0, help="length of a measurement (10)")
    parser.add_argument("--setting", default="", help="words joined by '+', see above")
    parser.add_argument("--best", action="store_true", help="try the settings briefly, then measure the fastest")
    parser.add_argument("--brief", type=float, default=4.0, help="seconds per setting tried by --best (4)")
    parser.add_argument("--patience", type=float, default=300.0, help="give a setting up after so many seconds (300)")
    parser.add_argument("--only-choose", action="store_true", help="with --best: print the setting's name, measure nothing")
    parser.add_argument("--wait", action="store_true", help="warm up, say ready, then measure once per line of input")
    arguments = parser.parse_args()
    require_torch()
    if arguments.best:
        arguments.setting = find_best(arguments)
        if arguments.only_choose:
            print(json.dumps({"case": arguments.case, "setting": arguments.setting}))
            return
        sys.argv = [sys.argv[0], arguments.case, "--seconds", str(arguments.seconds), "--setting", arguments.setting]
        sys.argv += ["--wait"] if arguments.wait else []
    setting = parse_setting(arguments.setting)
    enter_environment(setting)
    import torch

    step, batches, samples = make_step(arguments.case, setting)
    measure(step, batches, samples, min(2.0, arguments.seconds / 2), least=2)  # compiles, fills caches and allocator
    record = {"case": arguments.case, "setting": name_setting(setting), "version": torch.__version__}
    if not arguments.wait:
        print(json.dumps({**record, **measure(step, batches, samples, arguments.seconds)}))
        return
    print(json.dumps({**record, "ready": True}), flush=True)
    for _ in sys.stdin:
        print(json.dumps({**record, **measure(step, batches, samples, arguments.seconds)}), flush=True)


if __name__ == "__main__":
    main()
