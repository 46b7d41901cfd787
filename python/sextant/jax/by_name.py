"""An encoding by the engine's name: pure functions of its parameters, for any JAX library.

    encoding = make("t5_bias", 128, heads=8)
    params = encoding.init(key)                       # a dict, {} where nothing is trained
    bias = encoding.bias(params, queries)             # (heads, n, n)
"""
import math
from typing import Callable, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from sextant.jax import encodings as E
from sextant.positions import as_arrangement


class Encoding(NamedTuple):
    """What an encoding does in each of the three places; None where it does nothing there."""

    kind: str
    init: Callable  # key -> {name: array}, as the engine starts
    embeddings: Callable = None  # params -> (length, width), added to the embeddings
    rotate: Callable = None  # (params, x (..., length, head_width)) -> x
    bias: Callable = None  # (params, queries=None, scale=None) -> (heads, length, length), added to scaled scores


def make(kind, arrangement, *, width=None, heads=None, head_width=None, causal=False, **options):
    """`arrangement`: a number of tokens, a tuple of grid extents or a sextant.positions.Arrangement."""
    if kind not in MAKERS:
        raise ValueError(f"no positional encoding '{kind}'; known: {', '.join(MAKERS)}")
    accepts, maker = MAKERS[kind]
    place = as_arrangement(arrangement).require(kind, *accepts)
    table = E.behind_cls if place.cls else lambda x: x
    scores = E.around_cls if place.cls else lambda x: x
    return maker(place, dict(width=width, heads=heads, head_width=head_width, causal=causal, table=table, scores=scores),
                 **options)


def _nothing(_key):
    return {}


def _normal(shape, deviation):
    return lambda key: jax.random.normal(key, shape) * deviation


def _uniform(shape, half_width):
    return lambda key: jax.random.uniform(key, shape, minval=-half_width, maxval=half_width)


def _starts(**draws):
    """{name: draw}: each from a key of its own name's place."""
    def init(key):
        return {name: draw(one) for (name, draw), one in zip(draws.items(), jax.random.split(key, len(draws)))}

    return init


def _none(place, need):
    return Encoding("none", _nothing)


def _learned(place, need, rows=None, sigma=1.0):
    shape = (rows or place.length, need["width"])
    return Encoding("learned", _starts(table=_normal(shape, sigma)), lambda params: params["table"])


def _random(place, need, sigma=1.0):
    one = _learned(place, need, sigma=sigma)
    return one._replace(kind="random", embeddings=lambda params: jax.lax.stop_gradient(params["table"]))


def _fixed_table(place, need, table, trainable=False, cut=False):
    table = np.asarray(table)[:place.length] if cut else np.asarray(table)
    if table.shape != (place.length, need["width"]):
        raise ValueError(f"fixed_table: the table has shape {table.shape}, but tokens and model width require "
                         f"{(place.length, need['width'])}")
    return _given("fixed_table", table, trainable)


def _mds(place, need, rank=None, norm=None, trainable=False):
    return _given("mds", need["table"](E.mds(place.as_distances("mds"), need["width"], rank, norm)), trainable)


def _given(kind, table, trainable):
    if trainable:
        return Encoding(kind, lambda key: {"table": jnp.asarray(table)}, lambda params: params["table"])
    return Encoding(kind, _nothing, lambda params: jnp.asarray(table))


def _sinusoidal(place, need, base=10000.0):
    return Encoding("sinusoidal", _nothing, lambda params: E.sinusoidal(jnp.arange(place.length), need["width"], base))


def _grid(place, need, base=10000.0, order="last_first"):
    points = place.as_coordinates("grid")
    return Encoding("grid", _nothing, lambda params: need["table"](E.grid(points, need["width"], base, order)))


def _low_rank(place, need, rank=8, sigma=None):
    root = 1 / math.sqrt(rank)
    right = (_uniform if sigma is None else _normal)((rank, need["width"]), root)
    return Encoding("low_rank", _starts(left=_normal((place.length, rank), 1.0 if sigma is None else sigma), right=right),
                    lambda params: E.low_rank(params["left"], params["right"]))


