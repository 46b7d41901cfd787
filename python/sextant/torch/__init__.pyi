"""Types of what `import sextant.torch` offers (docs/pytorch.md)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from os import PathLike
from typing import Any, TypeAlias

from numpy.typing import ArrayLike
from torch import Generator, Tensor, nn
from transformers import TrainerCallback

from sextant.positions import Arrangement
from sextant.torch import encodings as encodings, init as init
from sextant.torch.encodings import Encoding

Batch: TypeAlias = Tensor | Mapping[str, Any]
Inputs: TypeAlias = Batch | Iterable[Batch]
Output: TypeAlias = Callable[[Any, Any], Tensor]

@dataclass(frozen=True)
class Law:
    kind: str
    spread: float = 0.0
    centre: float = 0.0
    @property
    def deviation(self) -> float: ...

@dataclass
class Start:
    name: str
    role: str
    shape: tuple[int, ...]
    fan_in: int
    laws: list[Law]
    reason: str = ""

@dataclass
class AuditRow:
    name: str
    role: str
    shape: tuple[int, ...]
    fan_in: int
    law: str
    mean: float
    deviation: float
    fault: str = ""
    note: str = ""

class Audit(list[AuditRow]):
    @property
    def faults(self) -> list[AuditRow]: ...
    @property
    def passed(self) -> bool: ...
    def require(self) -> Audit: ...

@dataclass
class PositionTable:
    name: str
    owner: nn.Module
    attribute: str
    first_row: int
    @property
    def parameter(self) -> Tensor: ...
    @property
    def whole(self) -> Tensor: ...
    @property
    def values(self) -> Tensor: ...
    def write(self, values: Tensor) -> None: ...

@dataclass
class Change:
    name: str
    positions: int
    width: int
    norm_before: float
    norm_after: float
    relative_change: float
    basis_overlap: float
    outputs: dict[str, float] | None = None

@dataclass
class Compression(Change):
    rank: int = 0
    kept: float = 0.0
    numbers_before: int = 0
    numbers_after: int = 0

class LowRankPositions(nn.Module):
    shape: tuple[int, ...]
    rank: int
    first_row: int
    def __init__(self, shape: Sequence[int], rank: int, first_row: int = 0) -> None: ...
    def forward(self, left: Tensor, right: Tensor, fixed: Tensor) -> Tensor: ...
    def right_inverse(self, table: Tensor) -> tuple[Tensor, Tensor, Tensor]: ...

@dataclass
class LayerPositions:
    name: str
    mean: Tensor
    counts: Tensor
    shares: dict[str, float]
    @property
    def positions(self) -> Tensor: ...

@dataclass
class StressRow:
    name: str
    raw: float
    shape: float
    scale: float
    spearman: float
    interval: tuple[float, float] | None

@dataclass
class Ablation:
    name: str
    cosine: float
    smallest_cosine: float
    relative_change: float
    samples: int
    score: float | None = None

@dataclass
class Tuned:
    gamma: float
    scores: dict[float, dict[int, float]]
    rounds: list[list[float]]
    confidence: float
    @property
    def runs(self) -> int: ...
    def table(self) -> list[tuple[float, int, float, float]]: ...

class Meter:
    def __init__(self, model: nn.Module, probes: Inputs | None = None, weights: int = 1_000_000, outputs: int = 4,
                 seed: int = 0) -> None: ...
    def read(self) -> dict[str, float]: ...

class PositionsCallback(TrainerCallback):
    records: list[Any]
    def __init__(self, probes: Inputs | None = None, ids: Sequence[Sequence[int]] | None = None, every: int | None = None,
                 directory: str | PathLike[str] | None = None, **meter: Any) -> None: ...

def initialise_(module: nn.Module, gamma: float = 0.5, sigma: float | None = None,
                by_role: Mapping[str, float] | None = None, bias: str = "uniform", seed: int = 0,
                rules: Mapping[str, str] | None = None) -> list[Start]: ...
def audit(module: nn.Module, gamma: float | None = None, **declared: Any) -> Audit: ...
def tune_gamma(make_model: Callable[[], nn.Module], train_and_score: Callable[[nn.Module, int], float],
               gammas: Sequence[float] = ..., seeds: int = 8, first_seeds: int = 1, maximise: bool = True,
               events: Callable[[float, int, float], object] | None = None, **initialisation: Any) -> Tuned: ...
def make_encoding(kind: str, arrangement: int | tuple[int, ...] | Arrangement, *, width: int | None = None,
                  heads: int | None = None, head_width: int | None = None, causal: bool | None = None,
                  **options: Any) -> Encoding: ...
def find_position_table(model: nn.Module, name: str | None = None) -> PositionTable: ...
def find_position_tables(model: nn.Module) -> list[PositionTable]: ...
def replace_positions_(model: nn.Module, table: ArrayLike | Tensor, name: str | None = None, first: bool = False,
                       inputs: Inputs | None = None, output: Output | None = None) -> Change: ...
def compress_positions_(model: nn.Module, rank: int | None = None, keep: float | None = None, inputs: Inputs | None = None,
                        output: Output | None = None, name: str | None = None, parametrized: bool = False,
                        weights: ArrayLike | Tensor | str | None = None) -> Compression: ...
def merge_low_rank_(model: nn.Module) -> nn.Module: ...
def positions_of(model: nn.Module, inputs: Inputs, length: int | None = None,
                 layers: Sequence[str] | None = None) -> list[LayerPositions]: ...
def ablate_positions(model: nn.Module, inputs: Inputs, ranks: Sequence[int] = (1, 4, 12), seed: int = 0,
                     output: Output | None = None, score: Callable[[nn.Module], float] | None = None) -> list[Ablation]: ...
def stress_of(model: nn.Module, texts: Iterable[Any], tokenizer: Any = None, positions: int | None = None,
              layers: Sequence[LayerPositions] | None = None, baselines: Sequence[str] = ..., bootstrap: int = 0,
              name: str | None = None) -> list[StressRow]: ...
