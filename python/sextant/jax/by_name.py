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
from sextant.positions import as_arrangement, score_rules


class Encoding(NamedTuple):
    """What an encoding does in each of the four places; None where it does nothing there."""

    kind: str
    init: Callable  # key -> {name: array}, as the engine starts
    embeddings: Callable | None = None  # params -> (length, width), added to the embeddings
    rotate: Callable | None = None  # (params, x (..., length, head_width)) -> x
    bias: Callable | None = None  # (params, queries=None, scale=None) -> (heads, length, length), added to scaled scores
    transform_scores: Callable | None = None  # (params, scaled scores, queries, keys, inputs, scale) -> scores: what depends on content


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


def _rotary(place, need, **rope):
    points = np.pad(place.as_coordinates("rotary"), ((1 if place.cls else 0, 0), (0, 0)))  # CLS is not rotated
    rope = dict(rope, length=place.count)
    return Encoding("rotary", _nothing, rotate=lambda params, x: E.rotate(x, points[:x.shape[-2]], **rope))


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


def _random_walk(place, need, steps=16, trained_projection=True, sigma=None):
    width = need["width"]
    if not trained_projection and steps > width:
        raise ValueError(f"random_walk: {steps} steps do not fit into width {width} without a projection")
    walks = need["table"](jnp.asarray(score_rules.return_probabilities(place.as_graph("random_walk"), steps)))
    if not trained_projection:
        return Encoding("random_walk", _nothing, lambda params: jnp.pad(walks, ((0, 0), (0, width - steps))))
    root = 1 / math.sqrt(steps)
    start = _uniform((width, steps), root) if sigma is None else _normal((width, steps), sigma * root)
    return Encoding("random_walk", _starts(projection=start), lambda params: walks @ params["projection"].T)


