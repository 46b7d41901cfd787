"""Positional encodings as plain differentiable functions, formula by formula the engine's (`sextant/positions/`).

`points` are coordinates (n, axes) or (n,), `distances` (n, n); integers are taken as float64. Tables have the dtype of
what they were made from, so `.to(x.dtype)` belongs to the caller; modules do it by themselves.
"""
import math

import torch

from sextant.positions import score_rules
from sextant.positions.rope import rope_frequencies


def sinusoidal(points, width, base=10000.0):
    """Vaswani et al. 2017: sine at even and cosine at odd columns of frequency base^(-2i/width). (n,) -> (n, width)"""
    points = _floating(points)
    column = torch.arange(width, device=points.device)
    frequency = torch.pow(torch.tensor(base, dtype=points.dtype, device=points.device),
                          -2.0 * torch.div(column, 2, rounding_mode="floor").to(points.dtype) / width)
    angles = points[..., None] * frequency
    return torch.where(column % 2 == 0, angles.sin(), angles.cos())


def grid(points, width, base=10000.0, order="last_first"):
    """Sinusoids of each axis side by side (Ito et al., arXiv 2406.08272). (n, axes) -> (n, width)"""
    points = _columns(points)
    axes = points.shape[1]
    if width % (2 * axes):
        raise ValueError(f"grid: width {width} is not a multiple of {2 * axes}: each of {axes} axes needs pairs of a sine "
                         "and a cosine")
    if order not in ("last_first", "first_first"):
        raise ValueError(f"grid: order '{order}', expected last_first or first_first")
    columns = points.unbind(1)
    columns = columns[::-1] if order == "last_first" else columns
    return torch.cat([sinusoidal(axis, width // axes, base) for axis in columns], 1)


def low_rank(left, right):
    """P = A W with r (n + d) numbers (Cirrincione, arXiv 2604.05217). (n, r), (r, width) -> (n, width)"""
    return left @ right


def mds(distances, width, rank=None, norm=None):
    """Classical multidimensional scaling, padded with zeros; axes below the noise are left out. (n, n) -> (n, width)"""
    distances = _floating(distances)
    count = distances.shape[0]
    if count < 2:
        raise ValueError(f"mds: {count} token has no pairwise distances")
    most = min(count - 1, width)
    rank = most if rank is None else rank
    if not 1 <= rank <= most:
        raise ValueError(f"mds: rank {rank} given, expected 1 to {most} ({count} tokens, width {width})")
    squares = -0.5 * distances ** 2
    gram = squares - squares.mean(0, keepdim=True) - squares.mean(1, keepdim=True) + squares.mean()
    values, vectors = _symmetric_eigen(gram)
    values, vectors, smallest = values.flip(0), vectors.flip(1), values[0]
    least = torch.maximum(1e-12 * values[0].clamp(min=0), -smallest)
    values, vectors = values[:rank], vectors[:, :rank]
    kept = values > least
    if not bool(kept.any()):
        raise ValueError("mds: no axis is above the noise level; use more documents or other distances")
    points = torch.where(kept, vectors * torch.where(kept, values, torch.ones_like(values)).sqrt(),
                         torch.zeros_like(vectors))
    if norm is not None:
        points = points * (norm / (points ** 2).sum(1).mean().sqrt())
    return torch.nn.functional.pad(points, (0, width - rank))


def laplacian_eigenvectors(weights, count=None, normalised=True):
    """The smoothest eigenvectors of the graph after the constant one, of unit mean square (Dwivedi and Bresson, arXiv
    2012.09699). (n, n) -> (n, count)"""
    weights = _floating(weights)
    tokens = weights.shape[0]
    if tokens < 2:
        raise ValueError(f"laplacian: a graph of {tokens} token has no non-constant eigenvector")
    count = tokens - 1 if count is None else count
    if not 1 <= count <= tokens - 1:
        raise ValueError(f"laplacian: count {count} given, expected 1 to {tokens - 1} ({tokens} tokens)")
    degree = weights.sum(1)
    if normalised:
        matrix = torch.eye(tokens, dtype=weights.dtype) - weights / torch.sqrt(torch.outer(degree, degree))
    else:
        matrix = torch.diag(degree) - weights
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
    angles = points[:, :, None] * torch.as_tensor(frequency, device=points.device).to(points.dtype)  # (n, axes, pairs)
    cosine, sine = (factor * angles.cos()).to(x.dtype), (factor * angles.sin()).to(x.dtype)
    x = x.unflatten(-1, (axes, head_width // axes))
    pairs = len(frequency)
    x, rest = x[..., :2 * pairs], x[..., 2 * pairs:]
    if pairing == "interleaved":
        first, second = x[..., 0::2], x[..., 1::2]
    else:
        first, second = x[..., :pairs], x[..., pairs:]
    turned = (first * cosine - second * sine, first * sine + second * cosine)
    turned = torch.stack(turned, -1).flatten(-2) if pairing == "interleaved" else torch.cat(turned, -1)
    return torch.cat((turned, rest), -1).flatten(-2)


def rotate_by(x, angles, pairing="interleaved"):
    """Pairs of columns rotated by given angles. x (..., n, head_width), angles (..., n, head_width / 2) -> as x"""
    cosine, sine = angles.cos(), angles.sin()
    half = x.shape[-1] // 2
    first, second = (x[..., 0::2], x[..., 1::2]) if pairing == "interleaved" else (x[..., :half], x[..., half:])
    turned = (first * cosine - second * sine, first * sine + second * cosine)
    return torch.stack(turned, -1).flatten(-2) if pairing == "interleaved" else torch.cat(turned, -1)


def kerple_bias(distances, r1, r2, kernel="log"):
    """KERPLE (Chi et al., arXiv 2205.09921): -|r1| log(1 + |r2| d), or power: -|r1| d^min(|r2|, 2). (n, n) -> (heads, n, n)"""
    r1, r2 = r1.abs()[:, None, None], r2.abs()[:, None, None]
    if kernel == "log":
        return -r1 * torch.log(1 + r2 * distances)
    apart = distances > 0
    return -r1 * torch.where(apart, torch.where(apart, distances, torch.ones_like(distances)) ** r2.clamp(max=2.0), 0 * r2)


def fourier_features(points, frequencies, gamma=1.0):
    """[cos a, sin a] / sqrt(F), a = x W^T / gamma (Li et al. 2021, arXiv 2106.02795). (n, axes) -> (n, F)"""
    angles = points @ frequencies.t() / gamma
    return torch.cat((angles.cos(), angles.sin()), -1) / math.sqrt(2 * len(frequencies))


def alibi_bias(distances, heads, slopes="geometric"):
    """ALiBi (Press et al., arXiv 2108.12409): -m_h times the distance. (n, n) -> (heads, n, n)"""
    distances = _floating(distances)
    rule = torch.as_tensor(score_rules.alibi_slopes(heads, slopes), dtype=distances.dtype, device=distances.device)
    return -rule[:, None, None] * distances


def t5_bias(table, count, max_distance=128, causal=False):
    """T5 (Raffel et al., arXiv 1910.10683): one number per bucket of offsets. (buckets, heads) -> (heads, n, n)"""
    buckets = score_rules.t5_buckets(count, table.shape[0], max_distance, causal)
    return table[torch.as_tensor(buckets, device=table.device)].permute(2, 0, 1)


def relative_bias(queries, table, scale=None, clip=None, causal=False):
    """Shaw et al. (arXiv 1803.02155), keys only: scale q . E[j - i]; `scale` is what q k^T is multiplied by, by default
    1/sqrt(head_width). queries (..., n, head_width) -> (..., n, n)"""
    count, head_width = queries.shape[-2:]
    scale = 1 / math.sqrt(head_width) if scale is None else scale
    rows = torch.as_tensor(score_rules.relative_rows(count, clip, causal), device=table.device)
    met = scale * queries @ table.transpose(0, 1)  # (..., n, offsets)
    bias = torch.gather(met, -1, rows.expand(met.shape[:-1] + (count,)))
    return bias.tril() if causal else bias


def fire_bias(distances, reach, network, c, threshold, causal=False):
    """FIRE (Li et al., arXiv 2310.04418): network(psi(distance) / psi(max(L, reach))), psi(x) = log(|c| x + 1).
    `reach` (n,) is the position of the later token, or the largest distance; `network` maps (..., 1) to (..., heads);
    `threshold` is L. distances (n, n) -> (heads, n, n)"""
    reach = _floating(reach).to(c.dtype)
    later = torch.maximum(reach[:, None], reach[None, :])
    limit = torch.maximum(threshold.abs().expand_as(later), later)
    normalised = _psi(_floating(distances).to(c.dtype), c) / (_psi(limit, c) + 1e-6)
    bias = network(normalised[..., None]).permute(2, 0, 1)
    return bias.tril() if causal else bias


def _psi(x, c):
    return torch.log(c.abs() * x + 1)


def _symmetric_eigen(matrix):
    """Ascending; of each eigenvector the entry of largest magnitude is positive, of equals the first."""
    values, vectors = torch.linalg.eigh(matrix)
    magnitude = vectors.detach().abs()
    margin = max(1e-8, 32 * torch.finfo(matrix.dtype).eps)
    first = (magnitude >= magnitude.max(0).values * (1 - margin)).int().argmax(0)
    signs = torch.gather(vectors.detach(), 0, first[None])[0].sign()
    return values, vectors * signs


def _floating(x):
    x = torch.as_tensor(x)
    return x if x.is_floating_point() else x.double()


def _columns(points):
    points = _floating(points)
    return points[:, None] if points.ndim == 1 else points
