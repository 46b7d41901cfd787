"""Every positional encoding of the engine as an `nn.Module`; `functional` has them as plain functions."""
import inspect

from sextant.torch.encodings import functional
from sextant.torch.encodings.additive import (FixedTable, Fourier, Grid, Laplacian, Learned, LowRank, Mds, NoEncoding,
                                              Random, RandomWalk, Sinusoidal)
from sextant.torch.encodings.attention import (Alibi, ContinuousBias, Fire, Kerple, Relative, RopeMixed, Rotary, T5Bias)
from sextant.torch.encodings.base import Encoding
from sextant.torch.encodings.content import Cope, Deberta, Forget, Pope, TransformerXl
from sextant.torch.encodings.wrapped import Dropped, Randomised, Scaled

ENCODINGS = {one.kind: one for one in (NoEncoding, Learned, Sinusoidal, Grid, Random, FixedTable, LowRank, Mds, Laplacian,
                                       RandomWalk, Fourier, Rotary, RopeMixed, Pope, Alibi, Kerple, T5Bias, Relative,
                                       TransformerXl, Deberta, Fire, ContinuousBias, Cope, Forget)}


def make_encoding(kind, arrangement, *, width=None, heads=None, head_width=None, causal=None, **options):
    """By the engine's name (`sextant list positions`); of width, heads, head_width and causal each takes what it needs."""
    if kind not in ENCODINGS:
        raise ValueError(f"no positional encoding '{kind}'; known: {', '.join(ENCODINGS)}")
    cls = ENCODINGS[kind]
    wanted = inspect.signature(cls.__init__).parameters
    place = {"width": width, "heads": heads, "head_width": head_width, "causal": causal}
    given = {name: value for name, value in place.items() if name in wanted and value is not None}
    for name in options:
        if name not in wanted:
            raise ValueError(f"{kind}: unknown option '{name}'; known: {', '.join(list(wanted)[2:])}")
    missing = [name for name, one in wanted.items()
               if name in place and one.default is inspect.Parameter.empty and name not in given]
    if missing:
        raise ValueError(f"{kind}: {missing[0]} is required")
    return cls(arrangement, **given, **options)


__all__ = ["Dropped", "ENCODINGS", "Encoding", "Randomised", "Scaled", "functional", "make_encoding"] + [one.__name__ for one in ENCODINGS.values()]
