"""Encodings that act inside attention: rotations of queries and keys, and biases of the scores."""
import math

import torch
from torch import nn

from sextant.positions import score_rules
from sextant.torch.encodings import functional as F
from sextant.torch.encodings.base import Encoding, constant, draw_normal, draw_uniform


class Rotary(Encoding):
    """RoPE (Su et al., arXiv 2104.09864) over the coordinates of the tokens, with Hugging Face's `rope_parameters`; a CLS
    token is not rotated."""

    kind = "rotary"
    accepts = ("index", "grid", "coordinates")

    def __init__(self, arrangement, head_width, base=10000.0, pairing="interleaved", rope_theta=None, rope_type="default",
                 factor=1.0, original_max_position_embeddings=None, partial_rotary_factor=1.0, attention_factor=None,
                 beta_fast=32.0, beta_slow=1.0, mscale=None, mscale_all_dim=None, truncate=True, low_freq_factor=1.0,
                 high_freq_factor=4.0, short_factor=(), long_factor=()):
        given = {name: value for name, value in locals().items() if name not in ("self", "arrangement", "head_width",
                                                                                 "__class__")}
        super().__init__(arrangement)
        points = torch.as_tensor(self.arrangement.as_coordinates("rotary"))
        self.rope = dict(given, length=self.arrangement.count)
        F.rotate(torch.zeros(1, len(points), head_width), points, **self.rope)  # refuses widths that do not fit
        self.register_buffer("points", self._behind_cls(points), persistent=False)  # float64: angles grow with length

    def _apply(self, fn, *args, **kwargs):
        """Moves to other devices, but angles stay float64 under .half()."""
        result = super()._apply(fn, *args, **kwargs)
        self.points = self.points.double() if self.points.device.type != "mps" else self.points
        return result

    def rotate(self, x):
        return F.rotate(x, self.points[:x.shape[-2]], **self.rope)


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


class RopeMixed(Encoding):
    """RoPE with learned frequencies over all axes (RoPE-Mixed; Heo et al., arXiv 2403.13298)."""

    kind = "rope_mixed"
    accepts = ("index", "grid", "coordinates")

    def __init__(self, arrangement, heads, head_width, start="normal", base=100.0, pairing="interleaved", sigma=None):
        super().__init__(arrangement)
        if head_width % 2:
            raise ValueError(f"rope_mixed: head width {head_width} is odd, but columns rotate in pairs")
        points = torch.as_tensor(self.arrangement.as_coordinates("rope_mixed"))
        self.register_buffer("points", constant(self._behind_cls(points)), persistent=False)
        self.heads, self.start, self.base, self.pairing = heads, start, base, pairing
        self.frequencies = nn.Parameter(torch.empty(heads * head_width // 2, points.shape[1]))
        self.reset_parameters(sigma)

    def reset_parameters(self, sigma=None, generator=None):
        if self.start == "normal":
            draw_normal(self.frequencies, 1.0 if sigma is None else sigma, generator)
            return
        with torch.no_grad():
            self.frequencies.copy_(torch.as_tensor(score_rules.mixed_waves(self.heads, *self.frequencies.shape, self.base)))

    def rotate(self, x):
        angles = (self.points[:x.shape[-2]] @ self.frequencies.t()).unflatten(1, (self.heads, -1)).transpose(0, 1)
        return F.rotate_by(x, angles, self.pairing)


class Kerple(Encoding):
    """KERPLE (Chi et al., arXiv 2205.09921): a learned log or power kernel of the distance."""

    kind = "kerple"

    def __init__(self, arrangement, heads, kernel="log"):
        super().__init__(arrangement)
        if kernel not in ("log", "power"):
            raise ValueError(f"kerple: kernel '{kernel}', expected log or power")
        self.kernel = kernel
        self.register_buffer("distances", constant(self.arrangement.as_distances("kerple")), persistent=False)
        self.r1, self.r2 = nn.Parameter(torch.empty(heads)), nn.Parameter(torch.empty(heads))
        self.reset_parameters()

    def reset_parameters(self, sigma=None, generator=None):
        share = (torch.arange(len(self.r1)) + 0.5) / len(self.r1)
        with torch.no_grad():
            self.r1.copy_(2 * share if self.kernel == "log" else torch.ones_like(share))
            self.r2.copy_((1 if self.kernel == "log" else 2) * (1 - share))

    def bias(self, queries=None, scale=None):
        return self._around_cls(F.kerple_bias(self.distances, self.r1, self.r2, self.kernel))


class ContinuousBias(Encoding):
    """Log-spaced continuous position bias (Swin v2; Liu et al., arXiv 2111.09883)."""

    kind = "continuous_bias"
    accepts = ("index", "grid", "coordinates")

    def __init__(self, arrangement, heads, hidden=64, reach=0.0, height=16.0, sigma=None):
        super().__init__(arrangement)
        offsets = score_rules.log_offsets(self.arrangement.as_coordinates("continuous_bias"), reach)
        self.register_buffer("offsets", constant(offsets), persistent=False)  # (n, n, axes)
        self.height = height
        self.add_module("in", nn.Linear(offsets.shape[-1], hidden))
        self.out = nn.Linear(hidden, heads, bias=False)
        self.reset_parameters(sigma)

    def reset_parameters(self, sigma=None, generator=None):
        first, root = getattr(self, "in"), 1 / math.sqrt(self.out.in_features)
        share = 1 / math.sqrt(first.in_features)
        draw_uniform(first.bias, share, generator)
        if sigma is None:
            draw_uniform(first.weight, share, generator)
            draw_uniform(self.out.weight, root, generator)
        else:
            draw_normal(first.weight, share, generator)
            draw_normal(self.out.weight, sigma * root, generator)

    def bias(self, queries=None, scale=None):
        scores = self.out(torch.relu(getattr(self, "in")(self.offsets)))
        return self._around_cls(self.height * torch.sigmoid(scores).permute(2, 0, 1))
