"""What the positional encodings of `sextant.torch` and `sextant.jax` share: where tokens stand, and constants in NumPy."""
from sextant.positions.arrangement import Arrangement, as_arrangement

__all__ = ["Arrangement", "as_arrangement"]
