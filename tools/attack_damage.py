#!/usr/bin/env python3
"""Damages one file of a finished or stopped sweep and asks again: the answer is the right one, or a refusal.

A file of the sweep is flipped in one bit, cut, emptied, overwritten in the middle, deleted, or swapped with the same file
of another run. Then the same sweep, its results, its curves and an analysis are asked for. Right are the bytes of the
undisturbed sweep and the same numbers; a refusal names a file; anything else is a hit, and its number replays it.

Usage: attack_damage.py PROGRAM [--trials N] [--first K]
"""
import argparse
import csv
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

OPTIONS = ["model.width=8", "model.depth=1", "train.batch=4", "train.steps=12", "train.record_every=2",
           "train.checkpoint_every=4", "position.kind=learned,alibi", "seed=1:3"]
COMPARED = ("checkpoint.safetensors", "metrics.csv", "result.json", "positions.safetensors", "audit.csv",
            "weights_at_start.json")


def run(program, *arguments, cwd):
    return subprocess.run([program, *arguments], cwd=cwd, text=True, capture_output=True, timeout=120, check=False)


def sweep(program, cwd, *more):
    return run(program, "sweep", *OPTIONS, "--out", "sweep", "--quiet", *more, cwd=cwd)


def numbers(program, cwd):
    """What `results` says, without what differs each time."""
    answer = run(program, "results", "sweep", "--csv", "--all-columns", cwd=cwd)
    if answer.returncode != 0:
        return None, answer.stderr
    rows = csv.DictReader(answer.stdout.splitlines())
    return sorted(str(sorted((name, value) for name, value in row.items()
                             if value and not re.search(r"second|checksum|^id$", name))) for row in rows), answer.stderr


def final_bytes(root):
    return {f"{path.parent.name}/{path.name}": path.read_bytes() for path in sorted((root / "sweep/runs").glob("*/*"))
            if path.name in COMPARED}


def damage(root, chance):
    files = [path for path in sorted((root / "sweep").rglob("*")) if path.is_file()]
    path = chance.choice(files)
    content = bytearray(path.read_bytes())
    twins = [other for other in files if other.name == path.name and other != path
             and other.read_bytes() != bytes(content)]
    way = chance.choice(["flip"] * 5 + ["cut", "empty", "overwrite", "delete"] + ["swap"] * 2 * bool(twins))
    at = chance.randrange(len(content)) if content else 0
    if way == "flip" and content:
        content[at] ^= 1 << chance.randrange(8)
    elif way == "cut":
        content = content[:at]
    elif way == "empty":
        content = bytearray()
    elif way == "overwrite":
        end = min(len(content), at + chance.choice([1, 16, 512, 4096]))
        content[at:end] = bytes(chance.randrange(256) for _ in range(end - at))
    elif way == "swap":
        content = bytearray(chance.choice(twins).read_bytes())
    if way == "delete":
        path.unlink()
    else:
        path.write_bytes(content)
    return f"{way} at {at} of {path.relative_to(root)}"


def is_refusal(answer):
    return answer.returncode in (1, 2) and answer.stderr.strip()


def attack(program, pristine, scratch, number, truth):
    """Returns what was done, and what was wrong about the answer ("" for nothing)."""
    chance = random.Random(number)
    root = scratch / "attacked"
    shutil.rmtree(root, ignore_errors=True)
    source = chance.choice(pristine)
    shutil.copytree(source, root, symlinks=True)
    done = damage(root, chance)
    if chance.random() < 0.5:  # numbers before the sweep has mended anything
        rows, said = numbers(program, root)
        fewer = rows is not None and set(rows) < set(truth["rows"]) and ("missing" in said or source.name == "stopped")
        if rows != truth["rows"] and not fewer and not (rows is None and said.strip()):
            return done, f"results gave other numbers: {said}"
    if source.name == "finished" and chance.random() < 0.3:
        answer = run(program, "export", "sweep", "--csv", "all.csv", cwd=root)
        if answer.returncode == 0 and (root / "all.csv").read_text() != truth["curves"]:
            return done, "export wrote other rows"
        if answer.returncode != 0 and not is_refusal(answer):
            return done, f"export ended with {answer.returncode}"
    name = sorted(path.name for path in (root / "sweep/runs").iterdir())[chance.randrange(6)]
    if chance.random() < 0.3 and (root / "sweep/runs" / name / "result.json").exists():
        answer = run(program, "analyse", f"sweep/runs/{name}", "--only", "spectrum", cwd=root)
        found = [line for line in answer.stdout.splitlines() if line.startswith("spectrum")]
        if answer.returncode == 0 and found != truth["spectrum"].get(name, found):
            return done, f"another spectrum: {found}"
        if answer.returncode not in (0, 1, 2) or (answer.returncode != 0 and not answer.stderr.strip()):
            return done, f"analyse ended with {answer.returncode}"
    answer = sweep(program, root)
    if answer.returncode != 0:
        return done, "" if is_refusal(answer) else f"sweep ended with {answer.returncode}: {answer.stderr}"
    rows, said = numbers(program, root)
    if rows != truth["rows"]:
        return done, f"other numbers after the sweep: {[row for row in rows or [] if row not in truth['rows']]} {said}"
    return done, ""


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program")
    parser.add_argument("--trials", type=int, default=1000)
    parser.add_argument("--first", type=int, default=1, help="number of the first trial; replays a hit with --trials 1")
    options = parser.parse_args()
    program = str(pathlib.Path(options.program).resolve())
    hits = 0
    with tempfile.TemporaryDirectory() as scratch:
        scratch = pathlib.Path(scratch)
        finished, stopped = scratch / "finished", scratch / "stopped"
        finished.mkdir()
        assert sweep(program, finished).returncode == 0
        shutil.copytree(finished, stopped)
        for run_directory in sorted((stopped / "sweep/runs").iterdir())[:3]:  # as after a kill: no result, old rows
            (run_directory / "result.json").unlink()
        (stopped / "sweep/results.sqlite").unlink()
        rows, said = numbers(program, finished)
        assert rows, said
        assert run(program, "export", "sweep", "--csv", "all.csv", cwd=finished).returncode == 0
        truth = {"rows": rows, "spectrum": {}, "curves": (finished / "all.csv").read_text()}
        for path in sorted((finished / "sweep/runs").iterdir()):
            copy = scratch / "measured"
            shutil.rmtree(copy, ignore_errors=True)
            shutil.copytree(path, copy)
            answer = run(program, "analyse", str(copy), "--only", "spectrum", cwd=scratch)
            truth["spectrum"][path.name] = [line for line in answer.stdout.splitlines() if line.startswith("spectrum")]
        for number in range(options.first, options.first + options.trials):
            done, wrong = attack(program, [finished, finished, stopped], scratch, number, truth)
            if not wrong:
                right, found = final_bytes(finished), final_bytes(scratch / "attacked")
                # A finished run that nobody asked for again may hold a damaged file; whoever reads it will find it.
                fresh = {name for name in found if (scratch / "attacked/sweep/runs" / name.split("/")[0] / "damaged").exists()}
                wrong = ", ".join(name for name in fresh if found[name] != right.get(name))
            if wrong:
                hits += 1
                print(f"HIT {number}: {done}: {wrong}", flush=True)
    print(f"{options.trials} damages, {hits} hits")
    sys.exit(hits > 0)


if __name__ == "__main__":
    main()
