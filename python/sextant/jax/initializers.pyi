"""Initializers with the signature of jax.nn.initializers."""

from collections.abc import Sequence
from typing import Any

from jax.nn.initializers import Initializer

def fan_in_power(gamma: float, in_axis: int | Sequence[int] = -2, out_axis: int | Sequence[int] = -1,
                 batch_axis: int | Sequence[int] = (), dtype: Any = None) -> Initializer: ...
def fan_in(shape: Sequence[int], in_axis: int | Sequence[int] = -2, out_axis: int | Sequence[int] = -1,
           batch_axis: int | Sequence[int] = ()) -> int: ...
