"""Estimators for scikit-learn: `Discover` (the unknown arrangement of variables) and `StressMDS` (points whose distances
are those given, by classical scaling or least stress)."""

import tempfile
import warnings

import numpy
from sklearn.base import BaseEstimator, TransformerMixin

from sextant.laboratory.discovery import discover
from sextant.laboratory.encoding import encode

try:
    from sklearn.utils.validation import validate_data
except ImportError:  # before 1.6
    def validate_data(estimator, X, **options):
        return estimator._validate_data(X, **options)

FEWEST_VARIABLES = 4  # of which a map can be drawn


class StressMDS(TransformerMixin, BaseEstimator):
    """Multidimensional scaling on Sextant's engine.

    n_components: axes of the embedding. method: "mds" (classical scaling) or "smacof" (least stress from there).
    dissimilarity: "euclidean" (X holds points), "correlation" (sqrt(2 - 2 r) of the rows' correlations) or "precomputed"
        (X holds distances).

    embedding_ (n_samples, n_components); stress_: raw stress.
    """

    def __init__(self, n_components=2, method="mds", dissimilarity="euclidean"):
        self.n_components = n_components
        self.method = method
        self.dissimilarity = dissimilarity

    def _more_tags(self):
        return {"pairwise": self.dissimilarity == "precomputed"}

    def __sklearn_tags__(self):
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = self.dissimilarity == "precomputed"
        return tags

    def fit(self, X, y=None):
        self.fit_transform(X)
        return self

    def fit_transform(self, X, y=None):
        target = {"euclidean": "coordinates", "correlation": "features", "precomputed": "distances"}
        if self.dissimilarity not in target:
            raise ValueError(f"dissimilarity: expected {', '.join(target)}, not {self.dissimilarity}")
        X = validate_data(self, X, dtype=numpy.float64, ensure_min_samples=2)
        rank = min(self.n_components, X.shape[0] - 1)
        found = encode(method=self.method, rank=rank, width=self.n_components, progress=False,
                       **{target[self.dissimilarity]: X})
        self.embedding_ = found.table
        self.stress_ = found.stress["raw"]
        return self.embedding_


class Discover(BaseEstimator):
    """The unknown arrangement of the variables of a time series X (time, variables).

    sigmas, seeds, steps, shuffles, shifts, lags: as of `sextant.discover`. out: where runs are kept; without it they are
    removed when the fit is done.

    embedding_ (variables, width): learned positions; map_ (variables, 3); labels_: the module of each variable;
    influences_ (variables, variables): with lags, row i what comes onto variable i from the past of each; else None.
    structure_: whether there is any, with p_value_. Fewer than four variables have none: a warning says so.
    """

    def __init__(self, sigmas=(0.1, 0.3), seeds=3, steps=0, shuffles=999, shifts=199, out=None, jobs=0,
                 lags=()):
        self.sigmas = sigmas
        self.seeds = seeds
        self.steps = steps
        self.shuffles = shuffles
        self.shifts = shifts
        self.out = out
        self.jobs = jobs
        self.lags = lags

    def fit(self, X, y=None):
        X = validate_data(self, X, dtype=numpy.float64, ensure_min_samples=2, ensure_min_features=2)
        if X.shape[1] < FEWEST_VARIABLES:
            return self._find_nothing(X)
        if self.out is not None:
            return self._fit(X, self.out)
        with tempfile.TemporaryDirectory(prefix="sextant-") as folder:
            return self._fit(X, folder + "/discovered")

    def _find_nothing(self, X):
        warnings.warn(f"{X.shape[1]} variables have no arrangement to be found ({FEWEST_VARIABLES} or more have)",
                      stacklevel=3)
        variables = X.shape[1]
        self.embedding_ = numpy.zeros((variables, 1))
        self.map_ = numpy.zeros((variables, 3))
        self.influences_ = None
        self.labels_ = numpy.zeros(variables, dtype=int)
        self.confidence_ = numpy.ones(variables)
        self.structure_, self.p_value_, self.recommended_sigma_ = False, 1.0, None
        return self

    def _fit(self, X, out):
        found = discover(X, out=out, sigmas=list(self.sigmas), seeds=self.seeds, steps=self.steps,
                         shuffles=self.shuffles, shifts=self.shifts, jobs=self.jobs, lags=list(self.lags), progress=False)
        self.embedding_ = found.positions
        self.map_ = found.map
        self.influences_ = found.influences
        self.labels_ = found.modules
        self.confidence_ = found.confidence
        self.structure_ = found.structure
        self.p_value_ = found.p
        self.recommended_sigma_ = found.recommended_sigma
        return self