def _fourier(place, need, features=64, hidden=32, gamma=10.0, sigma=None):
    if features % 2:
        raise ValueError(f"fourier: {features} features given, expected an even number: a cosine and a sine each")
    points = place.as_coordinates("fourier")
    draw, root = (_uniform if sigma is None else _normal), 1 / math.sqrt(hidden)
    init = _starts(in_weight=draw((hidden, features), 1 / math.sqrt(features)),
                   in_bias=_uniform((hidden,), 1 / math.sqrt(features)),
                   out_weight=draw((need["width"], hidden), root * (1.0 if sigma is None else sigma)),
                   out_bias=_uniform((need["width"],), root), frequencies=_normal((features // 2, points.shape[1]), 1.0))
    return Encoding("fourier", init, lambda params: need["table"](E.fourier(points, params, gamma)))


def _rope_mixed(place, need, start="normal", base=100.0, pairing="interleaved", sigma=1.0):
    points = np.pad(place.as_coordinates("rope_mixed"), ((1 if place.cls else 0, 0), (0, 0)))
    heads = need["heads"]
    shape = (heads * need["head_width"] // 2, points.shape[1])
    if need["head_width"] % 2:
        raise ValueError(f"rope_mixed: head width {need['head_width']} is odd, but columns rotate in pairs")
    draw = _normal(shape, sigma) if start == "normal" else \
        (lambda key: jnp.asarray(score_rules.mixed_waves(heads, *shape, base)))

    def rotate(params, x):
        angles = (points[:x.shape[-2]] @ params["frequencies"].T).reshape(x.shape[-2], heads, -1)
        return E.rotate_by(x, jnp.swapaxes(angles, 0, 1), pairing)

    return Encoding("rope_mixed", _starts(frequencies=draw), rotate=rotate)


def _kerple(place, need, kernel="log"):
    if kernel not in ("log", "power"):
        raise ValueError(f"kerple: kernel '{kernel}', expected log or power")
    distances, share = place.as_distances("kerple"), (np.arange(need["heads"]) + 0.5) / need["heads"]
    first, second = (2 * share, 1 - share) if kernel == "log" else (np.ones_like(share), 2 * (1 - share))
    init = _starts(r1=lambda key: jnp.asarray(first), r2=lambda key: jnp.asarray(second))

    def bias(params, queries=None, scale=None):
        return need["scores"](E.kerple_bias(distances, params["r1"], params["r2"], kernel))

    return Encoding("kerple", init, bias=bias)


def _continuous_bias(place, need, hidden=64, reach=0.0, height=16.0, sigma=None):
    offsets = score_rules.log_offsets(place.as_coordinates("continuous_bias"), reach)
    share, root = 1 / math.sqrt(offsets.shape[-1]), 1 / math.sqrt(hidden)
    draw = (_uniform if sigma is None else _normal)
    init = _starts(in_weight=draw((hidden, offsets.shape[-1]), share), in_bias=_uniform((hidden,), share),
                   out_weight=draw((need["heads"], hidden), root * (1.0 if sigma is None else sigma)))

    def bias(params, queries=None, scale=None):
        return need["scores"](E.continuous_bias(offsets, params, height))

    return Encoding("continuous_bias", init, bias=bias)


def _forget(place, need):
    root = 1 / math.sqrt(need["width"])
    init = _starts(gate_weight=_uniform((need["heads"], need["width"]), root), gate_bias=_uniform((need["heads"],), root))

    def scores(params, scores, queries, keys, inputs, scale):
        tokens = inputs[..., place.length - place.count:, :]
        return scores + need["scores"](E.forget_bias(tokens, params["gate_weight"], params["gate_bias"]))

    return Encoding("forget", init, transform_scores=scores)


def _cope(place, need, positions=64, sigma=1.0):
    first = place.length - place.count

    def scores(params, scores, queries, keys, inputs, scale):
        return scores + need["scores"](E.cope_bias(scores[..., first:, first:], queries[..., first:, :], params["table"],
                                                   need["causal"]))

    return Encoding("cope", _starts(table=_normal((positions, need["head_width"]), sigma)), transform_scores=scores)


def _pope(place, need, base=10000.0):
    points = np.pad(place.as_coordinates("pope"), ((1 if place.cls else 0, 0), (0, 0)))
    axes, width = points.shape[1], need["head_width"]
    if width % axes:
        raise ValueError(f"pope: head width {width} is not a multiple of {axes} axes")
    part = width // axes
    angles = (points[:, :, None] * np.power(base, -np.arange(part) / part)).reshape(len(points), width)

    def scores(params, scores, queries, keys, inputs, scale):
        return E.pope_scores(queries, keys, angles, params["phase"], scale)

    return Encoding("pope", _starts(phase=_uniform((need["heads"], width), 1 / math.sqrt(width))), transform_scores=scores)


def _transformer_xl(place, need, base=10000.0, sigma=None):
    width, heads, head_width = need["width"], need["heads"], need["head_width"]
    waves, root, first = E.sinusoidal(jnp.arange(1 - place.count, place.count), width, base), 1 / math.sqrt(width), \
        place.length - place.count
    start = _uniform((heads * head_width, width), root) if sigma is None else _normal((heads * head_width, width), sigma * root)
    init = _starts(projection=start, u=_uniform((heads, head_width), root), v=_uniform((heads, head_width), root))

    def scores(params, scores, queries, keys, inputs, scale):
        terms = E.transformer_xl_terms(queries[..., first:, :], keys[..., first:, :], waves, params)
        return scores + need["scores"](scale * terms)

    return Encoding("transformer_xl", init, transform_scores=scores)


def _deberta(place, need, span=None, sigma=None):
    span, width, rows = span or place.count, need["width"], need["heads"] * need["head_width"]
    first, root = place.length - place.count, 1 / math.sqrt(width)
    draw = (_uniform if sigma is None else _normal)
    init = _starts(table=_normal((2 * span, width), 1.0 if sigma is None else sigma), key_weight=draw((rows, width), root),
                   query_weight=draw((rows, width), root))

    def scores(params, scores, queries, keys, inputs, scale):
        terms = E.deberta_terms(queries[..., first:, :], keys[..., first:, :], params, need["heads"])
        return (scores + need["scores"](scale * terms)) / math.sqrt(3)

    return Encoding("deberta", init, transform_scores=scores)


_ALL = ("index", "grid", "coordinates", "distances", "graph")
MAKERS = {
    "none": (_ALL, _none), "learned": (_ALL, _learned), "sinusoidal": (("index",), _sinusoidal),
    "grid": (("index", "grid", "coordinates"), _grid), "random": (_ALL, _random), "fixed_table": (_ALL, _fixed_table),
    "low_rank": (_ALL, _low_rank), "mds": (_ALL, _mds), "laplacian": (("index", "grid", "graph"), _laplacian),
    "rotary": (("index", "grid", "coordinates"), _rotary), "alibi": (_ALL, _alibi), "t5_bias": (("index",), _t5_bias),
    "relative": (("index",), _relative), "fire": (_ALL, _fire), "random_walk": (("index", "grid", "graph"), _random_walk),
    "fourier": (("index", "grid", "coordinates"), _fourier), "rope_mixed": (("index", "grid", "coordinates"), _rope_mixed),
    "pope": (("index", "grid", "coordinates"), _pope), "kerple": (_ALL, _kerple),
    "transformer_xl": (("index",), _transformer_xl), "deberta": (("index",), _deberta),
    "continuous_bias": (("index", "grid", "coordinates"), _continuous_bias), "cope": (("index",), _cope),
    "forget": (("index",), _forget),
}
