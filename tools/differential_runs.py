"""Experiments and run directories for differential_fuzz.py: files of our own, so the reference is what was written.

A run directory is a JSON object in one file: `written`, its files as a run leaves them, with their checksums, and `found`,
the same after damage. Damage must be found, never believed; files without checksums, as version 0.1 wrote them, may be
read as anything that they might say.
"""
import csv
import io
import json
import pathlib
import random

from differential_mutations import damage

experiments = sorted((pathlib.Path(__file__).parent.parent / "experiments").glob("*.toml"))
small_experiment = b"""title = "Small"
paper = "Nobody (2026)"
[base]
model = { width = 8, depth = 1, heads = 2 }
train = { steps = 4, batch = 4 }
[[cases]]
name = "none"
"position.kind" = "none"
[[cases]]
name = "fixed"
"position.kind" = "sinusoidal"
"model.depth" = 2
[analyses.spectrum]
[scales.quick]
seeds = "1:2"
[[claims]]
sentence = "Losses are numbers"
paper = 0.5
measure = "mean"
metric = "final.test.loss"
cases = ["none"]
bound = ">= 0"
[[figures]]
id = "losses"
kind = "by_case"
title = "Losses"
caption = "Of all runs."
cases = ["*"]
metrics = ["final.test.loss"]
"""
words = [b"[" * 300, b"{" * 70, b'{"a":' * 250, b"a." * 80, b"1e400", b"-1", b"null", b"9223372036854775807", b"1:1000000000000",
         b"[[cases]]\n", b"[scales.quick]\n", b"seeds = \"1:2\"\n", b"cases = []\n", b"bound = \"< nan\"\n", b"\x1b[2J",
         b'"status":"done"', b"step,split", b"\n,,,,,\n", b"# checksum ", b"# run "]


def make_experiment(chance):
    content = small_experiment if chance.random() < 0.9 else chance.choice(experiments).read_bytes()
    return damage(chance, content, words)


def read_experiment(content, _):
    """Only what any reader of TOML would find."""
    import tomllib
    tree = tomllib.loads(content.decode())
    return {"title": tree["title"], "paper": tree["paper"]}


def digest(content):
    """FNV-1a of 64 bits."""
    value = 0xcbf29ce484222325
    for byte in content:
        value = ((value ^ byte) * 0x100000001b3) & 0xffffffffffffffff
    return f"{value:016x}"


def checked_json(tree):
    tree["checksum"] = digest(json.dumps(tree, separators=(",", ":")).encode())
    return json.dumps(tree, indent=2).encode() + b"\n"


def write_run(chance):
    """A few runs are enough; their checksums take longer than anything else here."""
    steps = chance.choice([4, 12, 100])
    seed = chance.randint(1, 9)
    name = digest(f"{seed} {steps}".encode())
    configuration = (f'# run {name}\nseed = {seed}\n[model]\ndepth = 2\nwidth = 16\n[position]\nkind = "learned"\n'
                     f"[train]\nsteps = {steps}\nlearning_rate = 0.125\n").encode()
    rows = ["step,split,loss,accuracy,learning_rate,gradient_norm"]
    for step in range(0, steps + 1, steps // 4):
        rows.append(f"{step},train,{chance.choice([0.5, 2.25, 1e-300, 'inf', 'nan'])},,0.125,1.5")
        rows.append(f"{step},test,{chance.choice([0.5, 0.75])},0.25,,")
    metrics = ("\n".join(rows) + "\n").encode()
    result = {"run": name, "status": chance.choice(["done", "diverged"]), "step": steps, "steps": steps,
              "parameters": 1234, "metrics": {"test": {"loss": 0.5, "accuracy": 0.25}}, "files": {"metrics.csv": digest(metrics)}}
    return {"config.toml": b"# checksum " + digest(configuration).encode() + b"\n" + configuration,
            "metrics.csv": metrics, "result.json": checked_json(result),
            "timing.json": checked_json({"run": name, "seconds": 1.5})}


written_runs = [write_run(random.Random(number)) for number in range(24)]


def without_checksums(files):
    def strip(content):
        tree = json.loads(content)
        for key in ("checksum", "files", "run"):
            tree.pop(key, None)
        return json.dumps(tree).encode()
    return {name: strip(content) if name.endswith("json") else content.split(b"\n", 2)[2] for name, content in files.items()}


def make_run(chance):
    written = chance.choice(written_runs)
    signed = chance.random() < 0.5
    found = dict(written) if signed else without_checksums(written)
    name = chance.choice(list(found))
    way = chance.random()
    if way < 0.05:
        del found[name]
    elif way < 0.15:  # of another run
        found[name] = chance.choice(written_runs)[name]
    else:
        found[name] = damage(chance, found[name], words)
    text = {"signed": signed, "written": {key: value.decode() for key, value in written.items()},
            "found": {key: value.decode("latin-1") for key, value in found.items()}}
    return json.dumps(text).encode()


def unpack_run(content, path):
    path.mkdir(exist_ok=True)
    for old in path.iterdir():
        old.unlink()
    for name, text in json.loads(content)["found"].items():
        (path / name).write_bytes(text.encode("latin-1"))


def flat(tree, prefix=""):
    if not isinstance(tree, dict):
        return {prefix[:-1]: tree}
    return {name: value for key, one in tree.items() for name, value in flat(one, f"{prefix}{key}.").items()}


def read_run(content, _):
    import tomllib
    files = json.loads(content)["written"]
    result = json.loads(files["result.json"])
    metrics = [[int(row["step"]), row["split"], "not finite" if row["loss"] in ("inf", "nan") else float(row["loss"])]
               for row in csv.DictReader(io.StringIO(files["metrics.csv"]))]
    return {"status": result["status"], "step": result["step"], "steps": result["steps"], "parameters": result["parameters"],
            "seconds": json.loads(files["timing.json"])["seconds"],
            "configuration": flat(tomllib.loads(files["config.toml"])), "finals": flat(result["metrics"]), "metrics": metrics}
