#!/usr/bin/env python3
"""Whether `sextant cost` is right: predicts configurations, then runs them, and prints the share within 20 %.

Predicted and measured are processor seconds of a run (timing.json), which other programs on the machine disturb less
than the clock. Each prediction is made right before its run. The configurations differ in everything that cost depends
on: task, mixer, encoding, length, width, depth, batch, evaluations.

Usage: cost_predictions.py SEXTANT [--seconds 8] [--only PATTERN] [--json FILE]
"""
import argparse
import fnmatch
import json
import pathlib
import subprocess
import sys
import tempfile

CASES = {
    "default": [],
    "tiny": ["model.width=16", "model.depth=1", "train.batch=16"],
    "rotary": ["position.kind=rotary", "model.heads=4", "task.length=16", "task.vocabulary=32"],
    "alibi": ["position.kind=alibi", "model.heads=4", "task.length=16", "task.vocabulary=32"],
    "t5": ["position.kind=t5_bias", "model.heads=4", "task.length=16", "task.vocabulary=32"],
    "fire": ["position.kind=fire", "model.heads=2", "task.length=24", "task.vocabulary=32"],
    "cope": ["position.kind=cope", "model.heads=2", "task.length=24", "task.vocabulary=32", "model.causal=true"],
    "relative": ["position.kind=relative", "model.heads=2", "task.length=24", "task.vocabulary=32"],
    "none": ["position.kind=none", "task.length=16", "task.vocabulary=32"],
    "wide": ["model.width=256", "task.length=16", "task.vocabulary=32"],
    "very_wide": ["model.width=512", "task.length=16", "task.vocabulary=32", "train.batch=16"],
    "deep": ["model.depth=8", "task.length=16", "task.vocabulary=32"],
    "long": ["task.length=128", "task.vocabulary=256", "train.batch=16"],
    "longer": ["task.length=360", "task.vocabulary=512", "train.batch=8"],
    "large_batch": ["train.batch=512", "task.length=16", "task.vocabulary=32"],
    "small_batch": ["train.batch=4", "task.length=16", "task.vocabulary=32"],
    "heads": ["model.heads=8", "task.length=64", "task.vocabulary=128", "train.batch=32"],
    "gru": ["model.mixer=gru", "task.length=32", "task.vocabulary=64"],
    "state_space": ["model.mixer=state_space", "task.length=32", "task.vocabulary=64"],
    "selective": ["model.mixer=selective", "task.length=32", "task.vocabulary=64"],
    "convolution": ["model.mixer=convolution", "task.length=32", "task.vocabulary=64"],
    "token_mixing": ["model.mixer=token_mixing", "task.length=32", "task.vocabulary=64"],
    "gated": ["model.feed_forward_kind=gated", "task.length=32", "task.vocabulary=64"],
    "experts": ["model.feed_forward_kind=experts", "task.length=32", "task.vocabulary=64"],
    "copy": ["task.kind=copy", "task.length=20", "model.causal=true"],
    "copy_ragged": ["task.kind=copy", "task.length=[1,20]", "task.test_lengths=[20,40]", "model.causal=true"],
    "anchors": ["task.kind=anchor_pairs", "model.causal=true", "train.batch=128"],
    "latin": ["task.kind=latin_square", "train.batch=64", "train.epochs=4"],
    "evaluations": ["train.evaluate_every=10", "task.length=16", "task.vocabulary=32"],
    "double": ["precision=double", "task.length=16", "task.vocabulary=32"],
}


def predict(program, options):
    command = [program, "cost", *options, "--no-growth", "-j", "1", "--quiet", "--json"]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def measure(program, options, directory):
    subprocess.run([program, "train", *options, "--out", str(directory), "--quiet"], check=True, capture_output=True)
    return json.loads((directory / "timing.json").read_text())["processor_seconds"]


def steps_for(cost, seconds):
    """So many steps that the run takes about `seconds`, at least ten."""
    return max(10, int(seconds / max(1e-6, cost["step_seconds"])))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seconds", type=float, default=8, help="that a run should take about")
    parser.add_argument("--only", default="*")
    parser.add_argument("--json")
    arguments = parser.parse_args()
    rows = []
    with tempfile.TemporaryDirectory() as scratch:
        for name, options in CASES.items():
            if not fnmatch.fnmatch(name, arguments.only):
                continue
            try:
                if not any(option.startswith("train.epochs") for option in options):
                    first = predict(arguments.program, options)
                    options = [*options, f"train.steps={steps_for(first, arguments.seconds)}"]
                cost = predict(arguments.program, options)
                measured = measure(arguments.program, options, pathlib.Path(scratch) / name)
            except subprocess.CalledProcessError as error:
                sys.exit(f"{name}: {error.stderr.strip()}")
            predicted = cost["run_seconds"]
            rows.append({"name": name, "predicted": predicted, "measured": measured, "cost": cost})
            print(f"{name:14} {cost['steps']:8} steps  predicted {predicted:7.2f} s  measured {measured:7.2f} s  "
                  f"{100 * (predicted / measured - 1):+6.1f} %", flush=True)
    errors = sorted(abs(row["predicted"] / row["measured"] - 1) for row in rows)
    right = sum(error <= 0.2 for error in errors)
    print(f"{right} of {len(rows)} within 20 %; median error {100 * errors[len(errors) // 2]:.1f} %, "
          f"largest {100 * errors[-1]:.1f} %")
    if arguments.json:
        pathlib.Path(arguments.json).write_text(json.dumps(rows, indent=1))


if __name__ == "__main__":
    main()
