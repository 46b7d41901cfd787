"""The frequencies of RoPE and of its scalings, by Hugging Face's names: the engine's numbers in NumPy (float64)."""
import math

import numpy as np

TYPES = ("default", "linear", "dynamic", "yarn", "longrope", "llama3", "proportional")


def rope_frequencies(part, length, *, base=10000.0, rope_theta=None, rope_type="default", factor=1.0,
                     original_max_position_embeddings=None, partial_rotary_factor=1.0, attention_factor=None,
                     beta_fast=32.0, beta_slow=1.0, mscale=None, mscale_all_dim=None, truncate=True, low_freq_factor=1.0,
                     high_freq_factor=4.0, short_factor=(), long_factor=()):
    """Of one axis with `part` columns, for `length` tokens -> (frequencies of the pairs that rotate, attention factor)."""
    if rope_type not in TYPES:
        raise ValueError(f"rotary: rope_type '{rope_type}', expected one of {', '.join(TYPES)}")
    base = base if rope_theta is None else rope_theta
    width = part if rope_type == "proportional" else int(partial_rotary_factor * part)
    if width < 2 or width % 2:
        raise ValueError(f"rotary: partial_rotary_factor {partial_rotary_factor} of {part} columns per axis, expected an even "
                         "number of columns, 2 or more")
    trained = original_max_position_embeddings or max(1.0, length / factor)
    pair = np.arange(width // 2)
    frequency, attention = _power(base, pair, width), 1.0
    if rope_type in ("linear", "proportional"):
        frequency = frequency / factor
    if rope_type == "proportional":
        frequency[int(partial_rotary_factor * width) // 2:] = 0
    if rope_type == "dynamic":
        if width == 2:
            raise ValueError("rotary: rope_type dynamic needs more than one pair of columns to rotate")
        growth = factor * max(length, trained) / trained - (factor - 1)
        frequency = _power(base * growth ** (width / (width - 2)), pair, width)
    if rope_type == "yarn":
        ends = [width * math.log(trained / (turns * 2 * math.pi)) / (2 * math.log(base)) for turns in (beta_fast, beta_slow)]
        if truncate:
            ends = [math.floor(ends[0]), math.ceil(ends[1])]
        low, high = max(ends[0], 0.0), min(ends[1], width - 1.0)
        ramp = np.clip((pair - low) / (high - low if high != low else 0.001), 0, 1)
        frequency = frequency * (ramp / factor + (1 - ramp))
        attention = _temperature(factor, 1)
        if mscale and mscale_all_dim:
            attention = _temperature(factor, mscale) / _temperature(factor, mscale_all_dim)
    if rope_type == "longrope":
        divisors = np.asarray(long_factor if length > trained else short_factor, float)
        if len(divisors) != len(pair):
            raise ValueError(f"rotary: rope_type longrope needs {'long' if length > trained else 'short'}_factor with "
                             f"{len(pair)} numbers, one per frequency, not {len(divisors)}")
        frequency = frequency / divisors
        attention = 1.0 if factor <= 1 else math.sqrt(1 + math.log(factor) / math.log(max(trained, 2.0)))
    if rope_type == "llama3":
        turns = trained * frequency / (2 * math.pi)
        kept = np.clip((turns - low_freq_factor) / (high_freq_factor - low_freq_factor), 0, 1)
        frequency = frequency * ((1 - kept) / factor + kept)
    if attention_factor is not None and rope_type in ("yarn", "longrope"):
        attention = attention_factor
    return frequency, attention


def _power(base, pair, width):
    return np.power(base, -2.0 * pair / width)


def _temperature(factor, mscale):
    return 1.0 if factor <= 1 else 0.1 * mscale * math.log(factor) + 1.0
