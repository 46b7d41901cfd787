"""The sweep that the tests of this folder disturb: 60 tiny runs, and what must be true of it at the end."""
import pathlib
import sqlite3
import subprocess

RUNS = 60
STEPS = 40


def command(program, directory, *more):
    return [program, "sweep", "model.width=8", "model.depth=1", "train.batch=4", f"train.steps={STEPS}",
            "train.record_every=5", "train.checkpoint_every=7", "position.kind=learned,rotary,alibi,sinusoidal",
            "init.gamma=0.5,0.7,0.9", "init.kind=fan_in_power", "seed=1:5", "--out", str(directory), *more]


def final_bytes(directory):
    """Every file of every run that must not depend on how the sweep went."""
    files = {}
    for run in sorted((pathlib.Path(directory) / "runs").iterdir()):
        for name in ("checkpoint.safetensors", "metrics.csv", "result.json", "positions.safetensors"):
            if (run / name).exists():
                files[f"{run.name}/{name}"] = (run / name).read_bytes()
    return files


def check_store(directory, runs=RUNS):
    with sqlite3.connect(pathlib.Path(directory) / "results.sqlite") as store:
        assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        rows = store.execute("SELECT name, status FROM runs").fetchall()
        repeated = store.execute(
            "SELECT COUNT(*) - COUNT(DISTINCT run || '/' || step || '/' || split) FROM metrics").fetchone()[0]
    assert len(rows) == runs, f"{len(rows)} rows instead of {runs}"
    assert len({name for name, _ in rows}) == runs, "a run has two rows"
    assert all(status == "done" for _, status in rows), rows
    assert repeated == 0, f"{repeated} rows of metrics are there twice"


def check_same(undisturbed, directory):
    expected, found = final_bytes(undisturbed), final_bytes(directory)
    assert expected.keys() == found.keys(), sorted(expected.keys() ^ found.keys())[:5]
    differing = [name for name in expected if expected[name] != found[name]]
    assert not differing, f"other bytes: {differing[:5]}"


def make_undisturbed(program, directory):
    subprocess.run(command(program, directory, "--quiet"), check=True, stdout=subprocess.DEVNULL)
    check_store(directory)
