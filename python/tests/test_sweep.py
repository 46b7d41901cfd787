"""Grids of runs: in this process, by a pool of processes, their results and boundaries."""

import concurrent.futures
import multiprocessing
import unittest

import numpy
import sextant
from small import SMALL, InFolder

GRID = {"position.kind": ["none", "learned"], "seed": range(1, 3)}


class Sweeps(InFolder):
    def test_run_results_and_page(self):
        sweep = sextant.Sweep(SMALL, GRID, out="sweep").run(jobs=2, progress=False)
        self.assertEqual((sweep.tally["done"], sweep.tally["made"]), (4, 4))
        results = sweep.results()
        self.assertEqual(len(results["final.test.accuracy"]), 4)
        groups = sweep.results(grouped=True)
        self.assertEqual(list(groups["position.kind"]), ["learned", "none"])
        self.assertEqual(len(sweep.runs()), 4)
        again = sextant.Sweep(SMALL, {**GRID, "seed": range(1, 4)}, out="sweep").run(jobs=2, progress=False)
        self.assertEqual((again.tally["done"], again.tally["made"]), (6, 2))
        opened = sextant.open("sweep")
        self.assertIsInstance(opened, sextant.Sweep)
        self.assertEqual(opened.run(progress=False).tally["made"], 0)

    def test_process_pool_makes_the_same_runs(self):
        here = sextant.Sweep(SMALL, GRID, out="here").run(progress=False)
        with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
            elsewhere = sextant.Sweep(SMALL, GRID, out="elsewhere").run(executor=pool, progress=False)
        self.assertTrue(elsewhere.tally["complete"])
        self.assertEqual([run.final for run in here.runs()], [run.final for run in elsewhere.runs()])
        self.assertEqual(len(elsewhere.results()["seed"]), 4)

    def test_boundary_and_phase_diagram(self):
        sweep = sextant.Sweep(SMALL, {"optimizer.learning_rate": [1e-6, 1e-3, 1e-2], "model.width": [8, 16]},
                              {"train.steps": 100}, out="sweep")
        diagrams = sweep.boundary("train.loss", 0.5, progress=False)
        self.assertEqual(len(diagrams), 1)
        self.assertEqual([axis["key"] for axis in diagrams[0]["axes"]], ["optimizer.learning_rate", "model.width"])
        diagram = sweep.phase_diagram("test.accuracy")
        self.assertEqual(diagram.values.shape, (3, 2))
        self.assertTrue((diagram.counts == 1).all())
        self.assertIn("<table>", diagram._repr_html_())
        with self.assertRaisesRegex(ValueError, "did you mean final.test.accuracy"):
            sweep.phase_diagram("test.acuracy")

    def test_seeds_until_one_is_the_best(self):
        grid = {"position.kind": ["none", "learned"], "seed": range(1, 11)}
        found = sextant.Sweep(SMALL, grid, {"train.steps": 150}, out="sweep").decide(progress=False)
        self.assertTrue(found["decided"], found["text"])
        self.assertEqual(found["ranking"][0]["settings"], "position.kind=learned")
        self.assertLess(found["runs"], found["grid_runs"])

    def test_wrong_grids(self):
        with self.assertRaisesRegex(ValueError, "no values"):
            sextant.Sweep(SMALL, {"seed": []})
        with self.assertRaisesRegex(ValueError, "did you mean"):
            sextant.Sweep(SMALL, {"model.widht": [1, 2]}, out="sweep").run(progress=False)


class AskAndTell(unittest.TestCase):
    GAMMAS, DEPTHS = [0.1 * i for i in range(1, 13)], [1, 2, 3, 4, 5, 6, 7, 8]

    @staticmethod
    def score(gamma, depth, seed):
        """A phase boundary at gamma = 0.4 + depth / 20, with a little noise."""
        noise = numpy.random.default_rng([seed, depth]).normal() * 0.01
        return 1.0 if gamma + noise > 0.4 + depth / 20 else 0.0

    def test_boundary_of_any_function(self):
        boundary = sextant.Boundary({"gamma": self.GAMMAS, "depth": self.DEPTHS}, seeds=3, level=0.5)
        boundary.run(self.score, at_once=4)
        full = len(self.GAMMAS) * len(self.DEPTHS) * 3
        self.assertLessEqual(len(boundary.told), full / 3)
        wrong = [cell for cell in boundary.describe()["cells"]
                 if (cell["label"] == "above") != (cell["at"][0] > 0.4 + cell["at"][1] / 20)]
        self.assertLessEqual(len(wrong), 4)  # of 96; those that the noise decides
        self.assertTrue(boundary.describe()["boundaries"])

    def test_same_answers_same_trials(self):
        first, second = (sextant.Boundary({"gamma": self.GAMMAS}, seeds=2, level=0.5) for _ in range(2))
        for boundary in (first, second):
            boundary.run(lambda gamma, seed: self.score(gamma, 2, seed))
        self.assertEqual([trial for trial, _ in first.told], [trial for trial, _ in second.told])

    def test_labels_broken_trials_and_executor(self):
        boundary = sextant.Boundary({"x": [1, 2, 3, 4]}, seeds=[7, 9], labels=["low", "high"], budget=1)
        trial = boundary.ask()[0]
        self.assertIn(trial.seed, (7, 9))
        boundary.tell(trial, None)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            boundary.run(lambda x, seed: "low" if x < 2.5 else "high", at_once=2, executor=pool)
        self.assertTrue(boundary.told)
        with self.assertRaises(ValueError):
            boundary.tell(trial, "")
        with self.assertRaises(ValueError):
            sextant.Boundary({"x": [3, 1]}, level=0.5)


if __name__ == "__main__":
    unittest.main()