def _laplacian(place, need, count=None, normalised=True, trained_projection=True, sigma=None):
    width = need["width"]
    count = min(place.count - 1, width) if count is None else count
    if not trained_projection and count > width:
        raise ValueError(f"laplacian: count {count} given, expected 1 to {width} (width {width})")
    waves = need["table"](E.laplacian_eigenvectors(place.as_graph("laplacian"), count, normalised))
    if not trained_projection:
        return Encoding("laplacian", _nothing, lambda params: jnp.pad(waves, ((0, 0), (0, width - count))))
    root = 1 / math.sqrt(count)
    start = _uniform((width, count), root) if sigma is None else _normal((width, count), sigma * root)
    return Encoding("laplacian", _starts(projection=start), lambda params: waves @ params["projection"].T)


def _rotary(place, need, base=10000.0, pairing="interleaved"):
    points = np.pad(place.as_coordinates("rotary"), ((1 if place.cls else 0, 0), (0, 0)))  # CLS is not rotated
    return Encoding("rotary", _nothing, rotate=lambda params, x: E.rotate(x, points[:x.shape[-2]], base, pairing))


def _alibi(place, need, slopes="geometric"):
    bias = need["scores"](E.alibi_bias(place.as_distances("alibi"), need["heads"], slopes))
    return Encoding("alibi", _nothing, bias=lambda params, queries=None, scale=None: bias)


def _t5_bias(place, need, buckets=32, max_distance=128, sigma=1.0):
    def bias(params, queries=None, scale=None):
        return need["scores"](E.t5_bias(params["table"], place.count, max_distance, need["causal"]))

    return Encoding("t5_bias", _starts(table=_normal((buckets, need["heads"]), sigma)), bias=bias)


def _relative(place, need, clip=None, sigma=1.0):
    clip = place.count - 1 if clip is None else clip

    def bias(params, queries=None, scale=None):
        if queries is None:
            raise ValueError("relative: the bias depends on the queries; call bias(params, queries)")
        tokens = queries[..., place.length - place.count:, :]
        return need["scores"](E.relative_bias(tokens, params["table"], scale, clip, need["causal"]))

    rows = (1 if need["causal"] else 2) * clip + 1
    return Encoding("relative", _starts(table=_normal((rows, need["head_width"]), sigma)), bias=bias)


def _fire(place, need, hidden=32, threshold=0.0, sigma=None):
    distances = place.as_distances("fire")
    reach = np.arange(place.count) if place.kind == "index" else np.full(place.count, distances.max())
    start = threshold if threshold > 0 else (place.count + 0.5) / 4  # between whole numbers: not on a kink
    root = 1 / math.sqrt(hidden)
    draw = (_uniform if sigma is None else _normal)
    init = _starts(in_weight=draw((hidden, 1), 1.0), in_bias=_uniform((hidden,), 1.0),
                   out_weight=draw((need["heads"], hidden), root * (1.0 if sigma is None else sigma)),
                   out_bias=_uniform((need["heads"],), root), c=lambda key: jnp.asarray(0.1),
                   threshold=lambda key: jnp.asarray(1.0))

    def bias(params, queries=None, scale=None):
        return need["scores"](E.fire_bias(distances, reach, params, start, need["causal"]))

    return Encoding("fire", init, bias=bias)


_ALL = ("index", "grid", "coordinates", "distances", "graph")
MAKERS = {
    "none": (_ALL, _none), "learned": (_ALL, _learned), "sinusoidal": (("index",), _sinusoidal),
    "grid": (("index", "grid", "coordinates"), _grid), "random": (_ALL, _random), "fixed_table": (_ALL, _fixed_table),
    "low_rank": (_ALL, _low_rank), "mds": (_ALL, _mds), "laplacian": (("index", "grid", "graph"), _laplacian),
    "rotary": (("index", "grid", "coordinates"), _rotary), "alibi": (_ALL, _alibi), "t5_bias": (("index",), _t5_bias),
    "relative": (("index",), _relative), "fire": (_ALL, _fire),
}
