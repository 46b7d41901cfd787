"""Types of what `import sextant.jax` offers (docs/jax.md)."""

from collections.abc import Callable
from typing import Any, NamedTuple

from jax import Array

from sextant.jax import encodings as encodings, initializers as initializers
from sextant.positions import Arrangement

class Encoding(NamedTuple):
    kind: str
    init: Callable[[Array], dict[str, Array]]
    embeddings: Callable[[dict[str, Array]], Array] | None = None
    rotate: Callable[[dict[str, Array], Array], Array] | None = None
    bias: Callable[..., Array] | None = None
    transform_scores: Callable[..., Array] | None = None

def make(kind: str, arrangement: int | tuple[int, ...] | Arrangement, *, width: int | None = None,
         heads: int | None = None, head_width: int | None = None, causal: bool = False, **options: Any) -> Encoding: ...

def scaled(encoding: Encoding, norm: float) -> Encoding: ...
def draw_places(key: Array, length: int, limit: int) -> Array: ...
def randomised(encoding: Encoding, places: Array, limit: int) -> Encoding: ...
