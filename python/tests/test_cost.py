"""What a job costs, and questions that are decided with as few seeds as that takes."""

import unittest

import sextant
from small import SMALL, InFolder


class Costs(InFolder):
    def test_a_job_and_how_it_grows(self):
        cost = sextant.cost(SMALL, jobs=1, progress=False, gpu_teraflops=10, gpu_overhead=5)
        self.assertGreater(cost.step_seconds, 0)
        self.assertEqual(cost.content["steps"], 40)
        self.assertGreater(cost.seconds, 40 * cost.step_seconds)
        self.assertEqual(list(cost.growth["axis"]), ["length", "width", "depth", "batch"])
        self.assertFalse(cost.gpu["faster"])  # 5 ms to launch what takes less here
        self.assertIsNone(cost.gpu["teraflops_needed"])
        self.assertIn("ms a step", repr(cost))
        with self.assertRaisesRegex(ValueError, "give the throughput too"):
            sextant.cost(SMALL, gpu_overhead=5, progress=False)

    def test_tune_until_decided(self):
        tuning = sextant.tune("optimizer.learning_rate", SMALL, {"train.steps": 150}, values=[1e-9, 1e-2], out="rates",
                              progress=False, until_decided=True, most_seeds=12)
        self.assertEqual(tuning.best, 1e-2)
        self.assertTrue(tuning.decided)
        self.assertIsNone(tuning.share)

    def test_compare_until_decided(self):
        found = sextant.compare(["none", "learned"], SMALL, {"train.steps": 150}, learning_rates=[1e-2, 3e-3], out="kinds",
                                progress=False, until_decided=True, most_seeds=12)
        self.assertEqual(found.winner, "learned")
        self.assertIsNone(found.p)
        self.assertIn("learned is best", repr(found))


if __name__ == "__main__":
    unittest.main()
