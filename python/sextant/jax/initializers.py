"""Initializers with the signature of jax.nn.initializers."""
import math

import jax
import jax.numpy as jnp


def fan_in_power(gamma, in_axis=-2, out_axis=-1, batch_axis=(), dtype=None):
    """N(0, fan_in^-gamma) (Zhang et al., arXiv 2405.05409). Axes as in jax.nn.initializers.variance_scaling: the fan-in is
    the size of `in_axis` times the receptive field. For an embedding (entries, width) use in_axis=-1, out_axis=-2: its
    fan-in is the model's width."""
    if not math.isfinite(gamma):
        raise ValueError(f"fan_in_power: gamma {gamma} given, expected a finite number")

    def init(key, shape, dtype=dtype, out_sharding=None):
        dtype = jnp.zeros((), dtype).dtype  # None: the default floating dtype
        deviation = jnp.asarray(float(fan_in(shape, in_axis, out_axis, batch_axis)) ** -gamma, dtype)
        drawn = jax.random.normal(key, shape, dtype) * deviation
        return drawn if out_sharding is None else jax.device_put(drawn, out_sharding)

    return init


def fan_in(shape, in_axis=-2, out_axis=-1, batch_axis=()):
    """The size of the inputs times the receptive field, as JAX counts it."""
    if len(shape) < 2:
        raise ValueError(f"fan_in_power: a tensor of shape {tuple(shape)} has no fan-in; expected 2 axes or more")
    return math.prod(shape) // _size(shape, out_axis) // _size(shape, batch_axis)


def _size(shape, axis):
    return math.prod(shape[one] for one in ((axis,) if isinstance(axis, int) else axis))
