"""Positions and initialisation for JAX: docs/jax.md.

    from sextant.jax import encodings, initializers, make
"""
from sextant.jax import encodings, initializers
from sextant.jax.by_name import Encoding, make
from sextant.jax.wrapped import draw_places, randomised, scaled

__all__ = ["Encoding", "draw_places", "encodings", "initializers", "make", "randomised", "scaled"]
