#!/usr/bin/env python3
"""pandas reads the store and the CSV of `sextant results` and comes to the same numbers; so does SciPy for the tests.

Usage: read_with_pandas.py PROGRAM      exit 1 at a difference, 77 where pandas or SciPy is missing
"""
import io
import json
import pathlib
import sqlite3
import subprocess
import sys
import tempfile

try:
    import numpy as np
    import pandas
    from scipy import stats
except ImportError as missing:
    print(f"skipped: {missing}")
    sys.exit(77)

METRIC = "final.test.accuracy"
SUPPORT = pathlib.Path(__file__).resolve().parents[2] / "support"


def ask(program, *arguments):
    return subprocess.run([program, "results", *arguments], text=True, capture_output=True, check=True).stdout


def read_csv(program, *arguments):
    return pandas.read_csv(io.StringIO(ask(program, *arguments, "--csv")))


def check_runs(program, sweep, store):
    everything = read_csv(program, sweep, "--all-columns")
    pandas.testing.assert_frame_equal(everything, store, check_dtype=False)
    assert everything["model.depth"].dtype == np.int64 and everything[METRIC].dtype == np.float64
    assert (everything[METRIC].dropna() == store[METRIC].dropna()).all(), "every digit must survive"
    as_json = pandas.DataFrame(json.loads(ask(program, sweep, "--all-columns", "--json")))
    pandas.testing.assert_frame_equal(as_json, store, check_dtype=False)
    short = read_csv(program, sweep)
    assert list(short.columns) == ["name", "status", "model.depth", "position.kind", "seed", "position.sigma", "code",
                                   METRIC, "final.train.loss"], list(short.columns)


def check_groups(program, sweep, store):
    keys = ["model.depth", "position.kind"]
    given = read_csv(program, sweep, "--group-by", ",".join(keys)).set_index(keys)
    done = store[store.status == "done"].groupby(keys)[METRIC]
    np.testing.assert_allclose(given[METRIC + ".mean"], done.mean(), rtol=1e-12)
    np.testing.assert_allclose(given[METRIC + ".sd"], done.std(), rtol=1e-12)
    assert (given[METRIC + ".seeds"] == done.count()).all()
    for status in ("done", "diverged", "failed"):
        assert (given[status] == store.groupby(keys).status.agg(lambda s, wanted=status: (s == wanted).sum())).all()
    assert (given[METRIC + ".low"] < given[METRIC + ".mean"]).all() and (given[METRIC + ".mean"] < given[METRIC + ".high"]).all()


def check_comparisons(program, sweep, store):
    given = read_csv(program, sweep, "--compare", "position.kind", "--metric", METRIC)
    assert len(given) == 6
    for _, row in given.iterrows():
        of_depth = store[(store["model.depth"] == row["model.depth"])].pivot(index="seed", columns="position.kind", values=METRIC)
        d = (of_depth[row["first"]] - of_depth[row["second"]]).dropna()
        assert (len(d), len(of_depth) - len(d)) == (row["pairs"], row["unpaired"])
        np.testing.assert_allclose(row["difference"], d.mean(), rtol=1e-10)
        np.testing.assert_allclose(row["wilcoxon_p"], stats.wilcoxon(d).pvalue, rtol=1e-10)
        np.testing.assert_allclose(row["t_p"], stats.ttest_1samp(d, 0).pvalue, rtol=1e-10)


def main():
    program = sys.argv[1]
    with tempfile.TemporaryDirectory(prefix="sextant_results_") as scratch:
        sweep = str(pathlib.Path(scratch) / "made")
        subprocess.run([sys.executable, SUPPORT / "make_store.py", sweep, "12"], check=True)
        connection = sqlite3.connect(sweep + "/results.sqlite")
        store = pandas.read_sql_query("SELECT * FROM runs ORDER BY id", connection)
        metrics = pandas.read_sql_query("SELECT * FROM metrics JOIN runs ON runs.id = metrics.run", connection)
        connection.close()
        assert len(store) == len(metrics) == 72
        check_runs(program, sweep, store)
        check_groups(program, sweep, store)
        check_comparisons(program, sweep, store)
    print("pandas and SciPy agree")


if __name__ == "__main__":
    main()
