"""Types of the estimators."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, Literal

import numpy
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, TransformerMixin

FEWEST_VARIABLES: int

class StressMDS(TransformerMixin, BaseEstimator):
    embedding_: NDArray[numpy.float64]
    stress_: float
    def __init__(self, n_components: int = 2, method: Literal["mds", "smacof"] = "mds",
                 dissimilarity: Literal["euclidean", "correlation", "precomputed"] = "euclidean") -> None: ...
    def fit(self, X: ArrayLike, y: Any = None) -> StressMDS: ...
    def fit_transform(self, X: ArrayLike, y: Any = None) -> NDArray[numpy.float64]: ...

class Discover(BaseEstimator):
    embedding_: NDArray[numpy.float64]
    map_: NDArray[numpy.float64]
    influences_: NDArray[numpy.float64] | None
    labels_: NDArray[numpy.int64]
    confidence_: NDArray[numpy.float64]
    structure_: bool
    p_value_: float
    recommended_sigma_: float | None
    def __init__(self, sigmas: Sequence[float] = (0.1, 0.3), seeds: int = 3, steps: int = 0, shuffles: int = 999,
                 shifts: int = 199, out: str | PathLike[str] | None = None, jobs: int = 0, lags: Sequence[int] = ()) -> None: ...
    def fit(self, X: ArrayLike, y: Any = None) -> Discover: ...
