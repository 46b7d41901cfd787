"""Types of what `import sextant` offers. Further keywords of a function are the options of the library: `help(...)` and
`sextant.options(...)` list them."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from os import PathLike
from typing import Any, Literal, TypeAlias

import numpy
from numpy.typing import ArrayLike, NDArray

from sextant._core import BrokenRun as BrokenRun, BusyDirectory as BusyDirectory, Error as Error, RequestError as RequestError, Stopped as Stopped

Path: TypeAlias = str | PathLike[str]
Configuration: TypeAlias = Path | Mapping[str, Any] | Task | None
Overrides: TypeAlias = Mapping[str, Any] | None
Callback: TypeAlias = Callable[[str, dict[str, Any]], object]
Progress: TypeAlias = bool | Callable[..., Any]
Documents: TypeAlias = Path | Iterable[str] | Iterable[Sequence[int]]
Table: TypeAlias = Any  # pandas.DataFrame where pandas is installed, else dict[str, NDArray]

__version__: str

class Page:
    page_height: int
    def page(self) -> str: ...
    def _repr_html_(self) -> str: ...

class Run(Page):
    directory: str
    def __init__(self, directory: Path) -> None: ...
    @property
    def result(self) -> dict[str, Any]: ...
    @property
    def status(self) -> str: ...
    @property
    def step(self) -> int | None: ...
    @property
    def final(self) -> dict[str, dict[str, float]]: ...
    @property
    def configuration(self) -> dict[str, Any]: ...
    @property
    def metrics(self) -> Table: ...
    @property
    def audit(self) -> Table: ...
    @property
    def position_steps(self) -> list[int]: ...
    def positions(self, step: int | None = None) -> dict[str, NDArray[Any]]: ...
    def findings(self, only: Sequence[str] = (), samples: int = 256, progress: Progress = True) -> dict[str, dict[str, Any]]: ...
    def numbers(self, only: Sequence[str] = (), samples: int = 256, progress: Progress = True) -> Table: ...
    def model(self) -> Model: ...

class ActivationCache(dict[str, NDArray[numpy.float64]]):
    heads: int
    key_value_heads: int
    def __init__(self, activations: Mapping[str, NDArray[numpy.float64]], heads: int,
                 key_value_heads: int | None = None) -> None: ...
    def __getitem__(self, name: str | tuple[str, int]) -> NDArray[numpy.float64]: ...

class Model:
    layout: str
    precision: str
    length: int
    input: str
    features: int
    readout: str
    outputs: int
    options: dict[str, Any]
    tensors: dict[str, tuple[int, int]]
    def __call__(self, tokens: ArrayLike, masked: ArrayLike | None = None) -> NDArray[numpy.float64]: ...
    def run_with_cache(self, tokens: ArrayLike, masked: ArrayLike | None = None,
                       names: Iterable[str] | None = None) -> tuple[NDArray[numpy.float64], ActivationCache]: ...
    def weight(self, name: str) -> NDArray[numpy.float64]: ...
    def positions(self, block: int = 0) -> NDArray[numpy.float64]: ...

class Sweep(Page):
    directory: str
    tally: dict[str, Any] | None
    def __init__(self, config: Configuration = None, grid: Mapping[str, Iterable[Any]] | None = None,
                 overrides: Overrides = None, out: Path | None = None) -> None: ...
    @classmethod
    def open(cls, directory: Path) -> Sweep: ...
    def run(self, jobs: int = 0, executor: Executor | None = None, progress: Progress = True,
            callback: Callback | None = None, *, max_hours: float = ..., until_decided: bool = ...,
            confidence: float = ..., max_runs: int = ..., part: str = ..., shuffle: bool = ..., adaptive: bool = ...,
            level: str = ..., phases: Sequence[str] = ..., budget: float = ..., metric: str = ..., split: str = ...,
            margin: float = ...) -> Sweep: ...
    def plan(self) -> Table: ...
    def runs(self) -> list[Run]: ...
    def results(self, grouped: bool = False, *, where: Sequence[str] = ..., group_by: Sequence[str] = ...,
                together: bool = ..., metrics: Sequence[str] = ..., compare: str = ..., interval: str = ...,
                confidence: float = ...) -> Table: ...
    def boundary(self, metric: str, level: float, adaptive: bool = False, progress: Progress = True,
                 **options: Any) -> list[dict[str, Any]]: ...
    def decide(self, metric: str | None = None, jobs: int = 0, progress: Progress = True, callback: Callback | None = None,
               **options: Any) -> dict[str, Any]: ...
    def phase_diagram(self, metric: str = "test.accuracy", axes: Sequence[str] | None = None) -> PhaseDiagram: ...

class PhaseDiagram:
    metric: str
    axes: dict[str, list[Any]]
    values: NDArray[numpy.float64]
    counts: NDArray[numpy.int64]
    def plot(self, ax: Any = None) -> Any: ...
    def _repr_html_(self) -> str: ...

@dataclass(frozen=True)
class Trial:
    settings: dict[str, Any]
    seed: int
    cell: int
    replicate: int

class Boundary:
    axes: dict[str, list[float]]
    seeds: list[int]
    level: float | None
    told: list[tuple[Trial, Any]]
    def __init__(self, axes: Mapping[str, Iterable[float]], seeds: int | Sequence[int] = 1, level: float | None = None,
                 labels: Sequence[str] = (), budget: float = ..., confidence: float = 0.95, seed: int = 1) -> None: ...
    @property
    def settled(self) -> bool: ...
    @property
    def budget_runs(self) -> int: ...
    def ask(self, count: int = 1) -> list[Trial]: ...
    def tell(self, trial: Trial, outcome: float | str | None) -> None: ...
    def run(self, function: Callable[..., float | str | None], at_once: int = 1,
            executor: Executor | None = None) -> Boundary: ...
    def describe(self) -> dict[str, Any]: ...

class Claims(Page):
    content: dict[str, Any]
    directory: str
    title: str
    paper: str
    judged: bool
    @property
    def table(self) -> Table: ...
    @property
    def held(self) -> bool | None: ...
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[dict[str, Any]]: ...
    def __getitem__(self, place: int) -> dict[str, Any]: ...

class Discovery(Page):
    directory: str
    positions: NDArray[numpy.float64]
    positions_by_seed: list[NDArray[numpy.float64]]
    similarities: NDArray[numpy.float64]
    map: NDArray[numpy.float64]
    modules: NDArray[numpy.int64]
    confidence: NDArray[numpy.float64]
    variables: list[str]
    influences: NDArray[numpy.float64] | None
    notes: list[str]
    summary: dict[str, Any]
    @property
    def verdict(self) -> str: ...
    @property
    def structure(self) -> bool: ...
    @property
    def p(self) -> float: ...
    @property
    def recommended_sigma(self) -> float: ...
    @property
    def table(self) -> Table: ...

class StressReport(Page):
    content: dict[str, Any]
    directory: str
    @property
    def rows(self) -> Table: ...
    @property
    def target(self) -> dict[str, Any]: ...
    def __getitem__(self, encoding: str) -> dict[str, Any]: ...

class Encoding:
    table: NDArray[numpy.float64]
    left: NDArray[numpy.float64]
    right: NDArray[numpy.float64]
    stress: dict[str, float]
    factor: float
    tensor: str
    facts: dict[str, str]
    @property
    def stress_by_rank(self) -> Table: ...

class Inspection:
    answers: list[str]
    layout: str
    inputs: str | None
    tables: list[dict[str, Any]]
    layers: list[dict[str, Any]]
    @property
    def tensors(self) -> Table: ...

class Tuning(Page):
    content: dict[str, Any]
    directory: str
    key: str
    metric: str
    best: Any
    share: float | None
    decided: bool | None
    @property
    def rounds(self) -> Table: ...

class Comparison(Page):
    content: dict[str, Any]
    directory: str
    metric: str
    ranking: list[str]
    winner: str | None
    p: float | None
    seeds_needed: int | None
    @property
    def table(self) -> Table: ...

class CheckpointAudit:
    content: dict[str, Any]
    sentence: str
    faults: list[str]
    passed: bool
    def __init__(self, content: dict[str, Any]) -> None: ...
    @property
    def tensors(self) -> Table: ...

class CheckpointChange:
    content: dict[str, Any]
    written: str | None
    files: list[str]
    damage: list[dict[str, Any]]
    @property
    def rows(self) -> Table: ...

class Simulation:
    shape: str
    series: NDArray[numpy.float64]
    couplings: NDArray[numpy.float64]
    distances: NDArray[numpy.float64] | None
    labels: list[str] | None

class Cost:
    content: dict[str, Any]
    step_seconds: float
    step_operations: float
    seconds: float
    memory: float
    runs_per_hour: float
    gpu: dict[str, Any] | None
    @property
    def growth(self) -> Table: ...

class Verification:
    held: bool
    @property
    def table(self) -> Table: ...
    def __bool__(self) -> bool: ...

class Task:
    configuration: dict[str, Any]
    def __init__(self, configuration: dict[str, Any]) -> None: ...
    @classmethod
    def from_arrays(cls, inputs: ArrayLike | Path, labels: ArrayLike | Path | None = None,
                    targets: ArrayLike | Path | None = None, test_inputs: ArrayLike | Path | None = None,
                    test_labels: ArrayLike | Path | None = None, test_targets: ArrayLike | Path | None = None,
                    row_lengths: ArrayLike | Path | None = None, test_row_lengths: ArrayLike | Path | None = None,
                    groups: ArrayLike | Path | None = None, readout: Literal["last", "pooled", "cls"] = "last",
                    test_share: float = 0.2, folder: Path = "sextant_data", **options: Any) -> Task: ...
    @classmethod
    def from_series(cls, series: Any, labels: Iterable[str] | Path | None = None, coordinates: Any = None,
                    folder: Path = "sextant_data", **options: Any) -> Task: ...
    @classmethod
    def from_corpus(cls, documents: Documents, length: int, kind: Literal["masked_words", "next_word"] = "masked_words",
                    test_documents: Documents | None = None, folder: Path = "sextant_data", **options: Any) -> Task: ...
    @classmethod
    def from_texts(cls, texts: Iterable[str], labels: Iterable[Any], length: int, test_texts: Iterable[str] | None = None,
                   test_labels: Iterable[Any] | None = None, folder: Path = "sextant_data", **options: Any) -> Task: ...
    @staticmethod
    def arrangement(data: Any, form: Literal["coordinates", "distances", "graph"] = "distances",
                    folder: Path = "sextant_data") -> str: ...

class View:
    address: str | None
    def stop(self) -> None: ...
    def __enter__(self) -> View: ...
    def __exit__(self, *_: object) -> None: ...

def train(config: Configuration = None, overrides: Overrides = None, out: Path | None = None,
          progress: Progress = True, callback: Callback | None = None, like: str | None = None, *, fresh: bool = ...,
          tensorboard: bool = ...) -> Run: ...
def tune(key: str, config: Configuration = None, overrides: Overrides = None,
         values: Iterable[Any] | str | None = None, jobs: int = 0, out: Path | None = None, progress: Progress = True,
         callback: Callback | None = None, *, split: str = ..., seeds: int = ..., first_seeds: int = ...,
         most_seeds: int = ..., margin: float = ..., max_hours: float = ..., dry_run: bool = ...,
         until_decided: bool = ..., confidence: float = ..., max_runs: int = ...) -> Tuning: ...
def compare(positions: Iterable[str], config: Configuration = None, overrides: Overrides = None,
            learning_rates: Iterable[float] | str | None = None, jobs: int = 0, out: Path | None = None,
            progress: Progress = True, callback: Callback | None = None, *, split: str = ..., seeds: int = ...,
            most_seeds: int = ..., margin: float = ..., max_hours: float = ..., dry_run: bool = ...,
            until_decided: bool = ..., confidence: float = ..., max_runs: int = ...) -> Comparison: ...
def cost(config: Configuration = None, overrides: Overrides = None, jobs: int = 0, progress: Progress = True,
         callback: Callback | None = None, *, growth: bool = ..., gpu_teraflops: float = ...,
         gpu_overhead: float = ...) -> Cost: ...
def reproduce(experiment: Path, overrides: Overrides = None, jobs: int = 0, out: Path | None = None,
              progress: Progress = True, callback: Callback | None = None, *, scale: str = ..., study: str = ...,
              data: Path = ..., judge: bool = ..., max_hours: float = ..., dry_run: bool = ...,
              until_decided: bool = ..., confidence: float = ..., max_runs: int = ...) -> Claims: ...
def stress(corpus: Documents | None = None, encodings: Sequence[Any] | Mapping[str, Any] | None = None,
           progress: Progress = True, callback: Callback | None = None, *, width: int = ..., heads: int = ...,
           arrangement: str = ..., bootstrap: int = ..., permutations: int = ..., out: Path = ..., format: str = ...,
           column: str = ..., header: bool = ..., text_key: str = ..., tokenizer: str = ..., vocabulary: Path = ...,
           merges: Path = ..., separators: Sequence[int] = ..., distances: Any = ..., coordinates: Any = ...,
           features: Any = ..., positions: int = ..., padding: str = ..., estimator: str = ..., splits: int = ...,
           top: int = ..., leading: int = ..., memory: int = ..., seed: int = ...) -> StressReport: ...
def encode(corpus: Documents | None = None, progress: Progress = True, callback: Callback | None = None, *,
           method: str = ..., rank: int = ..., stress: float | None = ..., width: int = ..., norm: float | None = ...,
           mix: bool = ..., weights: Any = ..., names: str = ..., prefix: str = ..., out: Path = ...,
           format: str = ..., column: str = ..., header: bool = ..., text_key: str = ..., tokenizer: str = ...,
           vocabulary: Path = ..., merges: Path = ..., separators: Sequence[int] = ..., distances: Any = ...,
           coordinates: Any = ..., features: Any = ..., positions: int = ..., padding: str = ...,
           estimator: str = ..., splits: int = ..., top: int = ..., leading: int = ..., memory: int = ...,
           seed: int = ...) -> Encoding: ...
def discover(X: Any, labels: Iterable[str] | Path | None = None, coordinates: Any = None, out: Path | None = None,
             overrides: Overrides = None, progress: Progress = True, callback: Callback | None = None,
             distances: Any = None, couplings: Any = None, jobs: int = 0, *, time: str = ...,
             lags: Sequence[int] = ..., fill: str = ..., drop_constant: bool = ..., quick: bool = ...,
             controls: bool = ..., sigmas: Sequence[float] = ..., seeds: int = ..., steps: int = ...,
             shuffles: int = ..., shifts: int = ..., max_hours: float = ..., dry_run: bool = ...) -> Discovery: ...
def inspect(file: Path, images: Any = None, progress: Progress = True, callback: Callback | None = None, *,
            tensors: Sequence[str] = ..., grid: str = ..., out: Path = ..., run: bool = ..., rope: bool = ...,
            samples: int = ..., length: int = ..., seed: int = ..., heads: int = ..., causal: str = ...,
            activation: str = ..., ignore: Sequence[str] = ..., corpus: Documents | None = ..., format: str = ...,
            column: str = ..., header: bool = ..., text_key: str = ..., tokenizer: str = ..., vocabulary: Path = ...,
            merges: Path = ..., separators: Sequence[int] = ...) -> Inspection: ...
def audit(model: Path, progress: Progress = True, callback: Callback | None = None, *, outlier: float = ...) -> CheckpointAudit: ...
def compress(model: Path, rank: int | None = None, keep: float | None = None, out: Path | None = None,
             corpus: Documents | None = None, progress: Progress = True, callback: Callback | None = None, *,
             tensors: Sequence[str] = ..., samples: int = ..., length: int = ..., ignore: Sequence[str] = ...,
             format: str = ..., column: str = ..., header: bool = ..., text_key: str = ..., tokenizer: str = ...,
             vocabulary: Path = ..., merges: Path = ..., separators: Sequence[int] = ...) -> CheckpointChange: ...
def extend(model: Path, positions: int, out: Path | None = None, corpus: Documents | None = None,
           progress: Progress = True, callback: Callback | None = None, *, method: str = ..., samples: int = ...,
           length: int = ..., ignore: Sequence[str] = ..., format: str = ..., column: str = ..., header: bool = ...,
           text_key: str = ..., tokenizer: str = ..., vocabulary: Path = ..., merges: Path = ...,
           separators: Sequence[int] = ...) -> CheckpointChange: ...
def replace(model: Path, table: Any, out: Path | None = None, progress: Progress = True,
            callback: Callback | None = None, *, tensor: str = ..., first: bool = ...) -> CheckpointChange: ...
def init(model: Path, gamma: float = 0.5, by_role: Mapping[str, float] | None = None, out: Path | None = None,
         progress: Progress = True, callback: Callback | None = None, *, sigma: float | None = ..., bias: str = ...,
         seed: int = ...) -> CheckpointChange: ...
def simulate(shape: str, out: Path | None = None, progress: Progress = False, callback: Callback | None = None, *,
             sizes: Sequence[int] = ..., coupling: float = ..., between: float = ..., density: float = ...,
             directed: bool = ..., nonlinearity: float = ..., noise: float = ..., steps: int = ..., seed: int = ...) -> Simulation: ...
def verify_necessity(progress: Progress = True, callback: Callback | None = None, *, seed: int = ..., steps: int = ...) -> Verification: ...
def verify_resume(config: Configuration = None, overrides: Overrides = None, progress: Progress = True,
                  callback: Callback | None = None, *, steps: int = ...) -> Verification: ...
def report(results: Any, out: Path = "report.html") -> str: ...
def export(results: Any, csv: Path | None = None, tensorboard: Path | None = None, progress: Progress = False,
           callback: Callback | None = None) -> int: ...
def view(results: Any, port: int = 0, seconds: float = 0.0, token: bool = True) -> View: ...
def open(path: Path, heads: int | None = None, causal: bool | None = None, activation: str = "") -> Run | Sweep | Claims | Model: ...
def options(function: str) -> list[dict[str, Any]]: ...
def variants(family: str | None = None) -> dict[str, Any]: ...
def version() -> dict[str, Any]: ...
def configuration_help() -> str: ...
