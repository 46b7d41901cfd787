#!/usr/bin/env python3
"""A sweep by a real Dask cluster of two worker processes on this machine gives the runs of this process. Not among the
tests of CI, because Debian's Dask is not installed there. Usage: dask_cluster.py, with the packages sextant, distributed"""

import os
import tempfile

import sextant

SMALL = {"train.steps": 200, "train.batch": 16, "model.width": 16, "task.test_sets": 20}
GRID = {"position.kind": ["none", "learned"], "seed": range(1, 5)}


def main():
    from dask.distributed import Client, LocalCluster
    with tempfile.TemporaryDirectory() as folder:
        here = sextant.Sweep(SMALL, GRID, out=os.path.join(folder, "here")).run(progress=False)
        with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1",
                          dashboard_address=None) as cluster, Client(cluster) as client:
            there = sextant.Sweep(SMALL, GRID, out=os.path.join(folder, "there"))
            there.run(executor=client.get_executor(), progress=False)
            workers = len(client.scheduler_info()["workers"])
        assert there.tally["complete"] and there.tally["made"] == 8, there.tally
        assert [run.final for run in here.runs()] == [run.final for run in there.runs()]
        assert len(there.results()["seed"]) == 8
        print(f"{there.tally['made']} runs by {workers} Dask workers, equal to those of one process")


if __name__ == "__main__":
    main()
