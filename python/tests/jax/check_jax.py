#!/usr/bin/env python3
"""initializers.fan_in_power with JAX's signature, encodings under jit, vmap and grad, and the Flax and Equinox examples.

Usage: check_jax.py      exit 77 where there is no JAX; examples are left out where Flax, Equinox or Optax is missing
"""
import importlib
import math
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path[:0] = [str(ROOT / "python" / "tests"), str(ROOT / "examples")]
import source_tree  # noqa: F401  makes `sextant` importable
try:
    import jax
    import jax.numpy as jnp  # the folder of these tests is called jax too, and has no numpy
except ImportError:
    print("skipped: this Python has no JAX")
    sys.exit(77)

from sextant.jax import encodings, initializers, make


def refuses(text, call, *args, **kwargs):
    try:
        call(*args, **kwargs)
    except ValueError as problem:
        assert text in str(problem), f"'{problem}' does not contain '{text}'"
    else:
        raise AssertionError(f"{call} accepted {args} {kwargs}")


def test_fan_in_power_counts_as_jax_does():
    key = jax.random.PRNGKey(0)
    for shape, axes in [((300, 200), {}), ((300, 200), {"in_axis": -1, "out_axis": -2}), ((3, 3, 64, 100), {}),
                        ((8, 60, 70), {"batch_axis": 0}), ((60, 4, 70), {"in_axis": (0, 1)})]:
        ours = initializers.fan_in_power(0.5, **axes)(key, shape)
        theirs = jax.nn.initializers.variance_scaling(1.0, "fan_in", "normal", **axes)(key, shape)
        assert jnp.allclose(ours, theirs, rtol=1e-5, atol=1e-7), (shape, axes)
        fan_in = initializers.fan_in(shape, **{"in_axis": -2, "out_axis": -1, "batch_axis": (), **axes})
        small = initializers.fan_in_power(0.8, **axes)(key, shape)
        assert abs(small.std() / fan_in ** -0.8 - 1) < 0.05
    assert initializers.fan_in_power(0.5)(key, (4, 4), jnp.bfloat16).dtype == jnp.bfloat16
    jitted = jax.jit(lambda key: initializers.fan_in_power(0.5)(key, (4, 4)))(key)
    assert jnp.allclose(jitted, initializers.fan_in_power(0.5)(key, (4, 4)))
    refuses("no fan-in", initializers.fan_in_power(0.5), key, (4,))
    refuses("finite", initializers.fan_in_power, math.nan)


def test_functions_transform():
    points = jnp.linspace(0.0, 3.0, 6)
    x = jnp.ones((2, 6, 8))
    slope = jax.jit(jax.grad(lambda points: encodings.rotate(x, points)[..., 0].sum()))(points)
    assert slope.shape == points.shape and jnp.isfinite(slope).all()  # positions may be learned
    many = jax.vmap(lambda points: encodings.sinusoidal(points, 8))(jnp.stack([points, 2 * points]))
    assert jnp.allclose(many[1], encodings.sinusoidal(2 * points, 8))
    distances = jnp.abs(points[:, None] - points[None, :]) + 0.1 * (1 - jnp.eye(6))
    table = jax.jit(lambda distances: encodings.mds(distances, 8, 2))(distances)
    assert table.shape == (6, 8) and not table[:, 2:].any()


def test_bad_input():
    refuses("no positional encoding 'rope'", make, "rope", 8)
    refuses("supports index", make, "t5_bias", (2, 4), heads=2)
    refuses("not a multiple of 4", encodings.grid, jnp.zeros((4, 2)), 6)
    refuses("pairing", encodings.rotate, jnp.zeros((4, 8)), jnp.arange(4), pairing="both")
    refuses("depends on the queries", make("relative", 4, head_width=8).bias, {"table": jnp.zeros((7, 8))})


def test_examples_run():
    for library, example, kind in (("flax", "flax_positions", "fire"), ("equinox", "equinox_positions", "learned")):
        if importlib.util.find_spec(library) and importlib.util.find_spec("optax"):
            assert 0 <= importlib.import_module(example).main(kind, "0.6", steps=3) <= 1
        else:
            print(f"left out: {library} or optax is missing")


if __name__ == "__main__":
    import importlib.util

    for name, test in list(globals().items()):
        if name.startswith("test_"):
            test()
            print(f"passed {name}", flush=True)
