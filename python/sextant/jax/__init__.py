"""Positions and initialisation for JAX: docs/jax.md.

    from sextant.jax import encodings, initializers, make
"""
from sextant.jax import encodings, initializers
from sextant.jax.by_name import Encoding, make

__all__ = ["Encoding", "encodings", "initializers", "make"]
