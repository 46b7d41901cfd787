"""Encodings that act inside attention: rotations of queries and keys, and biases of the scores."""
import math

import torch
from torch import nn

from sextant.torch.encodings import functional as F
from sextant.torch.encodings.base import Encoding, constant, draw_normal, draw_uniform


class Rotary(Encoding):
    """RoPE (Su et al., arXiv 2104.09864) over the coordinates of the tokens; a CLS token is not rotated."""

    kind = "rotary"
    accepts = ("index", "grid", "coordinates")

    def __init__(self, arrangement, head_width, base=10000.0, pairing="interleaved"):
        super().__init__(arrangement)
        points = torch.as_tensor(self.arrangement.as_coordinates("rotary"))
        F.rotate(torch.zeros(1, len(points), head_width), points, base, pairing)  # refuses widths that do not fit
        self.register_buffer("points", self._behind_cls(points), persistent=False)  # float64: angles grow with length
        self.base, self.pairing = base, pairing

    def _apply(self, fn, *args, **kwargs):
        """Moves to other devices, but angles stay float64 under .half()."""
        result = super()._apply(fn, *args, **kwargs)
        self.points = self.points.double() if self.points.device.type != "mps" else self.points
        return result

    def rotate(self, x):
        return F.rotate(x, self.points[:x.shape[-2]], self.base, self.pairing)


class Alibi(Encoding):
    """ALiBi (Press et al., arXiv 2108.12409): a linear penalty on distance, one slope per head."""

    kind = "alibi"
    accepts = ("index", "grid", "coordinates", "distances", "graph")

    def __init__(self, arrangement, heads, slopes="geometric"):
        super().__init__(arrangement)
        bias = F.alibi_bias(self.arrangement.as_distances("alibi"), heads, slopes)
        self.register_buffer("scores", constant(self._around_cls(bias)), persistent=False)

    def bias(self, queries=None, scale=None):
        return self.scores


class T5Bias(Encoding):
    """T5's relative position bias (Raffel et al., arXiv 1910.10683): a trained number per head and bucket."""

    kind = "t5_bias"
    accepts = ("index",)

    def __init__(self, arrangement, heads, causal=False, buckets=32, max_distance=128, sigma=None):
        super().__init__(arrangement)
        self.max_distance, self.causal = max_distance, causal
        self.table = nn.Parameter(torch.empty(buckets, heads))
        self.reset_parameters(sigma)
        F.t5_bias(self.table, 1, max_distance, causal)  # refuses buckets that do not fit

    def reset_parameters(self, sigma=None, generator=None):
        draw_normal(self.table, 1.0 if sigma is None else sigma, generator)

    def bias(self, queries=None, scale=None):
        return self._around_cls(F.t5_bias(self.table, self.arrangement.count, self.max_distance, self.causal))


class Relative(Encoding):
    """Relative position embeddings (Shaw et al., arXiv 1803.02155): scores gain scale q . E[offset]."""

    kind = "relative"
    accepts = ("index",)

    def __init__(self, arrangement, head_width, causal=False, clip=None, sigma=None):
        super().__init__(arrangement)
        self.causal = causal
        self.clip = self.arrangement.count - 1 if clip is None else clip
        self.table = nn.Parameter(torch.empty((1 if causal else 2) * self.clip + 1, head_width))
        self.reset_parameters(sigma)

    def reset_parameters(self, sigma=None, generator=None):
        draw_normal(self.table, 1.0 if sigma is None else sigma, generator)

    def bias(self, queries=None, scale=None):
        if queries is None:
            raise ValueError("relative: the bias depends on the queries; call bias(queries)")
        tokens = queries[..., queries.shape[-2] - self.arrangement.count:, :] if self.arrangement.cls else queries
        return self._around_cls(F.relative_bias(tokens, self.table, scale, self.clip, self.causal))


class Fire(Encoding):
    """FIRE (Li et al., arXiv 2310.04418): an MLP of the normalised distance as attention bias."""

    kind = "fire"

    def __init__(self, arrangement, heads, causal=False, hidden=32, threshold=0.0, sigma=None):
        super().__init__(arrangement)
        self.causal = causal
        count = self.arrangement.count
        distances = torch.as_tensor(self.arrangement.as_distances("fire"))
        index = self.arrangement.kind == "index"
        reach = torch.arange(count).double() if index else distances.max().expand(count).clone()
        self.register_buffer("distances", constant(distances), persistent=False)
        self.register_buffer("reach", constant(reach), persistent=False)
        self.first_threshold = threshold if threshold > 0 else (count + 0.5) / 4
        self.add_module("in", nn.Linear(1, hidden))
        self.out = nn.Linear(hidden, heads)
        self.c = nn.Parameter(torch.empty(()))
        self.threshold = nn.Parameter(torch.empty(()))
        self.reset_parameters(sigma)

    def reset_parameters(self, sigma=None, generator=None):
        first, out = getattr(self, "in"), self.out
        root = 1 / math.sqrt(out.in_features)
        draw_uniform(first.bias, 1.0, generator)
        draw_uniform(out.bias, root, generator)
        if sigma is None:
            draw_uniform(first.weight, 1.0, generator)
            draw_uniform(out.weight, root, generator)
        else:
            draw_normal(first.weight, 1.0, generator)
            draw_normal(out.weight, sigma * root, generator)
        nn.init.constant_(self.c, 0.1)
        nn.init.constant_(self.threshold, 1.0)

    def network(self, x):
        return self.out(torch.relu(getattr(self, "in")(x)))

    def bias(self, queries=None, scale=None):
        return self._around_cls(F.fire_bias(self.distances, self.reach, self.network, self.c,
                                            self.threshold * self.first_threshold, self.causal))
