"""Arrangements found from arrays, and the estimators of scikit-learn."""

import unittest

import numpy
import sextant
from small import InFolder

SMALL = {"sigmas": [0.2], "seeds": 2, "steps": 60, "shuffles": 19, "shifts": 99}


def two_modules(times=300):
    random = numpy.random.default_rng(1)
    drivers = random.normal(size=(times, 2))
    return drivers[:, [0, 0, 0, 0, 1, 1, 1, 1]] + 0.3 * random.normal(size=(times, 8))


class Discover(InFolder):
    def test_modules_of_an_array(self):
        found = sextant.discover(two_modules(), labels=["a"] * 4 + ["b"] * 4, out="found", progress=False,
                                 **{**SMALL, "steps": 300})
        self.assertEqual(found.positions.shape[0], 8)
        self.assertEqual(len(found.table["module"]), 8)
        self.assertIn("labels", found.summary)
        self.assertIn("structure_test", found.summary)
        again = sextant.discover(two_modules(), labels=["a"] * 4 + ["b"] * 4, out="found", progress=False,
                                 **{**SMALL, "steps": 300})
        numpy.testing.assert_array_equal(found.positions, again.positions)

    def test_influences_of_the_past(self):
        random = numpy.random.default_rng(1)
        series = random.normal(size=(300, 5))
        couplings = numpy.zeros((5, 5))
        couplings[1, 0] = 0.9  # 0 drives 1
        for time in range(1, 300):
            series[time] += couplings @ series[time - 1]
        found = sextant.discover(series, couplings=couplings, lags=[1], out="lagged", progress=False, **SMALL)
        self.assertEqual(found.influences.shape, (5, 5))
        self.assertEqual(found.positions.shape[0], 5)
        self.assertEqual(found.summary["influences"]["sources"][1]["one_way_direction_right"], 1.0)
        numpy.testing.assert_allclose(numpy.load("lagged/influences.npy"), found.influences)

    def test_refused(self):
        holes = two_modules()
        holes[3, 3] = numpy.inf
        with self.assertRaisesRegex(ValueError, "not finite"):
            sextant.discover(holes, progress=False)
        with self.assertRaisesRegex(ValueError, "two axes"):
            sextant.discover(holes[:, 0], progress=False)


class Estimators(InFolder):
    def setUp(self):
        super().setUp()
        try:
            from sklearn.utils.estimator_checks import check_estimator
        except ImportError:
            self.skipTest("skipped: no scikit-learn")
        self.check = check_estimator

    def test_stress_mds(self):
        from sextant.sklearn import StressMDS
        self.check(StressMDS())
        points = numpy.random.default_rng(0).normal(size=(20, 2))
        distances = numpy.linalg.norm(points[:, None] - points[None], axis=-1)
        embedding = StressMDS(dissimilarity="precomputed").fit_transform(distances)
        numpy.testing.assert_allclose(numpy.linalg.norm(embedding[:, None] - embedding[None], axis=-1), distances,
                                      atol=1e-9)

    def test_discover(self):
        from sextant.sklearn import Discover
        from sklearn.pipeline import make_pipeline
        from sklearn.preprocessing import StandardScaler
        self.check(Discover(sigmas=(0.2,), seeds=2, steps=2, shuffles=19, shifts=99, jobs=1))
        pipeline = make_pipeline(StandardScaler(), Discover(**SMALL)).fit(two_modules())
        self.assertEqual(pipeline[-1].embedding_.shape[0], 8)


if __name__ == "__main__":
    unittest.main()
