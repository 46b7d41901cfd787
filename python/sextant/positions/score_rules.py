"""Constants of the encodings that act on attention scores: ALiBi's slopes, T5's buckets, rows of relative embeddings."""
import math

import numpy as np


def alibi_slopes(heads, rule="geometric"):
    """2^(-8h/H), h = 1..H; `press`: for H not a power of two as in the authors' code (Press et al., arXiv 2108.12409)."""
    if rule not in ("geometric", "press"):
        raise ValueError(f"alibi: slopes '{rule}', expected geometric or press")
    whole = 1 << (heads.bit_length() - 1)
    if rule == "geometric" or whole == heads:
        return np.array([2.0 ** (-8.0 * h / heads) for h in range(1, heads + 1)])
    below = [2.0 ** (-8.0 * h / whole) for h in range(1, whole + 1)]
    above = [2.0 ** (-4.0 * (2 * k - 1) / whole) for k in range(1, heads - whole + 1)]
    return np.array(below + above)


def t5_bucket(offset, buckets=32, max_distance=128, causal=False):
    """The bucket of offset = key - query (Raffel et al., arXiv 1910.10683)."""
    start = 0
    if not causal:
        buckets //= 2
        start = buckets if offset > 0 else 0
    distance = max(-offset, 0) if causal else abs(offset)
    exact = buckets // 2
    if distance < exact:
        return start + distance
    share = math.log(distance / exact) / math.log(max_distance / exact)
    return start + min(exact + int(share * (buckets - exact)), buckets - 1)


def t5_buckets(count, buckets=32, max_distance=128, causal=False):
    """(count, count) of query and key; checks what the engine checks."""
    parts = 1 if causal else 2
    if buckets < 2 * parts or buckets % parts:
        raise ValueError(f"t5_bias: {buckets} buckets given, expected "
                         f"{'2 or more' if causal else 'an even number of 4 or more'}")
    if max_distance <= buckets // parts // 2:
        raise ValueError(f"t5_bias: max_distance {max_distance} given, but the {buckets} buckets already separate "
                         f"{buckets // parts // 2} offsets; use a larger value")
    by_offset = np.array([t5_bucket(offset, buckets, max_distance, causal) for offset in range(1 - count, count)])
    index = np.arange(count)
    return by_offset[index[None, :] - index[:, None] + count - 1]


def relative_rows(count, clip=None, causal=False):
    """(count, count): the row of the table that query i meets at key j; causal: later keys meet the last row."""
    clip = count - 1 if clip is None else clip
    index = np.arange(count)
    rows = np.clip(index[None, :] - index[:, None], -clip, clip) + clip
    return np.minimum(rows, clip) if causal else rows


def mixed_waves(heads, rows, axes, base=100.0):
    """RoPE's magnitudes in several directions, the start of rope_mixed. -> (rows = heads * pairs, axes)"""
    pairs = rows // heads
    head, pair = np.divmod(np.arange(rows), pairs)
    magnitude = np.power(base, -pair / pairs)[:, None]
    turn = np.pi * (head / heads + 0.5 * (pair % 2))[:, None]
    return magnitude * (np.ones((rows, 1)) if axes == 1 else np.cos(turn - 0.5 * np.pi * np.arange(axes)))


def log_offsets(points, reach=0.0):
    """Swin v2's log-spaced offsets query - key (Liu et al., arXiv 2111.09883). (n, axes) -> (n, n, axes)"""
    apart = points[:, None, :] - points[None, :, :]
    end = np.full(points.shape[1], reach) if reach > 0 else np.abs(apart).max((0, 1))
    return np.sign(apart) * np.log2(1 + 8 * np.abs(apart) / np.where(end == 0, 1, end)) / 3


def return_probabilities(weights, steps=16):
    """diag(M), ..., diag(M^steps), M = A D^-1 with edge weights (RWSE; Dwivedi et al., arXiv 2110.07875). -> (n, steps)"""
    degree = weights.sum(0)
    transition = weights / np.where(degree == 0, 1, degree)
    power, found = transition, []
    for _ in range(steps):
        found.append(np.diag(power))
        power = power @ transition
    return np.stack(found, 1)
