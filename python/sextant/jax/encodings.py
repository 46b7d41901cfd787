"""Every positional encoding of the engine as pure functions that jit, vmap and grad.

Constants (lengths, widths, options) are Python values; arrays are traced. Tables have the dtype of what they are made of.
A CLS token is the caller's: `behind_cls` puts a zero row in front of a table, `around_cls` a row and a column around a
bias. `sextant.jax.make` gives an encoding by the engine's name with functions of its parameters.
"""
import math

import jax
import jax.numpy as jnp
import numpy as np

from sextant.positions import score_rules
from sextant.positions.rope import rope_frequencies


def sinusoidal(points, width, base=10000.0):
    """Vaswani et al. 2017: sine at even and cosine at odd columns of frequency base^(-2i/width). (n,) -> (n, width)"""
    column = np.arange(width)
    frequency = np.power(base, -2.0 * (column // 2) / width)
    angles = jnp.asarray(points, _floating(points))[..., None] * frequency.astype(_floating(points))
    return jnp.where(column % 2 == 0, jnp.sin(angles), jnp.cos(angles))


def grid(points, width, base=10000.0, order="last_first"):
    """Sinusoids of each axis side by side (Ito et al., arXiv 2406.08272). (n, axes) -> (n, width)"""
    points = _columns(points)
    axes = points.shape[1]
    if width % (2 * axes):
        raise ValueError(f"grid: width {width} is not a multiple of {2 * axes}: each of {axes} axes needs pairs of a sine "
                         "and a cosine")
    if order not in ("last_first", "first_first"):
        raise ValueError(f"grid: order '{order}', expected last_first or first_first")
    columns = range(axes - 1, -1, -1) if order == "last_first" else range(axes)
    return jnp.concatenate([sinusoidal(points[:, axis], width // axes, base) for axis in columns], 1)


def low_rank(left, right):
    """P = A W with r (n + d) numbers (Cirrincione, arXiv 2604.05217). (n, r), (r, width) -> (n, width)"""
    return left @ right


def mds(distances, width, rank=None, norm=None):
    """Classical multidimensional scaling, padded with zeros; axes below the noise are zero. (n, n) -> (n, width)"""
    distances = jnp.asarray(distances, _floating(distances))
    count = distances.shape[0]
    most = min(count - 1, width)
    rank = most if rank is None else rank
    if count < 2 or not 1 <= rank <= most:
        raise ValueError(f"mds: rank {rank} given, expected 1 to {most} ({count} tokens, width {width})")
    squares = -0.5 * distances ** 2
    gram = squares - squares.mean(0, keepdims=True) - squares.mean(1, keepdims=True) + squares.mean()
    values, vectors = _symmetric_eigen(gram)
    smallest = values[0]
    values, vectors = values[::-1], vectors[:, ::-1]
    least = jnp.maximum(1e-12 * jnp.maximum(values[0], 0), -smallest)
    values, vectors = values[:rank], vectors[:, :rank]
    kept = values > least
    points = jnp.where(kept, vectors * jnp.sqrt(jnp.where(kept, values, 1)), 0)
    if norm is not None:
        points = points * (norm / jnp.sqrt((points ** 2).sum(1).mean()))
    return jnp.pad(points, ((0, 0), (0, width - rank)))


def laplacian_eigenvectors(weights, count=None, normalised=True):
    """The smoothest eigenvectors of the graph after the constant one, of unit mean square (Dwivedi and Bresson, arXiv
    2012.09699). (n, n) -> (n, count)"""
    weights = jnp.asarray(weights, _floating(weights))
    tokens = weights.shape[0]
    count = tokens - 1 if count is None else count
    if not 1 <= count <= tokens - 1:
        raise ValueError(f"laplacian: count {count} given, expected 1 to {tokens - 1} ({tokens} tokens)")
    degree = weights.sum(1)
    if normalised:
        matrix = jnp.eye(tokens, dtype=weights.dtype) - weights / jnp.sqrt(jnp.outer(degree, degree))
    else:
        matrix = jnp.diag(degree) - weights
    return math.sqrt(tokens) * _symmetric_eigen(matrix)[1][:, 1:count + 1]


def rotate(x, points, base=10000.0, pairing="interleaved", **rope):
    """RoPE (Su et al., arXiv 2104.09864): pairs of each axis turn by coordinate times base^(-2i/part); `rope` are further
    parameters by Hugging Face's names (sextant.positions.rope). x (..., n, head_width), points (n, axes) -> as x"""
    points = _columns(points)
    axes, head_width = points.shape[1], x.shape[-1]
    if head_width % (2 * axes):
        raise ValueError(f"rotary: head width {head_width} is not a multiple of {2 * axes}: each of {axes} axes needs "
                         "pairs to rotate")
    if pairing not in ("interleaved", "half"):
        raise ValueError(f"rotary: pairing '{pairing}', expected interleaved (RoFormer) or half (GPT-NeoX, Llama)")
    length = rope.pop("length", len(points))
    frequency, factor = rope_frequencies(head_width // axes, length, base=base, **rope)
    angles = points[:, :, None] * frequency.astype(points.dtype)  # (n, axes, pairs)
    cosine, sine = (factor * jnp.cos(angles)).astype(x.dtype), (factor * jnp.sin(angles)).astype(x.dtype)
    parts = x.reshape(x.shape[:-1] + (axes, head_width // axes))
    pairs = len(frequency)
    parts, rest = parts[..., :2 * pairs], parts[..., 2 * pairs:]
    if pairing == "interleaved":
        first, second = parts[..., 0::2], parts[..., 1::2]
    else:
        first, second = parts[..., :pairs], parts[..., pairs:]
    turned = (first * cosine - second * sine, first * sine + second * cosine)
    turned = jnp.stack(turned, -1).reshape(parts.shape) if pairing == "interleaved" else jnp.concatenate(turned, -1)
    return jnp.concatenate((turned, rest), -1).reshape(x.shape)


def rotate_by(x, angles, pairing="interleaved"):
    """Pairs of columns rotated by given angles. x (..., n, head_width), angles (..., n, head_width / 2) -> as x"""
    cosine, sine = jnp.cos(angles), jnp.sin(angles)
    half = x.shape[-1] // 2
    first, second = (x[..., 0::2], x[..., 1::2]) if pairing == "interleaved" else (x[..., :half], x[..., half:])
    turned = (first * cosine - second * sine, first * sine + second * cosine)
    return jnp.stack(turned, -1).reshape(x.shape) if pairing == "interleaved" else jnp.concatenate(turned, -1)


def kerple_bias(distances, r1, r2, kernel="log"):
    """KERPLE (Chi et al., arXiv 2205.09921): -|r1| log(1 + |r2| d), or power: -|r1| d^min(|r2|, 2). (n, n) -> (heads, n, n)"""
    r1, r2 = jnp.abs(r1)[:, None, None], jnp.abs(r2)[:, None, None]
    if kernel == "log":
        return -r1 * jnp.log(1 + r2 * distances)
    apart = distances > 0
    return -r1 * jnp.where(apart, jnp.where(apart, distances, 1) ** jnp.minimum(r2, 2), 0)


def continuous_bias(offsets, params, height=16.0):
    """Swin v2 (Liu et al., arXiv 2111.09883): height sigmoid(MLP(offset)). (n, n, axes) -> (heads, n, n)"""
    hidden = jax.nn.relu(offsets @ params["in_weight"].T + params["in_bias"].reshape(-1))
    return height * jnp.moveaxis(jax.nn.sigmoid(hidden @ params["out_weight"].T), -1, 0)


def fourier(points, params, gamma=10.0):
    """MLP([cos a, sin a] / sqrt(F)), a = x W^T / gamma (Li et al. 2021, arXiv 2106.02795). (n, axes) -> (n, width)"""
    angles = points @ params["frequencies"].T / gamma
    features = jnp.concatenate((jnp.cos(angles), jnp.sin(angles)), -1) / math.sqrt(2 * len(params["frequencies"]))
    hidden = jax.nn.gelu(features @ params["in_weight"].T + params["in_bias"].reshape(-1), approximate=False)
    return hidden @ params["out_weight"].T + params["out_bias"].reshape(-1)


def forget_bias(inputs, weight, bias):
    """FoX (Lin et al., arXiv 2503.02130): the log of the gates between two tokens. (..., n, width) -> (..., heads, n, n)"""
    passed = jnp.swapaxes(jnp.cumsum(jax.nn.log_sigmoid(inputs @ weight.T + bias.reshape(-1)), -2), -1, -2)
    return -jnp.abs(passed[..., :, None] - passed[..., None, :])


def cope_bias(scores, queries, table, causal=False):
    """CoPE (Golovneva et al., arXiv 2405.18719): scaled scores (..., n, n), queries (..., n, head_width) -> as scores"""
    gates = jax.nn.sigmoid(scores)
    gates = jnp.tril(gates) if causal else gates
    passed = jnp.cumsum(gates, -1)
    here, own = (jnp.diagonal(one, axis1=-2, axis2=-1)[..., None] for one in (passed, gates))
    index, last = np.arange(scores.shape[-1]), len(table) - 1
    counted = jnp.where(index[:, None] >= index, here - passed + gates, passed - here + own)
    counted = jnp.where(counted >= last, last, counted)
    low = jax.lax.stop_gradient(jnp.floor(counted))
    share, near = counted - low, low.astype(int)
    met = queries @ table.T
    return (1 - share) * jnp.take_along_axis(met, near, -1) + \
        share * jnp.take_along_axis(met, jnp.minimum(near + 1, last), -1)


def pope_scores(queries, keys, angles, phase, scale):
    """PoPE (Gopalakrishnan et al., arXiv 2509.10534): sum of softplus(q) softplus(k) cos((m - n) theta + delta)."""
    def polar(x, turn):
        magnitude = jax.nn.softplus(x)
        return jnp.concatenate((magnitude * jnp.cos(turn), magnitude * jnp.sin(turn)), -1)

    return scale * polar(queries, angles) @ jnp.swapaxes(polar(keys, angles - phase[:, None, :]), -1, -2)


def transformer_xl_terms(queries, keys, waves, params):
    """Dai et al. (arXiv 1901.02860): u . k + (q + v) . r(i - j), before scaling; waves (2n - 1, width) of offsets 1-n..n-1."""
    heads, count = len(params["u"]), queries.shape[-2]
    table = jnp.swapaxes((waves @ params["projection"].T).reshape(len(waves), heads, -1), 0, 1)
    met = (queries + params["v"][:, None]) @ jnp.swapaxes(table, -1, -2)
    return (keys * params["u"][:, None]).sum(-1)[..., None, :] + _by_offset(met, _offset_rows(count))


def deberta_terms(queries, keys, params, heads):
    """He et al. (arXiv 2006.03654): q_i . K[d(i, j)] + k_j . Q[d(i, j)], before scaling; the paper has Q[d(j, i)], the
    authors' code what is here."""
    by_key, by_query = (jnp.transpose((params["table"] @ params[name].T).reshape(len(params["table"]), heads, -1), (1, 2, 0))
                        for name in ("key_weight", "query_weight"))
    span = len(params["table"]) // 2
    count = queries.shape[-2]
    rows = np.clip(_offset_rows(count) - (count - 1) + span, 0, 2 * span - 1)
    return _by_offset(queries @ by_key, rows) + jnp.swapaxes(_by_offset(keys @ by_query, rows.T), -1, -2)


def _offset_rows(count):
    index = np.arange(count)
    return index[:, None] - index[None, :] + count - 1


def _by_offset(met, rows):
    return jnp.take_along_axis(met, jnp.broadcast_to(rows, met.shape[:-1] + rows.shape[-1:]), -1)


def alibi_bias(distances, heads, slopes="geometric"):
    """ALiBi (Press et al., arXiv 2108.12409): -m_h times the distance. (n, n) -> (heads, n, n)"""
    distances = jnp.asarray(distances, _floating(distances))
    return -jnp.asarray(score_rules.alibi_slopes(heads, slopes), distances.dtype)[:, None, None] * distances


def t5_bias(table, count, max_distance=128, causal=False):
    """T5 (Raffel et al., arXiv 1910.10683): one number per bucket of offsets. (buckets, heads) -> (heads, n, n)"""
    buckets = score_rules.t5_buckets(count, table.shape[0], max_distance, causal)
    return jnp.transpose(table[buckets], (2, 0, 1))


def relative_bias(queries, table, scale=None, clip=None, causal=False):
    """Shaw et al. (arXiv 1803.02155), keys only: scale q . E[j - i]; `scale` is what q k^T is multiplied by, by default
    1/sqrt(head_width). queries (..., n, head_width) -> (..., n, n)"""
    count, head_width = queries.shape[-2:]
    scale = 1 / math.sqrt(head_width) if scale is None else scale
    rows = jnp.asarray(score_rules.relative_rows(count, clip, causal))
    met = scale * queries @ table.T  # (..., n, offsets)
    bias = jnp.take_along_axis(met, jnp.broadcast_to(rows, met.shape[:-1] + (count,)), -1)
    return jnp.tril(bias) if causal else bias


def fire_bias(distances, reach, parameters, threshold, causal=False):
    """FIRE (Li et al., arXiv 2310.04418): network(psi(distance) / psi(max(L, reach))), psi(x) = log(|c| x + 1).
    `parameters` is a dict of in_weight (hidden, 1), in_bias, out_weight (heads, hidden), out_bias, c and threshold, which
    multiplies the static `threshold`; `reach` (n,) is the position of the later token, or the largest distance.
    distances (n, n) -> (heads, n, n)"""
    c = jnp.abs(parameters["c"])
    later = jnp.maximum(jnp.asarray(reach, c.dtype)[:, None], jnp.asarray(reach, c.dtype)[None, :])
    limit = jnp.maximum(jnp.abs(parameters["threshold"] * threshold), later)
    inputs = jnp.log(c * jnp.asarray(distances, c.dtype) + 1) / (jnp.log(c * limit + 1) + 1e-6)
    hidden = jax.nn.relu(inputs[..., None] * parameters["in_weight"][:, 0] + parameters["in_bias"])
    bias = jnp.moveaxis(hidden @ parameters["out_weight"].T + parameters["out_bias"], -1, 0)
    return jnp.tril(bias) if causal else bias


def behind_cls(table):
    """A zero row in front, for a token that stands nowhere."""
    return jnp.pad(table, ((1, 0), (0, 0)))


def around_cls(bias):
    """A zero row and column in front: nothing is added from or to a CLS token."""
    return jnp.pad(bias, [(0, 0)] * (bias.ndim - 2) + [(1, 0), (1, 0)])


def _symmetric_eigen(matrix):
    """Ascending; of each eigenvector the entry of largest magnitude is positive, of equals the first."""
    values, vectors = jnp.linalg.eigh(matrix)
    magnitude = jax.lax.stop_gradient(jnp.abs(vectors))
    margin = max(1e-8, 32 * float(jnp.finfo(matrix.dtype).eps))
    first = jnp.argmax(magnitude >= magnitude.max(0) * (1 - margin), 0)
    signs = jnp.sign(jnp.take_along_axis(jax.lax.stop_gradient(vectors), first[None], 0))
    return values, vectors * signs


def _floating(x):
    dtype = jnp.asarray(x).dtype
    return dtype if jnp.issubdtype(dtype, jnp.floating) else jnp.zeros(()).dtype


def _columns(points):
    points = jnp.asarray(points, _floating(points))
    return points[:, None] if points.ndim == 1 else points
