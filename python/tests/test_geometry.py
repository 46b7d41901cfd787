"""Stress, tables and checkpoints, from arrays, graphs, texts and files."""

import pathlib
import tempfile
import unittest

import numpy
import sextant
from small import InFolder

RING = numpy.array([[numpy.cos(0.2618 * i), numpy.sin(0.2618 * i)] for i in range(24)])


class Stress(InFolder):
    def test_arrays_equal_files(self):
        numpy.save("ring.npy", RING)
        copies = lambda: set(pathlib.Path(tempfile.gettempdir()).glob("sextant-*/coordinates-*"))
        before = copies()  # of processes that were killed
        encodings = ["sinusoidal", "mds:2"]
        by_array = sextant.stress(coordinates=RING, encodings=encodings, progress=False)
        by_file = sextant.stress(coordinates="ring.npy", encodings=encodings, progress=False)
        self.assertEqual(list(by_array.rows["encoding"]), list(by_file.rows["encoding"]))
        numpy.testing.assert_array_equal(by_array.rows["shape"], by_file.rows["shape"])
        self.assertLess(by_array["mds:2"]["shape"], 1e-12)
        self.assertEqual(copies() - before, set())  # removed

    def test_own_tables_by_name(self):
        report = sextant.stress(coordinates=RING, encodings={"mine": RING * 3.0}, progress=False)
        self.assertLess(report["mine"]["shape"], 1e-12)
        self.assertGreater(report["mine"]["raw"], 1)

    def test_texts_and_ids(self):
        random = numpy.random.default_rng(0)
        ids = [random.integers(1, 30, size=12).tolist() for _ in range(300)]
        texts = [" ".join(f"w{one}" for one in row) for row in ids]
        by_ids = sextant.stress(ids, encodings=["sinusoidal"], positions=8, bootstrap=0, progress=False)
        by_text = sextant.stress((one for one in texts), encodings=["sinusoidal"], positions=8, bootstrap=0,
                                 progress=False)
        self.assertAlmostEqual(by_ids["sinusoidal"]["raw"], by_text["sinusoidal"]["raw"], places=9)
        with self.assertRaisesRegex(ValueError, "no documents"):
            sextant.stress([], progress=False)
        with self.assertRaisesRegex(ValueError, "document 1"):
            sextant.stress([[1, 2], [0.5, 1]], progress=False)

    def test_graphs(self):
        try:
            import networkx
            import scipy.sparse
        except ImportError:
            self.skipTest("skipped: no networkx or SciPy")
        ring = networkx.cycle_graph(6)
        by_graph = sextant.Task.arrangement(ring, "graph")
        by_sparse = sextant.Task.arrangement(scipy.sparse.csr_matrix(networkx.to_numpy_array(ring)), "graph")
        self.assertEqual(by_graph, by_sparse)
        run = sextant.train({"position.kind": "laplacian", "position.arrangement": by_graph, "train.steps": 3,
                             "task.length": 6, "model.width": 16}, out="run", progress=False)
        self.assertEqual(run.status, "done")


class Encode(InFolder):
    def test_table_has_the_distances(self):
        found = sextant.encode(coordinates=RING, rank=2, width=16, progress=False)
        self.assertEqual(found.table.shape, (24, 16))
        numpy.testing.assert_allclose(found.left @ found.right, found.table, atol=1e-9)
        wanted = numpy.linalg.norm(RING[:, None] - RING[None], axis=-1)
        numpy.testing.assert_allclose(numpy.linalg.norm(found.table[:, None] - found.table[None], axis=-1), wanted,
                                      atol=1e-9)
        self.assertEqual(list(found.stress_by_rank["rank"])[:2], [1, 2])


class Inspect(InFolder):
    def test_tables_of_positions(self):
        sextant.train({"train.steps": 5, "model.width": 16}, out="run", progress=False)
        numpy.savez("model.npz", **{"wpe.weight": numpy.random.default_rng(0).normal(size=(32, 16))})
        found = sextant.inspect("model.npz", progress=False)
        self.assertEqual(found.tables[0]["tensor"], "wpe.weight")
        self.assertEqual(list(found.tensors["name"]), ["wpe.weight"])


if __name__ == "__main__":
    unittest.main()
